"""Update the election results in the graph to a new catalogue (the dump in this repository). New races, result versions
and `Coverage` rows (elections with results) are added. A stored result version is never changed or removed: if the
catalogue has corrected it, the correction becomes a new version."""

from collections import defaultdict
from dataclasses import replace
from functools import partial

import orjson
from django.db import transaction
from django.utils import timezone

from config.http.cache import responses
from graph.actions.preconditions import ActionRejected
from graph.actions.results.records import VersionRecord
from graph.actions.results.versions import record
from graph.interchange.load_results import ResultsLoader
from graph.interchange.upgrade.identities import Identities
from graph.interchange.upgrade.records import Changes, Report, merged, or_default
from graph.journal.guard import allow_writes
from graph.journal.journal import journalled
from graph.kinds import Kind
from graph.models import Change, Coverage, Race, Source
from graph.results import CANDIDACIES, RACES, VersionKind
from graph.signals import entities_changed

BATCH = 500
CORRECTED = "The catalogue was corrected."
COVERAGE = ("comparability", "comparability_reason", "note", "level")
RACE = ("name", "seats", "method", "comparability", "comparability_reason")
CANDIDACY = ("name", "label", "position", "members")


def upgrade_results(changes: Changes, identities: Identities, report: Report) -> None:
    races, coverages = changes.of("results"), changes.of("coverage")
    if not races and not coverages:
        return
    with allow_writes():
        run = _Results(changes, identities, report)
        run.add()
        for key, (old, new) in races.items():
            run.change(key, old, new)
        for slug, (old, new) in coverages.items():
            run.change_coverage(slug, old, new)
        run.finish()


