"""Limit the time that each request may use the database, and detect that the database is unavailable.

`postgresql` and `sqlite3` are Django database backends for the setting ``ENGINE``. Both apply `time_limit` to every
query. The backend for PostgreSQL also uses `availability`.
"""

from config.http.database.availability import database_is_unavailable

__all__ = ["database_is_unavailable"]
