"""Find out which entity of the graph an imported record is about."""
