"""Show the first page, and the lists of countries, downloads, the coverage of countries, and elections."""

from datetime import date
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple
from urllib.parse import urlencode

from django import forms
from django.utils import timezone

from config.http.cache import Validity
from config.http.exceptions import InvalidParameters
from config.http.pages import Page
from config.http.parameters import CountryCodeField, CursorField, NumberField, OneOfField
from graph.api.lookup import check_country
from graph.journal.tail import ANY_CHANGE, ANY_RESULTS
from graph.kinds import KINDS, ElectionKind, ElectionStatus, Kind
from graph.models import ElectionDetails, Entity, Status
from graph.queries.cached import journal_head
from graph.queries.totals import published_total
from snapshots.api.parameters import BY_DATE
from snapshots.coverage import needs, stored_coverage, validity
from snapshots.downloads.sets import find_set
from snapshots.pages.sections import filled
from snapshots.results.elections import covered_elections

GENERAL = {"general": True}
"""The filter for `covered_elections` that leaves out by-elections. There are so many by-elections that they would hide
the other elections in a list by date."""
MOST_ON_HOME = 6
MOST_UPCOMING = 40
RESULTS_ON_PAGE = 50


def _until_changes():
    """Return the `Validity` of a list page, which says how long it may be cached: until the graph or results change,
    but at most until the end of today."""
    return Validity(frozenset({ANY_CHANGE, ANY_RESULTS}), timezone.localdate())


class ScheduledElection(NamedTuple):
    slug: str
    name: str
    date: str
    last: date
    """The last possible day of the election."""


def scheduled_elections(country_code: str = "", kind: str = "") -> list[ScheduledElection]:
    """Return the published elections that are scheduled, also overdue ones, the earliest first. An empty
    ``country_code`` means all countries. An empty ``kind`` means all kinds except by-elections."""
    found = ElectionDetails.objects.filter(status=ElectionStatus.SCHEDULED, entity__status=Entity.Status.PUBLISHED)
    found = found.filter(entity__country_code=country_code) if country_code else found
    # With a condition on an index of the details, SQLite does not read all entities first.
    found = found.filter(date_first__gt=date.min)
    found = found.filter(kind=kind) if kind else found.exclude(kind=ElectionKind.BY_ELECTION)
    # If two elections have the same last possible day, the one with the more precise date comes first.
    found = found.order_by("date_last", "-date_first", "entity__slug")
    columns = found.values_list("entity__slug", "entity__name", "date", "date_last")
    return list(map(ScheduledElection._make, columns))


def _with_winners(documents: list[dict]) -> list[dict]:
    """Return copies of the JSON documents of elections with results. Each gets two more keys, ``winner`` and
    ``turnout``, if the database has details of the election."""
    slugs = [row["election"]["slug"] for row in documents]
    found = ElectionDetails.objects.filter(entity__slug__in=slugs).values_list("entity__slug", "winner", "turnout")
    details = {slug: {"winner": winner, "turnout": turnout} for slug, winner, turnout in found}
    return [row | details.get(row["election"]["slug"], {}) for row in documents]


class HomePage(Page):
    template_name = "snapshots/home.html"

    def get_context_data(self, **kwargs):
        head = journal_head()
        totals = [(definition.label_plural, published_total(kind, head=head)) for kind, definition in KINDS.items()]
        recent = Entity.objects.published().newest_first()[:MOST_ON_HOME]
        today = timezone.localdate()
        upcoming = [row for row in scheduled_elections() if row.last >= today][:MOST_ON_HOME]
        self.validity = _until_changes()
        results = _with_winners(covered_elections(GENERAL, "", MOST_ON_HOME, None).documents)
        return super().get_context_data(totals=totals, recent=recent, upcoming=upcoming, results=results, **kwargs)


class CountriesPage(Page):
    """The list of all countries, sorted by continent, then by name."""

    template_name = "snapshots/countries.html"

    def get_context_data(self, **kwargs):
        found = Entity.objects.published().of_kind(Kind.COUNTRY).select_related("country_details")
        self.validity = _until_changes()
        continents = {}
        for country in sorted(found, key=attrgetter("name")):
            # A new country may have no details yet.
            details = getattr(country, "country_details", None)
            continents.setdefault((details and details.continent) or "Other", []).append(country)
        return super().get_context_data(area="countries", continents=sorted(continents.items()), **kwargs)


