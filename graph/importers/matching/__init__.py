"""Match records of sources with entities of the graph, in memory. There is one module for each kind of entity."""
