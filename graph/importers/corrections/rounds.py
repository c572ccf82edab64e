"""Read the lists of rounds, winners, runners-up and other facts of elections in the YAML files of corrections."""

from collections.abc import Iterator
from functools import partial

from graph.importers import builders
from graph.importers.corrections.entries import InvalidEntry, check, note, or_rejected
from graph.importers.corrections.known import Known
from graph.importers.records import Record
from graph.kinds import Kind
from graph.models import Entity, Relationship
from graph.models.names import SHARED_SCHEMES
from graph.relations import RelationshipType
from graph.text.folding import fold

HIGHEST_PERCENTAGE = 100
ROUND = {"date", "turnout", "candidates"}
FACTS = {"name", "date"}


def elections(kind: str, group, line: str) -> Iterator[Record]:
    """Yield records for the elections in ``group``, an item of a list in a YAML file. The field ``elections`` of
    ``group`` maps the slug of each election to a value. ``kind`` is the name of the list, and says what the values are:

    - ``rounds``: a list of two or more rounds of voting. A round is a date, or a dictionary {date, turnout,
      candidates}. Here, ``candidates`` maps names to vote shares in per cent.
    - ``winners``: the name of the winner.
    - ``election_facts``: a dictionary with the correct ``name`` or ``date`` of the election, or both.
    - ``runners_up``: the runner-up, as the slug of a politician or as the name of a person who is not in the graph.

    For a runner-up, also yield the records of the person and of the candidacy. For a winner, yield them only if exactly
    one person with this name has held the office that the election fills. Invalid values give a `RejectedRecord`."""
    check(group, kind)
    if not isinstance(group["elections"], dict):
        raise InvalidEntry("the elections are not listed by slug")
    for slug, entry in group["elections"].items():
        yield from or_rejected(_records(kind, group, slug, entry, f"{line}: {slug}"), f"{line}: {slug}")


def _records(kind, group, slug, entry, line):
    facts = FACTS_OF.get(kind, lambda entry: {})(entry)
    election = Entity.objects.of_kind(Kind.ELECTION).filter(slug=slug).select_related("election_details").first()
    if election is None or election.details is None:
        raise InvalidEntry(f"the graph has no election {slug!r}")
    yield _election(group, election, facts, line)
    if kind == "runners_up":
        _person("runner-up", entry)
        yield from _candidacy(group, election, entry, "runner-up", line)
    elif winner := _holder(election, facts.get("winner")):
        yield from _candidacy(group, election, winner, "winner", line)


def _holder(election, name):
    """Return the slug of the only person with this name who has held an office that the election fills, or None."""
    offices = election.incoming.filter(type=RelationshipType.ELECTED_IN_ELECTION).values("subject")
    terms = Relationship.objects.filter(type=RelationshipType.HOLDS_OFFICE, object__in=offices, subject__name=name)
    slugs = set(terms.values_list("subject__slug", flat=True))
    return slugs.pop() if len(slugs) == 1 else None


def _candidacy(group, election, entry, role, line):
    fields = {"url": group["source"], "note": note(group), "line": line}
    # If ``entry`` has no capital letter, it is a slug. Otherwise, it is a name.
    if entry.islower():
        code, known = Known().with_slug(Kind.POLITICIAN, entry)
        fields |= {"identifiers": dict(known.identifiers), "uses": ()}
        person = builders.politician(f"politician:{known.pk}", known.name, code, **fields)
    else:
        code = election.country_code
        person = builders.politician(f"candidate:{code}:{fold(entry)}", entry, code, is_new=True, **fields)
    yield person
    yield builders.candidacy(person.key, f"election:{election.slug}", election.details.date, role=role, line=line)


def _election(group, known, facts, line):
    new = dict(facts)
    name = new.pop("name", known.name)
    details = {"kind": known.details.kind, "status": known.details.status, **new}
    identifiers = dict(known.identifiers.exclude(scheme__in=SHARED_SCHEMES).values_list("scheme", "value"))
    fields = {"identifiers": identifiers, "url": group["source"], "note": note(group), "line": line}
    fields["uses"] = (*new, "name") if name != known.name else tuple(new)
    return builders.entity(Kind.ELECTION, f"election:{known.slug}", name, known.country_code, details=details, **fields)


def _rounds(entry):
    if not isinstance(entry, list) or len(entry) < 2:
        raise InvalidEntry("an election in this list has two or more rounds")
    rounds = [_round(number, one) for number, one in enumerate(entry, 1)]
    return {"rounds": rounds, **_result(rounds[-1])}


def _facts(entry):
    if not isinstance(entry, dict) or not entry or not FACTS.issuperset(entry):
        raise InvalidEntry("an election in this list has a name or a date, and nothing else")
    return {name: str(value) for name, value in entry.items()}


def _person(what, entry):
    if not isinstance(entry, str):
        raise InvalidEntry(f"the {what} is no text")
    return {what: entry}


def _round(number, entry):
    entry = entry if isinstance(entry, dict) else {"date": entry}
    candidates = entry.get("candidates", {})
    if not ROUND.issuperset(entry) or not isinstance(candidates, dict):
        raise InvalidEntry("a round has something other than a date, a turnout and candidates")
    return {
        "round": number,
        # YAML reads a full date as a date, but the fact is a text.
        "date": str(entry.get("date", "")),
        "turnout": entry.get("turnout"),
        "candidates": [{"name": str(name), "share": share} for name, share in candidates.items()],
    }


def _result(last):
    """Return the facts of an election that come from its ``last`` round. Leave out ``winner`` (the first candidate) and
    ``result_margin`` if a share of the first two is unknown. A single candidate needs a share of 100 per cent."""
    shares = [row["share"] for row in last["candidates"][:2]]
    shares += [0] if shares == [HIGHEST_PERCENTAGE] else []
    facts = {"date": last["date"], "turnout": last["turnout"]}
    if len(shares) == 2 and None not in shares:
        facts |= {"winner": last["candidates"][0]["name"], "result_margin": round(shares[0] - shares[1], 2)}
    return facts


FACTS_OF = {"rounds": _rounds, "winners": partial(_person, "winner"), "election_facts": _facts}
