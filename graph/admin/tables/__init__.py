"""Export and import entities as tables (CSV, XLSX) with the library django-import-export.

The library converts rows to cells and back, and reports the errors of each row. It would also write each row alone.
We write all rows or none, so `EntityResource` collects the rows and `graph.actions` writes them.
We do not use the admin mixins of the library. They let everybody who knows the name of an upload read it.
They also show all rows on one page, and hold a whole export in memory.
"""

from graph.admin.tables.pages import TablesMixin

__all__ = ["TablesMixin"]
