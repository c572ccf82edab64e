"""Read what the API shows, with SQL that is written out. Building a query with Django would take most of a request's
time."""
