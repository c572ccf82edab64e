"""Tables out of the admin and into it.

django-import-export gives the columns, the pace and the safety of exports. Its import does not fit here: it asks for
each row by a query of its own, and its preview writes every row and rolls back, past the verbs and the journal. So
tables are read and planned by our own code: one look at the graph, nothing written, and then one verb for all rows.
"""

from graph.admin.tables.pages import TablesMixin

__all__ = ["TablesMixin"]
