from config.http.documents import BOOLEAN, STRING, TIMESTAMP, URL, Document, Member, one_of
from config.http.openapi import operation
from config.http.parameters import MOST_ROWS
from feeds.api.parameters import ChangesParameters, FeedParameters
from graph.api.schema import SLUG_IN_PATH
from graph.documents import CHANGED_FIELDS, COUNTRY_CODE, KIND, NAME, SLUG
from graph.models import Change


class ChangeDocument(Document, component="Change"):
    """A change as clients see it: without the name and the note of the editor."""

    action = Member(one_of(Change.Action.values), description="What happened to the entity")
    at = Member(TIMESTAMP, description="When it was written; on a first load, when its facts were last changed")
    type = Member(KIND, "kind")
    slug = Member(SLUG, description="The entity's slug after the change; `fields.slug` holds the one before")
    name = Member(NAME)
    country_code = Member(COUNTRY_CODE, null=True)
    fields = Member(
        CHANGED_FIELDS,
        # ``into`` is a separate member of the document, because it is a single slug and not a pair (old value, new
        # value).
        lambda change: {name: pair for name, pair in change.fields.items() if name != "into"},
    )
    into = Member(
        STRING,
        lambda change: change.fields["into"][1] if change.action == Change.Action.MERGED else None,
        null=True,
        description="The slug that a merged entity now leads to",
    )
    via = Member(STRING, null=True, description="The import that wrote it; null for editors")


class ChangesResponse(Document, component="ChangesAnswer"):
    changes = Member(ChangeDocument, many=True, maxItems=MOST_ROWS, description="Oldest first")
    next = Member(URL, description="Where to continue: now if `more`, otherwise later")
    more = Member(BOOLEAN, description="Whether there are more changes already")


_RSS = {"type": "string", "description": "RSS 2.0"}
_RSS_TYPE = "application/rss+xml"

changes = operation("list_changes", ChangesResponse, ChangesParameters())
feed = operation("get_feed", _RSS, FeedParameters(), media_type=_RSS_TYPE)
entity_feed = operation("get_entity_feed", _RSS, in_path=[SLUG_IN_PATH], media_type=_RSS_TYPE)
