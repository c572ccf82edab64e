"""Read the data that the API shows, with SQL that is written by hand."""
