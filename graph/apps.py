from django.apps import AppConfig


class GraphConfig(AppConfig):
    name = "graph"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from graph.journal.guard import guard_every_connection

        guard_every_connection()
