"""Export and import entities as CSV and XLSX tables, with the library django-import-export. Its admin mixins are not
used, because they would let everybody read an uploaded file, and would load a whole export into memory."""
