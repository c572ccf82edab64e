-- The SQL of election results, for PostgreSQL and SQLite. In queries about races, r is a race, v its version, p a party.

-- name: STATE
(
    SELECT x.id FROM graph_resultversion x WHERE x.race_id = r.id AND x.sequence <= %(sequence)s
    ORDER BY x.number DESC LIMIT 1
)

-- name: STATE_AS_OF
(
    SELECT x.id FROM graph_resultversion x WHERE x.race_id = r.id AND x.sequence <= %(sequence)s
    AND x.received_at <= %(as_of)s ORDER BY x.number DESC LIMIT 1
)

-- name: STATE_OF_NUMBER
(
    SELECT x.id FROM graph_resultversion x WHERE x.race_id = r.id AND x.number = %(number)s
)

-- name: SEQUENCE
o.sequence

-- name: SEQUENCE_AS_OF
COALESCE((
    SELECT MAX(v.sequence) FROM graph_race r JOIN graph_resultversion v ON v.race_id = r.id
    WHERE r.election_id = e.id AND v.received_at <= %(as_of)s
), 0)

-- name: ELECTION
SELECT {SHORT_E}, CASE WHEN o.mode = 'test' AND e.status = 'draft' THEN 'published' ELSE e.status END,
d.date, d.kind, o.mode, o.level, {sequence}, o.comparability, o.comparability_reason, o.note, o.follow_interval,
CAST(o.followed_at AS text), CAST(o.updated_at AS text), {JOURNAL_COLUMNS}, {SHORT_P}
FROM graph_entity e JOIN graph_coverage o ON o.election_id = e.id
LEFT JOIN graph_electiondetails d ON d.entity_id = e.id
LEFT JOIN graph_entity p ON p.id = o.previous_id AND p.status = 'published'
WHERE e.slug = %(slug)s

-- name: LABEL
-- The name of a party that is no entity of the graph.
CASE WHEN c.party_id IS NULL THEN COALESCE(NULLIF(c.label, ''), c.name) ELSE '' END

-- name: OF_ELECTION
r.election_id = %(election)s AND NOT r.is_notional

-- name: ALL_RACES
graph_race r LEFT JOIN graph_resultversion v ON v.id = {state}

-- name: RACES_WITH_VERSION
graph_race r JOIN graph_resultversion v ON v.id = {state}

-- name: RACES_AT_THE_END
graph_race r JOIN graph_resultversion v ON v.id = r.current_id

-- name: OF_PREVIOUS
r.election_id = %(previous)s AND NOT r.is_notional

-- name: SOURCE
s.name, NULLIF(s.url, ''), CAST(s.retrieved AS text), NULLIF(s.licence, '')

-- name: COUNTS
-- A row for all races that are alike. On an election night, 650 rows of races would cost most of the summary's time.
-- The second sums are those of the same races in the previous election (w). Another query for them would have to find
-- the versions v again.
SELECT n.*, {SOURCE} FROM (
    SELECT COALESCE(v.phase, 'scheduled'), COALESCE({IS_DECIDED}, FALSE), COALESCE(v.outcome, 'undecided'), r.method,
    COUNT(*), CAST(MAX(v.received_at) AS text), {SUMS_V}, {SUMS_W}, v.source_id
    FROM {ALL_RACES} LEFT JOIN graph_race b ON b.id = r.previous_id AND v.phase <> 'scheduled'
    LEFT JOIN graph_resultversion w ON w.id = b.current_id WHERE {OF_ELECTION} GROUP BY 1, 2, 3, 4, v.source_id
) AS n LEFT JOIN graph_source s ON s.id = n.source_id

-- name: SUMS_OF_PREVIOUS
SELECT {SUMS_V} FROM {RACES_AT_THE_END} WHERE {OF_PREVIOUS}

-- name: TALLY_OF_PARTY
c.party_id, {LABEL}, t.votes, CAST(t.share AS double precision), {SEATS},
NULLIF(CAST(c.members AS text), '[]')

-- name: TALLIES_OF_VERSIONS
SELECT v.id, {TALLY_OF_PARTY}
FROM graph_resultversion v JOIN graph_race r ON r.id = v.race_id
JOIN graph_tally t ON t.version_id = v.id AND t.unit_id IS NULL AND t.round = 0
JOIN graph_candidacy c ON c.id = t.candidacy_id WHERE v.id IN ({keys})

-- name: CHANGES_AFTER
SELECT action, CAST(fields AS text) FROM graph_change WHERE position > %(position)s OR position IS NULL
LIMIT %(limit)s

-- name: PARTIES_BY_SLUG
-- The slug of a party may have changed since the candidacy was stored, so look for old slugs, too.
SELECT e.slug, e.id FROM graph_entity e WHERE e.slug IN ({slugs})
UNION ALL SELECT x.slug, x.entity_id FROM graph_redirect x WHERE x.slug IN ({slugs})

