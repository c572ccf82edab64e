from collections.abc import Iterable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseRedirect

from graph import models
from graph.actions import revert, unmerge, version_of
from graph.actions.reverting import differences_since
from graph.admin.errors import REJECTED, error_messages
from graph.admin.fields import text_of
from graph.admin.forms import ReasonForm, VersionForm
from graph.admin.pages import EntityPages, may
from graph.journal.history import COMPOSED, current_rows, differences_by_revision
from graph.journal.revisions import Difference
from graph.kinds import Kind
from graph.models import Change, Entity, Relationship, SeatShare
from graph.models.fields import Computed
from graph.relations import RELATIONSHIP_TYPES

VERSIONS_PER_PAGE = 20
MAX_ROWS_SHOWN = 50
MERGED = {"merged", "into"}
TECHNICAL = {"id", "entity_id", "updated_at", "created_at", "description_is_composed", "overview_is_composed"}
TO_ENTITIES = {"subject_id", "object_id", "institution_id", "election_id", "party_id", "entity_id"}
SIGNS = {(False, True): "added", (True, False): "removed", (True, True): "changed"}
ROW_NAMES = {
    models.OtherName: lambda table, row: row["name"],
    models.Identifier: lambda table, row: f"{row['scheme']} {row['value']}",
    models.Citation: lambda table, row: table.sources.get(row["source_id"], ""),
    models.Composition: lambda table, row: row["start_date"] or str(row["verified_at"]),
    SeatShare: lambda table, row: row["name"],
    models.Redirect: lambda table, row: row["slug"],
}
"""Maps a model to a function that returns the label of a database row of this model on the history page, such as the
name in a row of `OtherName`. The function has two arguments: the `DifferenceTable` of the page, and the columns of the
row as a dictionary."""


class HistoryMixin(EntityPages):
    """A mixin for the admin of entities. It adds three pages. The page "history" shows all changes of an entity from
    the journal of changes. The other two revert an entity to an earlier version, and undo a merge. The history replaces
    Django's own log, which has neither imports nor old values."""

    def history_view(self, request, object_id, extra_context=None):
        entity = self.entity_or_404(request, object_id, may=self.has_view_permission(request))
        versions = Change.objects.filter(entity_id=entity.pk).select_related("by").order_by("-pk")
        page = Paginator(versions, VERSIONS_PER_PAGE).get_page(request.GET.get("p"))
        context = {
            "title": f"History of {entity}",
            "entity": entity,
            "versions": _versions_shown(page),
            "page": page,
            "may_revert": self.has_change_permission(request, entity),
            "may_merge": may(request, "merge"),
        }
        return self.page(request, "graph/history", context)

    def revert_view(self, request, pk, change):
        """Show what would change if the entity is reverted to an earlier version, and ask for a reason. A POST with a
        reason reverts it. ``pk`` is the primary key of the entity. ``change`` is the primary key of a row in the
        journal of changes; the earlier version is the one directly after this change. At most MAX_ROWS_SHOWN changed
        rows are shown."""
        entity = self.entity_or_404(request, pk, may=self.has_change_permission(request))
        to = _change_or_404(entity, change)
        # The action `revert` compares this version with the current one, to notice changes by other editors.
        form = VersionForm(request.POST or None, initial={"version": version_of(entity)})
        if form.is_valid():
            seen, note = form.cleaned_data["version"], form.cleaned_data["reason"]
            done = self._try(request, revert, entity=entity, to=to, seen=seen, note=note)
            text = f"{entity} was reverted to the version of {to.at:%-d %B %Y, %H:%M} UTC."
            return self._back(request, entity, done and text)
        found = self._try(request, _differences_to, entity=entity, to=to)
        if found is None:
            return self._back(request, entity)
        rows = DifferenceTable(found).rows(found)[:MAX_ROWS_SHOWN]
        context = {"title": f"Revert {entity}", "entity": entity, "rows": rows, "form": form, "change": to}
        return self.page(request, "graph/revert", context)

    def unmerge_view(self, request, pk, change):
        """Show a form that asks why a merge should be undone. A POST with a reason undoes the merge. ``pk`` is the
        primary key of the entity. ``change`` is the primary key of the row for the merge in the journal of changes.
        Raise Http404 if this journal row is not a merge."""
        entity = self.entity_or_404(request, pk, may=may(request, "merge"))
        merged = _change_or_404(entity, change)
        _, slug = merged.fields.get("merged", (None, None))
        if not slug:
            raise Http404
        form = ReasonForm(request.POST or None)
        if form.is_valid():
            restored = self._try(request, unmerge, change=merged, note=form.cleaned_data["reason"])
            return self._back(request, restored or entity, restored and f"{restored} is a separate entity again.")
        title = f"Undo a merge into {entity}"
        context = {"title": title, "entity": entity, "form": form, "change": merged, "slug": slug}
        return self.page(request, "graph/unmerge", context)

    def _try(self, request, action, **kwargs):
        """Call the function ``action`` with ``kwargs``, and with the user as ``by``. Return its result, or True if it
        returns nothing. If the action is rejected, show the reason to the user and return None."""
        try:
            return action(by=request.user, **kwargs) or True
        except REJECTED as error:
            self.message_user(request, " ".join(error_messages(error)), messages.ERROR)

    def _back(self, request, entity, done=""):
        if done:
            self.message_user(request, done, messages.SUCCESS)
        return HttpResponseRedirect(self.url("history", entity.pk))


