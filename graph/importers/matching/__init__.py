"""Find the entity of the graph that an imported record describes."""
