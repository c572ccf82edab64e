"""Export and import entities as CSV and XLSX tables with the library django-import-export.

`EntityResource` collects the changes of all rows, and `graph.actions` writes all or none. The library's own admin
mixins would let everybody read an uploaded file, and hold a whole export in memory.
"""
