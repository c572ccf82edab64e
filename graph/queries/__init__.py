"""Read from the database what the API shows. Its SQL is fixed, because building queries takes most of a request's
time."""
