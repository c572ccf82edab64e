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

-- name: RELATIONSHIPS
SELECT e.slug, (
    SELECT COUNT(*) FROM (SELECT 1 FROM graph_relationship r WHERE r.subject_id = e.id LIMIT 50) AS outgoing
) + (
    SELECT COUNT(*) FROM (SELECT 1 FROM graph_relationship r WHERE r.object_id = e.id LIMIT 50) AS incoming
) FROM graph_entity e WHERE e.slug IN ({slugs})

-- name: COUNTRY_NAMES
SELECT slug, slug FROM graph_entity WHERE kind = 'country' AND status = 'published'
UNION ALL SELECT o.name, e.slug FROM graph_othername o JOIN graph_entity e ON e.id = o.entity_id
WHERE e.kind = 'country' AND e.status = 'published'
UNION ALL SELECT i.value, e.slug FROM graph_identifier i JOIN graph_entity e ON e.id = i.entity_id
WHERE e.kind = 'country' AND e.status = 'published' AND i.scheme = 'iso3166-1-alpha-3'
