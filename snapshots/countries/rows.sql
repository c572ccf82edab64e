-- name: ENTITY
e.id, e.name, e.kind, e.slug, NULLIF(e.country_code, ''), e.description

-- name: IN_COUNTRY
e.country_code = %(country_code)s AND e.status = 'published'

-- name: COUNTS
-- An index has all columns of this query, because a country can have tens of thousands of entities.
SELECT e.kind, COUNT(*), CAST(MAX(e.updated_at) AS text) FROM graph_entity e WHERE {IN_COUNTRY} GROUP BY e.kind

-- name: IS_CURRENT
COALESCE(r.current_first <= %(day)s AND r.current_last >= %(day)s, FALSE)

-- name: STANDING
-- If only the month or year of a start is known, the start may be later than the day. Such an end may be earlier.
{IS_CURRENT}, CAST(r.verified_at AS text),
r.start_last > %(day)s OR r.end_first < %(day)s

-- If an office or institution has several relationships with the country, the last row is used. Current ones are last.

-- name: OFFICES
SELECT {ENTITY}, d.office_type, d.term_length, {STANDING}
FROM graph_entity e LEFT JOIN graph_officedetails d ON d.entity_id = e.id
LEFT JOIN graph_relationship r ON r.subject_id = e.id AND r.type = 'office_in_country' AND r.object_id = %(country)s
WHERE e.kind = 'office' AND {IN_COUNTRY} ORDER BY {IS_CURRENT}, r.id

-- name: INSTITUTIONS
SELECT {ENTITY}, d.institution_type, d.seats, {STANDING}
FROM graph_entity e LEFT JOIN graph_institutiondetails d ON d.entity_id = e.id
LEFT JOIN graph_relationship r
    ON r.subject_id = e.id AND r.type = 'institution_in_country' AND r.object_id = %(country)s
WHERE e.kind = 'institution' AND {IN_COUNTRY} AND (r.end_last IS NULL OR r.end_last >= %(day)s)
ORDER BY {IS_CURRENT}, r.id

-- name: ELECTIONS
SELECT {ENTITY}, d.date, d.date_first, d.date_last, d.kind, d.status, NULLIF(d.winner, ''),
CAST(d.turnout AS double precision), CAST(d.result_margin AS double precision), d.rounds, {HAS_RESULTS},
(SELECT CAST(MAX(r.verified_at) AS text) FROM graph_relationship r
WHERE r.subject_id = e.id AND r.type = 'election_occurs_in_country')
FROM graph_entity e JOIN graph_electiondetails d ON d.entity_id = e.id WHERE e.kind = 'election' AND {IN_COUNTRY}

-- name: HOLDERS
FROM graph_entity e JOIN graph_relationship r ON r.object_id = e.id JOIN graph_entity p ON p.id = r.subject_id
WHERE e.kind = 'office' AND {IN_COUNTRY} AND p.status = 'published'

-- name: TERM
SELECT p.id, p.name, p.kind, p.slug, NULLIF(p.country_code, ''), p.description,
r.id, r.object_id, {STANDING},
COALESCE(CAST(r.start_last AS text), ''), r.start_date, NULLIF(r.end_date, ''), NULLIF(r.role, '') {HOLDERS}
AND (r.start_first <= %(day)s OR (r.start_date = '' AND r.verified_at <= %(day)s))
AND (r.end_last >= %(day)s OR (r.end_last IS NULL AND (r.verified_at IS NULL OR r.verified_at >= %(fresh_since)s)))

-- Each of the next three queries reads a range of an index, so it does not read the many former holders of an office.

-- name: CURRENT_TERMS
-- An end by year is at most 366 days after the last day on which the term is certainly current. After an election, a
-- term without an end is shown until two years after its confirmation.
{TERM} AND r.type = 'politician_holds_office' AND r.current_last >= %(fresh_since)s

-- name: UNCERTAIN_TERMS
-- Some terms are not certainly current on any day, because their dates are too imprecise.
{TERM} AND r.type = 'politician_holds_office' AND r.current_last IS NULL

-- name: TERMS_WITHOUT_START
-- With an unknown start, the last day on which the term is certainly current can be much earlier.
{TERM} AND r.display_order = %(last_term)s

-- name: DATED_TERM
-- Find a term that began on or before the day: its number is not lower than that of the day. A term with an unknown
-- start, which has the last number of all, does not count.
SELECT 1 {HOLDERS} AND r.display_order >= %(first_term)s AND r.display_order < %(last_term)s LIMIT 1

