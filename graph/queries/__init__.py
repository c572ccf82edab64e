"""Read what the API shows. The SQL is fixed, because building queries with Django takes most of a request's time."""
