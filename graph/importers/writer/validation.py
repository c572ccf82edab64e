"""Whether a record may be stored: everything the database would refuse, told before and with its reason."""

from decimal import Decimal

from django.core.exceptions import ValidationError

from graph.importers.records import CompositionRecord, EntityRecord, RelationshipRecord
from graph.kinds import KINDS
from graph.models import DETAILS
from graph.models.details import MOST_SEATS
from graph.relations import RELATIONSHIP_TYPES
from graph.text import dates
from graph.text.characters import is_clean

LONGEST_NAME = 300
LONGEST_VALUE = 300
MOST_PER_CENT = 100


def reason_to_refuse_entity(record: EntityRecord, countries) -> str | None:
    """Why the record cannot be an entity, None when it can."""
    if not record.name or len(record.name) > LONGEST_NAME or not is_clean(record.name):
        return f"{record.name[:60]!r} is no name"
    if (record.country_code is None) != (record.kind == "ideology"):
        return "everything but an ideology has a country"
    if record.kind not in ("ideology", "country") and record.country_code not in countries:
        return f"{record.country_code!r} is no country of the graph"
    return _wrong_names(record) or _wrong_details(record)


def reason_to_refuse_relationship(record: RelationshipRecord) -> str | None:
    """Why the record cannot be a relationship, whatever it joins; None when it can."""
    if record.type not in RELATIONSHIP_TYPES:
        return f"{record.type!r} is no type of relationship"
    try:
        first, last = dates.first_day(record.start_date), dates.last_day(record.end_date)
    except dates.NotAPartialDate as error:
        return str(error)
    if first and last and last < first:
        return f"it ends ({record.end_date}) before it starts ({record.start_date})"
    return None


def reason_to_refuse_composition(record: CompositionRecord) -> str | None:
    """Why the record cannot be a composition, whatever it speaks of; None when it can."""
    if not record.shares:
        return "it tells of no seats"
    for share in record.shares:
        if reason := _wrong_share(share):
            return reason
    told = sum(share.seats for share in record.shares)
    if not 1 <= record.total <= MOST_SEATS:
        return f"{record.total} is no number of seats"
    if told > record.total:
        return f"its shares have {told} seats of {record.total}"
    return _wrong_date(record.start_date)


def percentage(value: float | None) -> Decimal | None:
    """A share of the votes as the database keeps it."""
    return None if value is None else Decimal(str(value)).quantize(Decimal("0.01"))


def typed(kind: str, details) -> dict:
    """The details with decimals as the database keeps them; unknown values are left out."""
    return {name: _typed(DETAILS[kind], name, value) for name, value in details.items() if value not in (None, "", [])}


def _typed(model, name, value):
    if model._meta.get_field(name).get_internal_type() == "DecimalField":
        return percentage(value)
    return str(value) if isinstance(value, str) else value


def _wrong_names(record):
    for other in record.other_names:
        if not other.name or len(other.name) > LONGEST_NAME or not is_clean(other.name):
            return f"{other.name[:60]!r} is no name"
    for identifier in record.identifiers:
        if not identifier.value or len(identifier.value) > LONGEST_VALUE or not is_clean(identifier.value):
            return f"{identifier.value[:60]!r} is no identifier"
    return None


def _wrong_share(share):
    if not share.name or len(share.name) > LONGEST_NAME or not is_clean(share.name):
        return f"{share.name[:60]!r} is no name"
    if share.seats < 0:
        return f"{share.name!r} has {share.seats} seats"
    if share.vote_share is not None and not 0 <= share.vote_share <= MOST_PER_CENT:
        return f"{share.name!r} has {share.vote_share} % of the votes"
    return None


def _wrong_date(text):
    try:
        dates.parse(text)
    except dates.NotAPartialDate as error:
        return str(error)
    return None


def _wrong_details(record):
    unknown = set(record.details) - set(KINDS[record.kind].stored_fields)
    if unknown:
        return f"a {record.kind} has no {', '.join(sorted(unknown))}"
    try:
        DETAILS[record.kind](**typed(record.kind, record.details)).clean_fields(exclude=["entity"])
    except ValidationError as error:
        return "; ".join(f"{name}: {' '.join(texts)}" for name, texts in error.message_dict.items())
    return None
