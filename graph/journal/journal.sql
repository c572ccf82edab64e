-- name: HEAD
SELECT (SELECT CAST(at AS text) FROM graph_journalstate WHERE id = 1),
(SELECT MAX(position) FROM graph_change), EXISTS (SELECT 1 FROM graph_change WHERE position IS NULL)
