import pytest

from graph.importers.everypolitician.party_names import is_code, party_names, tidy, translation


@pytest.mark.parametrize(
    ("country_slug", "group", "expected"),
    [
        ("Poland", "Klub Parlamentarny Porozumienia Centrum[u]", ("Porozumienie Centrum",)),
        ("Poland", "Koło Parlamentarne Unii Pracy[m]", ("Unia Pracy",)),
        ("Poland", "Unia Pracy Klub Parlamentarny", ("Unia Pracy",)),
        ("Czech-Republic", "Poslanecký klub Občanské demokratické strany", ("Civic Democratic Party",)),
        ("Estonia", "Eesti Reformierakonna fraktsioon", ("Estonian Reform Party",)),
        ("Indonesia", "Golkar Party Faction", ("Golkar Party",)),
        ("Indonesia", "National Mandate Party Faction", ("National Mandate Party",)),
        ("Bulgaria", "the People&#039;s Union", ("People's Union",)),
        ("Albania", "PS", ("Socialist Party",)),
        ("Portugal", "PS", ("Socialist Party",)),
        ("Switzerland", "RL", ("FDP.The Liberals",)),
        ("UK", "Labour/Co-operative", ("Labour Party", "Co-operative Party")),
        ("Israel", "One Israel (2)", ("One Israel",)),
        ("Norway", "Arbeiderpartiet", ("Arbeiderpartiet",)),
    ],
)
def test_group_stands_for_a_party(country_slug, group, expected):
    assert party_names(group, country_slug) == expected


def test_member_of_several_fronts_belongs_to_each():
    assert party_names("جبهه متحد – جبهه پایداری", "Iran") == (
        "United Front of Principlists",
        "Front of Islamic Revolution Stability",
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("FRONT NATIONAL POUR LA JUSTICE SOCIALE", "Front National pour la Justice Sociale"),
        ("PROYECTO SUR - UNEN", "Proyecto Sur - UNEN"),
        ("MOVIMENTO 5 STELLE", "Movimento 5 Stelle"),
        ("UNIDAD POPULAR", "Unidad Popular"),
        ("ZANU PF", "ZANU PF"),
        ("PSOE", "PSOE"),
        ("«Адолат»", "Адолат"),
        ("LIBERTA'", "LIBERTA'"),
        ("Secular Faction", "Secular Faction"),
    ],
)
def test_names_in_capitals_and_quotes_are_tidied(written, expected):
    assert tidy(written) == expected


@pytest.mark.parametrize("name", ["PSD", "CDS-PP", "S", "KrF", "cdH", "E.DI.K.", "D66", "КПРФ"])
def test_code(name):
    assert is_code(name)


@pytest.mark.parametrize("name", ["Jobbik", "GreenLeft", "Ata-Zhurt", "Afek_Tounes", "정의당", "United Left", ""])
def test_no_code(name):
    assert not is_code(name)


@pytest.mark.parametrize(
    ("written", "expected"),
    [("Venstre (Norway)", "Venstre"), ("Pakistan Muslim League (F)", "Pakistan Muslim League (F)")],
)
def test_translation_loses_notes_on_namesakes_only(written, expected):
    assert translation(written) == expected
