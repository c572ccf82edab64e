"""Read the national seats and vote shares of parties from V-Party. Each election has one race for all seats."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.records import SourceRecord
from graph.importers.results.build import Election, add_keys, coverage, national, tally, version, without_empty
from graph.importers.results.known import Known
from graph.importers.tables import Row, read_table
from graph.kinds import Kind, NoParty
from graph.results import AreaLevel, Comparability, Phase
from graph.text.characters import clean

SOURCE = SourceRecord(
    slug="v-party",
    name="Varieties of Party Identity and Organization (V-Party)",
    url="https://github.com/vdeminstitute/vdemdata",
    licence="its own terms: name the source; facts only",
    retrieved=date(2026, 3, 17),
    rank=64,
)
SCHEME = "vparty-election"
FILE = "vparty.csv.gz"
COLUMNS = (
    *"v2paenname v2pashname pf_party_id country_text_id historical_date".split(),
    *"v2panumbseat v2patotalseat v2pavote".split(),
)
INDEPENDENT = "independent"
# Five elections were held in parts of a country, and the shares are those of a part.
MOST_SHARES = 105
# The days that ParlGov or REIGN have for the same elections. V-Party has typing mistakes, the first of the month where
# it does not know the day, and the first of several days of voting.
DAYS = read_table(Path(__file__).with_name("vparty_days.csv"), ("country", "day", "correct_day"))
CORRECT_DAYS = {(row["country"], row["day"]): row["correct_day"] for row in DAYS}
UNKNOWN_SEATS = "The number of seats is unknown."
CUT = "..."
PARTS = "The shares add up to more than 100 %: each is of a part of the country."
REST = "The source has the larger parties only."


def read(path: Path, known: Known) -> Iterator[Election]:
    """Yield the results of all elections for which V-Party has seats or votes."""
    last = {}
    for (code, day), rows in sorted(_elections(path).items()):
        slug = known.find(Kind.ELECTION, SCHEME, f"{code}/{day}")
        rows = [row for row in rows if row["v2panumbseat"] or row["v2pavote"]]
        if slug and rows:
            before = last.get(code)
            yield _election(slug, code, rows, before, known)
            last[code] = slug


def _elections(path: Path) -> dict[tuple[str, str], list[Row]]:
    """Map (country, day) of each election to its rows. The country is an ISO 3166 alpha-3 code, or a former one."""
    elections = {}
    for row in read_table(path / FILE, COLUMNS):
        country, day = row["country_text_id"], row["historical_date"]
        elections.setdefault((country, CORRECT_DAYS.get((country, day), day)), []).append(row)
    return elections


def _election(slug, code, rows, before, known):
    total = max((int(float(row["v2patotalseat"])) for row in rows if row["v2patotalseat"]), default=0)
    rows.sort(key=lambda row: (-float(row["v2panumbseat"] or 0), -float(row["v2pavote"] or 0), row["v2paenname"]))
    candidacies = [_candidacy(row, known) for row in rows]
    tallies = [
        tally(
            index,
            share=float(row["v2pavote"]) if row["v2pavote"] else None,
            seats=int(float(row["v2panumbseat"])) if row["v2panumbseat"] else None,
        )
        for index, row in enumerate(rows)
    ]
    left = total - sum(int(float(row["v2panumbseat"] or 0)) for row in rows)
    notes = [UNKNOWN_SEATS] if not total else []
    notes += [PARTS] if sum(float(row["v2pavote"] or 0) for row in rows) > MOST_SHARES else []
    if total and left > 0:
        candidacies.append({"name": NoParty.OTHERS.value})
        tallies.append(tally(len(rows), seats=left))
        notes.append(REST)
    counts = version(SOURCE, Phase.FINAL, tallies, note=" ".join(notes))
    race = national(slug, known.codes[code], known, total, before, add_keys(candidacies), counts)
    comparability = Comparability.COMPARABLE if before else Comparability.NONE
    return Election(coverage(slug, AreaLevel.NATIONAL, before, comparability), [race])


def _candidacy(row, known):
    label = clean(row["v2pashname"])
    # An alliance has the prefix "alliance: ".
    name = clean(row["v2paenname"]).removeprefix("alliance: ")
    return without_empty(
        name=NoParty.INDEPENDENTS.value if name == INDEPENDENT else name,
        # The source cuts a long acronym. The name has the whole of it.
        label="" if label.endswith(CUT) else label,
        party=known.find(Kind.PARTY, "partyfacts", row["pf_party_id"]),
    )
