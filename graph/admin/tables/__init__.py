"""Export and import of entities as tables (CSV, XLSX), on the resources of django-import-export.

The library converts rows to cells and back, and reports the errors of each row. It writes each row by itself, while we
write all rows or none by `graph.actions`, so `EntityResource` collects them first. Its admin mixins are not used: they
store an upload for everybody who knows its name, show all rows on one page, and hold a whole export in memory.
"""

from graph.admin.tables.pages import TablesMixin

__all__ = ["TablesMixin"]
