from importlib import import_module

from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "search"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # They connect themselves; models are there only now.
        import_module("search.receivers")
