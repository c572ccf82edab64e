"""Find possible duplicates: politicians of one country, or parties of one country, that share a name."""

from collections import defaultdict
from itertools import combinations

from graph.checks.rules import entities
from graph.kinds import Kind
from graph.models import NotDuplicate, OtherName
from graph.text.folding import fold

LARGEST_GROUP = 10
"""In a larger group of entities with one name, only the first entity is paired with the others."""
YEARS = {Kind.POLITICIAN: ("Years of birth", "birth_year"), Kind.PARTY: ("Years of foundation", "founded_year")}


def check_duplicates(day):
    """Yield (slug, sentence, slug of the possible duplicate)."""
    marked = set(NotDuplicate.objects.values_list("one__slug", "other__slug"))
    for kind, (label, fact) in YEARS.items():
        years = dict(entities(kind).values_list("slug", f"{kind}_details__{fact}"))
        for (one, other), name in _pairs(kind).items():
            if (one, other) not in marked:
                known = ", ".join(str(years[slug] or "unknown") for slug in (one, other))
                yield one, f"Both are called “{name}”. {label}: {known}.", other


def _pairs(kind):
    """Map each pair of slugs to the name that both entities share. The older entity comes first."""
    names = {}
    for slugs, name in _groups(kind):
        pairs = combinations(slugs, 2) if len(slugs) <= LARGEST_GROUP else ((slugs[0], other) for other in slugs[1:])
        for pair in pairs:
            names.setdefault(pair, name)
    return names


def _groups(kind):
    """Yield (slugs, name) for each name that several entities of one country have. Case and accents are ignored."""
    slugs, spelling = defaultdict(dict), {}
    own = entities(kind).values_list("pk", "slug", "country_code", "name")
    others = OtherName.objects.filter(entity__in=entities(kind))
    others = others.values_list("entity_id", "entity__slug", "entity__country_code", "name")
    for rows in (own, others):
        for pk, slug, code, name in rows.order_by("pk").iterator(chunk_size=5000):
            key = code, fold(name)
            slugs[key][pk] = slug
            spelling.setdefault(key, name)
    for key, found in slugs.items():
        if key[1] and len(found) > 1:
            yield [slug for _, slug in sorted(found.items())], spelling[key]
