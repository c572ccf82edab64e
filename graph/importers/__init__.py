"""Importers read data sets. Each source has a module or package here. Its constant ``SOURCE`` describes the source, and
its function ``read`` yields records. A new source also needs an entry in ``sources.yaml``."""
