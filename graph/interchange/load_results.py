"""Insert election results from a dump into the database: the races with their result versions and, for each election, a
`Coverage` row, which marks it as an election with results."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db import connection
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from graph.interchange.tables import Table
from graph.models.results import Candidacy, Coverage, Race, ReportingUnit, ResultVersion, Tally
from graph.results import Comparability
from graph.standings import identity, outcome, phase_of, standing

COVERAGE = ("mode", "comparability", "comparability_reason", "note", "level")
RACE = ("slug", "name", "seats", "method", "comparability", "comparability_reason")
AREA = ("name", "code", "scheme", "level", "region")
VERSION = (
    *("phase", "kind", "is_called", "received_at", "valid_from", "units_counted", "units_total"),
    *("electorate", "ballots", "valid", "rejected", "two_party", "note", "sequence"),
)
TALLY = ("candidacy", "round", "unit", "votes", "share", "is_elected", "seats")


class ResultsLoader:
    """Inserts new races with their results. ``entities`` and ``sources`` map slugs to primary keys. Call the methods in
    this order:

    - `note_winner` for each race,
    - `load` with lists of races,
    - `load_coverage`,
    - `finish`, which stores in each race its newest result version, and the previous race for the same seat.
    """

    def __init__(self, entities: Mapping[str, int], sources: Mapping[str, int]):
        self.entities, self.sources = entities, sources
        self.tables = {
            model: Table(model) for model in (Race, Candidacy, ReportingUnit, ResultVersion, Tally, Coverage)
        }
        self.winners: dict[tuple[str, str], set[str]] = {}
        self.races: dict[tuple[str, str], int] = {}
        self.previous: list[tuple[tuple[str, str], int]] = []
        self.sequences: dict[str, int] = defaultdict(int)
        self.phases: dict[str, list[str]] = defaultdict(list)
        self.updated_at: dict[str, str] = {}

    def note_winner(self, race: Mapping) -> None:
        """Remember which party leads or has won a race. This is stored in memory only. `load` compares it with the
        winner of a later race for the same seat: if the party is the same, the outcome of the later race is "hold",
        otherwise "gain"."""
        leader = standing(race["versions"][-1]["tallies"]).leader if race.get("versions") else None
        if leader is not None:
            self.winners[_key(race)] = _parties(race["candidacies"][leader])

    def load(self, races: list[dict]) -> None:
        pks = self._load_races(races)
        candidacies = self._load_parts(Candidacy, pks, races, "candidacies", "key", self._candidacy)
        units = self._load_parts(ReportingUnit, pks, races, "units", "code", lambda row: row)
        versions = [
            (race, number, row) for race in races for number, row in enumerate(race.get("versions", ()), start=1)
        ]
        self.tables[ResultVersion].fill(self._version(pks, candidacies, *version) for version in versions)
        rows = ResultVersion.objects.filter(race_id__in=pks.values()).values_list("race_id", "number", "pk")
        keys = {(race, number): pk for race, number, pk in rows}
        self.tables[Tally].fill(
            self._tally(keys[pks[_key(race)], number], candidacies[_key(race)], units[_key(race)], row)
            for race, number, version in versions
            for row in version.get("tallies", ())
        )

    def _load_races(self, races):
        self.tables[Race].fill(self._race(race) for race in races)
        slugs = {self.entities[race["election"]]: race["election"] for race in races}
        rows = Race.objects.filter(election_id__in=slugs, slug__in={race["slug"] for race in races})
        found = {(slugs[election], slug): pk for election, slug, pk in rows.values_list("election_id", "slug", "pk")}
        pks = {_key(race): found[_key(race)] for race in races}
        self.races |= pks
        self.previous += [(tuple(race["previous"]), pks[_key(race)]) for race in races if race.get("previous")]
        return pks

    def _race(self, race):
        row = {name: race[name] for name in RACE if name in race}
        row |= {f"area_{name}": race["area"][name] for name in AREA[:-1] if name in race["area"]}
        return row | {
            "election_id": self.entities[race["election"]],
            "region": race["area"].get("region", ""),
            "office_id": self.entities[race["office"]] if race.get("office") else None,
            "is_notional": race.get("notional", False),
            "source_time": max(
                (row["valid_from"] for row in race.get("versions", ()) if "valid_from" in row), default=None
            ),
        }

    def _load_parts(self, model, pks, races, name, key, row_of):
        """Insert the candidacies or the reporting units of the races. Return a dictionary that maps (election, slug) of
        each race to the primary keys of its inserted rows, in the order in which the race lists them.

        - ``model`` is `Candidacy` or `ReportingUnit`.
        - ``pks`` maps (election, slug) of each race to its primary key.
        - ``name`` is the field of a race that has the list of candidacies or reporting units.
        - ``key`` is the field that identifies an item within this list.
        - ``row_of`` converts an item of this list to a database row."""
        self.tables[model].fill(
            {"race_id": pks[_key(race)], **row_of(part)} for race in races for part in race.get(name, ())
        )
        rows = model.objects.filter(race_id__in=pks.values()).values_list("race_id", key, "pk")
        found = {(race, key): pk for race, key, pk in rows}
        return {_key(race): [found[pks[_key(race)], part[key]] for part in race.get(name, ())] for race in races}

    def _candidacy(self, row):
        return {name: row[name] for name in ("key", "name", "label", "position", "members") if name in row} | {
            "person_id": self.entities[row["person"]] if "person" in row else None,
            "party_id": self.entities[row["party"]] if "party" in row else None,
            "is_incumbent": row.get("incumbent", False),
        }

    def _version(self, pks, candidacies, race, number, version):
        election, tallies = race["election"], version.get("tallies", ())
        self.sequences[election] += 1
        self.updated_at[election] = max(self.updated_at.get(election, ""), version["received_at"])
        if number == len(race["versions"]) and not race.get("notional"):
            self.phases[election].append(version["phase"])
        leader, margin_votes, margin = standing(tallies, version.get("valid"))
        before = self.winners.get(tuple(race.get("previous") or ()), ())
        row = {name: version[name] for name in VERSION if name in version}
        return (
            {"sequence": self.sequences[election]}
            | row
            | {
                "race_id": pks[_key(race)],
                "number": number,
                "source_id": self.sources[version["source"]] if version.get("source") else None,
                "leader_id": None if leader is None else candidacies[_key(race)][leader],
                "margin_votes": margin_votes,
                "margin": margin,
                "outcome": outcome(
                    phase=version["phase"],
                    is_called=version.get("is_called", False),
                    winner=() if leader is None else _parties(race["candidacies"][leader]),
                    before=before,
                    comparability=race.get("comparability", Comparability.NONE),
                ).value,
            }
        )

    def _tally(self, version, candidacies, units, row):
        values = dict(zip(TALLY, row, strict=False))
        unit = values.pop("unit", None)
        if values.get("share") is not None:
            # Round here. Otherwise, the database would round twice: to five digits, then to two decimals.
            values["share"] = round(values["share"], 2)
        return values | {
            "candidacy_id": candidacies[values.pop("candidacy")],
            "version_id": version,
            "unit_id": None if unit is None else units[unit],
        }

    def load_coverage(self, rows: Iterable[Mapping]) -> None:
        """Insert a `Coverage` for each record in ``rows``. A `Coverage` marks an election that has results. The races
        of these elections must be loaded already."""
        self.tables[Coverage].fill(
            {name: row[name] for name in COVERAGE if name in row}
            | {
                "election_id": self.entities[row["election"]],
                "previous_id": self.entities[row["previous"]] if row.get("previous") else None,
                "phase": phase_of(self.phases[row["election"]]).value,
                "sequence": self.sequences[row["election"]],
                # Without a result version, the results have not changed since they were covered, which is now.
                "updated_at": self.updated_at.get(row["election"]) or timezone.now(),
            }
            for row in rows
        )

    def finish(self) -> None:
        newest = ResultVersion.objects.filter(race=OuterRef("pk")).order_by("-number").values("pk")[:1]
        Race.objects.filter(pk__in=Race.objects.filter(current=None).values("pk")).update(current=Subquery(newest))
        with connection.cursor() as cursor:
            pairs = [(self.races[key], pk) for key, pk in self.previous]
            cursor.executemany("UPDATE graph_race SET previous_id = %s WHERE id = %s", pairs)


def _key(race):
    return race["election"], race["slug"]


def _parties(candidacy):
    """Return a set of texts that identify the party of a candidacy. The function `identity` makes these texts. They are
    the same for all candidacies of the party. For an alliance, the set also has a text for each member party.
    ``candidacy`` is a record in a dump."""
    own = identity(candidacy.get("party"), candidacy.get("label") or candidacy["name"])
    return {own, *(identity(slug, "") for slug in candidacy.get("members", ()))}
