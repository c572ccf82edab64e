-- name: ENTITIES
-- Django's sitemaps would render each address with a template, which takes seconds for a file.
SELECT slug, CAST(updated_at AS text) FROM graph_entity WHERE status = 'published'
AND id BETWEEN %(first)s AND %(last)s ORDER BY id

-- name: RESULTS
-- The CROSS JOIN makes SQLite read the first table first. Otherwise, it would read every entity.
SELECT e.slug, CAST(k.updated_at AS text) FROM graph_coverage k CROSS JOIN graph_entity e
WHERE e.id = k.election_id AND k.mode <> 'test' AND e.status = 'published' ORDER BY e.slug LIMIT %(limit)s

-- name: FILES
-- Find the first primary key of each file. The query jumps from file to file, so a gap in the keys makes no empty files.
WITH RECURSIVE file (number) AS (
    SELECT (MIN(id) - 1) / %(largest)s + 1 FROM graph_entity WHERE status = 'published'
    UNION ALL
    SELECT (SELECT (MIN(id) - 1) / %(largest)s + 1 FROM graph_entity
            WHERE status = 'published' AND id > number * %(largest)s)
    FROM file WHERE number IS NOT NULL
)
SELECT number FROM file WHERE number IS NOT NULL
