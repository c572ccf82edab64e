-- name: MATCHING
SELECT race_id FROM search_race_word WHERE word {} GROUP BY race_id HAVING COUNT(*) = %s LIMIT %s

-- name: RACES
SELECT r.slug, r.name, s.names, e.name, e.kind, e.slug, e.country_code, e.description
FROM search_race s JOIN graph_race r ON r.id = s.race_id
JOIN graph_coverage c ON c.election_id = r.election_id
JOIN graph_entity e ON e.id = r.election_id
JOIN graph_electiondetails d ON d.entity_id = r.election_id
WHERE s.race_id {} AND c.mode <> %s AND e.status = %s AND d.date LIKE %s AND %s IN ('', e.country_code)
ORDER BY d.date DESC, r.name, r.id LIMIT %s
