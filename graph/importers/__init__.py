"""Importers read data sets. Each source has a module or package here. Its constant ``SOURCE`` describes the source. Its
function ``read`` yields records. A record is what the source says about one entity or relationship (see
`graph.importers.records`). The package `writer` stores records. A new source also needs a row in ``sources.yaml``."""
