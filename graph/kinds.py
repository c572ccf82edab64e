from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from config.http.tables import read_csv


class Kind(StrEnum):
    COUNTRY = "country"
    POLITICIAN = "politician"
    PARTY = "party"
    ELECTION = "election"
    OFFICE = "office"
    INSTITUTION = "institution"
    IDEOLOGY = "ideology"


class ElectionKind(StrEnum):
    PRESIDENTIAL = "presidential"
    LEGISLATIVE = "legislative"
    UPPER_HOUSE = "upper-house"
    EUROPEAN = "european"
    BY_ELECTION = "by-election"


class ElectionStatus(StrEnum):
    """The status of an election as it is stored. The API also has "overdue", which is computed from the date."""

    SCHEDULED = "scheduled"
    HELD = "held"
    CANCELLED = "cancelled"


class OfficeType(StrEnum):
    """The types of offices, the most important first."""

    HEAD_OF_STATE_AND_GOVERNMENT = "head of state and government"
    HEAD_OF_STATE = "head of state"
    HEAD_OF_GOVERNMENT = "head of government"
    REPRESENTATIVE = "representative of the head of state"
    DEPUTY = "deputy head of state"
    EXECUTIVE = "other executive"
    LEGISLATOR = "legislator"


HEADS = (OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE, OfficeType.HEAD_OF_GOVERNMENT)
OFFICE_RANKS = {office.value: rank for rank, office in enumerate(OfficeType)}


class InstitutionType(StrEnum):
    LEGISLATURE = "legislature"
    LOWER_CHAMBER = "lower chamber"
    UPPER_CHAMBER = "upper chamber"
    CABINET = "cabinet"
    HIGHEST_COURT = "highest court"


class NoParty(StrEnum):
    """The names of rows in a composition (seats by party) that are not for one party. "Others" are all parties without
    a row of their own."""

    INDEPENDENTS = "Independents"
    OTHERS = "Others"
    VACANT = "Vacant"


class Spectrum(StrEnum):
    FAR_LEFT = "far-left"
    LEFT = "left"
    CENTRE_LEFT = "centre-left"
    CENTRE = "centre"
    CENTRE_RIGHT = "centre-right"
    RIGHT = "right"
    FAR_RIGHT = "far-right"


@dataclass(frozen=True)
class Metadata:
    """The definition of a field that one kind of entity has, such as the capital of a country. The API shows the field
    under "metadata". ``json_type`` is its type in OpenAPI, such as "integer". If ``stored`` is False, the value is
    computed and has no column in the database."""

    name: str
    json_type: str
    stored: bool
    description: str


@dataclass(frozen=True)
class KindDefinition:
    label: str
    label_plural: str
    slug_pattern: str
    metadata: tuple[Metadata, ...]

    @property
    def stored_fields(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self.metadata if entry.stored)


METADATA = defaultdict(list)
for _row in read_csv(__file__, "metadata.csv"):
    METADATA[_row.pop("kind")].append(Metadata(**_row | {"stored": _row["stored"] == "yes"}))
WORDS = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_DEFINITIONS = (
    (Kind.COUNTRY, "Country", "Countries", WORDS),
    (Kind.POLITICIAN, "Politician", "Politicians", WORDS),
    (Kind.PARTY, "Party", "Parties", rf"{WORDS}-[a-z]{{2}}(?:-{WORDS})?"),
    (Kind.ELECTION, "Election", "Elections", rf"{WORDS}-[0-9]{{4}}-(?:{'|'.join(ElectionKind)})(?:-{WORDS})?"),
    (Kind.OFFICE, "Office", "Offices", rf"{WORDS}-of-{WORDS}"),
    (Kind.INSTITUTION, "Institution", "Institutions", WORDS),
    (Kind.IDEOLOGY, "Ideology", "Ideologies", WORDS),
)
KINDS = {kind: KindDefinition(*texts, tuple(METADATA[kind])) for kind, *texts in _DEFINITIONS}
KIND_CHOICES = [(kind.value, definition.label) for kind, definition in KINDS.items()]