-- name: PARTIES_OF_LEADERS
-- The result includes people who no longer hold their office. Their parties are not used. A membership without dates
-- counts if a source confirmed it later in the term. If there are several, the last row has the one confirmed next.
SELECT r.subject_id, n.id, n.name, n.kind, n.slug, NULLIF(n.country_code, ''), n.description
FROM graph_entity e JOIN graph_officedetails d ON d.entity_id = e.id JOIN graph_relationship r ON r.object_id = e.id
JOIN graph_relationship m ON m.subject_id = r.subject_id JOIN graph_entity n ON n.id = m.object_id
WHERE e.kind = 'office' AND {IN_COUNTRY} AND d.office_type <> 'legislator'
AND r.display_order BETWEEN %(first_term)s AND %(last_term)s AND (r.end_last >= %(day)s OR r.end_last IS NULL)
AND m.type = 'politician_member_of_party' AND n.status = 'published'
AND (m.current_first <= %(day)s AND m.current_last >= %(day)s
  OR m.start_date = '' AND m.end_date = '' AND m.verified_at > %(day)s
  AND (m.verified_at <= r.end_last OR r.end_last IS NULL))
ORDER BY m.current_first > %(day)s DESC, CASE WHEN m.current_first > %(day)s THEN m.current_first END DESC,
  m.start_last NULLS FIRST, m.id

-- name: LINKS
-- The kinds keep PostgreSQL from reading the relationships of all politicians of the country.
SELECT r.type, r.subject_id, r.object_id, r.verified_at
FROM graph_entity e JOIN graph_relationship r ON r.subject_id = e.id JOIN graph_entity o ON o.id = r.object_id
WHERE e.kind IN ('office', 'institution') AND e.country_code = %(country_code)s AND e.status = 'published'
AND r.type IN ('office_elected_in_election', 'institution_contains_office', 'institution_in_country')
AND o.status = 'published'

-- name: PARTY
{ENTITY}, e.status = 'published', CASE WHEN d.founded_year <= %(year)s THEN d.founded_year END, ({IDEOLOGY_NAME})

-- name: NEWEST_COMPOSITION
-- Without a start, the day of verification counts.
SELECT n.id FROM graph_composition n
WHERE n.institution_id = i.id AND (n.start_first <= %(day)s OR (n.start_date = '' AND n.verified_at <= %(day)s))
ORDER BY COALESCE(n.start_last, n.verified_at) DESC, n.verified_at DESC, n.id LIMIT 1

-- name: SHARES
SELECT c.institution_id, c.start_date, c.start_last, c.verified_at, c.total,
s.name, s.seats, CAST(s.vote_share AS double precision), {PARTY}
FROM graph_entity i JOIN graph_composition c ON c.id = ({NEWEST_COMPOSITION})
LEFT JOIN graph_seatshare s ON s.composition_id = c.id
LEFT JOIN graph_entity e ON e.id = s.party_id LEFT JOIN graph_partydetails d ON d.entity_id = e.id
WHERE i.kind = 'institution' AND i.country_code = %(country_code)s
ORDER BY s.seats DESC, s.vote_share DESC NULLS LAST, s.name

-- name: TEN_YEARS_BEFORE_NEWEST_SEATS
SELECT CAST(CAST(SUBSTR(day, 1, 4) AS integer) - 10 AS text) || SUBSTR(day, 5) FROM (
    SELECT CAST(MAX(c.start_last) AS text) AS day
    FROM graph_entity i JOIN graph_composition c ON c.institution_id = i.id
    WHERE i.kind = 'institution' AND i.country_code = %(country_code)s AND c.start_last <= %(day)s
    AND EXISTS (
        SELECT 1 FROM graph_seatshare s JOIN graph_entity p ON p.id = s.party_id
        WHERE s.composition_id = c.id AND p.status = 'published'
    )
) AS newest

-- name: PARTIES
-- A relationship without any date is shown on each day until its verification is stale.
-- Sources rarely say that a party has ended. It has probably ended if its last seats are ten years older than those of
-- other parties.
-- "subject_name >= ''" is always true. With this condition, SQLite reads only the first parties, by the index of names.
SELECT {STANDING}, {PARTY}
FROM graph_relationship r JOIN graph_entity e ON e.id = r.subject_id
LEFT JOIN graph_partydetails d ON d.entity_id = e.id
WHERE r.object_id = %(country)s AND r.type = 'party_operates_in_country' AND r.subject_name >= ''
AND e.status = 'published' AND (
    (r.start_date = '' AND r.end_date = '' AND r.verified_at >= %(fresh_since)s)
    OR (
        (r.start_date <> '' OR r.end_date <> '')
        AND (r.start_first <= %(day)s OR (r.start_date = '' AND r.verified_at <= %(day)s))
        AND (r.end_last >= %(day)s OR (r.end_date = '' AND r.verified_at >= %(fresh_since)s))
    )
)
AND (d.founded_year IS NULL OR d.founded_year <= %(year)s)
AND COALESCE((
    SELECT CAST(MAX(b.start_last) AS text) FROM graph_seatshare a JOIN graph_composition b ON b.id = a.composition_id
    WHERE a.party_id = e.id
) >= ({TEN_YEARS_BEFORE_NEWEST_SEATS}), TRUE)
ORDER BY r.subject_name, e.slug, r.id LIMIT %(most)s
