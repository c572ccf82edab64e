"""Match the records of an import with the entities of the graph: find out which entity a record is about."""
