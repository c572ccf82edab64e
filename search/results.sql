-- name: SHORT_FORMS
-- This reads the columns with which a list shows published entities. A condition on the ids replaces the braces.
-- Django's ORM would take longer to build this query than the database takes to run it.
SELECT id, name, kind, slug, country_code, description FROM graph_entity WHERE status = %s AND id {}

-- name: STATE
SELECT version, changed_at, (SELECT COUNT(*) FROM search_stale WHERE NOT is_indexed),
    EXISTS (SELECT 1 FROM search_stale WHERE entity_id = 0 AND NOT is_indexed)
FROM search_state
