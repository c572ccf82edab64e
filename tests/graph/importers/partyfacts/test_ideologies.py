import pytest

from graph.importers.partyfacts.ideologies import spectrum
from graph.importers.records import EntityRecord, IdentifierRecord
from graph.kinds import Spectrum


def tag_parties(source, tag, parties=5, position=None, page=None, link=""):
    """Give an ideology tag to this number of parties, and add parties that are missing. The importer names the ideology
    after ``page``, the Wikipedia page of the tag, or after ``link`` if there is no page."""
    for number in range(1, parties + 1):
        if not any(
            row["partyfacts_id"] == str(number) for row in source.rows["partypositions-wikitags/core-parties.csv.gz"]
        ):
            source.party(str(number), f"Party {number}")
            source.add("party-position", partyfacts_id=str(number), position=position)
        source.add("wp-infobox", partyfacts_id=str(number), source="ideology", position=tag)
        source.add("infobox-tags", partyfacts_id=str(number), field="ideology", link=link, page=page)


def ideologies(source):
    return [record for record in source.read() if isinstance(record, EntityRecord) and record.kind == "ideology"]


def test_read_gives_an_ideology_for_a_tag_of_five_parties(source):
    tag_parties(source, "social democracy", position=-0.6, page="Social democracy")

    (ideology,) = ideologies(source)

    assert (ideology.key, ideology.name, ideology.country_code) == (
        "ideology:social democracy",
        "Social democracy",
        None,
    )
    assert ideology.details == {"spectrum": Spectrum.CENTRE_LEFT}
    assert ideology.identifiers == (IdentifierRecord(scheme="partypositions-tag", value="social democracy"),)


def test_read_gives_no_ideology_for_a_tag_of_four_parties(source):
    tag_parties(source, "peace", parties=4, position=0)

    assert ideologies(source) == []
    assert source.relationships("party_has_ideology") == []


def test_read_does_not_count_parties_outside_the_graph(source):
    source.party("5", "Party of Kosovo", "XKX")
    tag_parties(source, "peace", position=0)

    assert ideologies(source) == []


@pytest.mark.parametrize("tag", ["el país", "taylor & francis"])
def test_read_gives_no_ideology_for_footnotes_of_the_infobox(source, tag):
    tag_parties(source, tag, position=0)

    assert ideologies(source) == []


def test_read_gives_no_ideology_for_tags_of_the_position_field(source):
    tag_parties(source, "feminism", position=0)
    for number in range(1, 6):
        source.add("wp-infobox", partyfacts_id=str(number), source="position", position="left-wing")

    assert [ideology.key for ideology in ideologies(source)] == ["ideology:feminism"]


@pytest.mark.parametrize(
    ("tag", "page", "link", "name"),
    [
        ("marxism-leninism", "Marxism–Leninism", "", "Marxism–Leninism"),
        ("regionalism", "Regionalism (politics)", "", "Regionalism"),
        ("autonomism (political doctrine)", "Autonomism (political doctrine)", "", "Autonomism"),
        ("national democracy (poland)", "National Democracy (Poland)", "", "National Democracy (Poland)"),
        ("labor zionism", "", "Labor Zionism", "Labor Zionism"),
        ("humanism", "Something else", "", "Humanism"),
    ],
)
def test_read_writes_an_ideology_like_its_article(source, tag, page, link, name):
    tag_parties(source, tag, page=page, link=link)

    assert [ideology.name for ideology in ideologies(source)] == [name]


def test_read_merges_tags_that_differ_in_spelling_only(source):
    tag_parties(source, "social-democracy", parties=3)
    tag_parties(source, "social democracy", parties=5)

    (ideology,) = ideologies(source)

    assert [entry.value for entry in ideology.identifiers] == ["social-democracy", "social democracy"]
    assert len(source.relationships("party_has_ideology")) == 5


def test_read_orders_ideologies_of_a_party_like_the_infobox(source):
    tag_parties(source, "kemalism")
    tag_parties(source, "peace", parties=1)
    tag_parties(source, "secularism")

    rows = [row for row in source.relationships("party_has_ideology") if row.subject == "partyfacts:1"]

    assert [(row.object, row.position) for row in rows] == [("ideology:kemalism", 0), ("ideology:secularism", 1)]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (-2.2, Spectrum.FAR_LEFT),
        (-1.5, Spectrum.LEFT),
        (-0.75, Spectrum.CENTRE_LEFT),
        (-0.25, Spectrum.CENTRE),
        (0.25, Spectrum.CENTRE_RIGHT),
        (0.75, Spectrum.RIGHT),
        (1.5, Spectrum.FAR_RIGHT),
    ],
)
def test_spectrum_is_the_mean_position_of_the_parties(position, expected):
    assert spectrum([position, position - 0.1, position + 0.1]) == expected


@pytest.mark.parametrize("positions", [[], [-2.26]])
def test_spectrum_is_unknown_for_less_than_two_positions(positions):
    assert spectrum(positions) is None
