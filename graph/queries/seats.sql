-- name: IS_DECIDED
(v.is_called OR v.phase IN ('final', 'certified'))

-- name: SEATS
-- The leader of a decided race gets the seat of the race. In the United States, the leader gets all electoral votes of
-- the state. In other races with several seats, each elected candidacy gets one seat. If the number of seats of the race
-- is unknown, that of the candidacy is NULL, unless the source gives it.
CASE WHEN t.seats IS NOT NULL THEN t.seats
WHEN r.seats IS NULL THEN NULL
WHEN r.seats > 1 AND r.method <> '{ELECTORAL_COLLEGE}' THEN CASE WHEN t.is_elected THEN 1 ELSE 0 END
WHEN c.id = v.leader_id AND {IS_DECIDED} THEN r.seats ELSE 0 END

-- name: VOTES_AND_SEATS
SELECT c.id, t.votes, {SEATS} FROM graph_race r JOIN graph_resultversion v ON v.id = r.current_id
JOIN graph_tally t ON t.version_id = v.id AND t.unit_id IS NULL AND t.round = 0
JOIN graph_candidacy c ON c.id = t.candidacy_id WHERE r.election_id = %(election)s AND NOT r.is_notional
