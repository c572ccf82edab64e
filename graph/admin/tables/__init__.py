"""Export and import entities as CSV and XLSX tables, with the library django-import-export. The admin mixins of the
library are not used, because they would let everybody read an uploaded file, and would load a whole export into
memory."""
