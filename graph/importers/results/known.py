"""Find entities of the graph by identifiers and names that sources of election results use."""

from graph.kinds import Kind
from graph.models import Entity, Identifier, OtherName
from graph.models.names import RECORD_SCHEME
from graph.text.folding import fold


class Known:
    """Finds slugs of entities in the graph. The result is None if there is no entity, or more than one party."""

    def __init__(self):
        rows = Identifier.objects.values_list("entity__kind", "scheme", "value", "entity__slug")
        self._slugs = {(kind, scheme, value): slug for kind, scheme, value, slug in rows}
        parties = Entity.objects.of_kind(Kind.PARTY)
        self._parties = {}
        for names in (
            OtherName.objects.filter(entity__kind=Kind.PARTY).values_list(
                "entity__country_code", "name", "entity__slug"
            ),
            parties.values_list("country_code", "name", "slug"),
        ):
            # Display names come last, because they are stronger than other names.
            found = {}
            for country, name, slug in names:
                found.setdefault((country, fold(name)), set()).add(slug)
            self._parties |= {key: slugs.pop() if len(slugs) == 1 else None for key, slugs in found.items()}
        self.countries = dict(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", "name"))

    def find(self, kind: Kind, scheme: str, value: str) -> str | None:
        return self._slugs.get((kind.value, scheme, value))

    def record(self, kind: Kind, source: str, key: str) -> str | None:
        """Return the slug of the entity that an importer created from the record with this ``key``. ``source`` is the
        slug of its source."""
        return self.find(kind, f"{RECORD_SCHEME}{source}", key)

    def party_named(self, country_code: str, *names: str) -> str | None:
        """Return the slug of the party that has the first of these names that belongs to exactly one party of the
        country. Return None if there is none."""
        found = (self._parties.get((country_code, fold(name))) for name in names if name)
        return next(filter(None, found), None)
