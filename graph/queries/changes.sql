-- name: COLUMNS
c.id, c.action, c.slug, CAST(c.fields AS text), CAST(c.at AS text)

-- name: OF_ENTITY
SELECT {COLUMNS} FROM graph_change c WHERE c.entity_id = %(entity)s AND c.is_public
ORDER BY c.at DESC, c.id DESC LIMIT %(most)s

-- name: NEWEST
SELECT n.name, n.kind, n.slug, n.country_code, n.description, {COLUMNS} FROM (
    SELECT e.*, c.id AS change_id, ROW_NUMBER() OVER (PARTITION BY e.id ORDER BY c.at DESC, c.id DESC) AS number
    FROM (
        SELECT * FROM graph_entity e WHERE e.status = 'published' {where}
        ORDER BY e.updated_at DESC, e.id DESC LIMIT %(entities)s
    ) AS e JOIN graph_change c ON c.entity_id = e.id WHERE c.is_public
) AS n JOIN graph_change c ON c.id = n.change_id WHERE n.number <= %(per_entity)s ORDER BY c.at DESC, c.id DESC
