-- name: MATCH_IN_TIER
-- The tier is a literal: with a parameter the planner does not see that a partial index fits. The sum in ORDER BY keeps
-- the planner from walking the primary key, where it would look at every row.
(
    SELECT entity_id, kind, country_code, importance, names, context FROM search_entity
    WHERE tier = {tier} AND terms @@ %s::tsquery ORDER BY rank_key + 0 LIMIT %s
)

-- name: SETTINGS
-- Without parallel workers, the tiers are read in turn until there are enough rows. Every query has an index that fits,
-- so the other settings force the same plan whatever the words are.
SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL random_page_cost = 1; SET LOCAL enable_seqscan = off;
SET LOCAL plan_cache_mode = force_generic_plan
