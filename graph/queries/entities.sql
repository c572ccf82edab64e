-- name: COUNTRY_NAME
SELECT c.name FROM graph_entity c
WHERE c.kind = 'country' AND c.country_code = e.country_code AND c.status = 'published'

-- name: IDEOLOGY_NAME
SELECT o.name FROM graph_relationship r JOIN graph_entity o ON o.id = r.object_id
WHERE r.subject_id = e.id AND r.type = 'party_has_ideology' AND o.status = 'published'
ORDER BY r.position, r.id LIMIT 1

-- name: OFFICE_NAME
-- An office held now comes first, then one as a head of state or government held before, then a seat held now.
-- Of offices of the same type, those of the politician's own country come first.
-- A politician who is elected but not yet in office does not hold the office. An office without an end is known to
-- have lasted until it was verified.
SELECT o.name FROM graph_relationship r JOIN graph_entity o ON o.id = r.object_id
JOIN graph_entity s ON s.id = r.subject_id LEFT JOIN graph_officedetails d ON d.entity_id = o.id
WHERE r.subject_id = e.id AND r.type = 'politician_holds_office' AND o.status = 'published'
AND (r.start_first IS NULL OR r.start_first <= %(day)s)
ORDER BY CASE WHEN {IS_CURRENT} THEN CASE WHEN {RANK} < {SEAT} THEN 0 ELSE 2 END
WHEN d.office_type IN ({HEADS}) THEN 1 ELSE 3 END, {RANK}, CASE WHEN o.country_code = s.country_code THEN 0 ELSE 1 END,
CASE WHEN {IS_CURRENT} THEN r.position END,
CASE WHEN {IS_CURRENT} THEN NULL ELSE COALESCE(r.end_last, r.verified_at) END DESC NULLS LAST,
r.start_first DESC NULLS LAST, r.position, r.id LIMIT 1

-- name: HAS_RESULTS
EXISTS (SELECT 1 FROM graph_coverage k WHERE k.election_id = e.id AND k.mode <> 'test')

-- name: PARTS
(SELECT CAST({ROWS}({ARRAY}(name, NULLIF(lang, ''), kind)) AS text) FROM graph_othername WHERE entity_id = e.id),
(SELECT CAST({ROWS}({ARRAY}(scheme, value)) AS text) FROM graph_identifier WHERE entity_id = e.id),
(SELECT CAST({ROWS}({ARRAY}(s.slug, c.url, s.name, COALESCE(NULLIF(c.url, ''), NULLIF(s.url, '')),
CAST(c.retrieved AS text), NULLIF(s.licence, ''), NULLIF(c.note, ''))) AS text)
FROM graph_citation c JOIN graph_source s ON s.id = c.source_id WHERE c.entity_id = e.id)

-- name: ENTITY_COLUMNS
-- CASE keeps the database from reading tables that have nothing about the entity's kind.
e.id, e.kind, e.name, e.slug, e.country_code, e.description, e.status, CAST(e.updated_at AS text), ({COUNTRY_NAME}),
CASE WHEN e.kind = 'politician' THEN ({OFFICE_NAME}) END, CASE WHEN e.kind = 'party' THEN ({IDEOLOGY_NAME}) END,
e.kind = 'election' AND {HAS_RESULTS}, CAST(CASE e.kind {DETAILS} END AS text), {PARTS}, {JOURNAL_COLUMNS}

-- name: ENTITY
SELECT {ENTITY_COLUMNS} FROM graph_entity e WHERE e.slug = %(slug)s

-- name: PUBLISHED
SELECT {ENTITY_COLUMNS} FROM graph_entity e WHERE e.status = 'published' AND e.slug > %(after)s ORDER BY e.slug LIMIT %(limit)s
