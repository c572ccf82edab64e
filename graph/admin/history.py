"""The history of an entity: every version with its differences, and the way back to it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, OperationalError
from django.http import Http404, HttpResponseRedirect
from django.urls import path

from graph.actions import ActionRejected, revert, unmerge, version_of
from graph.actions.reverting import since
from graph.admin.differences import Reader
from graph.admin.editing import reasons
from graph.admin.pages import KindPages
from graph.admin.reasons import OTHERS_WRITE, ReasonForm, VersionForm
from graph.journal.history import current_rows, differences_by_revision
from graph.journal.revisions import Difference
from graph.kinds import Kind
from graph.models import Change, Entity, SeatShare

VERSIONS_A_PAGE = 20
MOST_SHOWN = 50
"""Rows of one version: a merge can move thousands."""
MERGED = {"merged", "into"}
"""What the journal says of a merge, in the words of either."""


class HistoryMixin(KindPages):
    """Replaces the admin's own log: that one knows nothing of imports, actions and old values."""

    def get_urls(self):
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/revert/<int:change>/", wrap(self.revert_view), name=self.named("revert")),
            path("<int:pk>/unmerge/<int:change>/", wrap(self.unmerge_view), name=self.named("unmerge")),
            *super().get_urls(),
        ]

    def history_view(self, request, object_id, extra_context=None):
        entity = self.entity_or_404(request, object_id)
        if not self.has_view_permission(request, entity):
            raise PermissionDenied
        page = Paginator(_versions(entity), VERSIONS_A_PAGE).get_page(request.GET.get("p"))
        context = {"title": f"History of {entity}", "entity": entity, "versions": _told(page), "page": page}
        may_merge = request.user.has_perm("graph.merge_entity")
        context |= {"may_revert": self.has_change_permission(request, entity), "may_merge": may_merge}
        return self.page(request, "history", context)

    def revert_view(self, request, pk, change):
        """What would become of the entity, and a reason asked for; by POST it does."""
        entity = self.entity_or_404(request, pk)
        if not self.has_change_permission(request, entity):
            raise PermissionDenied
        to = _change_or_404(entity, change)
        form = VersionForm(request.POST or None, initial={"version": version_of(entity)})
        if request.method == "POST" and form.is_valid():
            seen, note = form.cleaned_data["version"], form.cleaned_data["reason"]
            done = self._try(request, revert, entity=entity, to=to, seen=seen, note=note)
            return self._back(request, entity, done and f"{entity} is again as it was on {to.at:%-d %B %Y, %H:%M} UTC.")
        found = self._try(request, _what_would_change, entity=entity, to=to)
        if found is None:
            return self._back(request, entity)
        context = {
            "title": f"Revert {entity}",
            "entity": entity,
            "rows": Reader(found).rows(found)[:MOST_SHOWN],
            "form": form,
            "change": to,
        }
        return self.page(request, "revert", context)

    def unmerge_view(self, request, pk, change):
        """Whom it concerns, and a reason asked for; by POST the merge is taken back."""
        entity = self.entity_or_404(request, pk)
        if not request.user.has_perm("graph.merge_entity"):
            raise PermissionDenied
        merged = _change_or_404(entity, change)
        if "merged" not in merged.fields or not merged.fields["merged"][1]:
            raise Http404
        form = ReasonForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            again = self._try(request, unmerge, change=merged, note=form.cleaned_data["reason"])
            return self._back(request, again or entity, again and f"{again} is an entity of its own again.")
        context = {"title": f"Undo a merge into {entity}", "entity": entity, "form": form, "change": merged}
        return self.page(request, "unmerge", context | {"slug": merged.fields["merged"][1]})

    def _try(self, request, verb, **told):
        """What the verb gives, or True; None where it was refused, which is said."""
        try:
            return verb(by=request.user, **told) or True
        except (ActionRejected, IntegrityError) as refusal:
            self.message_user(request, " ".join(reasons(refusal)), messages.ERROR)
        except OperationalError:
            self.message_user(request, OTHERS_WRITE, messages.ERROR)
        return None

    def _back(self, request, entity, done=""):
        if done:
            self.message_user(request, done, messages.SUCCESS)
        return HttpResponseRedirect(self.address("history", entity.pk))


def _versions(entity):
    """The journal of the entity, the newest first; the account of each editor with it."""
    return Change.objects.filter(entity_id=entity.pk).select_related("by").order_by("-pk")


def _change_or_404(entity, pk):
    if pk >= 2**63 or not (change := Change.objects.filter(entity_id=entity.pk, pk=pk).first()):
        raise Http404
    return change


def _what_would_change(*, entity, to, by):
    """The differences from now, imports included, to then."""
    found = since(entity, to)
    if not found:
        raise ActionRejected("Nothing has been edited since.")
    now = current_rows(found)
    return [Difference(row.model, row.pk, now[row.model].get(row.pk), row.before) for row in found]


def _told(changes):
    """(change, what it was, the rows that differ, how many more) of each version; one a revision."""
    found = differences_by_revision(dict.fromkeys(change.revision for change in changes if change.revision))
    reader = Reader([row for rows in found.values() for row in rows])
    told, seen = [], set()
    for change in changes:
        if change.revision is None or change.revision not in seen:
            seen.add(change.revision)
            rows = reader.rows(_of_version(change, found.get(change.revision, ())))
            what = _what_happened(change, found.get(change.revision, ()))
            told.append((change, what, rows[:MOST_SHOWN], len(rows[MOST_SHOWN:])))
    return told


def _of_version(change, found):
    """The rows that are told: of a merge, or of its undoing, all; else those of the entity, which moved with others."""
    if MERGED & change.fields.keys():
        return found
    is_seated = change.kind == Kind.INSTITUTION
    return [row for row in found if (is_seated if row.model is SeatShare else row.entity_id == change.entity_id)]


def _what_happened(change, found):
    """To the outside what is published is created; an editor knows better."""
    was_there = any(row.model is Entity and row.before and row.pk == change.entity_id for row in found)
    return "published" if change.action == Change.Action.CREATED and was_there else change.action
