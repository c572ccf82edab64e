from django.apps import AppConfig


class GraphConfig(AppConfig):
    name = "graph"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # The models can be imported only now.
        from config.http.cache import responses
        from graph.journal.guard import guard_every_connection
        from graph.journal.revisions import connect_signals
        from graph.journal.tail import JournalTail

        guard_every_connection()
        connect_signals()
        responses.watch(JournalTail())
