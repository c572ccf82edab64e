import pytest

from graph.importers.everypolitician.groups import is_party


@pytest.mark.parametrize(
    ("country_slug", "name"),
    [
        ("UK", "Independent"),
        ("Guatemala", "IND"),
        ("China", "unknown"),
        ("Oman", "None"),
        ("Burundi", "-"),
        ("Haiti", "..."),
        ("Vatican-City", "n/a"),
        ("Haiti", "INDÉP."),
        ("Benin", "Non inscrit"),
        ("Congo-Kinshasa", "NON INSCRITS"),
        ("Mexico", "Sin Partido"),
        ("Italy", "MISTO - non iscritto ad alcuna componente politica"),
        ("Austria", "ohne (none)"),
        ("Turkey", "Bağımsız"),
        ("Poland", "Posłowie niezrzeszeni"),
        ("Czech-Republic", "Nezařazení"),
        ("South-Korea", "무소속"),
        ("Yemen", "مستقل"),
        ("Ukraine", "Позафракційні"),
        ("UK", "Deputy Speaker"),
        ("Ireland", "Ceann Comhairle"),
        ("Sierra-Leone", "Paramount Chief"),
        ("Somalia", "HAWIYE"),
        ("Israel", "Single MK - David Ben Gurion"),
    ],
)
def test_group_that_is_no_party(country_slug, name):
    assert not is_party(name, country_slug)


@pytest.mark.parametrize(
    ("country_slug", "name"),
    [
        ("Uruguay", "PARTIDO INDEPENDIENTE"),
        ("Kenya", "The Independent Party"),
        ("Iceland", "Independence Party"),
        ("Liechtenstein", "DU"),
        ("Switzerland", "S"),
        ("Germany", "DP"),
        ("Norway", "Senterpartiet"),
    ],
)
def test_group_that_is_a_party(country_slug, name):
    assert is_party(name, country_slug)


def test_one_word_means_different_things_in_two_countries():
    assert not is_party("NI", "France")
    assert is_party("NI", "Monaco")
