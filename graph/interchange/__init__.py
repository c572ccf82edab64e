"""The graph as JSON Lines: dump and load. ``load(dump(graph))`` gives the same graph."""
