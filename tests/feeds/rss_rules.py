"""Check a feed by the rules of RSS 2.0 and the profile of the RSS Advisory Board.

`broken` checks all rules. Every other function is a rule, and returns True if the parsed feed follows it.
"""

import re
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
RFC_822 = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}")
OF_A_CHANNEL = {"title", "link", "description", "language", "lastBuildDate", "ttl", "item", f"{ATOM}link"}
OF_AN_ITEM = {"title", "link", "description", "category", "guid", "pubDate"}
ADDRESS = re.compile(r"https?://[^\s<>\"]+")


def root_is_rss_2(root):
    return root.tag == "rss" and root.get("version") == "2.0" and [child.tag for child in root] == ["channel"]


def channel_has_title_link_and_description_once(root):
    return all(len(root.findall(f"channel/{name}")) == 1 for name in ("title", "link", "description"))


def channel_holds_known_elements_alone(root):
    return {child.tag for child in root.find("channel")} <= OF_A_CHANNEL


def channel_leads_to_itself_by_an_absolute_atom_link(root):
    links = root.findall(f"channel/{ATOM}link[@rel='self']")
    own = links[0] if len(links) == 1 else {}
    return ADDRESS.fullmatch(own.get("href", "")) and own.get("type") == "application/rss+xml"


def channel_has_a_language(root):
    return re.fullmatch(r"[a-z]{2}(-[a-z]{2})?", root.findtext("channel/language"))


def time_to_live_is_a_number_of_minutes(root):
    return int(root.findtext("channel/ttl")) > 0


def dates_are_of_rfc_822_with_four_digits_of_a_year(root):
    dates = [node.text for name in ("lastBuildDate", "pubDate") for node in root.iter(name)]
    return all(RFC_822.fullmatch(text) and parsedate_to_datetime(text) for text in dates)


def channel_is_as_new_as_its_newest_item(root):
    dates = [parsedate_to_datetime(node.text) for node in root.iter("pubDate")]
    return not dates or parsedate_to_datetime(root.findtext("channel/lastBuildDate")) == max(dates)


def items_hold_known_elements_alone(root):
    return {child.tag for item in root.iter("item") for child in item} <= OF_AN_ITEM


def items_have_each_element_once_but_categories(root):
    return all(len(item.findall(name)) == 1 for item in root.iter("item") for name in OF_AN_ITEM - {"category"})


def items_have_a_category(root):
    return all(item.findtext("category") for item in root.iter("item"))


def links_are_absolute_addresses(root):
    return all(ADDRESS.fullmatch(node.text) for node in root.iter("link"))


def guids_are_unique_and_say_that_they_are_no_address(root):
    guids = list(root.iter("guid"))
    return len({node.text for node in guids}) == len(guids) and {node.get("isPermaLink") for node in guids} <= {"false"}


def items_come_newest_first(root):
    dates = [parsedate_to_datetime(node.text) for node in root.iter("pubDate")]
    return dates == sorted(dates, reverse=True)


def titles_are_text_without_markup(root):
    return all(len(node) == 0 and node.text for node in root.iter("title"))


RULES = (
    root_is_rss_2,
    channel_has_title_link_and_description_once,
    channel_holds_known_elements_alone,
    channel_leads_to_itself_by_an_absolute_atom_link,
    channel_has_a_language,
    time_to_live_is_a_number_of_minutes,
    dates_are_of_rfc_822_with_four_digits_of_a_year,
    channel_is_as_new_as_its_newest_item,
    items_hold_known_elements_alone,
    items_have_each_element_once_but_categories,
    items_have_a_category,
    links_are_absolute_addresses,
    guids_are_unique_and_say_that_they_are_no_address,
    items_come_newest_first,
    titles_are_text_without_markup,
)


def broken(document: bytes) -> list[str]:
    """Return the names of the rules that the feed violates. Raise ParseError if the feed is not XML."""
    root = ElementTree.fromstring(document)  # noqa: S314 - a document of ours
    return [rule.__name__ for rule in RULES if not rule(root)]
