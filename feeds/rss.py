"""Write the feeds as RSS 2.0. Characters that XML does not allow are removed."""

import re
from datetime import datetime

from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.html import escape
from django.utils.http import urlencode

from config.http.links import base_url
from feeds.updates import Update, newest_updates, updates_of
from graph.api.lookup import check_country
from graph.kinds import KINDS, Kind
from graph.models import Entity
from graph.results import RESULTS

SERVICE = "Political Knowledge Graph"
TIME_TO_LIVE = "5"
"""The ``ttl`` of the feeds: how many minutes a feed reader should wait before the next request."""
COUNTRY_DOMAIN = "https://www.iso.org/iso-3166-country-codes.html"
GUID_PREFIX = "political-knowledge-graph/change"
# Characters that XML 1.0 does not allow. With one of them, no parser can read the document.
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class RssFeed(Rss201rev2Feed):
    """Django's RSS 2.0 feed with three additions:

    - An item has a category with the country code of its entity, if there is one. The attribute ``domain`` of the
      category is the URL of the list of country codes.
    - The link of the feed to its own URL has a media type.
    - The date of a feed without items is ``modified``.
    """

    def add_root_elements(self, handler):
        super().add_root_elements(handler)
        link = {"rel": "self", "href": self.feed["self_url"], "type": "application/rss+xml"}
        handler.addQuickElement("atom:link", None, link)

    def add_item_elements(self, handler, item):
        super().add_item_elements(handler, item)
        if item["country_code"]:
            handler.addQuickElement("category", item["country_code"], {"domain": COUNTRY_DOMAIN})

    def latest_post_date(self):
        # Django would write the current time into a feed without items, which changes the ETag each second.
        return max((item["pubdate"] for item in self.items), default=self.feed["modified"])


def feed_of_all(request, kind: str, country_code: str, modified: datetime) -> bytes:
    """Return an RSS feed with the latest updates of entities. An empty ``kind`` or ``country_code`` means all.
    ``modified`` is the date of the feed if it has no items. Raise InvalidParameters if the graph has no entity of the
    country."""
    updates = newest_updates(kind, country_code)
    if not updates:
        check_country(country_code)
    about = KINDS[kind].label_plural if kind else "Entities"
    country = f" of {_country_name(country_code)}" if country_code else ""
    query = {name: value for name, value in (("type", kind), ("country", country_code)) if value}
    path = reverse("feed")
    return write_rss(
        base_url(request),
        updates,
        title=f"{SERVICE}: {about}{country}" if query else SERVICE,
        description=f"{about}{country} that were updated last, and what changed.",
        path=f"{path}?{urlencode(query)}" if query else path,
        modified=modified,
    )


def _country_name(country_code):
    countries = Entity.objects.published().of_kind(Kind.COUNTRY).in_country(country_code)
    return countries.values_list("name", flat=True).first() or country_code.upper()


def feed_of_entity(request, entity: Entity, modified: datetime) -> bytes:
    return write_rss(
        base_url(request),
        updates_of(entity),
        title=f"{entity.name} – {SERVICE}",
        description=f"What changed: {entity.name}.",
        path=reverse("entity-feed", args=[entity.slug]),
        page=f"/entity/{entity.slug}",
        modified=modified,
    )


def write_rss(
    base: str, updates: list[Update], *, title: str, description: str, path: str, modified: datetime, page: str = "/"
) -> bytes:
    """Return an RSS feed with one item for each update. ``base`` is the URL of the service. ``path`` is the path of the
    feed, and ``page`` is the path of the HTML page that it belongs to. ``modified`` is the date of the feed if it has
    no items."""
    feed = RssFeed(
        title=without_invalid(title),
        link=base + page,
        description=without_invalid(description),
        language="en",
        self_url=base + path,
        ttl=TIME_TO_LIVE,
        modified=modified,
    )
    for update in updates:
        feed.add_item(**_item(update, base))
    return feed.writeString("utf-8").encode()


def without_invalid(text: str) -> str:
    return NOT_XML.sub("", text)


def _item(update, base):
    entity = update.entity
    name = without_invalid(entity.name).strip() or entity.slug
    # Feed readers parse the description as HTML, so the text must be escaped twice: here for HTML, and by Django for
    # XML.
    paragraphs = [escape(without_invalid(text)) for text in (f"{update.summary}.", entity.description) if text]
    if any(RESULTS in change.fields for change in update.changes):
        paragraphs.append(f'<a href="{base}/elections/{entity.slug}">Results</a>')
    return {
        "title": name,
        "link": f"{base}/entity/{entity.slug}",
        "description": "".join(f"<p>{text}</p>" for text in paragraphs),
        # Feed readers recognise an update by its guid, so the guid identifies the change and not the entity.
        "unique_id": f"{GUID_PREFIX}/{update.changes[0].pk}",
        "unique_id_is_permalink": False,
        "pubdate": update.changes[0].at,
        "categories": [entity.kind],
        "country_code": entity.country_code,
    }