class DownloadsPage(Page):
    """The list of files that can be downloaded, with their URLs, licences and sizes."""

    template_name = "snapshots/downloads.html"

    def get_context_data(self, **kwargs):
        # When the files are built again, stored pages are not dropped, so they are valid for a short time only.
        self.validity = validity()
        built = find_set()
        files = list(built.files.items()) if built else []
        return super().get_context_data(
            built=built,
            whole=[(name, file) for name, file in files if not file["country"]],
            countries=[(name, list(rows)) for name, rows in groupby(files, lambda row: row[1]["country"]) if name],
            entities=published_total(),
            total=covered_elections({}, "", 1, None).total,
            results=covered_elections(GENERAL, "", MOST_ON_HOME, None).documents,
            **kwargs,
        )


class CoveragePage(Page):
    """Shows which data the graph has about each country, how recently they were confirmed, and what is uncertain."""

    template_name = "snapshots/coverage.html"

    def get_context_data(self, **kwargs):
        at, countries = stored_coverage()
        self.validity = validity()
        confirmed = [row for row in countries if all(leader["status"] == Status.CURRENT for leader in row["leaders"])]
        return super().get_context_data(
            rows=[(row, needs(row)) for row in countries],
            computed_at=at,
            confirmed=len(confirmed),
            overdue=sum(bool(row["overdue_elections"]) for row in countries),
            **kwargs,
        )


class ElectionsParameters(forms.Form):
    country = CountryCodeField(required=False)
    kind = OneOfField(ElectionKind)
    year = NumberField(least=1800, most=2999)
    cursor = CursorField(order=BY_DATE)


class ElectionsPage(Page):
    """The calendar of upcoming and overdue elections, at most 40 of each, and a list of the elections that have
    results, newest first. By-elections are listed only if the visitor chose this kind."""

    template_name = "snapshots/elections.html"
    parameters = ElectionsParameters

    def get_context_data(self, **kwargs):
        params, errors = self._checked_parameters()
        country, kind, year = (params[name] for name in ("country", "kind", "year"))
        today, self.validity = timezone.localdate(), _until_changes()
        filters = {name: params[name] for name in ("country", "kind") if params[name]}
        filters |= {"from": f"{year}-01-01", "to": f"{year}-12-31"} if year else {}
        scheduled = [row for row in scheduled_elections(country, kind) if year in (None, row.last.year)]
        overdue = [row for row in scheduled if row.last < today]
        return super().get_context_data(
            area="elections",
            country=country,
            kind=kind,
            kinds=[(kind.value, kind.capitalize().replace("-house", " house")) for kind in ElectionKind],
            year=year,
            errors=errors,
            invalid={error["parameter"] for error in errors},
            countries=_country_names(),
            is_first=params["cursor"] is None,
            upcoming=[row for row in scheduled if row.last >= today][:MOST_UPCOMING],
            overdue=overdue[: -MOST_UPCOMING - 1 : -1],
            json=f"/api/results?{urlencode(filters)}" if filters else "/api/results",
            feed=f"/feed?type=election&country={country}" if country else "/feed?type=election",
            **self._results(params, filters, today),
            **kwargs,
        )

    def _results(self, params, filters, today):
        """Return the template context with one page of the list of elections that have results. ``params`` are the
        query parameters of the page. ``filters`` are the same conditions, in the form that `covered_elections` expects.
        If the visitor has not chosen a kind of election, by-elections are counted, but not listed."""
        cursor, by_election = params["cursor"], {"kind": ElectionKind.BY_ELECTION.value}
        found = covered_elections(
            filters if params["kind"] else filters | GENERAL, "", RESULTS_ON_PAGE, cursor.values if cursor else None
        )
        by_elections = 0 if params["kind"] else covered_elections(filters | by_election, "", 1, None).total
        documents = _with_winners(found.documents)
        return {
            "results": documents,
            "columns": filled(documents),
            "total": found.total,
            "by_elections": by_elections,
            "by_elections_query": self._query(params | by_election | {"cursor": None}),
            "next_query": found.last and self._query(params | {"cursor": BY_DATE.cursor(found.last, today)}),
        }

    def _checked_parameters(self):
        """Return (query parameters, errors). If all parameters are valid, ``errors`` is []. If one is invalid, all
        parameters are returned empty, and ``errors`` is a list with a dict for each error, which the page shows."""
        try:
            params = self.read_parameters()
            check_country(params["country"])
        except InvalidParameters as error:
            return {"country": "", "kind": "", "year": None, "cursor": None}, error.members["errors"]
        return params, []

    @staticmethod
    def _query(params):
        return urlencode({name: value for name, value in params.items() if value})


def _country_names():
    """Return (country code, name) of all countries, sorted by name."""
    # Sort in Python: for ORDER BY name, SQLite would read all entities of a large graph.
    found = Entity.objects.published().of_kind(Kind.COUNTRY).values_list("country_code", "name")
    return sorted(found, key=itemgetter(1))
