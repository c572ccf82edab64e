"""Importers read data sets. Each source has a module or package here. Its constant ``SOURCE`` describes the source. Its
function ``read`` yields records: objects that have what the source says about an entity or a relationship (see
`graph.importers.records`). The package `writer` stores them. A new source also needs an entry in ``sources.yaml``."""