class _Results:
    def __init__(self, changes, identities, report):
        self.changes, self.identities, self.report = changes, identities, report
        self.election = partial(identities.reached, kind=Kind.ELECTION)
        rows = Race.objects.values_list("election_id", "slug", "pk")
        self.races = {(election, slug): pk for election, slug, pk in rows}
        self.sequences = dict(Coverage.objects.values_list("election_id", "sequence"))
        self.touched: set[int] = set()
        # Maps each election to its changes for the journal: {races or candidacies: [texts before, texts after]}.
        self.changed: dict[int, dict[str, list]] = defaultdict(lambda: defaultdict(lambda: [[], []]))
        self._added: set[tuple] = set()

    def add(self):
        """Insert the new races of the catalogue that the graph does not have, and the new `Coverage` rows of their
        elections."""
        pairs, covers = self.changes.of("results"), self.changes.of("coverage")
        self._added = {key for key, (old, _) in pairs.items() if old is None and self._is_lacking(key)}
        loader = ResultsLoader(self.identities.pks, dict(Source.objects.values_list("slug", "pk")))
        stored = Race.objects.values_list("election__slug", "slug", "pk")
        loader.races = {(election, slug): pk for election, slug, pk in stored}
        known = self._added | loader.races.keys()
        new = [self._reachable(pairs[key][1], known) for key in sorted(self._added)]
        covered = {None, *self.sequences}
        elections = {race["election"]: self.election(race["election"]) for race in new}
        rows = [row for slug, (old, row) in covers.items() if old is None and elections.get(slug) not in covered]
        for line in self.changes.lines("results") if new else ():
            loader.note_winner(orjson.loads(line))
        loader.sequences.update({slug: self.sequences.get(pk, 0) for slug, pk in elections.items()})
        for start in range(0, len(new), BATCH):
            loader.load(new[start : start + BATCH])
        loader.load_coverage(rows)
        loader.finish()
        for slug, pk in elections.items():
            Coverage.objects.filter(pk=pk).update(sequence=loader.sequences[slug])
        self.touched |= set(elections.values())
        self.report.counts["results", "added"] += len(new)
        self.report.counts["coverage", "added"] += len(rows)

    def _is_lacking(self, key):
        return self.election(key[0]) is not None and (self.election(key[0]), key[1]) not in self.races

    def _reachable(self, race, known):
        """Return a copy of ``race``, the record of a race in the new catalogue. The copy can be stored in the graph. It
        lacks these parts:

        - slugs of persons, parties and offices, if the graph has no such person, party or office,
        - the previous race, if it is not in ``known``, a set of (slug of the election, slug of the race),
        - the ``sequence`` of each result version, because a new one is computed when the version is stored.
        """
        candidacies = [
            {name: value for name, value in row.items() if name not in REFERENCES or self._reach(name, value)}
            for row in race.get("candidacies", ())
        ]
        race = race | {"versions": _counts(race), "candidacies": candidacies}
        if not self._reach("office", race.get("office")):
            race.pop("office", None)
        if tuple(race.get("previous") or ()) not in known:
            race.pop("previous", None)
        return race

    def _reach(self, name, slug):
        return self.identities.reached(slug, REFERENCES[name])

    def change(self, key, old, new):
        pk = self.races.get((self.election(key[0]), key[1]))
        if key in self._added:
            return
        if old is None or new is None or pk is None:
            self.report.skip("results", "/".join(key))
            return
        race = Race.objects.get(pk=pk)
        self._change_row(race, _race(old), _race(new), "/".join(key))
        rows = {row.key: row for row in race.candidacies.all()}
        olds, news = ({row["key"]: row for row in side.get("candidacies", ())} for side in (old, new))
        for name in olds.keys() & news.keys() & rows.keys():
            before, after = (self._candidacy(side[name]) for side in (olds, news))
            self._change_row(rows[name], before, after, "/".join((*key, name)))
        if list(olds) != list(news):
            self.report.skip("results", f"{'/'.join(key)}: the candidates differ")
        elif _counts(old) != _counts(new):
            self._record(race, key, _counts(old), _counts(new))
        self.report.count("results", old, new)

    def _candidacy(self, record):
        values = {name: record.get(name) for name in CANDIDACY}
        links = {f"{name}_id": self._reach(name, record.get(name)) for name in ("person", "party")}
        return values | links | {"is_incumbent": record.get("incumbent", False)}

    def _change_row(self, row, before, after, what):
        now = {name: getattr(row, name) or None for name in after}
        changed, skipped = merged(
            *({name: value or None for name, value in side.items()} for side in (before, after)), now
        )
        if changed:
            fields, was = type(row)._meta, str(row)
            for name, value in changed.items():
                setattr(row, name, or_default(row, name, value))
            row.save(update_fields=[fields.get_field(name).name for name in changed])
            name, race = (RACES, row) if isinstance(row, Race) else (CANDIDACIES, row.race)
            self.changed[race.election_id][name][0].append(was)
            self.changed[race.election_id][name][1].append(str(row))
        for name in sorted(skipped):
            self.report.skip("results", f"{what} {name}")

    def _record(self, race, key, old, new):
        """Store the result versions that the new catalogue has added or corrected in a race. ``old`` and ``new`` are
        the lists of its versions in the old and in the new catalogue. ``key`` is (slug of the election, slug of the
        race). There are three cases:

        - The graph has more or fewer versions than ``old``, because somebody else has recorded versions. Nothing is
          stored, and the report gets a line.
        - ``new`` begins with all versions of ``old``. The added ones are stored.
        - Otherwise, the new catalogue has corrected an earlier version. Only the last version of ``new`` is stored.
        """
        newer = new[len(old) :] if new[: len(old)] == old else new[-1:]
        if race.versions.count() != len(old):
            self.report.skip("results", f"{'/'.join(key)}: it has other versions")
            return
        try:
            for row in newer:
                version = VersionRecord.from_json(row)
                if len(new) == len(old):
                    version = replace(version, kind=VersionKind.CORRECTION, note=version.note or CORRECTED)
                record(race, replace(version, received_at=None), derives=False)
        except ActionRejected as error:
            self.report.skip("results", f"{'/'.join(key)}: {error}")

    def change_coverage(self, slug, old, new):
        if old is None:
            return
        row = Coverage.objects.filter(pk=self.election(slug)).first()
        if new is None or row is None:
            self.report.skip("coverage", slug)
            return
        before, after = (
            {name: side.get(name) for name in COVERAGE} | {"previous_id": self.election(side.get("previous"))}
            for side in (old, new)
        )
        changed, skipped = merged(before, after, {name: getattr(row, name) or None for name in after})
        if changed:
            values = {name: or_default(row, name, value) for name, value in changed.items()}
            Coverage.objects.filter(pk=row.pk).update(**values)
            self.touched.add(row.pk)
            self.report.count("coverage", old, new)
        for name in sorted(skipped):
            self.report.skip("coverage", f"{slug} {name}")

    def finish(self):
        with journalled() as journal:
            for election, fields in self.changed.items():
                journal.record(election, Change.Action.UPDATED, fields)
            journal.changed_nothing = not self.changed
        self.touched |= self.changed.keys()
        Coverage.objects.filter(pk__in=self.touched).update(updated_at=timezone.now())
        entities_changed.send(sender=Race, pks=self.touched)
        transaction.on_commit(responses.expire, robust=True)


REFERENCES = {"person": Kind.POLITICIAN, "party": Kind.PARTY, "office": Kind.OFFICE}


def _race(record):
    area = {f"area_{name}": record["area"].get(name) for name in ("name", "code", "scheme", "level")}
    return {name: record.get(name) for name in RACE} | area | {"region": record["area"].get("region")}


def _counts(record):
    """Return the result versions of a race without their ``sequence``, so that they can be compared with those in
    another catalogue. ``record`` is the race in a catalogue. A ``sequence`` counts the versions of all races of the
    election, so it can differ although the versions of this race are the same."""
    return [{name: value for name, value in row.items() if name != "sequence"} for row in record.get("versions", ())]
