"""Write the entities that differ between the old and the new catalogue (folder of data files) to the graph.

An entity that only the new catalogue has is created, unless its slug leads to another entity of the graph. Changed
facts, names, identifiers and citations are written, except those that somebody has changed in the graph. An entity that
the new catalogue no longer has is marked to be withdrawn, or only reported if somebody has changed it."""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime

from graph.actions.facts import ENTITY_FACTS, fact_names, set_facts
from graph.batches import batches
from graph.interchange.dump import PARTS, entity_records
from graph.interchange.upgrade.facts import KEY_LENGTH, facts_of, is_same, parts_of
from graph.interchange.upgrade.identities import Identities
from graph.interchange.upgrade.records import Pair, Report, merged, or_default
from graph.interchange.versions import VIA
from graph.journal.history import COMPOSED
from graph.journal.revisions import add_many, delete_many, write_many
from graph.kinds import Kind
from graph.models import DETAILS, Change, Citation, Entity, Identifier, OtherName, Source
from graph.models.names import SHARED_SCHEMES

PUBLISHED, WITHDRAWN = Entity.Status.PUBLISHED, Entity.Status.WITHDRAWN
ENDINGS = (Change.Action.WITHDRAWN, Change.Action.RESTORED)


class Entities:
    """Writes the entities that differ between an old and a new catalogue to the database. Entities are not withdrawn or
    restored at once: ``ended`` maps their primary keys to their new status, which the function `withdraw` stores at the
    end of the upgrade."""

    def __init__(self, identities: Identities, report: Report):
        self.identities, self.report = identities, report
        self.ended: dict[int, str] = {}
        self.sources = dict(Source.objects.values_list("slug", "pk"))
        self._rows: dict[type, list] = defaultdict(list)
        self._gone: dict[type, list[int]] = defaultdict(list)

    def write(self, records: dict[str, Pair], moment: datetime, progress: Callable[[int], None]) -> None:
        known = {slug: pk for slug in records if (pk := self.identities.own(slug))}
        for keys in batches(set(known.values())):
            stored = self._stored(keys)
            for slug in [slug for slug, pk in known.items() if pk in stored]:
                self._update(slug, records[slug], stored[known[slug]])
                progress(1)
        unknown = {slug: pair for slug, pair in records.items() if slug not in known and pair[1] is not None}
        self._create({slug: new for slug, (old, new) in unknown.items() if self._is_lacking(slug, old, new)}, moment)
        self._write_parts()
        progress(len(records) - len(known))

    def _stored(self, keys):
        """Read the entities with these primary keys. Return a dictionary that maps the keys to (entity, record, parts).
        ``record`` has the data of the entity in the format of a dump. ``parts`` has a dictionary for each of
        "other_names", "identifiers" and "citations". Each of these dictionaries maps the key of a database row, such as
        (scheme, value), to the primary key of the row."""
        rows = {row.pk: row for row in Entity.objects.filter(pk__in=keys).with_details()}
        pks = {row.slug: row.pk for row in rows.values()}
        found = {}
        for kind in {row.kind for row in rows.values()}:
            for record in entity_records(kind, [pk for pk in keys if rows[pk].kind == kind]):
                found[pks[record["slug"]]] = record
        parts = {pk: {} for pk in rows}
        for name, (model, fields) in PARTS.items():
            stored = model.objects.filter(entity__in=keys).values_list("entity", "pk", *fields[:KEY_LENGTH])
            for entity, pk, *key in stored:
                parts[entity].setdefault(name, {})[tuple(key)] = pk
        return {pk: (row, found.get(pk, {"details": {}, "status": row.status}), parts[pk]) for pk, row in rows.items()}

    def _update(self, slug, pair, stored):
        (old, new), (entity, now, parts) = pair, stored
        if entity.kind != (new or old)["kind"] or (new and new.get("country_code", "") != entity.country_code):
            self.report.skip(slug, "its kind or country differs")
            return
        if new is None:
            self._end(slug, old, entity, now)
            return
        if old is None:
            # The old catalogue lacks the entity, but the graph has it. If an earlier catalogue withdrew it, restore it.
            # Otherwise, an editor created an entity with this slug: its facts stay.
            is_back = entity.status == WITHDRAWN and _was_withdrawn_by_catalogue(entity)
            old = now if is_back else {"details": {}}
        self._set_status(entity, old, new)
        kind = entity.kind
        changed, skipped = merged(facts_of(old, kind), facts_of(new, kind), facts_of(now, kind))
        self._write_facts(entity, changed)
        is_changed = bool(changed)
        final = facts_of(now, kind) | changed
        trusted = {name for name, value in facts_of(new, kind).items() if final.get(name) == value}
        for name in PARTS:
            differing, left = merged(*(parts_of(name, record) for record in (old, new, now)))
            self._change_parts(entity.pk, name, differing, parts.get(name, {}), trusted)
            is_changed, skipped = is_changed or bool(differing), skipped | {f"{name} {key[0]}" for key in left}
        if is_changed or entity.pk in self.ended:
            self.report.count(kind, old, new)
        for what in sorted(skipped):
            self.report.skip(slug, what)

    def _set_status(self, entity, old, new):
        before, after = old.get("status", PUBLISHED), new.get("status", PUBLISHED)
        if before != after and entity.status == before:
            self.ended[entity.pk] = after

    def _end(self, slug, old, entity, now):
        """Handle an entity that the new catalogue no longer has. ``old`` is the record of the entity in the old
        catalogue, and ``now`` is the record in the graph. If both are equal, nobody has changed the entity, so withdraw
        it. Otherwise, report that it was not withdrawn."""
        if is_same(old, now, entity.kind):
            self.ended[entity.pk] = WITHDRAWN
        elif entity.status != WITHDRAWN:
            self.report.skip(slug, "the catalogue no longer has it")

    def _write_facts(self, entity, changed):
        if not changed:
            return
        details = entity.details or DETAILS[entity.kind](entity=entity)
        facts = {n: or_default(entity if n in ENTITY_FACTS else details, n, new) for n, new in changed.items()}
        set_facts(entity, details, facts)
        columns = [*facts, *(COMPOSED[name] for name in facts if name in COMPOSED)]
        own = [name for name in columns if name in {*ENTITY_FACTS, COMPOSED["description"]}]
        write_many([entity] if own else [], own)
        if details._state.adding:
            add_many([details])
        elif rest := [name for name in columns if name not in own]:
            write_many([details], rest)

    def _is_lacking(self, slug, old, new):
        is_second_country = new["kind"] == Kind.COUNTRY and new["country_code"] in self.identities.countries
        if old is not None or self.identities.reached(slug) or is_second_country:
            self.report.skip(slug, "it has been merged, or its country exists")
            return False
        return True

    def _create(self, records, moment):
        entities, details = [], []
        for slug, new in records.items():
            shared = {"status": new.get("status", PUBLISHED), "created_at": moment, "updated_at": moment}
            entity = Entity(kind=new["kind"], slug=slug, country_code=new.get("country_code", ""), **shared)
            row = DETAILS[entity.kind](entity=entity)
            facts = facts_of(new, entity.kind)
            set_facts(entity, row, {name: value for name, value in facts.items() if value is not None})
            entity.clean_fields()
            row.clean_fields(exclude=["entity"])
            entities.append(entity)
            details.append(row)
            self.report.count(entity.kind, None, new)
        add_many(entities)
        for entity, row in zip(entities, details, strict=True):
            row.entity_id = entity.pk
            self.identities.add(entity)
            for name in PARTS:
                wanted = parts_of(name, records[entity.slug])
                self._change_parts(entity.pk, name, wanted, {}, fact_names(entity.kind))
        add_many(details)

    def _change_parts(self, pk, name, differing, stored, trusted):
        model, fields = PARTS[name]
        for key, wanted in differing.items():
            if key in stored:
                self._gone[model].append(stored[key])
            if wanted is not None:
                values = dict(zip(fields, (*key, *wanted), strict=False))
                if model is Citation:
                    values["source_id"] = self.sources[values.pop("source__slug")]
                    values["facts"] = [fact for fact in values["facts"] if fact in trusted]
                self._rows[model].append(model(entity_id=pk, **values))

    def _write_parts(self):
        # An identifier can move from one entity to another, so the old rows are deleted first.
        for model, keys in self._gone.items():
            delete_many(model, keys)
        rows = self._rows[Identifier]
        taken = set()
        for values in batches(row.value for row in rows):
            found = Identifier.objects.filter(value__in=values).exclude(scheme__in=SHARED_SCHEMES)
            taken |= set(found.values_list("scheme", "value"))
        self._rows[Identifier] = [row for row in rows if (row.scheme, row.value) not in taken]
        for row in rows:
            if (row.scheme, row.value) in taken:
                self.report.skip(self.identities.slugs[row.entity_id], f"{row} belongs to another entity")
        for model in (OtherName, Identifier, Citation):
            add_many(self._rows[model])


def _was_withdrawn_by_catalogue(entity):
    last = Change.objects.filter(entity_id=entity.pk, action__in=ENDINGS).order_by("pk").last()
    return last is not None and last.via == VIA
