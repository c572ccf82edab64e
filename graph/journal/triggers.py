"""Rules about two tables that no constraint can hold: triggers on both databases, made from the declarative tables.

A later migration that rebuilds one of their tables on SQLite drops them with the old table; it must end with
`graph.journal.triggers.install`.
"""

from graph.kinds import KINDS, Kind
from graph.relations import RELATIONSHIP_TYPES

RELATIONSHIP_RULE = "relationship_joins_the_kinds_its_type_allows"
DETAILS_RULE = "details_belong_to_an_entity_of_their_kind"
KIND_RULE = "entity_keeps_its_kind"
COMPOSITION_RULE = "composition_is_of_an_institution"
GIVEN_RULE = "composition_is_given_by_an_election"
SHARE_RULE = "seat_share_is_of_a_party"
JOURNAL_RULE = "journal_is_append_only"

_ALLOWED = ", ".join(
    f"('{name}', '{relation.subject}', '{relation.object}')" for name, relation in RELATIONSHIP_TYPES.items()
)
_REFERENCES = (
    (COMPOSITION_RULE, "graph_composition", "institution_id", Kind.INSTITUTION.value),
    (GIVEN_RULE, "graph_composition", "election_id", Kind.ELECTION.value),
    (SHARE_RULE, "graph_seatshare", "party_id", Kind.PARTY.value),
)
"""(name, table, column, the kind of entity that the column leads to where it is not empty)"""


def _rules():
    """(name, table, the condition under which a written row is refused, the columns that matter on update)."""
    joins = f"(NEW.type, {_kind_of('subject_id')}, {_kind_of('object_id')})"
    yield RELATIONSHIP_RULE, "graph_relationship", f"{joins} NOT IN (VALUES {_ALLOWED})", "type, subject_id, object_id"
    for kind in KINDS:
        yield DETAILS_RULE, f"graph_{kind}details", f"{_kind_of('entity_id')} <> '{kind}'", "entity_id"
    yield KIND_RULE, "graph_entity", "TG_OP = 'UPDATE' AND NEW.kind <> OLD.kind", "kind"
    for name, table, column, kind in _REFERENCES:
        refused = f"NEW.{column} IS NOT NULL AND {_kind_of(column)} <> '{kind}'"
        yield name, table, refused, column


def _kind_of(column):
    """The kind of the entity that the written row names, empty when there is none.

    It is found by its key alone. Asked for key and kind together, PostgreSQL goes by the kind while it has no
    statistics, and loading the catalogue takes ten minutes instead of one.
    """
    return f"COALESCE((SELECT e.kind FROM graph_entity e WHERE e.id = NEW.{column}), '')"  # noqa: S608 - a column of ours


JOURNAL = "graph_change"
_REWRITTEN = {"position": "OLD.position IS NOT NULL", "by_id": "NEW.by_id IS NOT NULL"}
"""Columns of the journal that are written again, and when they must not be: a row gets its place once, and may forget
whose account made it."""


def install(apps, schema_editor) -> None:
    """Create the triggers of all tables that ``apps`` has by now; existing ones are replaced."""
    uninstall(apps, schema_editor)
    if any(field.name == "position" for field in apps.get_model("graph", "Change")._meta.fields):
        close_journal(apps, schema_editor)
    make = _postgresql if schema_editor.connection.vendor == "postgresql" else _sqlite
    tables = {model._meta.db_table for model in apps.get_models()}
    for name, table, *rule in _rules():
        for statement in make(name, table, *rule) if table in tables else ():
            schema_editor.execute(statement)


def uninstall(apps, schema_editor) -> None:
    """Drop every trigger."""
    open_journal(apps, schema_editor)
    postgresql = schema_editor.connection.vendor == "postgresql"
    for name, table, _, _ in _rules():
        if postgresql:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {table}_{name}() CASCADE")
        else:
            for event in ("insert", "update"):
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{name}_{event}")


def close_journal(apps, schema_editor) -> None:
    """From now on the journal can only be added to."""
    postgresql = schema_editor.connection.vendor == "postgresql"
    rewrites = _rewrites(apps)
    for statement in _journal_on_postgresql(rewrites) if postgresql else _journal_on_sqlite(rewrites):
        schema_editor.execute(statement)


def open_journal(apps, schema_editor) -> None:
    """Let the journal be rewritten: for migrations backwards, and for tests that begin with an empty one."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {JOURNAL}_{JOURNAL_RULE}() CASCADE")
        return
    for name in ("delete", "rewrite", "reorder", "reassign"):
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {JOURNAL}_{JOURNAL_RULE}_{name}")


def _rewrites(apps):
    """(name, event, condition) of what is refused of the journal, with the columns that it has by now."""
    columns = [column.column for column in apps.get_model("graph", "Change")._meta.concrete_fields]
    written_once = ", ".join(column for column in columns if column not in _REWRITTEN)
    yield "delete", "DELETE", "1 = 1"
    yield "rewrite", f"UPDATE OF {written_once}", "1 = 1"
    yield "reorder", "UPDATE OF position", _REWRITTEN["position"]
    yield "reassign", "UPDATE OF by_id", _REWRITTEN["by_id"]


def _journal_on_sqlite(rewrites):
    for name, event, condition in rewrites:
        yield (
            f"CREATE TRIGGER {JOURNAL}_{JOURNAL_RULE}_{name} BEFORE {event} ON {JOURNAL} WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{JOURNAL_RULE}'); END"
        )


def _journal_on_postgresql(rewrites):
    function = f"{JOURNAL}_{JOURNAL_RULE}"
    yield (
        f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql "
        f"AS $$ BEGIN RAISE EXCEPTION '{JOURNAL_RULE}' USING ERRCODE = 'check_violation'; END $$"
    )
    for name, event, condition in rewrites:
        yield (
            f"CREATE TRIGGER {function}_{name} BEFORE {event} ON {JOURNAL} "
            f"FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {function}()"
        )
    yield f"CREATE TRIGGER {function}_empty BEFORE TRUNCATE ON {JOURNAL} EXECUTE FUNCTION {function}()"


def _sqlite(name, table, refused, columns):
    if name == KIND_RULE:
        events = {"update": (f"UPDATE OF {columns}", "NEW.kind <> OLD.kind")}
    else:
        events = {"insert": ("INSERT", refused), "update": (f"UPDATE OF {columns}", refused)}
    for event, (clause, condition) in events.items():
        yield (
            f"CREATE TRIGGER {table}_{name}_{event} BEFORE {clause} ON {table} WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{name}'); END"
        )


def _postgresql(name, table, refused, columns):
    yield (
        # Planned while the table was small, the look-up would keep reading all of it: by its key it always is quick.
        f"CREATE FUNCTION {table}_{name}() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off "
        f"AS $$ BEGIN IF {refused} THEN "
        f"RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$"
    )
    event = f"UPDATE OF {columns}" if name == KIND_RULE else f"INSERT OR UPDATE OF {columns}"
    yield f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_{name}()"
