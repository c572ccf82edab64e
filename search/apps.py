from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "search"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from search import receivers  # noqa: F401 - connects the receivers, which needs the models
