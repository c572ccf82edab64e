from dataclasses import dataclass
from enum import StrEnum


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
    """The stored status of an election. The status "overdue" is computed from the date and never stored."""

    SCHEDULED = "scheduled"
    HELD = "held"
    CANCELLED = "cancelled"


class OfficeType(StrEnum):
    """The types of offices, the most important first. For a politician, responses show the most important office."""

    HEAD_OF_STATE_AND_GOVERNMENT = "head of state and government"
    HEAD_OF_STATE = "head of state"
    HEAD_OF_GOVERNMENT = "head of government"
    REPRESENTATIVE = "representative of the head of state"
    DEPUTY = "deputy head of state"
    EXECUTIVE = "other executive"
    LEGISLATOR = "legislator"


OFFICE_RANKS = {office.value: rank for rank, office in enumerate(OfficeType)}
"""Maps each type of office to its rank; 0 is the most important."""


class InstitutionType(StrEnum):
    LEGISLATURE = "legislature"
    LOWER_CHAMBER = "lower chamber"
    UPPER_CHAMBER = "upper chamber"
    CABINET = "cabinet"
    HIGHEST_COURT = "highest court"


class NoParty(StrEnum):
    """Names for seats that belong to no party. They are used where other seats have the name of a party."""

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
    """A metadata field of a kind, with its JSON type. If ``stored`` is False, the value is computed from other data."""

    name: str
    json_type: str
    description: str
    stored: bool = True


@dataclass(frozen=True)
class KindDefinition:
    label: str
    label_plural: str
    slug_pattern: str
    metadata: tuple[Metadata, ...]

    @property
    def stored_fields(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self.metadata if entry.stored)


METADATA = {
    Kind.COUNTRY: (
        Metadata("capital", "string", "Seat of government"),
        Metadata("government_type", "string", "Form of government"),
        Metadata("population", "integer", "Number of inhabitants"),
        Metadata("continent", "string", "Continent"),
        Metadata("legislature_name", "string", "Name of the national legislature"),
    ),
    Kind.POLITICIAN: (
        Metadata("birth_year", "integer", "Year of birth"),
        Metadata("office", "string", "The most important office held now, otherwise the last", stored=False),
        Metadata("overview", "string", "Career in a few sentences"),
        Metadata("political_positions", "array", "Positions on topics, each with its source"),
    ),
    Kind.PARTY: (
        Metadata("founded_year", "integer", "Year of foundation"),
        Metadata("ideology", "string", "The first of the party's ideologies", stored=False),
        Metadata("country", "string", "Country the party operates in", stored=False),
    ),
    Kind.ELECTION: (
        Metadata("election_year", "integer", "Year the election was or will be held", stored=False),
        Metadata("winner", "string", "Person or party that won"),
        Metadata("turnout", "number", "Votes cast per cent of those entitled, 0 to 100"),
        Metadata("result_margin", "number", "Percentage points between first and second"),
        Metadata("date", "string", "Partial ISO 8601 date, as precise as known"),
        Metadata("kind", "string", "What is elected"),
        Metadata("status", "string", "scheduled, overdue, held or cancelled"),
    ),
    Kind.OFFICE: (
        Metadata("office_type", "string", "What the office is"),
        Metadata("term_length", "integer", "Years of one term"),
        Metadata("country", "string", "Country of the office", stored=False),
    ),
    Kind.INSTITUTION: (
        Metadata("institution_type", "string", "What the institution is"),
        Metadata("seats", "integer", "Number of seats"),
        Metadata("founded_year", "integer", "Year of foundation"),
    ),
    Kind.IDEOLOGY: (Metadata("spectrum", "string", "Position from left to right"),),
}
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
KINDS = {kind: KindDefinition(*texts, METADATA[kind]) for kind, *texts in _DEFINITIONS}
KIND_CHOICES = [(kind.value, definition.label) for kind, definition in KINDS.items()]
