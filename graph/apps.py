from django.apps import AppConfig
from django.db.backends.signals import connection_created


class GraphConfig(AppConfig):
    name = "graph"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # These modules import models, which is possible only when Django has loaded all apps.
        from config.http.cache import responses
        from graph.journal.guard import guard_connection
        from graph.journal.revisions import connect_signals
        from graph.journal.tail import JournalTail, ResultsTail

        connection_created.connect(guard_connection, dispatch_uid="graph.journal.guard")
        connect_signals()
        responses.watch(JournalTail())
        responses.watch(ResultsTail())
