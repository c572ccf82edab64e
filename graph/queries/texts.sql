-- name: TEXT_ROWS
-- What the texts about politicians and parties are composed from. Texts are public, so they must not name a draft.
-- Only the text about a politician without an office names an election. An office without a start begins
-- when it was verified.
SELECT e.slug, r.type, r.object_id, o.name, COALESCE(d.office_type, CAST(p.founded_year AS text), ''),
r.position, r.start_date, r.end_date, CAST(r.verified_at AS text),
CAST(r.start_first AS text), CAST(r.end_last AS text), CAST(r.current_first AS text), CAST(r.current_last AS text),
CASE WHEN o.country_code = e.country_code THEN '' ELSE 'abroad' END, r.role
FROM graph_entity e JOIN graph_relationship r ON r.subject_id = e.id JOIN graph_entity o ON o.id = r.object_id
LEFT JOIN graph_officedetails d ON d.entity_id = r.object_id
LEFT JOIN graph_partydetails p ON p.entity_id = r.subject_id
WHERE e.{column} IN (SELECT CAST(value AS {type}) FROM {values}(%(values)s)) AND o.status = 'published'
AND r.type IN (
    'politician_holds_office', 'politician_member_of_party', 'politician_participated_in_election',
    'party_has_ideology', 'party_operates_in_country'
) AND (
    r.type IN ({TIMELESS}) OR COALESCE(r.start_first, r.verified_at) IS NULL
    OR COALESCE(r.start_first, r.verified_at) <= %(day)s
) AND (
    r.type <> 'politician_participated_in_election' OR NOT EXISTS (
        SELECT 1 FROM graph_relationship h JOIN graph_entity o ON o.id = h.object_id
        WHERE h.subject_id = e.id AND h.type = 'politician_holds_office' AND o.status = 'published'
        AND (h.start_first <= %(day)s OR (h.start_first IS NULL AND (h.verified_at <= %(day)s OR h.verified_at IS NULL)))
    )
)
UNION ALL
-- What the texts about countries, offices and institutions of a past day are composed from: the fact that does not
-- change with time, the name of the country, and the first day of the sources that give the other facts.
SELECT e.slug, '{LASTING_FACT}', e.id, COALESCE(c.name, ''),
COALESCE(k.continent, i.institution_type, d.office_type, ''), 0, '', '',
(SELECT CAST(MIN(n.retrieved) AS text) FROM graph_citation n WHERE n.entity_id = e.id AND ({GIVES_CHANGING})), NULL, NULL, NULL, NULL, '', ''
FROM graph_entity e LEFT JOIN graph_countrydetails k ON k.entity_id = e.id
LEFT JOIN graph_institutiondetails i ON i.entity_id = e.id LEFT JOIN graph_officedetails d ON d.entity_id = e.id
LEFT JOIN graph_entity c ON c.country_code = e.country_code AND c.kind = 'country' AND c.status = 'published'
WHERE e.{column} IN (SELECT CAST(value AS {type}) FROM {values}(%(values)s))
AND e.kind IN ('country', 'office', 'institution')
