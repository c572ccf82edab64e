-- name: COLUMNS
entity_id, kind, country_code, importance, names, context

-- name: BY_NAME_KEY
SELECT {COLUMNS} FROM search_entity
WHERE rank_key IN (SELECT DISTINCT rank_key FROM search_name WHERE key {keys} ORDER BY rank_key LIMIT %s)
AND %s IN ('', kind) AND %s IN ('', country_code) ORDER BY rank_key LIMIT %s

-- name: BY_SOUND
-- The query reads only the 201 most important entities with each hash, so a larger graph does not slow it down.
SELECT {COLUMNS} FROM search_entity WHERE rank_key IN (
    SELECT rank_key FROM {keys} JOIN search_name ON search_name.key = given.key AND rank_key <= COALESCE(
        (SELECT rank_key FROM search_name WHERE key = given.key ORDER BY rank_key LIMIT 1 OFFSET 200),
        9223372036854775807
    ) GROUP BY rank_key ORDER BY COUNT(*) DESC, rank_key LIMIT %s
) AND %s IN ('', kind) AND %s IN ('', country_code) ORDER BY rank_key LIMIT %s

-- name: WORDS_BY_KEY
SELECT word, phonetic_code, importance FROM search_token
WHERE id IN (SELECT token_id FROM search_variant WHERE key {keys}) ORDER BY importance DESC, word LIMIT %s

-- name: FREQUENCIES
SELECT word, frequency FROM search_token WHERE word {keys}
