"""The history of an entity: its versions with their differences, and the pages that revert and unmerge."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, OperationalError
from django.http import Http404, HttpResponseRedirect
from django.urls import path

from graph.actions import ActionRejected, revert, unmerge, version_of
from graph.actions.reverting import differences_since
from graph.admin.differences import DifferenceTable
from graph.admin.errors import error_messages
from graph.admin.forms import OTHERS_WRITE, ReasonForm, VersionForm
from graph.admin.pages import EntityPages
from graph.journal.history import current_rows, differences_by_revision
from graph.journal.revisions import Difference
from graph.kinds import Kind
from graph.models import Change, Entity, SeatShare

VERSIONS_PER_PAGE = 20
MAX_ROWS_SHOWN = 50
"""Rows of one version that are shown. A merge can move thousands of rows."""
MERGED = {"merged", "into"}
"""Fields of the journal entries of a merge: of the target, and of the merged entity."""


class HistoryMixin(EntityPages):
    """Shows the journal instead of Django's own log, which has no imports, no actions and no old values."""

    def get_urls(self):
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/revert/<int:change>/", wrap(self.revert_view), name=self.url_name("revert")),
            path("<int:pk>/unmerge/<int:change>/", wrap(self.unmerge_view), name=self.url_name("unmerge")),
            *super().get_urls(),
        ]

    def history_view(self, request, object_id, extra_context=None):
        entity = self.entity_or_404(request, object_id)
        if not self.has_view_permission(request, entity):
            raise PermissionDenied
        page = Paginator(_versions(entity), VERSIONS_PER_PAGE).get_page(request.GET.get("p"))
        context = {"title": f"History of {entity}", "entity": entity, "versions": _versions_shown(page), "page": page}
        may_merge = request.user.has_perm("graph.merge_entity")
        context |= {"may_revert": self.has_change_permission(request, entity), "may_merge": may_merge}
        return self.page(request, "history", context)

    def revert_view(self, request, pk, change):
        """Show what would change, and ask for a reason. POST reverts the entity."""
        entity = self.entity_or_404(request, pk)
        if not self.has_change_permission(request, entity):
            raise PermissionDenied
        to = _change_or_404(entity, change)
        # With the version, the action finds out whether somebody has changed the entity since.
        form = VersionForm(request.POST or None, initial={"version": version_of(entity)})
        if request.method == "POST" and form.is_valid():
            seen, note = form.cleaned_data["version"], form.cleaned_data["reason"]
            done = self._try(request, revert, entity=entity, to=to, seen=seen, note=note)
            text = f"{entity} was reverted to the version of {to.at:%-d %B %Y, %H:%M} UTC."
            return self._back(request, entity, done and text)
        found = self._try(request, _differences_to, entity=entity, to=to)
        if found is None:
            return self._back(request, entity)
        context = {
            "title": f"Revert {entity}",
            "entity": entity,
            "rows": DifferenceTable(found).rows(found)[:MAX_ROWS_SHOWN],
            "form": form,
            "change": to,
        }
        return self.page(request, "revert", context)

    def unmerge_view(self, request, pk, change):
        """Ask for a reason. POST undoes the merge."""
        entity = self.entity_or_404(request, pk)
        if not request.user.has_perm("graph.merge_entity"):
            raise PermissionDenied
        merged = _change_or_404(entity, change)
        if "merged" not in merged.fields or not merged.fields["merged"][1]:
            raise Http404
        form = ReasonForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            restored = self._try(request, unmerge, change=merged, note=form.cleaned_data["reason"])
            return self._back(request, restored or entity, restored and f"{restored} is a separate entity again.")
        context = {"title": f"Undo a merge into {entity}", "entity": entity, "form": form, "change": merged}
        return self.page(request, "unmerge", context | {"slug": merged.fields["merged"][1]})

    def _try(self, request, action, **kwargs):
        """What the action returns, or True. If it was rejected, show the message and return None."""
        try:
            return action(by=request.user, **kwargs) or True
        except (ActionRejected, IntegrityError) as error:
            self.message_user(request, " ".join(error_messages(error)), messages.ERROR)
        # The database ends one of two transactions that wait for each other.
        except OperationalError:
            self.message_user(request, OTHERS_WRITE, messages.ERROR)
        return None

    def _back(self, request, entity, done=""):
        if done:
            self.message_user(request, done, messages.SUCCESS)
        return HttpResponseRedirect(self.url("history", entity.pk))


def _versions(entity):
    """The journal entries of the entity, the newest first."""
    return Change.objects.filter(entity_id=entity.pk).select_related("by").order_by("-pk")


def _change_or_404(entity, pk):
    # SQLite raises an error for larger integers.
    if pk >= 2**63 or not (change := Change.objects.filter(entity_id=entity.pk, pk=pk).first()):
        raise Http404
    return change


def _differences_to(*, entity, to, by):
    """The differences between the stored rows and the version, changes by imports included."""
    found = differences_since(entity, to)
    if not found:
        raise ActionRejected("Nothing has been edited since.")
    now = current_rows(found)
    return [Difference(row.model, row.pk, now[row.model].get(row.pk), row.before) for row in found]


def _versions_shown(changes):
    """(change, what happened, rows that differ, number of other rows) of each version. A revision is shown once."""
    found = differences_by_revision(dict.fromkeys(change.revision for change in changes if change.revision))
    table = DifferenceTable([row for rows in found.values() for row in rows])
    versions, seen = [], set()
    for change in changes:
        if change.revision is None or change.revision not in seen:
            seen.add(change.revision)
            rows = table.rows(_of_version(change, found.get(change.revision, ())))
            what = _what_happened(change, found.get(change.revision, ()))
            versions.append((change, what, rows[:MAX_ROWS_SHOWN], len(rows[MAX_ROWS_SHOWN:])))
    return versions


def _of_version(change, found):
    """All rows of a merge or an unmerge; otherwise only those of the entity, which may have changed with others."""
    if MERGED & change.fields.keys():
        return found
    is_seated = change.kind == Kind.INSTITUTION
    return [row for row in found if (is_seated if row.model is SeatShare else row.entity_id == change.entity_id)]


def _what_happened(change, found):
    # For the API an entity is created when it is published; an editor has seen the draft before.
    was_there = any(row.model is Entity and row.before and row.pk == change.entity_id for row in found)
    return "published" if change.action == Change.Action.CREATED and was_there else change.action
