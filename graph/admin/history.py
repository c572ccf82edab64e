"""Show the history of an entity, and define the pages that revert an entity or undo a merge."""

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
"""The largest number of changed rows that the page shows for one version. A merge can move thousands."""
MERGED = {"merged", "into"}
"""Fields of journal entries about a merge: "merged" for the target entity, "into" for the merged entity."""


class HistoryMixin(EntityPages):
    """Shows the journal as the history of an entity. Django's own log has no imports, no actions and no old values."""

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
        """Show what a revert to the journal entry ``change`` would change, and ask for a reason. POST reverts."""
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
        """Ask for a reason to undo the merge of the journal entry ``change``. POST undoes the merge."""
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
        """Run the action and return its result, or True if the result is empty.

        If the action or the database rejects the change, show the error to the editor and return None.
        """
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
    """Return the journal entries of the entity, the newest first."""
    return Change.objects.filter(entity_id=entity.pk).select_related("by").order_by("-pk")


def _change_or_404(entity, pk):
    # SQLite raises an error for larger integers.
    if pk >= 2**63 or not (change := Change.objects.filter(entity_id=entity.pk, pk=pk).first()):
        raise Http404
    return change


def _differences_to(*, entity, to, by):
    """Return how the stored rows differ from the version ``to``. Raise ActionRejected if nothing can be reverted."""
    found = differences_since(entity, to)
    if not found:
        raise ActionRejected("Nothing has been edited since.")
    now = current_rows(found)
    return [Difference(row.model, row.pk, now[row.model].get(row.pk), row.before) for row in found]


def _versions_shown(changes):
    """Return (journal entry, what happened, rows to show, number of other rows), once for each revision."""
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
    """Return the rows in ``found`` that belong to the entity of the journal entry; for a merge, return all rows."""
    if MERGED & change.fields.keys():
        return found
    is_seated = change.kind == Kind.INSTITUTION
    return [row for row in found if (is_seated if row.model is SeatShare else row.entity_id == change.entity_id)]


def _what_happened(change, found):
    # For the API an entity is created when it is published; an editor has seen the draft before.
    was_there = any(row.model is Entity and row.before and row.pk == change.entity_id for row in found)
    return "published" if change.action == Change.Action.CREATED and was_there else change.action
