"""Read what the API shows with SQL that is written out: to build queries takes Django longer than to run them."""
