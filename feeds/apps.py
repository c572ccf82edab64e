from django.apps import AppConfig


class FeedsConfig(AppConfig):
    name = "feeds"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from feeds import checks  # noqa: F401 - registers the deployment check
