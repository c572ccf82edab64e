"""Importers of data, one module for each source. ``SOURCE`` describes the source, and ``read`` yields its records. The
file ``sources.yaml`` lists them."""
