-- name: COLUMNS
r.type, r.id, r.display_order, NULLIF(r.start_date, ''), NULLIF(r.end_date, ''), CAST(r.verified_at AS text),
NULLIF(r.role, ''), s.slug, s.name, NULLIF(s.url, ''), CAST(s.retrieved AS text),
NULLIF(s.licence, ''), CAST(r.start_first AS text), CAST(r.end_last AS text), CAST(r.current_first AS text), CAST(r.current_last AS text),
n.status,
CAST(CASE WHEN r.updated_at > n.updated_at THEN r.updated_at ELSE n.updated_at END AS text),
n.name, n.kind, n.slug, NULLIF(n.country_code, ''), n.description

-- name: OBJECT_AND_SOURCE
JOIN graph_entity n ON n.id = r.object_id LEFT JOIN graph_source s ON s.id = r.source_id

-- name: SUBJECT_AND_SOURCE
JOIN graph_entity n ON n.id = r.subject_id LEFT JOIN graph_source s ON s.id = r.source_id

-- name: OUTGOING
SELECT 'outgoing', {COLUMNS} FROM graph_relationship r {OBJECT_AND_SOURCE}

-- name: INCOMING
SELECT 'incoming', {COLUMNS} FROM graph_relationship r {SUBJECT_AND_SOURCE}

-- name: ENTITY
SELECT {ENTITY_COLUMNS},
(SELECT CAST({ROWS}({ARRAY}('outgoing', {COLUMNS})) AS text)
FROM (SELECT * FROM graph_relationship WHERE subject_id = e.id LIMIT {LIMIT}) r {OBJECT_AND_SOURCE}),
(SELECT CAST({ROWS}({ARRAY}('incoming', {COLUMNS})) AS text)
FROM (SELECT * FROM graph_relationship WHERE object_id = e.id LIMIT {LIMIT}) r {SUBJECT_AND_SOURCE})
FROM graph_entity e WHERE e.slug = %(slug)s
