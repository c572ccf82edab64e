-- name: ROWS
SELECT e.name, e.kind, e.slug, NULLIF(e.country_code, ''), e.description FROM graph_entity e

-- name: HAS_RELATIONSHIP
-- With EXISTS, PostgreSQL may first find the subjects of all relationships.
1 = (
    SELECT 1 FROM graph_relationship r JOIN graph_entity o ON o.id = r.object_id
    WHERE r.subject_id = e.id AND r.display_order BETWEEN %({name}_lowest)s AND %({name}_highest)s
    AND {status} AND o.status = 'published' LIMIT 1
)
