-- name: NEWEST_RESULTS
SELECT c.election_id, c.sequence, c.updated_at, c.follow_interval, e.slug
FROM graph_coverage c JOIN graph_entity e ON e.id = c.election_id
ORDER BY c.updated_at DESC, c.election_id LIMIT {NEWEST}
