-- The results of a party in all elections but by-elections, in their newest versions, the latest election first.
-- The table aliases are those of graph.queries.seats. Shares of national results are given; others are computed. If the
-- valid votes of a race are unknown, the votes of all parties are added up instead.
-- name: RESULTS
SELECT e.slug, e.name, d.date, d.kind, SUM(t.votes), CASE WHEN COUNT({SEATS}) = COUNT(*) THEN SUM({SEATS}) END,
CAST(MAX(CASE WHEN r.area_level = 'national' THEN t.share END) AS double precision), COALESCE((
    SELECT CASE WHEN COUNT(w.valid) = COUNT(*) THEN SUM(w.valid) END
    FROM graph_race a JOIN graph_resultversion w ON w.id = a.current_id
    WHERE a.election_id = e.id AND NOT a.is_notional
), (
    SELECT SUM(x.votes)
    FROM graph_race a JOIN graph_tally x ON x.version_id = a.current_id AND x.unit_id IS NULL AND x.round = 0
    WHERE a.election_id = e.id AND NOT a.is_notional
))
FROM graph_candidacy c JOIN graph_race r ON r.id = c.race_id AND NOT r.is_notional
JOIN graph_resultversion v ON v.id = r.current_id
JOIN graph_tally t ON t.version_id = v.id AND t.candidacy_id = c.id AND t.unit_id IS NULL AND t.round = 0
JOIN graph_entity e ON e.id = r.election_id AND e.status = 'published'
JOIN graph_electiondetails d ON d.entity_id = e.id
WHERE c.party_id = %(party)s AND d.kind <> 'by-election'
GROUP BY e.id, e.slug, e.name, d.date, d.kind ORDER BY d.date DESC, e.slug
