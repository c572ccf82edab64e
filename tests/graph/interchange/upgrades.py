"""Make random edits as editors do, and check that an upgrade of the catalogue preserves them."""

from collections import Counter
from datetime import timedelta

from graph.actions import ActionRejected, editing, merge, rename, verify, withdraw
from graph.kinds import KINDS
from graph.models import VERSIONED_MODELS, Composition, Coverage, Entity, Identifier, OtherName, Relationship
from graph.models.fields import versioned_fields
from graph.models.names import RECORD_SCHEME
from tests.edits import create, relate, unrelate, update

COMPUTED = {"current_first", "current_last", "display_order", "updated_at"}
"""Columns that the service computes. If an upgrade changes only these, no edit is lost."""
COMPOSED = {"description", "overview", "updated_at", "created_at"}
NATURAL_KEYS = {
    "Relationship": ("subject_id", "object_id", "type", "role", "start_date"),
    "OtherName": ("entity_id", "name", "lang"),
    "Identifier": ("entity_id", "scheme", "value"),
    "Citation": ("entity_id", "source_id", "url"),
    "Composition": ("institution_id", "start_date"),
}
YEARS = ("birth_year", "founded_year")


def rows_of_graph():
    """Map (model name, primary key) to {column: value} for all rows of the versioned tables."""
    rows = {}
    for model in VERSIONED_MODELS:
        names = [field.attname for field in versioned_fields(model)]
        for values in model._base_manager.values_list("pk", *names).iterator():
            rows[model.__name__, values[0]] = dict(zip(names, values[1:], strict=True))
    return rows


def lost_and_resurrected(loaded, edited, upgraded):
    """Compare the rows of the graph before edits, after them, and after an upgrade, each as from `rows_of_graph`.
    Return two lists (lost, resurrected).

    ``lost`` has (key, edited columns, upgraded row or None) for each row whose edit is missing after the upgrade.
    ``resurrected`` has (key, row) for each row that an editor removed and the upgrade added again. A key is (model
    name, primary key).
    """
    lost, resurrected = [], []
    natural = {key for at in upgraded.items() if (key := _natural(*at))}
    was = {key for at in edited.items() if (key := _natural(*at))}
    only_merged = _with_merged_parties_only(loaded, edited)
    for at in loaded.keys() - edited.keys():
        key = _natural(at, loaded[at])
        if at in upgraded or (key in natural and key not in was):
            resurrected.append((at, loaded[at]))
    for at, row in edited.items():
        before, after = loaded.get(at, {}), upgraded.get(at)
        changed = {name: value for name, value in row.items() if before.get(name, "missing") != value}
        if row.get("description_is_composed") or row.get("overview_is_composed"):
            changed = {name: value for name, value in changed.items() if name not in COMPOSED}
        changed = {name: value for name, value in changed.items() if name not in COMPUTED}
        if after is None and changed.keys() <= {"subject_id", "object_id"}:
            # The catalogue has removed this relationship, which is right: the editor changed at most its ends, by a
            # merge.
            continue
        if row.get("composition_id") in only_merged:
            continue  # Here, a merge has added up the seats of two parties.
        if changed and (after is None or any(after[name] != value for name, value in changed.items())):
            lost.append((at, changed, after))
    return lost, resurrected


def _with_merged_parties_only(loaded, edited):
    """Return the primary keys of the compositions that did not change, or only because an editor merged two parties."""
    pk_of = {row["slug"]: pk for (table, pk), row in loaded.items() if table == "Entity"}
    redirects = [row for (table, _), row in edited.items() if table == "Redirect"]
    merged = {pk_of[row["slug"]]: row["entity_id"] for row in redirects if row["slug"] in pk_of}
    before, after = (_seats(rows, merged) for rows in (loaded, edited))
    same = {pk for pk, seats in before.items() if seats == after.get(pk)}
    return {pk for pk in same if loaded["Composition", pk] == edited.get(("Composition", pk))}


def _seats(rows, merged):
    """Map the primary key of each composition to its seats by party, or by name if the party is not in the graph.
    ``merged`` maps the primary key of a merged party to that of the remaining party."""
    found = {}
    for (table, _), row in rows.items():
        if table == "SeatShare":
            party = row["party_id"]
            while party in merged and merged[party] != party:
                party = merged[party]
            found.setdefault(row["composition_id"], Counter())[party or row["name"]] += row["seats"]
    return found


def _natural(at, row):
    names = NATURAL_KEYS.get(at[0])
    return names and (at[0], *(row[name] for name in names))


