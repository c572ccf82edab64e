import unicodedata

import pytest

from graph.importers.everypolitician.zawgyi import to_unicode


@pytest.mark.parametrize(
    ("zawgyi", "expected"),
    [
        ("ေဒၚေအာင္ဆန္းစုၾကည္", "ဒေါ်အောင်ဆန်းစုကြည်"),
        ("အမ်ိဳးသားဒီမိုကေရစီအဖြဲ႔ခ်ဳပ္", "အမျိုးသားဒီမိုကရေစီအဖွဲ့ချုပ်"),
        ("ဦးသန္း၀င္း", "ဦးသန်းဝင်း"),
        ("ေဒါက္တာတင္ေမာင္ႀကိဳင္", "ဒေါက်တာတင်မောင်ကြိုင်"),
        ("သူရဦးေရႊမန္း", "သူရဦးရွှေမန်း"),
        ("ဦးသိန္းညြန္႔", "ဦးသိန်းညွန့်"),
        ("ပါေမာကၡ", "ပါမောက္ခ"),
        ("House of Representatives", "House of Representatives"),
    ],
    ids=["vowel first", "medials", "zero for wa", "medial first", "wa and ha", "dot below", "stacked", "latin"],
)
def test_old_burmese_encoding_becomes_unicode(zawgyi, expected):
    assert to_unicode(zawgyi) == unicodedata.normalize("NFC", expected)
