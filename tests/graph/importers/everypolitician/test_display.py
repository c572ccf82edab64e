import pytest

from graph.importers.everypolitician.display import alias, display_name
from tests.graph.importers.everypolitician.source import person


def shown(name, country_slug="UK", **fields):
    return display_name(person(name, **fields), country_slug)


@pytest.mark.parametrize(
    ("country_slug", "written", "expected"),
    [
        ("Bulgaria", "KRASIMIR LYUBOMIROV VELCHEV", "Krasimir Lyubomirov Velchev"),
        ("Brazil", "MARIA DO ROSÁRIO", "Maria do Rosário"),
        ("Brazil", "JHC", "JHC"),
        ("Brazil", "ZECA DO PT", "Zeca do PT"),
        ("Saint-Vincent-and-the-Grenadines", "Cecil McKIE", "Cecil McKie"),
        ("Serbia", "SONjA VLAHOVIC", "Sonja Vlahovic"),
        ("Indonesia", "SA'DUDDIN MUHAMMAD", "Sa'duddin Muhammad"),
        ("Italy", "DELL'ORCO Michele", "Michele Dell'Orco"),
        ("Afghanistan", "SHarifullah kamawall", "Sharifullah Kamawall"),
        ("Nigeria", "babajinmi benson", "Babajinmi Benson"),
        ("Kazakhstan", "ASANGAZY Orazkul", "Orazkul Asangazy"),
        ("Togo", "LAWSON-Banku Boevi", "Lawson-Banku Boevi"),
    ],
)
def test_names_in_capitals_and_small_letters_get_title_case(country_slug, written, expected):
    assert shown(written, country_slug) == expected


@pytest.mark.parametrize(
    ("country_slug", "written", "expected"),
    [
        ("India", "Satav, Shri Rajeev Shankarrao", "Rajeev Shankarrao Satav"),
        ("India", "Col. Choudhary, Sona Ram, VSM (Retd.)", "Sona Ram Choudhary"),
        ("India", "Innocent, Shri", "Innocent"),
        ("Hungary", "Dr. Vejkey, Imre", "Imre Vejkey"),
        ("Philippines", "Velarde, Mariano Michael Jr. M.", "Mariano Michael M. Velarde Jr."),
        ("Philippines", 'Abueg, Frederick "Erick" F.', "Frederick F. Abueg"),
        ("Singapore", "Chen Seow Phun, John, Dr", "John Chen Seow Phun"),
        ("Namibia", "!Naruseb, Alpheus", "Alpheus !Naruseb"),
    ],
)
def test_surname_before_the_comma_is_turned_round(country_slug, written, expected):
    assert shown(written, country_slug) == expected


@pytest.mark.parametrize(
    ("country_slug", "written", "expected"),
    [
        ("Indonesia", "Hj. ALIYAH MUSTIKA ILHAM, SE", "Aliyah Mustika Ilham"),
        ("Barbados", "Dr. the Hon. Denis S. Lowe, M.P.", "Denis S. Lowe"),
        ("Pakistan", "Sardar Ayaz Sadiq, Speaker National Assembly", "Sardar Ayaz Sadiq"),
        ("Afghanistan", "Delawar aymaq , baghlan", "Delawar Aymaq"),
        ("Ghana", "Kobina Tahir Hammond,", "Kobina Tahir Hammond"),
        ("South-Korea", "Park, Myung-Jae", "Park Myung-Jae"),
        ("United-States-of-America", "Angus S. King, Jr.", "Angus S. King Jr."),
        ("United-States-of-America", "Joe Manchin, III", "Joe Manchin III"),
    ],
)
def test_what_stands_behind_other_commas_is_no_given_name(country_slug, written, expected):
    assert shown(written, country_slug) == expected


@pytest.mark.parametrize(
    ("country_slug", "written", "expected"),
    [
        ("Brazil", "Deputada MARIA DO ROSÁRIO", "Maria do Rosário"),
        ("Brazil", "DR. JOÃO", "Dr. João"),
        ("Brazil", "DR. JORGE SILVA", "Jorge Silva"),
        ("Malawi", "Hon. C.L. Nyirenda", "C.L. Nyirenda"),
        ("Saudi-Arabia", "Brig.Gen.Dr.Abdulaziz bin Turki", "Abdulaziz bin Turki"),
        ("Togo", "M. ATCHI N’Bouké Yao", "N’Bouké Yao Atchi"),
        ("Tanzania", "Ali Tarab Dr. Ali", "Ali Tarab Ali"),
        ("Belize", "Edmond George Castro Deputy Speaker", "Edmond George Castro"),
        ("Thailand", "นายตวง อันทะไชย", "ตวง อันทะไชย"),
        ("Malaysia", "Hon Choon Kim", "Hon Choon Kim"),
        ("Cambodia", "Eng Chhai Eang", "Eng Chhai Eang"),
    ],
)
def test_titles_are_no_part_of_the_name(country_slug, written, expected):
    assert shown(written, country_slug) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Konrad Wittmann (Politiker)", "Konrad Wittmann"),
        ("Kim Jong-un[14]", "Kim Jong-un"),
        ("Zakariye Xuseen Aare5", "Zakariye Xuseen Aare"),
        ("Ahrens!", "Ahrens"),
        ("KATHY -", "Kathy"),
        ("Giorgi (Gigi) Tsereteli", "Giorgi Tsereteli"),
        ('Philip "Brave" Davis', "Philip Davis"),
        ("Gideon Sa`ar", "Gideon Sa'ar"),
        ("Yolande Bain - Horseford", "Yolande Bain-Horseford"),
        ("Sadoun Bin Saad Al-Sadoun.", "Sadoun Bin Saad Al-Sadoun"),
        ("Norma&nbsp;Ponce  Orozco (LICENCIA)", "Norma Ponce Orozco"),
        ("AMINA ABDOU SOUNA (MME", "Amina Abdou Souna"),
    ],
)
def test_notes_nicknames_and_stray_marks_are_no_part_of_the_name(written, expected):
    assert shown(written) == expected


def test_look_alike_letters_of_another_alphabet_become_latin():
    assert shown("СVETOSLAV NEDELTSCHEV") == "Cvetoslav Nedeltschev"


def test_word_of_another_alphabet_inside_a_latin_name_is_left_out():
    assert shown("Varoufakis Γεωργίου Ioannis", "Greece") == "Ioannis Varoufakis"


def test_digits_of_bad_character_recognition_are_letters_again():
    assert shown("LUONO K1MBANGA Saturnin-Blaise", "Congo-Kinshasa") == "Saturnin-Blaise Luono Kimbanga"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("BOTOULI née BIANG Paulette", "Paulette Botouli"),
        ("ADAMA épse DJIBRINE", "Adama épse Djibrine"),
        ("KEGNE Joséphine ép.FOTSO", "Joséphine Kegne"),
    ],
)
def test_maiden_and_married_names_go_unless_the_given_name_would_go_too(written, expected):
    assert shown(written, "Cameroon") == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Jan van Aken (Politiker)", "Jan van Aken"),
        ("  Alain   Lebœuf ", "Alain Lebœuf"),
        ("جبار کوچکی\u200cنژاد", "جبار کوچکی نژاد"),
    ],
)
def test_other_names_are_cleaned(written, expected):
    assert alias(written) == expected
