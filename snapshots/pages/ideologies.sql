-- name: SEATED
-- Parties of an ideology with seats in the lower or only chamber of their country, by their share of the seats. In a
-- CROSS JOIN, SQLite reads the first table first. It would otherwise read all seats of each party.
SELECT n.slug, n.name, n.country_code, i.slug, s.seats, c.total
FROM graph_institutiondetails d CROSS JOIN graph_entity i CROSS JOIN graph_composition c CROSS JOIN graph_seatshare s
CROSS JOIN graph_entity n CROSS JOIN graph_relationship r
WHERE d.institution_type IN ({CHAMBERS}) AND i.id = d.entity_id AND i.status = 'published'
AND c.id = ({NEWEST_COMPOSITION}) AND COALESCE(c.start_last, c.verified_at) >= %(since)s
AND s.composition_id = c.id AND s.seats > 0 AND n.id = s.party_id AND n.status = 'published'
AND r.subject_id = n.id AND r.object_id = %(pk)s AND r.type = 'party_has_ideology'
ORDER BY 1.0 * s.seats / c.total DESC, s.seats DESC, n.slug LIMIT %(limit)s
