CREATE TABLE about (
  name TEXT PRIMARY KEY,
  value                    -- "as_of": the day of the statuses; "position": the last change in the journal that is included
);
CREATE TABLE entities (
  slug TEXT PRIMARY KEY,   -- the permanent identifier
  type TEXT NOT NULL,      -- country, politician, party, election, office, institution or ideology
  name TEXT NOT NULL,      -- in common English use
  country_code TEXT,       -- ISO 3166-1 alpha-2, lower case; NULL for an ideology
  description TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  document TEXT NOT NULL   -- the entity as JSON, as /api/graph/entity/{slug} shows it
);
CREATE TABLE relationships (
  subject TEXT NOT NULL REFERENCES entities (slug),
  type TEXT NOT NULL,      -- such as politician_holds_office
  object TEXT NOT NULL REFERENCES entities (slug),
  role TEXT,
  start_date TEXT,         -- as precise as known: 2022, 2022-04 or 2022-04-24
  end_date TEXT,
  status TEXT NOT NULL,    -- on the day "as_of": current, ended, future or unknown
  verified_at TEXT,        -- the last day for which a source confirmed it
  source TEXT NOT NULL REFERENCES sources (slug)
);
CREATE TABLE seats (       -- a row is one party in one composition of a chamber
  institution TEXT NOT NULL REFERENCES entities (slug),
  start_date TEXT,         -- the composition holds from this day
  total INTEGER,           -- seats of the whole chamber
  party TEXT REFERENCES entities (slug),
  name TEXT NOT NULL,      -- of the party in the source
  seats INTEGER NOT NULL,
  vote_share REAL,         -- per cent of the valid votes
  verified_at TEXT,
  source TEXT REFERENCES sources (slug)
);
CREATE TABLE redirects (
  slug TEXT PRIMARY KEY,   -- an old slug
  entity TEXT NOT NULL REFERENCES entities (slug)
);
CREATE TABLE sources (
  slug TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT,
  licence TEXT,
  retrieved TEXT           -- the day of the content
);
CREATE TABLE results (     -- a row is one tally, with the newest result version of its race
  election TEXT NOT NULL REFERENCES entities (slug),
  {results}
);
CREATE VIEW other_names AS SELECT slug AS entity, json_extract(value, '$.name') AS name,
  json_extract(value, '$.lang') AS lang, json_extract(value, '$.kind') AS kind
  FROM entities, json_each(document, '$.other_names');
CREATE VIEW identifiers AS SELECT slug AS entity, key AS scheme, value FROM entities, json_each(document, '$.identifiers');
CREATE VIEW citations AS SELECT slug AS entity, json_extract(value, '$.slug') AS source,
  json_extract(value, '$.url') AS url, json_extract(value, '$.retrieved') AS retrieved,
  json_extract(value, '$.note') AS note FROM entities, json_each(document, '$.sources');
