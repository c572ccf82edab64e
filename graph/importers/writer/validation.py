"""Check whether records can be stored. Each check returns None, or the reason why a record cannot be stored."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db.models import DecimalField

from graph.importers.records import CompositionRecord, EntityRecord, RelationshipRecord
from graph.kinds import KINDS, Kind
from graph.models import DETAILS
from graph.models.details import MOST_SEATS
from graph.relations import RELATIONSHIP_TYPES
from graph.text import dates
from graph.text.characters import is_clean

LONGEST_TEXT = 300
HIGHEST_PERCENTAGE = 100


def why_no_entity(record: EntityRecord, countries) -> str | None:
    names = [record.name, *(other.name for other in record.other_names)]
    if reason := _wrong_text(names, "name"):
        return reason
    if (record.country_code is None) != (record.kind == Kind.IDEOLOGY):
        return "everything but an ideology has a country"
    if record.kind not in (Kind.IDEOLOGY, Kind.COUNTRY) and record.country_code not in countries:
        return f"{record.country_code!r} is no country of the graph"
    return _wrong_text([entry.value for entry in record.identifiers], "identifier") or _wrong_details(record)


def why_no_relationship(record: RelationshipRecord) -> str | None:
    """Return the reason why a relationship cannot be stored, or None. Only its type and dates are checked."""
    if record.type not in RELATIONSHIP_TYPES:
        return f"{record.type!r} is no type of relationship"
    return _wrong_dates(record.start_date, record.end_date)


def why_no_composition(record: CompositionRecord) -> str | None:
    """Return the reason why a composition cannot be stored, or None. Its seats, votes and start date are checked."""
    if not record.shares:
        return "it has no seats"
    if reason := next(filter(None, map(_wrong_share, record.shares)), None):
        return reason
    if not 1 <= record.total <= MOST_SEATS:
        return f"{record.total} is no number of seats"
    if (seats := sum(share.seats for share in record.shares)) > record.total:
        return f"its shares have {seats} seats of {record.total}"
    return _wrong_dates(record.start_date)


def _wrong_dates(start, end=""):
    try:
        first, last = dates.first_day(start), dates.last_day(end)
    except dates.NotAPartialDate as error:
        return str(error)
    return f"it ends ({end}) before it starts ({start})" if first and last and last < first else None


def percentage(value: float | None) -> Decimal | None:
    """Return a percentage as a Decimal with two decimals, the type of the database column. Return None for None."""
    return None if value is None else Decimal(str(value)).quantize(Decimal("0.01"))


def typed(kind: str, details) -> dict:
    """Convert ``details``, the facts of an entity, to the types of the database columns. Leave out empty values."""
    known = {name: value for name, value in details.items() if value not in (None, "", [])}
    decimals = {field.name for field in DETAILS[kind]._meta.fields if isinstance(field, DecimalField)}
    # ``str`` converts members of enumerations, such as `ElectionKind`, to plain texts.
    texts = {name: str(value) for name, value in known.items() if isinstance(value, str)}
    return known | texts | {name: percentage(known[name]) for name in decimals & known.keys()}


def _wrong_text(texts, what):
    wrong = (text for text in texts if not text or len(text) > LONGEST_TEXT or not is_clean(text))
    return next((f"{text[:60]!r} is no {what}" for text in wrong), None)


def _wrong_share(share):
    if reason := _wrong_text([share.name], "name"):
        return reason
    if share.seats < 0:
        return f"{share.name!r} has {share.seats} seats"
    if share.vote_share is not None and not 0 <= share.vote_share <= HIGHEST_PERCENTAGE:
        return f"{share.name!r} has {share.vote_share} % of the votes"
    return None


def _wrong_details(record):
    if unknown := set(record.details) - set(KINDS[record.kind].stored_fields):
        return f"a {record.kind} has no {', '.join(sorted(unknown))}"
    try:
        DETAILS[record.kind](**typed(record.kind, record.details)).clean_fields(exclude=["entity"])
    except ValidationError as error:
        return "; ".join(f"{name}: {' '.join(texts)}" for name, texts in error.message_dict.items())
    return None
