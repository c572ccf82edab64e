"""The sitemap (sitemaps.org): an index, and files with the URLs of at most 50,000 pages each."""

from django.http import Http404, HttpResponse
from django.utils.html import escape

from config.http.links import base_url
from config.http.middleware.methods import read_only
from graph.queries.sql import fetch_all
from graph.queries.totals import published_total

LARGEST_FILE = 50_000
PAGES = "/ /countries /elections /coverage /downloads /docs /docs/webhooks /about /terms /privacy /attribution".split()
"""The pages that are neither of an entity nor of results."""
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
ONE_HOUR = 3600
# Django's sitemaps would render each address with a template, which takes seconds for a file.
ENTITIES = """
    SELECT slug, CAST(updated_at AS text) FROM graph_entity WHERE status = 'published'
    ORDER BY id LIMIT %(limit)s OFFSET %(offset)s
"""
RESULTS = """
    SELECT e.slug, CAST(c.updated_at AS text) FROM graph_coverage c JOIN graph_entity e ON e.id = c.election_id
    WHERE c.mode <> 'test' AND e.status = 'published' ORDER BY e.slug LIMIT %(limit)s
"""


@read_only
def index(request):
    """Return the list of sitemap files: one for general pages, one for results, and all others for entities."""
    files = -(-published_total() // LARGEST_FILE)
    names = ["sitemap-pages.xml", "sitemap-results.xml", *(f"sitemap-{number}.xml" for number in range(1, files + 1))]
    base = escape(base_url(request))
    return _xml("sitemapindex", (f"<sitemap><loc>{base}/{name}</loc></sitemap>" for name in names))


@read_only
def entities(request, number):
    """Return the sitemap file ``number`` (from 1) with the pages of entities."""
    if not 1 <= number <= -(-published_total() // LARGEST_FILE):
        raise Http404
    parameters = {"limit": LARGEST_FILE, "offset": (number - 1) * LARGEST_FILE}
    return _urls(request, "entity", fetch_all(ENTITIES, parameters))


@read_only
def pages(request):
    """Return the sitemap file with the general pages."""
    base = escape(base_url(request))
    return _xml("urlset", (f"<url><loc>{base}{path}</loc></url>" for path in PAGES))


@read_only
def results(request):
    """Return the sitemap file with the pages of election results."""
    return _urls(request, "elections", fetch_all(RESULTS, {"limit": LARGEST_FILE}))


def _urls(request, path, rows):
    start = f"<url><loc>{escape(base_url(request))}/{path}/"
    return _xml("urlset", (f"{start}{slug}</loc><lastmod>{changed[:10]}</lastmod></url>" for slug, changed in rows))


def _xml(element, rows):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{element} {NAMESPACE}>", *rows, f"</{element}>", ""]
    return HttpResponse("\n".join(lines), "application/xml", headers={"Cache-Control": f"public, max-age={ONE_HOUR}"})
