"""Importers read data sets. Each source has a module or package here. Its constant ``SOURCE`` describes the source. Its
function ``read`` yields records: each says what the source has about one entity or relationship (see
`graph.importers.records`). The package `writer` stores records. A new source also needs a row in ``sources.yaml``."""
