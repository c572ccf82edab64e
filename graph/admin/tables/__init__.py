"""Export and import entities as CSV and XLSX tables, with the library django-import-export. Its own admin mixins are
not used: they would let everybody read an uploaded file, and would hold a whole export in memory."""
