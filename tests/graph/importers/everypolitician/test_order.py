import pytest

from graph.importers.everypolitician.order import given_name_first
from tests.graph.importers.everypolitician.source import person


def ordered(name, country_slug, **fields):
    return given_name_first(name, person(name, **fields), country_slug)


@pytest.mark.parametrize(
    ("country_slug", "written", "expected"),
    [
        ("Burundi", "NIYONZIMA Constantin", "Constantin NIYONZIMA"),
        ("Gabon", "NANG NDONG Paul", "Paul NANG NDONG"),
        ("Cameroon", "MOUSSA YAYA SARKIFADA", "MOUSSA YAYA SARKIFADA"),
        ("Belarus", "YAROSHEVICH ALEKSANDR", "ALEKSANDR YAROSHEVICH"),
        ("Algeria", "EL KHERRAZ MOHAMED", "MOHAMED EL KHERRAZ"),
        ("Algeria", "BOUREZAK NEE ATROUS FATMA ZOHRA", "FATMA ZOHRA BOUREZAK"),
        ("Namibia", "Van der Walt Piet", "Piet Van der Walt"),
        ("Namibia", "Toivo Ya Toivo Andimba", "Andimba Toivo Ya Toivo"),
        ("Namibia", "Esegiel M /Uirab", "Esegiel M /Uirab"),
        ("Cyprus", "Koukouma Koutra Skevi", "Skevi Koukouma Koutra"),
        ("Liechtenstein", "Heeb Franz J.", "Franz J. Heeb"),
        ("Uganda", "Lakot Susan", "Susan Lakot"),
        ("Uganda", "Kiwanda Godfrey Ssubi", "Kiwanda Godfrey Ssubi"),
    ],
)
def test_lists_that_have_the_surname_first(country_slug, written, expected):
    assert ordered(written, country_slug) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Fyssas Christos", "Christos Fyssas"),
        ("Simitis Georgiou Kostas", "Kostas Simitis"),
        ("Karamanlis Achillea Konstantinos", "Konstantinos Karamanlis"),
        ("Tsokli Maria Glykeria", "Maria Glykeria Tsokli"),
        ("Tampaki - Sofronof Ioanna", "Ioanna Tampaki-Sofronof"),
        ("Dendias Nikolaos - Georgios", "Nikolaos-Georgios Dendias"),
    ],
)
def test_greek_names_lose_the_fathers_name(written, expected):
    assert ordered(written, "Greece") == expected


@pytest.mark.parametrize(
    ("country_slug", "written", "expected"),
    [
        ("Russia", "Шлегель Роберт Александрович", "Роберт Александрович Шлегель"),
        ("Uzbekistan", "Закир Сабирджанович Умаров", "Закир Сабирджанович Умаров"),
        ("Uzbekistan", "Хаитов Ўрол", "Ўрол Хаитов"),
        ("Tajikistan", "Akhmedov Jabbor Jalolovich", "Jabbor Jalolovich Akhmedov"),
        ("Tajikistan", "Khairiniso Yusufi", "Khairiniso Yusufi"),
    ],
)
def test_patronymics_tell_the_order(country_slug, written, expected):
    assert ordered(written, country_slug) == expected


@pytest.mark.parametrize(
    ("country_slug", "written"),
    [("Japan", "YAMAMOTO Yuji"), ("China", "马正兰"), ("Vietnam", "Trần Bình Minh"), ("North-Korea", "Ho Myong-ok")],
)
def test_customary_order_of_east_asia_stays(country_slug, written):
    assert ordered(written, country_slug) == written


@pytest.mark.parametrize(
    ("country_slug", "written", "fields", "expected"),
    [
        ("Italy", "De Pin Paola", {"family_name": "De Pin"}, "Paola De Pin"),
        ("Italy", "OLIARO Roberta", {"family_name": "Oliaro"}, "Roberta OLIARO"),
        ("Italy", "LETTA Enrico", {}, "Enrico LETTA"),
        ("Ukraine", "Тарасюк Борис Іванович", {"family_name": "Тарасюк"}, "Борис Іванович Тарасюк"),
        ("Romania", "Erdei Dolóczki István", {"sort_name": "ERDEI DOLÓCZKI István"}, "István Erdei Dolóczki"),
        ("Romania", "Balan Ioan", {"sort_name": "Ioan BALANquaestor of the Chamber"}, "Ioan Balan"),
        ("Tanzania", "Ali Othman Fatma", {"sort_name": "Ali Othman Fatma"}, "Fatma Othman Ali"),
        ("Tanzania", "Abdul Jabiri Marombwa", {"sort_name": "Marombwa Jabiri Abdul"}, "Abdul Jabiri Marombwa"),
        ("Netherlands", "Martijn J F van Helvert", {"given_name": "Martijn"}, "Martijn van Helvert"),
    ],
)
def test_other_fields_tell_which_word_is_the_surname(country_slug, written, fields, expected):
    assert ordered(written, country_slug, **fields) == expected