-- name: PARTIES_BY_KEY
SELECT {SHORT_E} FROM graph_entity e WHERE e.status = 'published' AND e.id IN ({keys})

-- name: TWO_PARTY_OF_VERSIONS
SELECT v.id, v.two_party FROM graph_resultversion v WHERE v.id IN ({keys}) AND v.two_party IS NOT NULL

-- name: RACE_COLUMNS
SELECT r.id, r.slug, r.name, r.area_name, NULLIF(r.area_code, ''), NULLIF(r.area_scheme, ''), r.area_level,
NULLIF(r.region, ''), r.seats, r.method, r.previous_id, r.comparability, NULLIF(r.comparability_reason, ''),
v.id, COALESCE(v.number, 0), COALESCE(v.phase, 'scheduled'), COALESCE(v.is_called, FALSE), v.units_counted,
v.units_total, v.electorate, v.ballots, v.valid, v.rejected, v.margin_votes, CAST(v.margin AS double precision),
COALESCE(v.outcome, 'undecided'), CAST(v.received_at AS text),
l.key, l.name, NULLIF(l.label, ''), {SHORT_LP}, {SHORT_P}, {SHORT_Q}, NULLIF(k.label, '')

-- name: LEADER_AND_WINNER_BEFORE
-- Join the leader l of the race with person lp and party p. Join k, who won the race in the previous election, with
-- party q.
LEFT JOIN graph_candidacy l ON l.id = v.leader_id
LEFT JOIN graph_entity lp ON lp.id = l.person_id AND lp.status = 'published'
LEFT JOIN graph_entity p ON p.id = l.party_id AND p.status = 'published'
LEFT JOIN graph_race b ON b.id = r.previous_id
LEFT JOIN graph_resultversion w ON w.id = b.current_id LEFT JOIN graph_candidacy k ON k.id = w.leader_id
LEFT JOIN graph_entity q ON q.id = k.party_id AND q.status = 'published'

-- name: RACES_PAGE
{RACE_COLUMNS} FROM {ALL_RACES} {LEADER_AND_WINNER_BEFORE} WHERE {OF_ELECTION} AND r.slug > %(after)s {filters}
ORDER BY r.slug LIMIT %(limit)s

-- name: RACES_TOTAL
SELECT SUM(CASE WHEN 1 = 1 {filters} THEN 1 ELSE 0 END), CAST(MAX(v.received_at) AS text)
FROM {ALL_RACES} LEFT JOIN graph_candidacy l ON l.id = v.leader_id
LEFT JOIN graph_entity p ON p.id = l.party_id AND p.status = 'published'
WHERE {OF_ELECTION}

-- name: IN_FULL
{RACE_COLUMNS}, v.kind, NULLIF(v.note, ''), CAST(v.valid_from AS text), v.two_party, {SOURCE}, s.slug
FROM {ALL_RACES} {LEADER_AND_WINNER_BEFORE} LEFT JOIN graph_source s ON s.id = v.source_id
WHERE {OF_ELECTION}

-- name: RACE_IN_FULL
{IN_FULL} AND r.slug = %(race)s

-- name: RACES_IN_FULL
{IN_FULL} AND r.slug > %(after)s ORDER BY r.slug LIMIT %(limit)s

-- name: IN_RANGE
{OF_ELECTION} AND r.slug BETWEEN %(first)s AND %(last)s

-- name: CANDIDACIES_OF_RACES
SELECT r.id, c.id, c.key, c.name, c.label, n.slug, p.slug, c.position, c.is_incumbent
FROM graph_race r JOIN graph_candidacy c ON c.race_id = r.id
LEFT JOIN graph_entity n ON n.id = c.person_id AND n.status = 'published'
LEFT JOIN graph_entity p ON p.id = c.party_id AND p.status = 'published' WHERE {IN_RANGE} ORDER BY c.id

-- name: UNITS_OF_RACES
SELECT r.id, u.id, u.code, u.name, u.level, u.expected_ballots
FROM graph_race r JOIN graph_reportingunit u ON u.race_id = r.id WHERE {IN_RANGE} ORDER BY u.id

-- name: TALLIES_IN_RANGE
SELECT r.id, t.id, t.candidacy_id, t.round, t.unit_id, t.votes, CAST(t.share AS double precision), t.is_elected,
t.seats FROM {RACES_WITH_VERSION} JOIN graph_tally t ON t.version_id = v.id WHERE {IN_RANGE} AND t.unit_id

-- name: TALLIES_OF_RACES
-- Each part has an index of its own. An order in SQL would make SQLite read all tallies.
{TALLIES_IN_RANGE} IS NULL UNION ALL {TALLIES_IN_RANGE} IS NOT NULL

-- name: PARTIES
SELECT {SHORT_E} FROM graph_entity e WHERE e.status = 'published' AND e.slug IN ({slugs})

