"""Burmese in the Zawgyi encoding, an older use of the same code points, turned into Unicode."""

import re

# Code points of Zawgyi for medial consonants, stacked consonants, ligatures and variants of vowels.
LETTERS = str.maketrans(
    {
        "\u1033": "\u102f",
        "\u1034": "\u1030",
        "\u1039": "\u103a",
        "\u103a": "\u103b",
        "\u103c": "\u103d",
        "\u103d": "\u103e",
        "\u105a": "\u102b\u103a",
        "\u106a": "\u1009",
        "\u106b": "\u100a",
        "\u106e": "\u100d\u1039\u100d",
        "\u106f": "\u100d\u1039\u100e",
        "\u107d": "\u103b",
        "\u1086": "\u103f",
        "\u1087": "\u103e",
        "\u1088": "\u103e\u102f",
        "\u1089": "\u103e\u1030",
        "\u108a": "\u103d\u103e",
        "\u108e": "\u102d\u1036",
        "\u108f": "\u1014",
        "\u1090": "\u101b",
        "\u1091": "\u100f\u1039\u100d",
        "\u1092": "\u100b\u1039\u100c",
        "\u1094": "\u1037",
        "\u1095": "\u1037",
        "\u1096": "\u1039\u1010\u103d",
        "\u1097": "\u100b\u1039\u100b",
    }
    | dict.fromkeys("\u103b\u107e\u107f\u1080\u1081\u1082\u1083\u1084", "\u103c")
    | {
        stacked: f"\u1039{letter}"
        for stacked, letter in zip(
            "\u1060\u1061\u1062\u1063\u1065\u1066\u1067\u1068\u1069\u106c\u106d\u1070\u1071\u1072\u1073\u1074"
            "\u1075\u1076\u1077\u1078\u1079\u107a\u107b\u107c\u1085\u1093",
            "\u1000\u1001\u1002\u1003\u1005\u1006\u1006\u1007\u1008\u100b\u100c\u100f\u1010\u1010\u1011\u1011"
            "\u1012\u1013\u1014\u1015\u1016\u1017\u1018\u1019\u101c\u1018",
            strict=True,
        )
    }
)
KINZI = {"\u1064": "", "\u108b": "\u102d", "\u108c": "\u102e", "\u108d": "\u1036"}

CONSONANT = "[\u1000-\u1021\u1025\u1027\u1029\u103f\u104e]"
STACK = f"{CONSONANT}(?:\u1039{CONSONANT})*"

# In this order: what Zawgyi writes before the consonant goes behind it, then marks stand as Unicode orders them.
ORDER = (
    (re.compile(f"\u103c({STACK})"), "\\1\u103c"),
    (re.compile(f"\u1031({STACK})([\u103b-\u103e]*)"), "\\1\\2\u1031"),
    (re.compile("([\u103c-\u103e]+)(\u103b)"), "\\2\\1"),
    (re.compile("([\u103d\u103e]+)(\u103c)"), "\\2\\1"),
    (re.compile("\u103e\u103d"), "\u103d\u103e"),
    (re.compile("\u1031([\u103b-\u103e]+)"), "\\1\u1031"),
    (re.compile("([\u102f\u1030])([\u102d\u102e])"), "\\2\\1"),
    (re.compile("\u1036([\u102d-\u1030])"), "\\1\u1036"),
    (re.compile("\u1037([\u102d-\u1036]+)"), "\\1\u1037"),
    (re.compile("\u103a\u1037"), "\u1037\u103a"),
    (re.compile("\u1037+"), "\u1037"),
    (re.compile("\u1025\u103a"), "\u1009\u103a"),
    (re.compile("\u1025\u102e"), "\u1026"),
)
ZERO_FOR_WA = re.compile("\u1040(?=[\u102b-\u103e])|(?<=[\u1000-\u103f])\u1040(?![\u1040-\u1049])")


def to_unicode(text: str) -> str:
    """The same text in Unicode: ``ေအာင္`` gives ``အောင်``."""
    for mark, vowel in KINZI.items():
        text = re.sub(f"({CONSONANT}){mark}", f"\u1004\u103a\x00\\1{vowel}", text)
    text = text.translate(LETTERS).replace("\x00", "\u1039")
    for pattern, replacement in ORDER:
        text = pattern.sub(replacement, text)
    return ZERO_FOR_WA.sub("\u101d", text)
