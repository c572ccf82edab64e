import pytest

from graph.importers.partyfacts.ideologies import spectrum
from graph.importers.records import EntityRecord, IdentifierRecord
from graph.kinds import Spectrum


def tag_parties(source, tag, parties=5, position=None, page=None, link=""):
    """Five parties of the tag; a page of another name than the tag's is written into the table of names."""
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


def test_an_ideology_is_a_tag_of_five_parties(source):
    tag_parties(source, "social democracy", position=-0.6, page="Social democracy")

    (ideology,) = ideologies(source)

    assert (ideology.key, ideology.name, ideology.country_code) == (
        "ideology:social democracy",
        "Social democracy",
        None,
    )
    assert ideology.details == {"spectrum": Spectrum.CENTRE_LEFT}
    assert ideology.identifiers == (IdentifierRecord(scheme="partypositions-tag", value="social democracy"),)


def test_a_tag_of_four_parties_is_none(source):
    tag_parties(source, "peace", parties=4, position=0)

    assert ideologies(source) == []
    assert source.relationships("party_has_ideology") == []


def test_parties_outside_the_graph_do_not_count(source):
    source.party("5", "Party of Kosovo", "XKX")
    tag_parties(source, "peace", position=0)

    assert ideologies(source) == []


@pytest.mark.parametrize("tag", ["deutsche welle", "el país", "taylor & francis", "centre", "political corruption"])
def test_footnotes_and_peoples_are_no_ideologies(source, tag):
    tag_parties(source, tag, position=0)

    assert ideologies(source) == []


def test_tags_of_the_position_field_are_no_ideologies(source):
    tag_parties(source, "feminism", position=0)
    for number in range(1, 6):
        source.add("wp-infobox", partyfacts_id=str(number), source="position", position="left-wing")

    assert [ideology.key for ideology in ideologies(source)] == ["ideology:feminism"]


@pytest.mark.parametrize(
    ("tag", "page", "link", "name"),
    [
        ("marxism-leninism", "Marxism–Leninism", "", "Marxism–Leninism"),
        ("pro-europeanism", "Pro-Europeanism", "", "Pro-Europeanism"),
        ("regionalism", "Regionalism (politics)", "", "Regionalism"),
        ("autonomism (political doctrine)", "Autonomism (political doctrine)", "", "Autonomism"),
        ("national democracy (poland)", "National Democracy (Poland)", "", "National Democracy (Poland)"),
        ("labor zionism", "", "Labor Zionism", "Labor Zionism"),
        ("third way", "Third Way", "", "Third Way"),
        ("humanism", "Something else", "", "Humanism"),
    ],
)
def test_an_ideology_is_written_as_its_article_is(source, tag, page, link, name):
    tag_parties(source, tag, page=page, link=link)

    assert [ideology.name for ideology in ideologies(source)] == [name]


def test_tags_that_differ_in_spelling_only_are_one(source):
    tag_parties(source, "social-democracy", parties=3)
    tag_parties(source, "social democracy", parties=5)

    (ideology,) = ideologies(source)

    assert [entry.value for entry in ideology.identifiers] == ["social-democracy", "social democracy"]
    assert len(source.relationships("party_has_ideology")) == 5


def test_a_party_has_its_ideologies_in_the_order_of_the_infobox(source):
    tag_parties(source, "kemalism")
    tag_parties(source, "peace and quiet", parties=1)
    tag_parties(source, "secularism")

    told = [row for row in source.relationships("party_has_ideology") if row.subject == "partyfacts:1"]

    assert [(row.object, row.position) for row in told] == [("ideology:kemalism", 0), ("ideology:secularism", 1)]


@pytest.mark.parametrize(
    ("position", "place"),
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
def test_the_mean_position_of_its_parties_tells_where_an_ideology_stands(position, place):
    assert spectrum([position, position - 0.1, position + 0.1]) == place


@pytest.mark.parametrize("positions", [[], [-2.26]])
def test_the_position_of_one_party_tells_nothing(positions):
    assert spectrum(positions) is None
