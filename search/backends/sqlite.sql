-- name: MATCH
-- The scan goes in the order of rowid, which is that of importance, and stops at the limit.
SELECT entity_id, kind, country_code, importance, names, context FROM search_fts
JOIN search_entity ON search_entity.rank_key = search_fts.rowid
WHERE search_fts MATCH %s ORDER BY search_fts.rowid LIMIT %s

-- name: ADD
INSERT INTO search_fts (rowid, body) SELECT rank_key, body FROM search_entity WHERE entity_id {pks}

-- name: ADD_ALL
INSERT INTO search_fts (search_fts) VALUES ('rebuild')

-- name: REMOVE
INSERT INTO search_fts (search_fts, rowid, body)
SELECT 'delete', rank_key, body FROM search_entity WHERE entity_id {pks}

-- name: INSERT_VARIANTS
INSERT INTO search_variant (key, token_id) SELECT key >> 32, key & 4294967295 FROM {rows}
