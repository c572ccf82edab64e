"""Find the cached responses that new changes have made outdated. Each cached response has tags, such as
``entity/japan``. A call of a `JournalTail` or `ResultsTail` object returns the tags of outdated responses, and the
cache then drops all responses that have one of them."""

from config.http.cache import EVERYTHING
from graph.journal.journal import journal_head
from graph.kinds import Kind
from graph.models import Change, Entity, JournalState, Relationship
from graph.queries.sql import fetch_all, read_queries
from graph.relations import RELATIONSHIP_TYPES

MAX_CHANGES = 1_000
MAX_ENTITIES = 20_000
ANY_CHANGE = "journal"
"""The cache tag of responses that any change can make outdated, such as a list of entities of all countries."""
ANY_RESULTS = "results"
"""The cache tag of responses that any new result version can make outdated."""
NEWEST = 100
NEWEST_RESULTS = read_queries(__file__, NEWEST=str(NEWEST)).NEWEST_RESULTS

entity_tag, country_tag, country_name_tag = "entity/{}".format, "country/{}".format, "country name/{}".format
"""Three functions that return a cache tag:

- ``entity_tag(slug)`` is for responses that show the entity, or an entity that has a relationship with it.
- ``country_tag(code)`` is for responses that show entities of the country.
- ``country_name_tag(code)`` is for responses that show the name of the country.
"""
results_tag = "results/{}".format
"""``results_tag(slug)`` returns the cache tag of responses that show the results of the election with this slug."""


class JournalTail:
    """Finds outdated responses for the response cache. Each call reads the changes in the journal since the last call,
    and returns the tags of the responses that show changed data."""

    def __init__(self):
        self._known = None

    def __call__(self) -> set[str] | frozenset[str]:
        """Return the tags of responses that have become outdated since the last call, or an empty set. Return
        `EVERYTHING`, which means all responses, at the first call, after very many changes, after an edit of a source,
        and after a change of an entity's country."""
        head, known = journal_head(), self._known
        # All responses that cite a source have its name, but no tag says so.
        sources_edited_at = JournalState.objects.values_list("sources_edited_at", flat=True).first()
        if known == (head, sources_edited_at):
            return set()
        is_known = known is not None and known[1] == sources_edited_at
        tags = _tags_after(known[0][1], head[1]) if is_known else EVERYTHING
        self._known = head, sources_edited_at
        return tags


class ResultsTail:
    """Finds outdated responses about election results for the response cache. Each call returns the cache tags of the
    elections whose results have changed since the last call."""

    def __init__(self):
        self._newest = None

    def __call__(self) -> set[str] | frozenset[str]:
        """Return the cache tags of elections whose results have changed since the last call, together with
        `ANY_RESULTS`. If no results have changed, return an empty set. Return `EVERYTHING`, which means all responses,
        at the first call, if very many elections have changed, or if an election with results was deleted."""
        known, self._newest = self._newest, {tuple(row) for row in fetch_all(NEWEST_RESULTS, {})}
        new = self._newest - (known or set())
        if known is None or len(new) == NEWEST or _is_one_deleted(known, self._newest):
            return EVERYTHING
        return {ANY_RESULTS, *(results_tag(slug) for *_, slug in new)} if new else set()


def _is_one_deleted(known, newest):
    """Return True if an election with results was certainly deleted since the last call. ``newest`` has the `Coverage`
    rows that changed last, at most NEWEST rows. ``known`` has the rows that the same query returned at the last call.

    If a row of ``known`` is missing in ``newest``, there are two possible reasons: it was deleted, or other rows have
    changed since then and taken its place. Only if there are NEWEST rows, the oldest ones lose their place. So a
    missing row was deleted if there are fewer rows, or if it is newer than the oldest row of ``newest``."""
    elections = {row[0] for row in newest}
    missing = [row[2] for row in known if row[0] not in elections]
    return bool(missing) and (len(newest) < NEWEST or max(missing) > min(row[2] for row in newest))


def _tags_after(known, last):
    rows = Change.objects.after(known).values_list("entity_id", "slug", "kind", "country_code", "fields")
    changes = list(rows[: MAX_CHANGES + 1]) if last > known else []
    # If there are no new positions, the journal was replaced.
    if not changes or len(changes) > MAX_CHANGES or any("country_code" in fields for *_, fields in changes):
        return EVERYTHING
    entities = {(slug, country_code) for _, slug, _, country_code, _ in changes}
    entities |= _neighbours({pk for pk, *_ in changes}) | _former_neighbours(fields for *_, fields in changes)
    if len(entities) > MAX_ENTITIES:
        return EVERYTHING
    names = {country_name_tag(country_code) for _, _, kind, country_code, _ in changes if kind == Kind.COUNTRY}
    old_slugs = {slug for *_, fields in changes for slug in fields.get("slug", ()) if slug}
    tags = {tag for slug, code in entities for tag in (entity_tag(slug), country_tag(code))}
    return tags | names | {ANY_CHANGE, *map(entity_tag, old_slugs)}


def _neighbours(pks):
    ends = {
        "subject": Relationship.objects.filter(object__in=pks),
        "object": Relationship.objects.filter(subject__in=pks),
    }
    return {
        entity
        for end, rows in ends.items()
        for entity in rows.values_list(f"{end}__slug", f"{end}__country_code")[: MAX_ENTITIES + 1]
    }


def _former_neighbours(all_fields):
    pairs = [pair for fields in all_fields for name, pair in fields.items() if name in RELATIONSHIP_TYPES]
    slugs = {slug for pair in pairs for slug in pair if slug}
    return set(Entity.objects.filter(slug__in=slugs).values_list("slug", "country_code"))
