-- What is stored of a race, valid on PostgreSQL and SQLite. Lists are JSON texts.

-- name: RACE
SELECT (SELECT x.id FROM graph_source x WHERE x.slug = %(source)s), r.method, r.seats, r.comparability, r.source_time,
(
    SELECT CAST({rows}({array}(c.id, c.party_id, c.label, c.name, CAST(c.members AS text))) AS text)
    FROM graph_candidacy c WHERE c.race_id = r.id
),
(SELECT CAST({rows}(u.id) AS text) FROM graph_reportingunit u WHERE u.race_id = r.id),
(
    SELECT CAST({array}(c.id, c.party_id, c.label, c.name, CAST(c.members AS text)) AS text)
    FROM graph_race b JOIN graph_resultversion w ON w.id = b.current_id JOIN graph_candidacy c ON c.id = w.leader_id
    WHERE b.id = r.previous_id
),
(
    SELECT CAST({rows}({array}(
        t.id, t.candidacy_id, t.round, t.unit_id, t.votes, t.share, t.is_elected, t.seats
    )) AS text) FROM graph_tally t WHERE t.version_id = r.current_id
),
v.number, s.slug, v.two_party, {VERSION}
FROM graph_race r LEFT JOIN graph_resultversion v ON v.id = r.current_id LEFT JOIN graph_source s ON s.id = v.source_id
WHERE r.id = %(race)s
