from collections import defaultdict
from datetime import date

from graph.batches import batches
from graph.interchange.upgrade.identities import Identities
from graph.interchange.upgrade.records import Changes, Report
from graph.journal.revisions import add_many, delete_many, write_many
from graph.models import Relationship, Source
from graph.text import dates

COLUMNS = ("end_date", "verified_at", "position", "source_id")


class Relationships:
    """Adds, changes and removes relationships in the database, if they differ between the old and the new catalogue. A
    catalogue is a folder of files with the whole graph. A relationship that an editor or an import has changed remains
    as it is. A relationship that an editor or an import has removed is not added again."""

    def __init__(self, identities: Identities, report: Report):
        self.identities, self.report = identities, report
        self.sources = dict(Source.objects.values_list("slug", "pk"))

    def write(self, changes: Changes) -> None:
        pairs = changes.of("relationships").values()
        old, new = (self._resolved(pair[side] for pair in pairs if pair[side]) for side in (0, 1))
        triples = {key[:3] for key in {**old, **new}}
        same = changes.same("relationships", lambda row: self._ends(row) in triples) if pairs else ()
        self.held = self._resolved(same)
        self.stored = self._stored(triples)
        self._gone, self._changed, self._new = [], [], []
        for key in old.keys() & new.keys():
            self._replace(key, old[key], key, new[key])
        self._pair_up(old, new)
        self._store()

    def _ends(self, record):
        return (self.identities.reached(record["subject"]), self.identities.reached(record["object"]), record["type"])

    def _resolved(self, records):
        """Convert records of relationships to a dictionary. A key is (subject, object, type, role, start), and a value
        is a tuple with the `COLUMNS`, such as the end. Subject, object and source are primary keys. A record is left
        out if one of its entities is not in the graph, or has a kind that the type does not allow."""
        found = {}
        for row in records:
            subject, object_, type_ = self._ends(row)
            if self.identities.can_be_related(type_, subject, object_):
                key = (subject, object_, type_, row.get("role", ""), row.get("start_date", ""))
                day = row.get("verified_at")
                verified = day and date.fromisoformat(day)
                values = (row.get("end_date", ""), verified, row.get("position", 0), self.sources[row["source"]])
                found.setdefault(key, values)
        return found

    def _stored(self, triples):
        found = {}
        for keys in batches({subject for subject, _, _ in triples}):
            for row in Relationship.objects.filter(subject__in=keys):
                if (row.subject_id, row.object_id, row.type) in triples:
                    found[row.subject_id, row.object_id, row.type, row.role, row.start_date] = row
        return found

    def _pair_up(self, old, new):
        """Remove the relationships that only the old catalogue has, and add those that only the new one has. ``old``
        and ``new`` map (subject, object, type, role, start) to the other values of a relationship.

        There is one exception. If a removed and an added relationship have the same subject, object and type, the new
        catalogue has corrected the role or the start. Then the row of the removed relationship is changed to the added
        one."""
        sides = defaultdict(lambda: ([], []))
        for side, (mine, other) in enumerate(((old, new), (new, old))):
            for key in sorted(mine.keys() - other.keys() - self.held.keys()):
                sides[key[:3]][side].append(key)
        of_catalogues = {*old, *new, *self.held}
        self._starts = defaultdict(list)
        for key in self.stored.keys() - of_catalogues:
            self._starts[key[:4]].append(key[4])
        for olds, news in sides.values():
            for before, after in zip(olds, news, strict=False):
                self._replace(before, old[before], after, new[after])
            for key in olds[len(news) :]:
                self._remove(key, old[key])
            for key in news[len(olds) :]:
                self._add(key, new[key])

    def _replace(self, before, old, after, new):
        row = self.stored.get(before)
        if row is None or _values(row) != old or (after != before and after in self.stored):
            self._skip(before)
            return
        row.role, row.start_date = after[3:]
        for name, value in zip(COLUMNS, new, strict=True):
            setattr(row, name, value)
        self._changed.append(row)

    def _remove(self, key, old):
        row = self.stored.get(key)
        if row is not None and _values(row) == old:
            self._gone.append(row.pk)
        elif row is not None:
            self._skip(key)

    def _add(self, key, values):
        # Somebody may have written this relationship already, perhaps with a start that is less exact or unknown.
        if key in self.stored or any(not start or dates.overlap(start, key[4]) for start in self._starts[key[:4]]):
            self._skip(key)
            return
        subject, object_, type_, role, start = key
        ends = {"subject_id": subject, "object_id": object_, "type": type_, "role": role, "start_date": start}
        self._new.append(Relationship(**ends, **dict(zip(COLUMNS, values, strict=True))))

    def _skip(self, key):
        subject, object_ = (self.identities.slugs[pk] for pk in key[:2])
        self.report.skip("relationships", f"{subject} {key[2]} {object_} {key[4]}".strip())

    def _store(self):
        delete_many(Relationship, self._gone)
        write_many(self._changed, ("role", "start_date", *(name.removesuffix("_id") for name in COLUMNS)))
        for row in self._new:
            row.set_computed_days()
        add_many(self._new)
        for outcome, rows in (("removed", self._gone), ("changed", self._changed), ("added", self._new)):
            self.report.counts["relationships", outcome] += len(rows)


def _values(row):
    return tuple(getattr(row, name) for name in COLUMNS)
