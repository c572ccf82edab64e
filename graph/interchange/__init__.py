"""Dump the graph to JSON Lines files, and load such files into an empty graph. The loaded graph is the same."""
