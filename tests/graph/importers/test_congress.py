"""The United States Congress: people, terms and parties out of two YAML files."""

import gzip
from datetime import date

import pytest

from graph.importers import congress
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, CompositionRecord, EntityRecord, RejectedRecord, RelationshipRecord

CANTWELL = """
- id: {bioguide: C000127, govtrack: 300018, wikipedia: Maria Cantwell, wikidata: Q22250}
  name: {first: Maria, last: Cantwell, official_full: Maria Cantwell}
  bio: {birthday: '1958-10-13', gender: F}
  terms:
  - {type: rep, start: '1993-01-05', end: '1995-01-03', state: WA, party: Democrat}
  - {type: sen, start: '2001-01-03', end: '2007-01-03', state: WA, party: Democrat, phone: 202-224-3441}
  - {type: sen, start: '2025-01-03', end: '2031-01-03', state: WA, party: Democrat}
"""
SCOTT = """
- id: {bioguide: S000185, wikipedia: Bobby Scott (politician), wikidata: Q888668}
  name: {first: Robert, middle: C., last: Scott, nickname: Bobby, official_full: 'Robert C. "Bobby" Scott'}
  bio: {birthday: '1947-04-30', gender: M}
  terms: []
"""
BISHOP = """
- id: {bioguide: B000490, wikidata: Q983428}
  name: {first: Sanford, middle: D., last: Bishop, suffix: Jr., official_full: 'Sanford D. Bishop, Jr.'}
  bio: {birthday: '1947-02-04', gender: M}
  terms: []
"""
VAN_DREW = """
- id: {bioguide: V000133}
  name: {first: Jefferson, last: Van Drew, official_full: Jefferson Van Drew}
  bio: {birthday: '1953-02-23', gender: M}
  terms:
  - type: rep
    start: '2019-01-03'
    end: '2021-01-03'
    party: Republican
    party_affiliations:
    - {start: '2019-01-03', end: '2019-12-18', party: Democrat}
    - {start: '2019-12-19', end: '2021-01-03', party: Republican}
  - {type: rep, start: '2025-01-03', end: '2027-01-03', party: Republican}
"""
SANDERS = """
- id: {bioguide: S000033}
  name: {first: Bernard, last: Sanders, official_full: Bernard Sanders}
  bio: {birthday: '1941-09-08', gender: M}
  terms:
  - {type: sen, start: '2025-01-03', end: '2031-01-03', party: Independent, caucus: Democrat}
"""
WASHINGTON = """
- id: {bioguide: W000178, govtrack: 411351}
  name: {first: George, last: Washington}
  bio: {birthday: '1732-02-22', gender: M}
  terms:
  - {type: prez, start: '1789-04-30', end: '1793-03-04', party: no party, how: election}
"""
GRANT = """
- id: {govtrack: 412350}
  name: {first: Ulysses, middle: Simpson, last: Grant}
  bio: {birthday: '1822-04-27', gender: M}
  terms:
  - {type: prez, start: '1869-03-04', end: '1873-03-04', party: Republican, how: election}
"""
BIDEN = """
- id: {bioguide: B000444, govtrack: 300008, wikidata: Q6279, wikipedia: Joe Biden}
  name: {first: Joseph, middle: Robinette, last: Biden, suffix: Jr., nickname: Joe}
  bio: {birthday: '1942-11-20', gender: M}
  terms:
  - {type: viceprez, start: '2009-01-20', end: '2013-01-20', party: Democrat, how: election}
  - {type: prez, start: '2021-01-20', end: '2025-01-20', party: Democrat, how: election}
"""


@pytest.fixture
def read(tmp_path):
    """Reads what stands in the two files."""

    def read(*legislators, executive=(WASHINGTON,)):
        for name, people in (("legislators-current", legislators or (CANTWELL,)), ("executive", executive)):
            (tmp_path / f"{name}.yaml.gz").write_bytes(gzip.compress("".join(people).encode()))
        return list(congress.read(tmp_path, Countries([])))

    return read


def entity(records, name) -> EntityRecord:
    return next(record for record in records if isinstance(record, EntityRecord) and record.name == name)


def statements(records, type_, subject) -> list[RelationshipRecord]:
    return [record for record in records if getattr(record, "type", "") == type_ and record.subject == subject]


