"""The snapshot as JSON Schema, for the OpenAPI document."""

from graph.api.components import PARTIAL_DATE, STRING, STRING_OR_NULL, a_list_of, an_object, ref
from graph.kinds import ElectionKind, InstitutionType, OfficeType
from snapshots.countries import certainty
from snapshots.countries.elections import MOST_SHOWN as MOST_ELECTIONS
from snapshots.countries.parties import MOST_SHOWN as MOST_PARTIES

COUNT = {"type": "integer", "minimum": 0}
NUMBER_OR_NULL = {"type": ["number", "null"]}
INTEGER_OR_NULL = {"type": ["integer", "null"], "minimum": 0}
SHORT = ref("ShortEntity")
SHORT_OR_NULL = {"anyOf": [SHORT, {"type": "null"}]}
KNOWN_DATE = PARTIAL_DATE | {"type": "string", "description": "Partial ISO 8601 date, as precise as known"}
CERTAINTY = {
    "type": "string",
    "enum": [certainty.CERTAIN, certainty.POSSIBLE],
    "description": "`possible` where the dates are too coarse to tell whether it held on the day",
}


def _one_of(enum):
    return {"type": "string", "enum": [member.value for member in enum]}


def _one_of_or_null(enum):
    return {"type": ["string", "null"], "enum": [*(member.value for member in enum), None]}


HOLDER = {
    "politician": SHORT,
    "start_date": PARTIAL_DATE,
    "end_date": PARTIAL_DATE,
    "role": STRING_OR_NULL | {"description": "Such as acting or interim"},
    "certainty": CERTAINTY,
}
STATS = {
    **{
        name: COUNT | {"description": f"{name.capitalize()} of the country in the graph"}
        for name in ("politicians", "parties", "elections", "offices", "institutions")
    },
    "legislature_seats": INTEGER_OR_NULL | {"description": "Of both chambers together"},
    "population": INTEGER_OR_NULL | {"description": "The year it is of stands in the country's sources"},
    "last_election": PARTIAL_DATE,
    "next_election": PARTIAL_DATE,
    "updated_at": {"type": "string", "format": "date-time"},
}
ELECTION = {"election": SHORT, "date": KNOWN_DATE, "kind": _one_of(ElectionKind)}
UPCOMING = ELECTION | {
    "overdue": {"type": "boolean", "description": "Its date has passed and nothing is known of it since"},
}
RECENT = ELECTION | {
    "winner": STRING_OR_NULL,
    "turnout": NUMBER_OR_NULL | {"description": "Per cent"},
    "result_margin": NUMBER_OR_NULL | {"description": "Percentage points between first and second"},
    "certainty": CERTAINTY,
}
PARTY = {
    "party": SHORT,
    "ideology": STRING_OR_NULL,
    "founded_year": {"type": ["integer", "null"]},
    "seats": INTEGER_OR_NULL | {"description": "In the lower or only chamber; null where no source tells"},
    "vote_share": NUMBER_OR_NULL | {"description": "Per cent of the valid votes at the election of that chamber"},
    "certainty": CERTAINTY,
}
SEATS = {
    "party": SHORT_OR_NULL,
    "name": STRING | {"description": "As it was called then; or Independents, Others, Vacant"},
    "seats": COUNT | {"minimum": 1},
}
INSTITUTION = {
    "institution": SHORT,
    "institution_type": _one_of_or_null(InstitutionType),
    "seats": INTEGER_OR_NULL,
    "composition": a_list_of(
        an_object(SEATS), description="Sums up to `seats`; empty where no source tells how the chamber is composed now"
    ),
    "composition_date": PARTIAL_DATE | {"description": "From when on: the election, or the day it was counted"},
    "certainty": CERTAINTY | {"description": "Of the composition; only there beside one"},
}
OFFICE = {
    "office": SHORT,
    "office_type": _one_of_or_null(OfficeType),
    "term_length": INTEGER_OR_NULL | {"description": "Years"},
    "holders": a_list_of(
        ref("Holder"), description="Empty where the office is vacant, or no source tells who held it on the day"
    ),
}

COMPONENTS = {
    "Holder": an_object(HOLDER),
    "Leader": an_object({"politician": SHORT, "office": SHORT, "party": SHORT_OR_NULL} | HOLDER),
    "Snapshot": an_object(
        {
            "as_of": {"type": "string", "format": "date"},
            "country": ref("Entity"),
            "stats": an_object(STATS),
            "current_leaders": a_list_of(
                ref("Leader"), description="Head of state, then head of government, then the others"
            ),
            "elections": an_object(
                {
                    "upcoming": a_list_of(an_object(UPCOMING), maxItems=MOST_ELECTIONS),
                    "recent": a_list_of(an_object(RECENT), maxItems=MOST_ELECTIONS),
                }
            ),
            "parties": a_list_of(an_object(PARTY), maxItems=MOST_PARTIES),
            "institutions": a_list_of(an_object(INSTITUTION, optional=("certainty",))),
            "offices": a_list_of(an_object(OFFICE)),
        }
    ),
}


def add_components(result, generator, request, public):
    """A hook of the schema generator."""
    result["components"].setdefault("schemas", {}).update(COMPONENTS)
    return result
