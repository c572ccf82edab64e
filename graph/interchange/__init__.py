"""Dump the graph to JSON Lines files, and load it from them. A loaded dump gives the same graph."""
