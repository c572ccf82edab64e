"""Each source has a package here: ``SOURCE`` describes the source, and ``read`` yields its records (see `records`). The
package `writer` stores them. A new source also needs an entry in ``sources.yaml``."""
