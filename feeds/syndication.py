"""The feeds as RSS 2.0, by the framework's syndication; always well-formed, whatever the stored text holds."""

from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.syndication.views import Feed
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.html import escape
from django.utils.http import urlencode

from config.http.links import base_url
from feeds.updates import Item, items_of, newest_items
from feeds.xml import allowed
from graph.kinds import KINDS
from graph.models import Entity

SERVICE = "Political Knowledge Graph"
MINUTES_KEPT = 5
COUNTRY_DOMAIN = "https://www.iso.org/iso-3166-country-codes.html"
GUID = "political-knowledge-graph"


@dataclass(frozen=True)
class Channel:
    """What a feed is about, and where it is found; ``modified`` is when anything last changed."""

    base: str
    path: str
    title: str
    about: str
    modified: datetime
    items: list[Item]
    page: str = "/"
    query: dict = field(default_factory=dict)


class CategorisedRss(Rss201rev2Feed):
    """Categories with their domains, and a date that stands still while nothing changes."""

    def add_item_elements(self, handler, item):
        super().add_item_elements(handler, item)
        for domain, text in item["filed"]:
            handler.addQuickElement("category", text, {"domain": domain} if domain else {})

    def latest_post_date(self):
        dates = [item["pubdate"] for item in self.items]
        return max(dates, default=self.feed["modified"])


class ChangeFeed(Feed):
    """RSS of a channel; every address in it is absolute, and every text fit for XML."""

    feed_type = CategorisedRss
    language = "en"
    ttl = MINUTES_KEPT
    item_guid_is_permalink = False

    def title(self, channel):
        return allowed(channel.title)

    def description(self, channel):
        return allowed(channel.about)

    def link(self, channel):
        return channel.base + channel.page

    def feed_url(self, channel):
        address = channel.base + channel.path
        return f"{address}?{urlencode(channel.query)}" if channel.query else address

    def feed_extra_kwargs(self, channel):
        return {"modified": channel.modified}

    def items(self, channel):
        self.base = channel.base
        return channel.items

    def item_title(self, item):
        """The name, and what happened to what it names; of a new one the name alone."""
        name = allowed(item.entity.name).strip() or item.entity.slug
        return name if item.is_creation else f"{name}: {allowed(item.told)}"

    def item_description(self, item):
        """HTML, as readers take it to be."""
        return "".join(f"<p>{escape(allowed(text))}</p>" for text in (f"{item.told}.", item.entity.description) if text)

    def item_link(self, item):
        return f"{self.base}/entity/{item.entity.slug}"

    def item_guid(self, item):
        return f"{GUID}/change/{item.newest.pk}"

    def item_pubdate(self, item):
        return item.newest.at

    def item_extra_kwargs(self, item):
        kind, country = item.entity.kind, item.entity.country_code
        return {"filed": [("", kind), *([(COUNTRY_DOMAIN, country)] if country else [])]}


def feed_of_all(request, kind: str, country_code: str, modified: datetime) -> bytes:
    """The last update of each of the entities that were updated last."""
    about = KINDS[kind].label_plural if kind else "Entities"
    place = f" of {country_code.upper()}" if country_code else ""
    query = {name: value for name, value in (("type", kind), ("country", country_code)) if value}
    channel = Channel(
        base=base_url(request),
        path=reverse("feed"),
        query=query,
        title=f"{SERVICE}: {about}{place}" if query else SERVICE,
        about=f"{about}{place} that were updated last, and what changed.",
        modified=modified,
        items=newest_items(kind, country_code),
    )
    return written(request, channel)


def feed_of_entity(request, entity: Entity, modified: datetime) -> bytes:
    """The last updates of one entity."""
    channel = Channel(
        base=base_url(request),
        path=reverse("entity-feed", args=[entity.slug]),
        title=f"{entity.name} – {SERVICE}",
        about=f"What changed: {entity.name}.",
        modified=modified,
        items=items_of(entity),
        page=f"/entity/{entity.slug}",
    )
    return written(request, channel)


def written(request, channel: Channel) -> bytes:
    """The channel as an XML document."""
    return ChangeFeed().get_feed(channel, request).writeString("utf-8").encode()
