-- name: UNPUBLISHED
-- The description keeps SQLite from reading a larger index, with the status of all entities.
SELECT id FROM graph_entity WHERE status IN ('draft', 'withdrawn') AND description IS NOT NULL

-- name: SUBJECTS
SELECT DISTINCT r.subject_id FROM graph_relationship r
WHERE {is_of_type}
AND r.subject_id NOT IN ({UNPUBLISHED}) AND r.id NOT IN (
    SELECT h.id FROM graph_relationship h WHERE h.object_id IN ({UNPUBLISHED})
)

-- name: SUBJECTS_IN_COUNTRY
-- With EXISTS, PostgreSQL would read the relationships of all countries.
SELECT e.id FROM graph_entity e
WHERE e.kind = 'politician' AND e.country_code = %(country_code)s AND e.status = 'published' AND 1 = (
    SELECT 1 FROM graph_relationship r JOIN graph_entity o ON o.id = r.object_id
    WHERE r.subject_id = e.id AND r.display_order BETWEEN %(lowest)s AND %(highest)s
    AND {status} AND o.status = 'published' LIMIT 1
)

-- name: CHANGED
-- All subjects are politicians, and a relationship changes with its subject. Another entity matters when it is
-- published for the first time, or withdrawn, restored or merged, which is rare.
SELECT entity_id, kind <> 'politician' AND action IN ('withdrawn', 'restored', 'merged') FROM graph_change
WHERE position > %(position)s
UNION SELECT r.subject_id, FALSE FROM graph_change c JOIN graph_relationship r ON r.object_id = c.entity_id
WHERE c.position > %(position)s AND c.action = 'created' AND c.kind <> 'politician'
AND r.type IN ('politician_holds_office', 'politician_member_of_party') LIMIT %(limit)s

-- name: UPDATED
SELECT id FROM graph_entity WHERE updated_at >= %(updated_since)s

-- name: SLUGS
SELECT slug, id FROM graph_entity WHERE id IN ({pks})
