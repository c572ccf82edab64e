CREATE INDEX entities_by_country ON entities (country_code);
CREATE INDEX relationships_by_subject ON relationships (subject);
CREATE INDEX relationships_by_object ON relationships (object);
CREATE INDEX seats_by_institution ON seats (institution);
CREATE INDEX redirects_by_entity ON redirects (entity);
CREATE INDEX results_by_election ON results (election);
