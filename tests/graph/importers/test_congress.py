"""Test the import of the United States Congress: people, terms and parties from two YAML files."""

import gzip

import pytest

from graph.importers import congress
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, CompositionRecord, EntityRecord
from tests.graph.importers.queries import entities, periods, rejected_lines, relationships

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
    """Return the function ``read(*legislators)``. It writes these people, each a text in YAML, to the files of the
    source. It returns the records that the importer reads from them."""

    def read(*legislators, executive=(WASHINGTON,)):
        for name, people in (("legislators-current", legislators or (CANTWELL,)), ("executive", executive)):
            (tmp_path / f"{name}.yaml.gz").write_bytes(gzip.compress("".join(people).encode()))
        return list(congress.read(tmp_path, Countries([])))

    return read


def entity(records, name) -> EntityRecord:
    return next(record for record in records if isinstance(record, EntityRecord) and record.name == name)


def shares(records, chamber):
    """Return (name, key of the party, seats) for each seat share of the chamber, which must have only one
    composition."""
    [composition] = [r for r in records if isinstance(r, CompositionRecord) and r.institution == chamber]
    return [(share.name, share.party, share.seats) for share in composition.shares]


def test_read_gives_a_member_identifiers_and_the_year_of_birth(read):
    cantwell = entity(read(), "Maria Cantwell")

    assert (cantwell.kind, cantwell.country_code) == ("politician", "us")
    assert cantwell.details == {"birth_year": 1958}
    assert cantwell.evidence == {"birth_date": "1958-10-13"}
    assert {(entry.scheme, entry.value) for entry in cantwell.identifiers} == {
        ("bioguide", "C000127"),
        ("wikidata", "Q22250"),
    }


def test_read_leaves_contact_details_out(read):
    assert "202-224-3441" not in repr(read())


def test_read_gives_each_term_of_office_also_a_current_one(read):
    assert periods(read(), "politician_holds_office", "us:bioguide:C000127") == [
        ("us:representative", "1993-01-05", "1995-01-03"),
        ("us:senator", "2001-01-03", "2007-01-03"),
        ("us:senator", "2025-01-03", "2031-01-03"),
    ]


def test_read_gives_one_open_membership_per_party_while_a_term_is_running(read):
    assert periods(read(), "politician_member_of_party", "us:bioguide:C000127") == [
        ("us:party:Democratic Party", "1993-01-05", "")
    ]


def test_read_ends_the_membership_with_the_last_term(read):
    records = read(executive=(BIDEN,))

    assert periods(records, "politician_member_of_party", "us:bioguide:B000444") == [
        ("us:party:Democratic Party", "2009-01-20", "2025-01-20")
    ]


def test_read_gives_two_memberships_to_a_member_who_changed_the_party_during_a_term(read):
    assert periods(read(VAN_DREW), "politician_member_of_party", "us:bioguide:V000133") == [
        ("us:party:Democratic Party", "2019-01-03", "2019-12-18"),
        ("us:party:Republican Party", "2019-12-19", ""),
    ]


def test_read_gives_independents_and_early_presidents_no_membership(read):
    records = read(SANDERS)

    assert relationships(records, "politician_member_of_party") == []


@pytest.mark.parametrize(
    ("person", "name", "others"),
    [
        (SCOTT, "Bobby Scott", ['Robert C. "Bobby" Scott', "Robert Scott"]),
        (BISHOP, "Sanford D. Bishop Jr.", ["Sanford D. Bishop, Jr.", "Sanford Bishop", "Sanford Bishop Jr."]),
        (GRANT, "Ulysses S. Grant", ["Ulysses Grant", "Ulysses Simpson Grant"]),
        (WASHINGTON, "George Washington", []),
    ],
)
def test_read_shows_the_name_that_people_use(read, person, name, others):
    found = entity(read(executive=(person,)), name)

    assert [other.name for other in found.other_names] == others


def test_read_gives_every_spelling_as_another_name(read):
    biden = entity(read(executive=(BIDEN,)), "Joe Biden")

    assert {"Joseph Biden", "Joseph R. Biden Jr.", "Joseph Robinette Biden"} < {name.name for name in biden.other_names}


def test_read_identifies_a_president_who_was_never_in_congress_by_govtrack(read):
    assert entity(read(executive=(GRANT,)), "Ulysses S. Grant").key == "us:govtrack:412350"


def test_read_gives_the_offices_of_two_chambers_and_the_executive(read):
    records = read()
    offices = {record.name: record for record in entities(records, "office").values()}

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
    assert [row.object for row in relationships(records, "institution_contains_office", "us:house")] == [
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
    ids=["no terms", "no person", "no life", "no date", "unknown party"],
)
def test_read_rejects_an_unreadable_person_and_reads_the_others(read, broken):
    records = read(broken, SANDERS)

    assert rejected_lines(records) == ["legislators-current.yaml.gz#1"]
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
def test_read_raises_broken_file_before_the_first_record(read, tmp_path, content):
    read()
    (tmp_path / "executive.yaml.gz").write_bytes(content)

    with pytest.raises(BrokenFile, match=r"executive\.yaml\.gz"):
        next(congress.read(tmp_path, Countries([])))


def test_read_counts_the_seats_by_party_on_the_day_of_the_source(read):
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


@pytest.mark.parametrize(("state", "seats"), [("DC", 0), ("CA", 1)])
def test_read_does_not_count_delegates_without_a_vote(read, state, seats):
    term = f"- {{type: rep, start: '2025-01-03', end: '2027-01-03', state: {state}, party: Democrat}}"
    delegate = BISHOP.replace("terms: []", f"terms:\n  {term}")

    assert shares(read(delegate), "us:house")[-1] == ("Vacant", "", 435 - seats)


@pytest.mark.parametrize(("since", "name"), [("2026-06-15", "Independents"), ("2026-06-16", "Republican Party")])
def test_read_counts_a_member_for_the_party_of_that_day(read, since, name):
    before = "{start: '2025-01-03', end: '2026-06-14', party: Republican}"
    after = f"{{start: '{since}', end: '2027-01-03', party: Independent}}"
    term = f"start: '2025-01-03', end: '2027-01-03', party: Independent, party_affiliations: [{before}, {after}]"

    assert shares(read(BISHOP.replace("[]", f"[{{type: rep, {term}}}]")), "us:house")[0][0] == name


def test_read_gives_the_same_records_again(read):
    assert read(CANTWELL, SCOTT) == read(CANTWELL, SCOTT)


def test_read_ends_parties_that_no_longer_exist(read):
    ends = {row.subject: row.end_date for row in relationships(read(), "party_operates_in_country")}

    assert (ends["us:party:Whig Party"], ends["us:party:Democratic Party"]) == ("1856", "")
