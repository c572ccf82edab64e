"""Declare the JSON documents of /api/changes."""

from config.http.documents import BOOLEAN, STRING, TIMESTAMP, URL, Document, Member, one_of
from config.http.parameters import MOST_ROWS
from graph.documents import COUNTRY_CODE, KIND, SLUG
from graph.models import Change


class ChangeDocument(Document, component="Change"):
    """A public change of an entity. It hides which editor made the change, and the editor's note."""

    action = Member(one_of(Change.Action.values))
    at = Member(TIMESTAMP, description="When it was written; on a first load, when its facts were last changed")
    type = Member(KIND, "kind")
    slug = Member(SLUG, description="The entity's slug after the change; `fields.slug` holds the one before")
    name = Member(STRING)
    country_code = Member(COUNTRY_CODE, null=True)
    fields = Member(
        {"type": "object", "additionalProperties": {"type": "array", "minItems": 2, "maxItems": 2}},
        # ``into`` is a member of its own, and no field with an old value.
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
