"""Export and import entities as CSV and XLSX tables with the library django-import-export.

The library's own admin mixins would let everybody read an uploaded file, and hold a whole export in memory.
"""