def shares(records, chamber):
    """Name, key of the party and seats of each share of the chamber."""
    [composition] = [r for r in records if isinstance(r, CompositionRecord) and r.institution == chamber]
    return [(share.name, share.party, share.seats) for share in composition.shares]


def spells(records, type_, subject):
    return [(row.object, row.start_date, row.end_date) for row in statements(records, type_, subject)]


def test_a_member_is_a_politician_with_keys_and_the_year_of_birth(read):
    cantwell = entity(read(), "Maria Cantwell")

    assert (cantwell.kind, cantwell.country_code) == ("politician", "us")
    assert cantwell.details == {"birth_year": 1958}
    assert cantwell.evidence == {"birth_date": "1958-10-13"}
    assert {(entry.scheme, entry.value) for entry in cantwell.identifiers} == {
        ("bioguide", "C000127"),
        ("wikidata", "Q22250"),
    }


def test_contact_details_stay_outside(read):
    assert "202-224-3441" not in repr(read())


def test_each_term_is_a_row_and_the_end_of_a_running_one_lies_ahead(read):
    assert spells(read(), "politician_holds_office", "us:bioguide:C000127") == [
        ("us:representative", "1993-01-05", "1995-01-03"),
        ("us:senator", "2001-01-03", "2007-01-03"),
        ("us:senator", "2025-01-03", "2031-01-03"),
    ]


def test_a_party_is_one_row_from_the_first_term_and_open_while_a_term_runs(read):
    assert spells(read(), "politician_member_of_party", "us:bioguide:C000127") == [
        ("us:party:Democratic Party", "1993-01-05", "")
    ]


def test_the_last_term_ends_the_party_of_who_left(read):
    records = read(executive=(BIDEN,))

    assert spells(records, "politician_member_of_party", "us:bioguide:B000444") == [
        ("us:party:Democratic Party", "2009-01-20", "2025-01-20")
    ]


def test_who_changed_sides_inside_a_term_belonged_to_both_parties(read):
    assert spells(read(VAN_DREW), "politician_member_of_party", "us:bioguide:V000133") == [
        ("us:party:Democratic Party", "2019-01-03", "2019-12-18"),
        ("us:party:Republican Party", "2019-12-19", ""),
    ]


def test_independents_and_people_before_parties_belong_to_none(read):
    records = read(SANDERS)

    assert not [record for record in records if getattr(record, "type", "") == "politician_member_of_party"]


@pytest.mark.parametrize(
    ("person", "name", "others"),
    [
        (SCOTT, "Bobby Scott", ['Robert C. "Bobby" Scott', "Robert Scott"]),
        (BISHOP, "Sanford D. Bishop Jr.", ["Sanford D. Bishop, Jr.", "Sanford Bishop", "Sanford Bishop Jr."]),
        (GRANT, "Ulysses S. Grant", ["Ulysses Grant", "Ulysses Simpson Grant"]),
        (WASHINGTON, "George Washington", []),
    ],
)
def test_people_are_called_what_they_are_known_as(read, person, name, others):
    found = entity(read(executive=(person,)), name)

    assert [other.name for other in found.other_names] == others


def test_the_ways_to_write_a_president_are_other_names(read):
    biden = entity(read(executive=(BIDEN,)), "Joe Biden")

    assert {"Joseph Biden", "Joseph R. Biden Jr.", "Joseph Robinette Biden"} < {name.name for name in biden.other_names}


def test_a_president_who_never_sat_in_congress_has_a_key_of_another_register(read):
    assert entity(read(executive=(GRANT,)), "Ulysses S. Grant").key == "us:govtrack:412350"


