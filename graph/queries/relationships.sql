-- name: COLUMNS
r.type, r.id, r.display_order, NULLIF(r.start_date, ''), NULLIF(r.end_date, ''), CAST(r.verified_at AS text),
NULLIF(r.role, ''), s.slug, s.name, NULLIF(s.url, ''), CAST(s.retrieved AS text),
NULLIF(s.licence, ''), CAST(r.start_first AS text), CAST(r.end_last AS text), CAST(r.current_first AS text), CAST(r.current_last AS text),
n.status,
CAST(CASE WHEN r.updated_at > n.updated_at THEN r.updated_at ELSE n.updated_at END AS text),
n.name, n.kind, n.slug, NULLIF(n.country_code, ''), n.description

-- name: OUTGOING
SELECT 'outgoing', {COLUMNS} FROM graph_relationship r JOIN graph_entity n ON n.id = r.object_id
LEFT JOIN graph_source s ON s.id = r.source_id

-- name: INCOMING
SELECT 'incoming', {COLUMNS} FROM graph_relationship r JOIN graph_entity n ON n.id = r.subject_id
LEFT JOIN graph_source s ON s.id = r.source_id
