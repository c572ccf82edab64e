"""Whether a record is about an entity of the graph: one module for each kind, without a database."""
