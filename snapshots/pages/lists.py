"""Pages that list entities: the first page, the countries, and the calendar of elections."""

from itertools import groupby
from operator import attrgetter

from django import forms
from django.utils import timezone

from config.http.cache import Validity
from config.http.exceptions import InvalidParameters
from config.http.parameters import CountryCodeField, CursorField
from graph.api.lookup import check_country
from graph.journal.tail import ANY_CHANGE, ANY_RESULTS
from graph.kinds import KINDS, ElectionKind, ElectionStatus, Kind
from graph.models import Entity, Status
from graph.queries.cached import journal_head
from graph.queries.totals import published_total
from snapshots.api.parameters import BY_DATE
from snapshots.coverage import needs, stored_coverage, validity
from snapshots.downloads.sets import find_set
from snapshots.pages.base import Page
from snapshots.results.elections import covered_elections

MOST_ON_HOME = 6
MOST_READ = 100
"""The number of elections that are read. Fewer are shown, because by-elections are left out."""
MOST_UPCOMING = 40
RESULTS_ON_PAGE = 50


def _until_changes():
    """Return the validity of a list page: until the graph or results change, but at most until the end of today."""
    return Validity(frozenset({ANY_CHANGE, ANY_RESULTS}), timezone.localdate())


def elections_by_date(country_code: str = ""):
    """Return the published elections with their details, the earliest first. By-elections are left out."""
    # Only elections have these details. With a filter by kind, SQLite would read all elections first.
    found = Entity.objects.published().filter(election_details__isnull=False).select_related("election_details")
    found = found.in_country(country_code) if country_code else found
    found = found.exclude(election_details__kind=ElectionKind.BY_ELECTION)
    # If two elections have the same last possible day, the one with the more precise date comes first.
    return found.order_by("election_details__date_last", "-election_details__date_first", "slug")


def upcoming_elections(day, country_code: str = ""):
    scheduled = elections_by_date(country_code).filter(election_details__status=ElectionStatus.SCHEDULED)
    return scheduled.filter(election_details__date_last__gte=day)


class HomePage(Page):
    template_name = "snapshots/home.html"

    def get_context_data(self, **kwargs):
        head = journal_head()
        totals = [(definition.label_plural, published_total(kind, head=head)) for kind, definition in KINDS.items()]
        recent = Entity.objects.published().newest_first()[:MOST_ON_HOME]
        upcoming = upcoming_elections(timezone.localdate())[:MOST_ON_HOME]
        self.validity = _until_changes()
        results = covered_elections({}, "", MOST_READ, None).documents
        results = [row for row in results if row["kind"] != ElectionKind.BY_ELECTION][:MOST_ON_HOME]
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
        # No event ends the validity when the files are built again, so it is short.
        self.validity = validity()
        results = covered_elections({}, "", MOST_READ, None)
        built = find_set()
        files = list(built.files.items()) if built else []
        general = [row for row in results.documents if row["kind"] != ElectionKind.BY_ELECTION]
        return super().get_context_data(
            built=built,
            whole=[(name, file) for name, file in files if not file["country"]],
            countries=[(name, list(rows)) for name, rows in groupby(files, lambda row: row[1]["country"]) if name],
            entities=published_total(),
            total=results.total,
            results=general[:MOST_ON_HOME],
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
    cursor = CursorField(order=BY_DATE)


class ElectionsPage(Page):
    """The calendar of upcoming and overdue elections, and a list of the elections that have results, newest first."""

    template_name = "snapshots/elections.html"
    parameters = ElectionsParameters

    def get_context_data(self, **kwargs):
        today, errors = timezone.localdate(), []
        try:
            params = self.read_parameters()
            check_country(params["country"])
        except InvalidParameters as error:
            params, errors = {"country": "", "cursor": None}, error.members["errors"]
        country, cursor = params["country"], params["cursor"]
        self.validity = _until_changes()
        results = covered_elections(
            {"country": country} if country else {}, "", RESULTS_ON_PAGE, cursor.values if cursor else None
        )
        scheduled = elections_by_date(country).filter(election_details__status=ElectionStatus.SCHEDULED)
        overdue = scheduled.filter(election_details__date_last__lt=today)
        return super().get_context_data(
            area="elections",
            country=country,
            errors=errors,
            # Sort in Python: for ORDER BY name, SQLite would read all entities of a large graph.
            countries=sorted(Entity.objects.published().of_kind(Kind.COUNTRY), key=attrgetter("name")),
            is_first=cursor is None,
            upcoming=upcoming_elections(today, country)[:MOST_UPCOMING],
            overdue=overdue.order_by("-election_details__date_last", "slug")[:MOST_UPCOMING],
            results=results,
            next_cursor=BY_DATE.cursor(results.last, today) if results.last else None,
            **kwargs,
        )
