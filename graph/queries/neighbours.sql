-- The neighbours of an entity that matter most, the first one first: (type of the relationship, slug, name).
-- In a CROSS JOIN, SQLite reads the first table first. It would otherwise read all neighbours of the entity.
-- name: LEADERS
-- Politicians who lead or led the country of the entity. Current relationships come first, then the latest leaders.
SELECT r.type, n.slug, n.name FROM graph_entity o CROSS JOIN graph_officedetails d CROSS JOIN graph_relationship h
CROSS JOIN graph_relationship r CROSS JOIN graph_entity n
WHERE o.kind = 'office' AND o.country_code = %(country)s AND o.status = 'published'
AND d.entity_id = o.id AND d.office_type IN ({HEADS})
AND h.object_id = o.id AND h.type = 'politician_holds_office' AND h.start_first <= %(day)s
AND r.subject_id = h.subject_id AND r.object_id = %(pk)s AND r.start_first <= %(day)s
AND n.id = h.subject_id AND n.status = 'published'
GROUP BY r.type, n.slug, n.name ORDER BY MIN(CASE WHEN {IS_CURRENT} THEN 0 ELSE 1 END), MAX(h.start_first) DESC, n.slug
LIMIT %(limit)s

-- name: SEATED
-- Parties with seats in a chamber that was composed lately, those with most seats first.
SELECT r.type, n.slug, n.name FROM graph_composition m CROSS JOIN graph_seatshare s CROSS JOIN graph_relationship r
CROSS JOIN graph_entity n
WHERE COALESCE(m.start_last, m.verified_at) BETWEEN %(since)s AND %(day)s AND s.composition_id = m.id
AND r.subject_id = s.party_id AND r.object_id = %(pk)s
AND n.id = s.party_id AND n.status = 'published'
GROUP BY r.type, n.slug, n.name ORDER BY MAX(s.seats) DESC, n.slug LIMIT %(limit)s
