"""Build races as JSON data in the format of `graph/catalogue/results.jsonl.gz`. Empty values are left out."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.importers.records import SourceRecord
from graph.importers.tables import read_table
from graph.results import AreaLevel, Comparability, Method, Mode, Phase, VersionKind
from graph.text.slugs import slugify

LONGEST_KEY = 80
NATIONAL = "national"
SPELLINGS = read_table(Path(__file__).with_name("spellings.csv"), ("printed", "correct"))
CORRECT = {row["printed"]: row["correct"] for row in SPELLINGS}
"""Names of places, persons and parties that a source misspells or cuts, and the same names in other rows."""
EMPTY = (None, "", (), [], {})


def without_empty(**values) -> dict:
    return {name: value for name, value in values.items() if value not in EMPTY and value is not False}


def add_keys(candidacies: Iterable[Mapping]) -> list[dict]:
    """Return the candidacies with a unique ``key``, which is made from the name. If two have the same name, the field
    ``label`` or a number is added to the key."""
    names, taken, keyed = Counter(slugify(row["name"]) for row in candidacies), set(), []
    for row in candidacies:
        key = slugify(row["name"]) or "candidate"
        if names[key] > 1 and row.get("label"):
            key = f"{key}-{slugify(row['label'])}"
        key = key[:LONGEST_KEY].strip("-")
        number, plain = 1, key
        while key in taken:
            number += 1
            key = f"{plain[: LONGEST_KEY - 4]}-{number}"
        taken.add(key)
        keyed.append({"key": key, **row})
    return keyed


def tally(index: int, votes=None, *, count=0, share=None, elected=None, seats=None) -> list:
    """Return the tally of a whole race, not of one of its reporting units."""
    row = [index, count, None, votes, share, elected, seats]
    while row[-1] is None:
        row.pop()
    return row


def version(source: SourceRecord, phase: Phase, tallies: list, **fields) -> dict:
    """Return the only result version of a past race, received on the day on which the source was retrieved."""
    kind = VersionKind.CERTIFICATION if phase == Phase.CERTIFIED else VersionKind.COUNT
    received_at = f"{source.retrieved}T00:00:00Z"
    return without_empty(
        phase=phase.value,
        kind=kind.value,
        is_called=True,
        received_at=received_at,
        source=source.slug,
        tallies=tallies,
        **fields,
    )


@dataclass
class Election:
    """The races of an election. ``coverage`` describes the results that we have of it. It is None for estimates of an
    earlier result in new constituencies."""

    coverage: dict | None
    races: list[dict]


def compared(previous: Mapping | None, reason: str = "", comparability=Comparability.COMPARABLE) -> dict:
    """Return the fields of a race that refer to the ``previous`` race for the same seat, or say why there is none."""
    if not previous:
        return without_empty(comparability=Comparability.NONE.value, comparability_reason=reason)
    return {"previous": [previous["election"], previous["slug"]], "comparability": comparability.value}


def coverage(election, level, previous, comparability=Comparability.COMPARABLE, reason="") -> dict:
    return without_empty(
        election=election,
        level=level.value,
        mode=Mode.ARCHIVE.value,
        previous=previous,
        comparability=comparability.value,
        comparability_reason=reason,
    )


def national(election, country_code, known, seats, previous, candidacies, counts) -> dict:
    """Return the only race of an election for which a source has only national results. The method is "other", because
    the source does not say how votes became seats. ``previous`` is the slug of the previous election."""
    name = known.countries[country_code]
    return without_empty(
        election=election,
        slug=NATIONAL,
        name=name,
        area={"name": name, "code": country_code.upper(), "scheme": "iso3166-1", "level": AreaLevel.NATIONAL.value},
        seats=seats or None,
        method=Method.OTHER.value,
        candidacies=candidacies,
        versions=[counts],
        **compared(previous and {"election": previous, "slug": NATIONAL}),
    )
