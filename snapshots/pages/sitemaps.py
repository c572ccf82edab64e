"""Show the sitemap (sitemaps.org): an index, and files with the URLs of at most 10,000 pages each."""

from django.http import Http404, HttpResponse
from django.utils.html import escape

from config.http.cache import Validity
from config.http.links import base_url
from config.http.middleware.methods import read_only
from graph.journal.tail import ANY_CHANGE, ANY_RESULTS
from graph.queries.sql import fetch_all, read_queries

LARGEST_FILE = 10_000
"""The largest number of URLs in a file of the sitemap. The standard allows 50,000, but such a file would take 50 ms."""
LARGEST_KEY = 2**63 - 1
"""The largest integer in a database column, and so the largest possible primary key."""
PAGES = "/ /countries /elections /coverage /downloads /docs /docs/webhooks /about /terms /privacy /attribution".split()
"""The general pages, which show neither an entity nor results."""
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
ONE_HOUR = 3600
SQL = read_queries(__file__)


@read_only
def index(request):
    """Return the sitemap index, a list of the sitemap files: one with general pages, one with results, and the others
    with entities."""
    # Each file has a range of primary keys, so that a late file is as fast as the first.
    numbers = fetch_all(SQL.FILES, {"largest": LARGEST_FILE})
    names = ["sitemap-pages.xml", "sitemap-results.xml", *(f"sitemap-{number}.xml" for (number,) in numbers)]
    base = escape(base_url(request))
    return _xml(request, "sitemapindex", (f"<sitemap><loc>{base}/{name}</loc></sitemap>" for name in names))


@read_only
def entities(request, number):
    """Return the sitemap file ``number`` (from 1) with the pages of entities. Each file has a range of 10,000 primary
    keys. Respond with 404 if there are no entities in this range."""
    last = number * LARGEST_FILE
    rows = fetch_all(SQL.ENTITIES, {"first": last - LARGEST_FILE + 1, "last": last}) if last <= LARGEST_KEY else []
    if not rows:
        raise Http404
    return _urls(request, "entity", rows)


@read_only
def pages(request):
    """Return the sitemap file with the general pages."""
    base = escape(base_url(request))
    return _xml(request, "urlset", (f"<url><loc>{base}{path}</loc></url>" for path in PAGES))


@read_only
def results(request):
    """Return the sitemap file with the pages of election results, at most 10,000."""
    return _urls(request, "elections", fetch_all(SQL.RESULTS, {"limit": LARGEST_FILE}))


def _urls(request, path, rows):
    start = f"<url><loc>{escape(base_url(request))}/{path}/"
    urls = (f"{start}{slug}</loc><lastmod>{changed[:10]}</lastmod></url>" for slug, changed in rows)
    return _xml(request, "urlset", urls)


def _xml(request, element, rows):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{element} {NAMESPACE}>", *rows, f"</{element}>", ""]
    headers = {"Cache-Control": f"public, max-age={ONE_HOUR}"}
    response = HttpResponse("\n".join(lines), "application/xml", headers=headers)
    # A query string does not change the file, so the response is cached only if there is none.
    if not request.META["QUERY_STRING"]:
        response.validity = Validity(frozenset({ANY_CHANGE, ANY_RESULTS}))
    return response
