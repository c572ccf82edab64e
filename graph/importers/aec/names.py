"""Names of candidates, and who is the same person: candidates get a new number at every election."""

import re

from graph.folding import fold
from graph.importers.names import unshout
from graph.text import clean

# Surnames are in capitals but for this prefix, which keeps unshout from seeing the capitals.
HALF_SHOUTED = re.compile(r"\b(Ma?c)([A-Z])([A-Z]+)\b")

# By key under an earlier name.
RENAMED = {"sophie panopoulos": "sophie mirabella"}


def person_key(row) -> str:
    """The first given name and the surname: the other given names come and go between elections.

    No two winners of the seven elections share both.
    """
    key = fold(short_name(full_name(row)))
    return RENAMED.get(key, key)


def full_name(row) -> str:
    """``McGOWAN, Cathy`` gives ``Cathy McGowan``, with all given names the row has."""
    return clean(f"{row['GivenNm']} {surname(row['Surname'])}")
