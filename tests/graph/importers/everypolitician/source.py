"""The source in small: a folder with the facts of a few real rows, and what an importer makes of it."""

import csv
import gzip
import io
import json

from graph.importers.crosswalk import Countries, Country
from graph.importers.everypolitician import read
from graph.importers.everypolitician.house import Person
from graph.importers.everypolitician.index import EVERYPOLITICIAN, Legislature, Term
from graph.importers.records import EntityRecord, RejectedRecord, RelationshipRecord

TERM_54 = {"id": "term/54", "start_date": "2005-05-05", "end_date": "2010-04-12"}
TERM_55 = {"id": "term/55", "start_date": "2010-05-06", "end_date": "2015-03-30"}
TERM_56 = {"id": "term/56", "start_date": "2015-05-08"}


def country(code="gb", name="United Kingdom", slug="UK"):
    return Country(code=code, name=name, slug=name.lower(), codes={EVERYPOLITICIAN: (slug,)})


def legislature(slug="UK", chamber="Commons", *, country_of=None, **fields):
    terms = [Term(id="term/55", start="2010-05-06", end="2015-03-30"), Term(id="term/56", start="2015-05-08", end="")]
    defaults = {
        "country": country_of or country(slug=slug),
        "country_slug": slug,
        "slug": chamber,
        "name": "House of Commons",
        "file": f"popolo/{slug}__{chamber}.json.gz",
        "seats": 650,
        "wikidata": "Q11005",
        "terms": {term.id: term for term in terms},
        "is_only_chamber": True,
    }
    return Legislature(**(defaults | fields))


def person(name, **fields):
    return Person(**({"id": "9d7d16ba", "name": name, "line": "file#9d7d16ba"} | fields))


def membership(person_id="joe", group="party/labour", term="term/55", **dates):
    return {
        "person_id": person_id,
        "on_behalf_of_id": group,
        "legislative_period_id": term,
        "organization_id": "legislature",
        "role": "member",
        **dates,
    }


def popolo(persons, memberships, groups=("Labour", "Conservative", "Independent")):
    """A document of persons, memberships and groups; a group is a name or an organization."""
    named = [group if isinstance(group, dict) else {"id": f"party/{group.lower()}", "name": group} for group in groups]
    organizations = [{"id": "legislature", "name": "House", "classification": "legislature"}]
    organizations += [{"classification": "party", **group} for group in named]
    return {"persons": persons, "organizations": organizations, "memberships": memberships, "events": [], "areas": []}


class Folder:
    """The source's folder: an index of chambers and their files."""

    def __init__(self, path):
        self.path = path
        self.index = []
        (path / "popolo").mkdir()
        (path / "fallback").mkdir()

    def add_country(self, code, slug, *chambers):
        self.index.append({"code": code, "slug": slug, "name": slug, "legislatures": list(chambers)})

    def add_chamber(self, document, *, code="GB", country_slug="UK", slug="Commons", **entry):
        file = f"popolo/{country_slug}__{slug}.json.gz"
        self.add_country(code, country_slug, self.chamber(slug, file, **entry))
        self.write_json(file, document)

    def chamber(self, slug, file, *, name="House of Commons", seats=650, wikidata="Q11005", terms=None):
        periods = terms or [TERM_55, TERM_56]
        return {
            "slug": slug,
            "name": name,
            "seats": seats,
            "wikidata": wikidata,
            "legislative_periods": periods,
            "file": file,
        }

    def write_json(self, file, document):
        (self.path / file).write_bytes(gzip.compress(json.dumps(document).encode()))

    def write_rows(self, file, rows):
        text = io.StringIO()
        writer = csv.DictWriter(text, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
        (self.path / file).write_bytes(gzip.compress(text.getvalue().encode()))

    def read(self, *countries):
        (self.path / "countries.json").write_text(json.dumps(self.index))
        return Records(read(self.path, Countries(countries or [country()])))


class Records:
    """The records read, by what they are."""

    def __init__(self, records):
        self.all = list(records)
        self.rejected = [record for record in self.all if isinstance(record, RejectedRecord)]

    def entities(self, kind):
        return [record for record in self.all if isinstance(record, EntityRecord) and record.kind == kind]

    def entity(self, kind):
        (found,) = self.entities(kind)
        return found

    def relationships(self, kind):
        return [record for record in self.all if isinstance(record, RelationshipRecord) and record.type == kind]

    def spells(self, kind):
        """Object, start and end of the relationships of a type."""
        return [(record.object, record.start_date, record.end_date) for record in self.relationships(kind)]
