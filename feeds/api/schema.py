from django import forms
from drf_spectacular.utils import OpenApiResponse, extend_schema

from config.http import cursors
from config.http.documents import BOOLEAN, STRING, TIMESTAMP, URL, Document, Member, one_of
from config.http.openapi import SLUG_RESPONSES, ok, parameters, response_header
from config.http.parameters import MOST_ROWS, CountryCodeField, LimitField, OneOfField
from graph.api.schema import SLUG_IN_PATH
from graph.documents import COUNTRY_CODE, KIND, SLUG
from graph.kinds import KINDS
from graph.models import Change

LIST = "changes"
START_OF_JOURNAL = 0


class SinceField(forms.Field):
    """A cursor from ``next`` of an earlier response. Its value is a position in the change journal, by default 0."""

    json_schema = {"type": "string", "maxLength": cursors.LONGEST}

    def __init__(self):
        super().__init__(required=False, help_text="Taken from `next` of the response before; opaque")

    def to_python(self, value):
        try:
            name, position = cursors.decode(value, (str, int)) if value else (LIST, START_OF_JOURNAL)
        except cursors.InvalidCursor:
            name = ""
        if name != LIST:
            raise forms.ValidationError("Is no cursor of the changes; take it from next as it is.")
        return position


class FeedParameters(forms.Form):
    type = OneOfField(KINDS, help_text="Only this kind")
    country = CountryCodeField(required=False, help_text="Only this country, ISO 3166-1 alpha-2, lower case")


class ChangesParameters(FeedParameters):
    since = SinceField()
    limit = LimitField(default=100, help_text="Changes of one response")


class ChangeDocument(Document, component="Change"):
    """A change as clients see it: without the name and the note of the editor."""

    action = Member(one_of(Change.Action.values))
    at = Member(TIMESTAMP, description="When it was written; on a first load, when its facts were last changed")
    type = Member(KIND, "kind")
    slug = Member(SLUG, description="The entity's slug after the change; `fields.slug` holds the one before")
    name = Member(STRING)
    country_code = Member(COUNTRY_CODE, null=True)
    fields = Member(
        {"type": "object", "additionalProperties": {"type": "array", "minItems": 2, "maxItems": 2}},
        # ``into`` is a separate member of the document, because it has no old value.
        lambda change: {name: pair for name, pair in change.fields.items() if name != "into"},
        description="Field to its old and new value; a type of relationship to slugs",
    )
    into = Member(
        STRING,
        lambda change: change.fields["into"][1] if change.action == Change.Action.MERGED else None,
        null=True,
        description="The slug that a merged entity now leads to",
    )
    via = Member(STRING, null=True, description="The import that wrote it; null for editors")


class ChangesResponse(Document, component="ChangesAnswer"):
    changes = Member(ChangeDocument, many=True, maxItems=MOST_ROWS)
    next = Member(URL, description="Where to continue: now if `more`, otherwise later")
    more = Member(BOOLEAN, description="Whether there are more changes already")


_RSS = {(200, "application/rss+xml"): OpenApiResponse({"type": "string", "description": "RSS 2.0"}, "RSS 2.0")}

changes = extend_schema(
    operation_id="list_changes",
    summary="What changed since a position in the journal",
    description="Oldest first. Nothing is skipped or repeated between two responses, even while others write. "
    "Add what is `created` or `restored`, remove what is `withdrawn` or `merged`, move what is `renamed`: a client "
    "that follows from the start has exactly the slugs of /api/graph/entities. Not counted against any limit.",
    parameters=[
        *parameters(ChangesParameters()),
        response_header("Link", '`<…>; rel="next"`; absent when there are no more changes yet'),
    ],
    responses=ok(ChangesResponse, "Changes, and where to continue"),
)
feed = extend_schema(
    operation_id="get_feed",
    summary="The 50 entities that were updated last, as RSS",
    description="Newest first, what changed in plain words. Filters combine. Not counted against any limit.",
    parameters=parameters(FeedParameters()),
    responses=_RSS,
)
entity_feed = extend_schema(
    operation_id="get_entity_feed",
    summary="What changed of one entity, as RSS",
    description="Its last 50 updates, newest first. Not counted against any limit.",
    parameters=[SLUG_IN_PATH],
    responses=_RSS | SLUG_RESPONSES,
)
