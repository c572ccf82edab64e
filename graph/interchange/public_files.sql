-- name: SELECTED
(SELECT slug FROM selected)

-- name: OWN
(SELECT slug FROM selected WHERE is_own)

-- name: LINKS
(SELECT link FROM links)

-- name: SELECT_AREA
DROP TABLE IF EXISTS temp.selected; DROP TABLE IF EXISTS temp.links;
CREATE TEMP TABLE selected (slug PRIMARY KEY, is_own); CREATE TEMP TABLE links (link INTEGER PRIMARY KEY);
INSERT INTO selected SELECT slug, 1 FROM entities, area WHERE area.code IS NULL OR country_code = area.code;
INSERT INTO links SELECT rowid FROM relationships WHERE subject IN {SELECTED}
UNION SELECT rowid FROM relationships WHERE object IN {SELECTED};
INSERT OR IGNORE INTO selected SELECT subject, 0 FROM relationships WHERE rowid IN {LINKS}
UNION SELECT object, 0 FROM relationships WHERE rowid IN {LINKS};

-- name: ENTITIES
FROM entities WHERE slug IN {SELECTED} ORDER BY slug

-- name: RELATIONSHIPS
SELECT * FROM relationships WHERE rowid IN {LINKS} ORDER BY rowid

-- name: SEATS
SELECT * FROM seats WHERE institution IN {OWN} ORDER BY rowid

-- name: REDIRECTS
SELECT * FROM redirects WHERE entity IN {OWN} ORDER BY slug

-- name: SOURCES
SELECT * FROM sources WHERE slug IN (SELECT source FROM citations WHERE entity IN {SELECTED}
UNION SELECT source FROM relationships WHERE rowid IN {LINKS}
UNION SELECT source FROM seats WHERE institution IN {OWN}) ORDER BY slug

-- name: RESULTS
SELECT election, {CSV_COLUMNS} FROM results WHERE election IN {OWN} ORDER BY election, rowid
