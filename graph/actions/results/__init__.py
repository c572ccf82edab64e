"""The functions that write election results. `record` is the only way in for counts."""
