-- name: TEXT_ROWS
-- What the texts about politicians and parties are composed from. Texts are public, so they must not name a draft.
SELECT e.slug, r.type, CAST(r.object_id AS text), o.name, COALESCE(d.office_type, CAST(p.founded_year AS text), ''),
CAST(r.position AS text), r.start_date, r.end_date, CAST(r.verified_at AS text), CAST(r.start_first AS text), CAST(r.end_last AS text),
CAST(r.current_first AS text), CAST(r.current_last AS text)
FROM graph_entity e JOIN graph_relationship r ON r.subject_id = e.id JOIN graph_entity o ON o.id = r.object_id
LEFT JOIN graph_officedetails d ON d.entity_id = r.object_id LEFT JOIN graph_partydetails p ON p.entity_id = r.subject_id
WHERE e.{column} IN ({values}) AND o.status = 'published' AND r.type IN (
    'politician_holds_office', 'politician_member_of_party', 'party_has_ideology', 'party_operates_in_country'
)