def _change_or_404(entity, pk):
    # SQLite raises an error for larger integers.
    if pk >= 2**63 or not (change := Change.objects.filter(entity_id=entity.pk, pk=pk).first()):
        raise Http404
    return change


def _differences_to(*, entity, to, by):
    found = differences_since(entity, to)
    now = current_rows(found)
    return [Difference(row.model, row.pk, now[row.model].get(row.pk), row.before) for row in found]


def _versions_shown(changes):
    """Return a tuple for each version of an entity, for its history page: (journal row, name of the action, changed
    database rows, number of changed rows that are not shown). ``changes`` are the entity's rows in the journal of
    changes. Journal rows with the same ``revision`` (the ID of an edit) are one version."""
    found = differences_by_revision(dict.fromkeys(change.revision for change in changes if change.revision))
    table = DifferenceTable([row for rows in found.values() for row in rows])
    versions, seen = [], set()
    for change in changes:
        if change.revision is None or change.revision not in seen:
            seen.add(change.revision)
            changed = [row for row in found.get(change.revision, ()) if _belongs_to(row, change)]
            # The journal calls the first publication "created". Editors have seen the draft before, so show
            # "published".
            was_there = any(row.model is Entity and row.before and row.pk == change.entity_id for row in changed)
            what = "published" if change.action == Change.Action.CREATED and was_there else change.action
            rows = table.rows(changed)
            versions.append((change, what, rows[:MAX_ROWS_SHOWN], len(rows[MAX_ROWS_SHOWN:])))
    return versions


def _belongs_to(row, change):
    if MERGED & change.fields.keys():
        return True
    return change.kind == Kind.INSTITUTION if row.model is SeatShare else row.entity_id == change.entity_id


class DifferenceTable:
    """Converts the differences between old and new database rows to the texts that the history page of an entity
    shows."""

    def __init__(self, found: Iterable[Difference]):
        sides = [side for row in found for side in row.sides]
        keys = {side[name] for side in sides for name in TO_ENTITIES & side.keys()} - {None}
        self.entities = dict(Entity.objects.filter(pk__in=keys).values_list("pk", "name"))
        # There are a few hundred sources: all of them are fetched in one query.
        self.sources = dict(models.Source.objects.values_list("pk", "name")) if sides else {}

    def rows(self, found: Iterable[Difference]) -> list[dict]:
        """Convert the changed database rows in ``found`` to dictionaries. Each has ``label``, ``sign`` ("added",
        "removed" or "changed"), and ``facts``, a list of (label, old text, new text). A row in which only hidden
        columns have changed, such as ``updated_at``, is left out."""
        rows = [
            {
                "label": self._label(row),
                "sign": SIGNS[row.before is not None, row.after is not None],
                "facts": [
                    (name.removesuffix("_id").replace("_", " "), *texts)
                    for name, values in row.changed.items()
                    if _is_shown(row, name) and len({*(texts := [self._text(name, value) for value in values])}) > 1
                ],
            }
            for row in found
        ]
        return [row for row in rows if row["facts"] or row["sign"] != "changed"]

    def _text(self, name, value):
        if name in TO_ENTITIES:
            return self.entities.get(value, "" if value is None else f"number {value} (deleted)")
        if name == "source_id":
            return self.sources.get(value, "")
        return text_of(value)

    def _label(self, found):
        row = found.after or found.before
        if found.model is Relationship:
            return f"{RELATIONSHIP_TYPES[row['type']].label}: {self._text('object_id', row['object_id'])}"
        label = str(found.model._meta.verbose_name).capitalize()
        return f"{label}: {ROW_NAMES[found.model](self, row)}" if found.model in ROW_NAMES else "Facts"


def _is_shown(found, name):
    if found.model is Relationship and name in {"subject_id", "type"}:
        return False
    is_composed = name in COMPOSED and all(side[COMPOSED[name]] for side in found.sides)
    # Leave out columns that are computed from the dates, which are shown already.
    is_computed = isinstance(found.model._meta.get_field(name), Computed)
    return name not in TECHNICAL and not is_computed and not is_composed
