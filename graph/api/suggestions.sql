-- name: WITH_TYPO
SELECT slug FROM graph_entity WHERE status = 'published' AND slug IN ({slugs})

-- name: IS_PUBLISHED
EXISTS (SELECT 1 FROM graph_entity e WHERE e.slug = near.slug AND e.status = 'published')

-- name: NEIGHBOURS
SELECT near.slug FROM (
    SELECT slug FROM graph_entity WHERE slug >= %(prefix)s AND slug < %(text)s
    ORDER BY slug DESC LIMIT %(neighbours)s
) AS near WHERE ({is_near}) AND {IS_PUBLISHED}
UNION ALL SELECT near.slug FROM (
    SELECT slug FROM graph_entity WHERE slug >= %(text)s AND slug < %(end)s ORDER BY slug LIMIT %(neighbours)s
) AS near WHERE ({is_near}) AND {IS_PUBLISHED}

-- name: FAMILY
-- The order makes the database read an index that has the slugs.
SELECT slug FROM graph_entity WHERE kind = 'politician' AND %(ending)s <> '' AND slug LIKE %(ending)s
AND status = 'published' ORDER BY slug LIMIT 200

-- name: CANDIDATES
SELECT 1, slug FROM ({WITH_TYPO}) AS with_typo UNION ALL SELECT 1, slug FROM ({NEIGHBOURS}) AS neighbours
UNION ALL SELECT 2, slug FROM ({FAMILY}) AS family
UNION ALL SELECT 3, e.slug FROM graph_entity e JOIN graph_othername o ON o.entity_id = e.id
WHERE e.kind = 'country' AND e.status = 'published' AND LOWER(o.name) = %(name)s

-- name: FAME
-- Whether the entity has been head of state or government, and how many relationships it has.
SELECT e.slug, EXISTS (
    SELECT 1 FROM graph_relationship r JOIN graph_officedetails d ON d.entity_id = r.object_id
    WHERE r.subject_id = e.id AND r.type = 'politician_holds_office' AND d.office_type IN ({HEADS})
), (
    SELECT COUNT(*) FROM (SELECT 1 FROM graph_relationship r WHERE r.subject_id = e.id LIMIT 50) AS outgoing
) + (
    SELECT COUNT(*) FROM (SELECT 1 FROM graph_relationship r WHERE r.object_id = e.id LIMIT 50) AS incoming
) FROM graph_entity e WHERE e.slug IN ({slugs})

-- name: COVERED
SELECT e.slug FROM graph_entity e JOIN graph_coverage k ON k.election_id = e.id
WHERE e.slug IN ({slugs}) AND k.mode <> 'test'

-- name: COUNTRY_NAMES
SELECT slug, slug FROM graph_entity WHERE kind = 'country' AND status = 'published'
UNION ALL SELECT o.name, e.slug FROM graph_othername o JOIN graph_entity e ON e.id = o.entity_id
WHERE e.kind = 'country' AND e.status = 'published'
UNION ALL SELECT i.value, e.slug FROM graph_identifier i JOIN graph_entity e ON e.id = i.entity_id
WHERE e.kind = 'country' AND e.status = 'published' AND i.scheme = 'iso3166-1-alpha-3'
