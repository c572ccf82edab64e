"""The records of ParlGov's parties."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from graph import dates
from graph.importers.countries import Countries, Country
from graph.importers.parlgov.countries import read_countries
from graph.importers.parlgov.elections import Election
from graph.importers.parlgov.names import MADE_OF_PARTS, names_in_order
from graph.importers.partyfacts.tables import Row, read_table
from graph.importers.partyfacts.wikipedia import article_title
from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    Record,
    RelationshipRecord,
    country_key,
)
from graph.kinds import Kind

FILE = "21__parties__Party.csv.gz"
