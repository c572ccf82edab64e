"""Read what the API shows with prepared SQL text. Django would take longer to build these queries than the database
takes to run them."""
