"""Whether a record speaks of an entity the graph has: one file a kind, pure functions over nodes."""