class RandomEditor:
    """Makes random edits of the entities with these slugs, as an editor could. ``random`` is the random number
    generator."""

    def __init__(self, random, slugs, source, by=None):
        self.random, self.slugs, self.source, self.by = random, sorted(slugs), source, by
        self.number = 0

    def edit(self, times):
        done = 0
        while done < times:
            self.number += 1
            slug = self.random.choice(self.slugs)
            entity = Entity.objects.filter(slug=slug).first() or self._renamed(slug)
            edit = self.random.choice(EDITS)
            try:
                done += bool(entity) and edit(self, entity) is not False
            except ActionRejected:
                continue

    def _renamed(self, slug):
        return Entity.objects.filter(redirects__slug=slug).first()

    def _some(self, rows):
        return self.random.choice(list(rows[:20]) or [None])

    def fact(self, entity):
        names = [
            name
            for name in (*YEARS, "turnout", "population", "seats", "term_length")
            if name in KINDS[entity.kind].stored_fields
        ]
        if not names:
            return False
        name = self.random.choice(names)
        value = self.random.choice([None, 1000 + self.number % 1000 if name in YEARS else 1 + self.number % 99])
        update(entity=entity, by=self.by, **{name: value})
        return None

    def name(self, entity):
        update(entity=entity, by=self.by, name=f"{entity.name[:200]} {self.number}")

    def text(self, entity):
        update(entity=entity, by=self.by, description=f"A text of an editor, {self.number}")

    def add_part(self, entity):
        with editing(entity, by=self.by):
            OtherName.objects.create(entity=entity, name=f"Name {self.number}")
            Identifier.objects.create(entity=entity, scheme="editors", value=f"{entity.pk}-{self.number}")

    def remove_part(self, entity):
        parts = self.random.choice([entity.other_names, entity.identifiers, entity.citations])
        row = self._some(parts.order_by("pk"))
        if row is None or getattr(row, "scheme", "").startswith(RECORD_SCHEME):
            return False
        with editing(entity, by=self.by):
            row.delete()
        return None

    def relate(self, entity):
        other = self._some(Entity.objects.filter(kind="office", status="published").order_by("?"))
        if entity.kind != "politician" or other is None:
            return False
        relate(
            subject=entity,
            object=other,
            type="politician_holds_office",
            source=self.source,
            by=self.by,
            start_date=f"17{self.number % 100:02}",
            end_date="1799",
            role=f"role {self.number}",
        )
        return None

    def unrelate(self, entity):
        if (row := self._some(entity.outgoing.order_by("pk"))) is None:
            return False
        unrelate(relationship=row, by=self.by)
        return None

    def redate(self, entity):
        if (row := self._some(entity.outgoing.order_by("pk"))) is None:
            return False
        with editing(entity, by=self.by):
            row.start_date, row.end_date = self.random.choice(
                [("", "2029"), (f"15{self.number % 100:02}", row.end_date)]
            )
            if (
                not Relationship.objects.filter(
                    subject=row.subject, object=row.object, type=row.type, role=row.role, start_date=row.start_date
                )
                .exclude(pk=row.pk)
                .exists()
            ):
                row.save()
        return None

    def verify(self, entity):
        verify(entity=entity, day=self.source.retrieved - timedelta(days=self.number % 300), by=self.by)

    def rename(self, entity):
        rename(entity=entity, slug=f"{entity.slug[:150]}-{self.number}", by=self.by)

    def withdraw(self, entity):
        withdraw(entity=entity, by=self.by)

    def merge(self, entity):
        into = (
            Entity.objects.filter(slug=self.random.choice(self.slugs), kind=entity.kind).exclude(pk=entity.pk).first()
        )
        is_covered = Coverage.objects.filter(election__in=[entity, into]).exists() if into else True
        if is_covered or entity.kind == "country":
            return False
        merge(entity=entity, into=into, by=self.by)
        return None

    def compose(self, entity):
        row = self._some(Composition.objects.filter(institution=entity).order_by("pk"))
        if row is None:
            return False
        with editing(entity, by=self.by):
            share = row.shares.order_by("pk").first()
            share.seats += 1
            share.save()
            row.total += 1
            row.save()
        return None

    def create(self, entity):
        if entity.kind != "politician":
            return False
        create(
            kind="politician",
            name=f"Person {self.number}",
            slug=f"person-{self.number}",
            country_code=entity.country_code,
            by=self.by,
        )
        return None


EDITS = [
    getattr(RandomEditor, name)
    for name in (
        "fact",
        "name",
        "text",
        "add_part",
        "remove_part",
        "relate",
        "unrelate",
        "redate",
        "verify",
        "rename",
        "withdraw",
        "merge",
        "compose",
        "create",
    )
]
