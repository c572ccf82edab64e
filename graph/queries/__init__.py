"""Read what the API shows with fixed SQL, because building queries with Django takes most of the time of a request."""
