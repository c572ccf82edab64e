"""Export and import entities as tables (CSV, XLSX) with the library django-import-export.

The library converts values to cells and cells to values, and collects the errors of each row. By itself, the library
would write each row separately. We write all rows or none: `EntityResource` collects the rows, and `graph.actions`
writes them.

We do not use the mixins of the library for the admin. With them, everybody who knows the name of an uploaded file can
read the file. They also show all rows on one page, and hold a whole export in memory.
"""