-- name: NAMES_OF_PARTIES
-- The names that parties had in the sources of an election, the most common name of a party last. If a candidacy is a
-- list, the party's name is the name of the candidacy. If it is a person, it is the label.
SELECT p.slug, n.name FROM (
    SELECT c.party_id, COUNT(*) AS number,
    CASE WHEN c.person_id IS NULL AND r.method IN ('list', 'other') THEN c.name ELSE c.label END AS name
    FROM graph_race r JOIN graph_candidacy c ON c.race_id = r.id WHERE {OF_ELECTION} GROUP BY c.party_id, 3
) AS n JOIN graph_entity p ON p.id = n.party_id ORDER BY n.number, n.name

-- name: RACE_SLUGS
SELECT r.slug FROM graph_race r WHERE {OF_ELECTION} ORDER BY r.slug

-- name: VERSIONS
-- The versions of a race up to the one that the response shows.
SELECT x.number, x.sequence, x.kind, x.phase, x.is_called, CAST(x.received_at AS text), CAST(x.valid_from AS text),
x.units_counted, x.units_total, x.valid, l.key, x.margin_votes, CAST(x.margin AS double precision), x.outcome,
NULLIF(x.note, ''), {SOURCE}
FROM graph_resultversion x LEFT JOIN graph_candidacy l ON l.id = x.leader_id
LEFT JOIN graph_source s ON s.id = x.source_id
WHERE x.race_id = %(race)s AND x.number <= %(newest)s AND x.number < %(before)s
ORDER BY x.number DESC LIMIT %(limit)s

-- name: UNITS
SELECT u.id, u.code, u.name, u.level, u.expected_ballots FROM graph_reportingunit u
WHERE u.race_id = %(race)s AND u.code > %(after)s ORDER BY u.code LIMIT %(limit)s

-- name: UNITS_TOTAL
SELECT COUNT(*) FROM graph_reportingunit u WHERE u.race_id = %(race)s

-- name: TALLIES_OF_UNITS
SELECT t.unit_id, c.key, t.votes, CAST(t.share AS double precision)
FROM graph_reportingunit u JOIN graph_tally t ON t.unit_id = u.id AND t.version_id = %(version)s AND t.round = 0
JOIN graph_candidacy c ON c.id = t.candidacy_id
WHERE u.race_id = %(race)s AND u.code BETWEEN %(first)s AND %(last)s ORDER BY t.votes DESC, c.id

-- name: CANDIDACIES
SELECT c.id, c.key, c.name, NULLIF(c.label, ''), {SHORT_N}, {SHORT_P}, c.party_id, {LABEL},
c.position, c.is_incumbent, c.members
FROM graph_candidacy c LEFT JOIN graph_entity n ON n.id = c.person_id AND n.status = 'published'
LEFT JOIN graph_entity p ON p.id = c.party_id AND p.status = 'published'
WHERE c.race_id = %(race)s

-- name: TALLIES
-- A tally without a reporting unit is that of the whole race.
SELECT t.candidacy_id, t.round, t.votes, CAST(t.share AS double precision), t.is_elected, t.seats
FROM graph_tally t WHERE t.version_id = %(version)s AND t.unit_id IS NULL ORDER BY t.round, t.candidacy_id

-- name: OF_ONE
r.id = %(race)s

-- name: RACE_BEFORE
SELECT {SHORT_E}, r.slug, r.is_notional, r.method, v.electorate, v.ballots, v.valid, v.two_party, v.id
FROM {RACES_AT_THE_END} JOIN graph_entity e ON e.id = r.election_id AND e.status = 'published' WHERE {OF_ONE}

-- name: COVERED
-- An election without details has no date to sort by. In a CROSS JOIN, SQLite reads the first table first: here in the
-- order of an index, until the page is full.
FROM graph_electiondetails d CROSS JOIN graph_coverage o

-- name: SLUG_OF_ELECTION
(SELECT x.slug FROM graph_entity x WHERE x.id = d.entity_id)

-- name: ELECTIONS
-- Instead of subqueries for the slugs, PostgreSQL would read all entities of the graph.
SELECT {SHORT_E}, n.date, n.kind, n.mode, n.phase, n.level, n.sequence,
(SELECT COUNT(*) FROM graph_race r WHERE r.election_id = e.id AND NOT r.is_notional),
CAST(n.updated_at AS text), CAST(n.date_last AS text)
FROM (
    SELECT d.date, d.kind, d.date_last, o.*, {SLUG_OF_ELECTION} AS slug
    {COVERED} WHERE o.election_id = d.entity_id AND {conditions}
    ORDER BY d.date_last DESC, slug LIMIT %(limit)s
) AS n JOIN graph_entity e ON e.id = n.election_id ORDER BY n.date_last DESC, e.slug

-- name: ELECTIONS_TOTAL
SELECT COUNT(*), {JOURNAL_COLUMNS}
{COVERED} WHERE o.election_id = d.entity_id AND {conditions}
