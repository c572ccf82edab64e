"""Read the data that the API shows. The SQL texts are written by hand, because Django would take longer to build these
queries than the database takes to run them."""
