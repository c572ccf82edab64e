-- name: GROUPS
-- Almost all entities are published, so they are counted in an index without a look at their status.
SELECT kind, country_code, COUNT(*) FROM graph_entity GROUP BY kind, country_code
UNION ALL SELECT kind, country_code, -COUNT(*) FROM graph_entity WHERE status IN ('draft', 'withdrawn')
GROUP BY kind, country_code

-- name: GROUP
SELECT (SELECT COUNT(*) FROM graph_entity WHERE kind = %(kind)s AND country_code = %(country_code)s)
- (SELECT COUNT(*) FROM graph_entity WHERE kind = %(kind)s AND country_code = %(country_code)s
AND status IN ('draft', 'withdrawn'))

-- name: CHANGED_GROUPS
-- Other actions change neither the status of an entity nor its country.
SELECT DISTINCT kind, country_code, CAST(fields AS text) LIKE '%%"country_code"%%' FROM graph_change
WHERE position > %(position)s AND (
    action NOT IN ('updated', 'related', 'unrelated', 'renamed') OR CAST(fields AS text) LIKE '%%"country_code"%%'
) LIMIT %(limit)s
