from datetime import UTC, datetime
from functools import lru_cache
from operator import itemgetter
from urllib.parse import urlencode

from django.utils.html import format_html_join
from django.views.generic import TemplateView

from config.http.cache import Validity
from config.http.views import MAX_AGE
from graph.journal.tail import ANY_CHANGE
from graph.kinds import KINDS
from search.api.parameters import LONGEST_Q, USUAL_RESULTS
from search.countries import country_names
from search.documents import MOST_OFFSET
from search.receivers import INDEX_CHANGE
from search.results import document, index_version
from search.statuses import STATUSES

EXAMPLES = ("zelenski", "president of brazil", "labour party", "习近平", "France 2022 election", "SPD")
"""Queries that show what can be typed: a typing error, an office, a party, another script, an election, an acronym."""


class SearchPage(TemplateView):
    """Show the results for the parameter ``q``, with filters and pages. A wrong link still shows results: invalid
    values of other parameters are ignored, and a ``q`` that is too long is cut off."""

    template_name = "search/page.html"
    http_method_names = ["get", "head", "options"]

    def get(self, request, *args, **kwargs):
        """Return the rendered page. It may be cached until the graph or the search index changes, but at most until the
        end of the day (UTC)."""
        response = super().get(request, *args, **kwargs).render()
        response.validity = Validity(frozenset({INDEX_CHANGE, ANY_CHANGE}), datetime.now(UTC).date())
        response["Cache-Control"] = f"public, max-age={MAX_AGE}"
        return response

    def get_context_data(self, **kwargs):
        version, _ = index_version()
        names = country_names(version).main
        q = self._one_of("q")[:LONGEST_Q].strip()
        kind, status = self._one_of("type", KINDS), self._one_of("status", STATUSES)
        country = self._one_of("country", names)
        offset = self._offset() if q else 0
        filters = {"kind": kind, "country_code": country, "status": status}
        found = document(q, version, limit=USUAL_RESULTS, offset=offset, **filters)
        for row in found["results"]:
            row["country"] = names.get(row["country_code"], "")
        chosen = {"q": q, "type": kind, "country": country, "status": status}
        context = {
            "kinds": KINDS,
            "country_options": _country_options(version, country),
            "statuses": STATUSES,
            "examples": EXAMPLES,
        }
        context["unknown_country"] = "" if country else self._one_of("country")
        context |= {"area": "search", "first": offset + 1, "last": offset + len(found["results"])}
        context |= chosen | {"has_filters": any((kind, country, status))} | _links(chosen, offset, found["count"])
        return super().get_context_data(found=found, **context, **kwargs)

    def _one_of(self, name, allowed=None):
        value = self.request.GET.get(name, "")
        return value if allowed is None or value in allowed else ""

    def _offset(self):
        value = self._one_of("offset")
        offset = min(int(value), MOST_OFFSET) if value.isascii() and value.isdecimal() and len(value) < 10 else 0
        return offset - offset % USUAL_RESULTS


@lru_cache(maxsize=1000)
def _country_options(version, chosen):
    """Return the HTML options of all countries. The option of the country code ``chosen`` is selected. The result is
    cached for each ``version`` of the index, because rendering a template takes a millisecond."""
    rows = sorted(country_names(version).main.items(), key=itemgetter(1))
    rows = [(code, " selected" if code == chosen else "", name) for code, name in rows]
    return format_html_join("", '<option value="{}"{}>{}</option>', rows)


def _links(chosen, offset, count):
    """Return four query strings as a dict. ``chosen`` has the current parameters except ``offset``. ``count`` is the
    number of results.

    - ``before`` and ``after`` are for the previous and the next page, or "" if there is no such page.
    - ``in_api`` is for the same search in the API, which cannot filter by status.
    - ``without_filters`` is for the same text without any filter."""
    in_api = {name: value for name, value in chosen.items() if value and name != "status"}
    after = offset + USUAL_RESULTS
    has_next = after < count and after <= MOST_OFFSET
    return {
        "before": _query(chosen | {"offset": offset - USUAL_RESULTS}) if offset else "",
        "after": _query(chosen | {"offset": after}) if has_next else "",
        "in_api": urlencode(in_api | ({"offset": offset} if offset else {})),
        "without_filters": urlencode({"q": chosen["q"]}),
    }


def _query(parameters):
    return urlencode({name: value for name, value in parameters.items() if value})
