from graph.actions.preconditions import lock
from graph.interchange.versions import VIA
from graph.kinds import Kind
from graph.models import Change, Entity, Redirect
from graph.relations import RELATIONSHIP_TYPES


class Identities:
    """Finds the entities of the graph for the slugs in a catalogue (files with the whole graph), even if editors have
    renamed or merged them."""

    def __init__(self):
        rows = list(Entity.objects.values_list("pk", "slug", "kind", "country_code"))
        self.kinds = {pk: kind for pk, _, kind, _ in rows}
        self.slugs = {pk: slug for pk, slug, _, _ in rows}
        self.countries = {code for _, _, kind, code in rows if kind == Kind.COUNTRY}
        actions = [Change.Action.CREATED, Change.Action.RENAMED]
        loaded = Change.objects.filter(via=VIA, action__in=actions).order_by("pk").values_list("slug", "entity_id")
        # Maps the slugs of entities to primary keys: the present slugs, and those that they had in a catalogue, because
        # an editor may have renamed an entity since then.
        self._own = {slug: pk for pk, slug in self.slugs.items()}
        self._own |= {slug: pk for slug, pk in loaded if pk in self.kinds}
        self.pks = dict(Redirect.objects.values_list("slug", "entity_id")) | self._own
        """Maps all slugs, also those of redirects, to the primary keys of the entities to which they lead."""

    def own(self, slug: str) -> int | None:
        """Return the primary key of the entity that has this slug now, or had it in a catalogue before an editor
        renamed it. Return None if there is no such entity, for example because it was merged into another one."""
        return self._own.get(slug)

    def reached(self, slug: str | None, kind: str = "") -> int | None:
        """Return the primary key of the entity with this slug, or of the entity to which this slug redirects. Return
        None if there is no such entity, or if it is not of this kind."""
        pk = self.pks.get(slug)
        return pk if not kind or self.kinds.get(pk) == kind else None

    def add(self, entity: Entity) -> None:
        """Add an entity that this upgrade has created or renamed, so that it is found by its new slug."""
        self.kinds[entity.pk], self.slugs[entity.pk] = entity.kind, entity.slug
        self._own[entity.slug] = self.pks[entity.slug] = entity.pk

    def redirect(self, slug: str, pk: int) -> None:
        """Record that ``slug`` now leads to the entity with the primary key ``pk``. If another entity had this slug
        until now, it was merged into this entity. Then all other slugs of the merged entity lead to ``pk`` too."""
        merged = self._own.pop(slug, pk)
        self.pks |= {known: pk for known, reached in self.pks.items() if reached == merged} | {slug: pk}

    def can_be_related(self, type_: str, subject: int | None, object_: int | None) -> bool:
        """Return True if a relationship of this type can connect the two entities: both exist, are different, and have
        the kinds that the type requires. ``subject`` and ``object_`` are primary keys, or None for an entity that does
        not exist."""
        definition = RELATIONSHIP_TYPES[type_]
        kinds = (self.kinds.get(subject), self.kinds.get(object_))
        return subject != object_ and kinds == (definition.subject, definition.object)

    def lock(self, changes) -> None:
        """Lock all entities whose facts, relationships or compositions the upgrade may change, so that no editor
        changes them before the end of the transaction. ``changes`` is a `Changes` with the records that differ between
        the catalogues."""
        slugs = {*changes.entities(), *(key[0] for key in changes.of("relationships"))}
        slugs |= {key[0] for key in changes.of("compositions")}
        lock({pk for pk in map(self.reached, slugs) if pk})