def test_the_offices_are_those_of_two_chambers_and_the_executive(read):
    records = read()
    offices = {record.name: record for record in records if getattr(record, "kind", "") == "office"}

    assert {name: (office.details, office.evidence) for name, office in offices.items()} == {
        "Member of the House of Representatives of the United States": (
            {"office_type": "legislator", "term_length": 2},
            {"institution": "us:house"},
        ),
        "Member of the Senate of the United States": (
            {"office_type": "legislator", "term_length": 6},
            {"institution": "us:senate"},
        ),
        "President of the United States": ({"office_type": "head of state and government", "term_length": 4}, {}),
        "Vice President of the United States": ({"office_type": "deputy head of state", "term_length": 4}, {}),
    }
    assert entity(records, "Senate").details == {"institution_type": "upper chamber"}
    assert [row.object for row in statements(records, "institution_contains_office", "us:house")] == [
        "us:representative"
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "- {id: {bioguide: X000001}, name: {first: No, last: Terms}, bio: {}}\n",
        "- just a text\n",
        "- {id: {bioguide: X000001}, name: {first: No, last: Life}, bio: unknown, terms: []}\n",
        CANTWELL.replace("'1993-01-05'", "someday"),
        CANTWELL.replace("party: Democrat", "party: Bull Moose"),
    ],
    ids=["no terms", "no person", "no life", "no date", "unheard-of party"],
)
def test_a_person_that_cannot_be_read_is_refused_and_the_others_go_on(read, broken):
    records = read(broken, SANDERS)

    rejected = [record for record in records if isinstance(record, RejectedRecord)]
    assert [refusal.line for refusal in rejected] == ["legislators-current.yaml.gz#1"]
    assert not [record for record in records if isinstance(record, CompositionRecord)]
    assert entity(records, "Bernard Sanders")
    assert not [record for record in records if "C000127" in getattr(record, "subject", "")]


@pytest.mark.parametrize(
    "content",
    [
        b"not gzip",
        gzip.compress(b"- id: [unclosed"),
        gzip.compress(b"key: value"),
        gzip.compress(CANTWELL.encode())[:90],
    ],
    ids=["not gzip", "not yaml", "no list", "cut short"],
)
def test_a_file_that_cannot_be_read_gives_nothing_at_all(read, tmp_path, content):
    read()
    (tmp_path / "executive.yaml.gz").write_bytes(content)

    with pytest.raises(BrokenFile, match=r"executive\.yaml\.gz"):
        next(congress.read(tmp_path, Countries([])))


def test_a_missing_file_is_a_broken_one(tmp_path):
    with pytest.raises(BrokenFile, match="legislators-current"):
        next(congress.read(tmp_path, Countries([])))


def test_the_chambers_stand_as_their_members_do_on_the_sources_day(read):
    records = read(CANTWELL, SANDERS, VAN_DREW)

    assert shares(records, "us:senate") == [
        ("Democratic Party", "us:party:Democratic Party", 1),
        ("Independents", "", 1),
        ("Vacant", "", 98),
    ]
    assert shares(records, "us:house")[0] == ("Republican Party", "us:party:Republican Party", 1)
    assert {(r.start_date, r.total) for r in records if isinstance(r, CompositionRecord)} == {
        ("2026-06-15", 435),
        ("2026-06-15", 100),
    }


@pytest.mark.parametrize(("state", "seats"), [("DC", 0), ("PR", 0), ("CA", 1)])
def test_delegates_without_a_vote_have_no_seat(read, state, seats):
    term = f"- {{type: rep, start: '2025-01-03', end: '2027-01-03', state: {state}, party: Democrat}}"
    delegate = BISHOP.replace("terms: []", f"terms:\n  {term}")

    assert shares(read(delegate), "us:house")[-1] == ("Vacant", "", 435 - seats)


@pytest.mark.parametrize(("since", "name"), [("2026-06-15", "Independents"), ("2026-06-16", "Republican Party")])
def test_who_changes_sides_is_counted_where_they_stand_that_day(read, since, name):
    before = "{start: '2025-01-03', end: '2026-06-14', party: Republican}"
    after = f"{{start: '{since}', end: '2027-01-03', party: Independent}}"
    term = f"start: '2025-01-03', end: '2027-01-03', party: Independent, party_affiliations: [{before}, {after}]"

    assert shares(read(BISHOP.replace("[]", f"[{{type: rep, {term}}}]")), "us:house")[0][0] == name


def test_two_runs_say_the_same(read):
    assert read(CANTWELL, SCOTT) == read(CANTWELL, SCOTT)


def test_the_source_tells_its_day_and_licence():
    assert (congress.SOURCE.retrieved, congress.SOURCE.licence, congress.SOURCE.rank) == (
        date(2026, 6, 15),
        "CC0-1.0",
        85,
    )
