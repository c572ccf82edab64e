from importlib import import_module

from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "search"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # The module connects its receivers when it is imported, which needs the models.
        import_module("search.receivers")
