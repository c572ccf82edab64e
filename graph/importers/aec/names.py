"""Names of candidates, and who is the same person: candidates get a new number at every election."""

import re
from collections.abc import Mapping

from graph.importers.names import to_title_case
from graph.text.characters import clean
from graph.text.folding import fold

# Surnames are in capitals but for this prefix, with which they do not count as shouted: McCORMACK, MacTIERNAN.
HALF_SHOUTED = re.compile(r"(Ma?c)([A-Z])([A-Z]+)")

# Keys of persons who stood under another name before, and their later key.
RENAMED = {"sophie panopoulos": "sophie mirabella"}


def person_key(row: Mapping[str, str]) -> str:
    """First given name and surname, folded: other given names come and go from one election to the next.

    No two winners of the seven elections share both.
    """
    key = fold(short_name(row))
    return RENAMED.get(key, key)


def full_name(row: Mapping[str, str]) -> str:
    """All given names and the surname in the case people write it: ``Anna Elizabeth Burke``."""
    return clean(f"{row['GivenNm']} {_surname(row)}")


def short_name(row: Mapping[str, str]) -> str:
    """The first given name and the surname: ``Anna Burke``. Some candidates have no given name."""
    given = row["GivenNm"].split()
    return clean(f"{given[0] if given else ''} {_surname(row)}")


def _surname(row):
    return HALF_SHOUTED.sub(lambda match: match[1] + match[2] + match[3].lower(), to_title_case(row["Surname"]))
