-- name: JOURNAL_COLUMNS
(SELECT CAST(at AS text) FROM graph_journalstate WHERE id = 1), (SELECT MAX(position) FROM graph_change),
(SELECT CAST(MAX(at) AS text) FROM graph_change)
