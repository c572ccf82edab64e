from django.apps import AppConfig


class FeedsConfig(AppConfig):
    name = "feeds"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # Some of these modules import models, which is possible only when Django has loaded all apps.
        from accounts.signals import tier_changed
        from feeds import checks  # noqa: F401 - registers the deployment check
        from feeds.webhooks.actions import disable_excess
        from feeds.webhooks.figures import report_lag
        from graph.pages import health

        health.reports["webhooks"] = report_lag
        tier_changed.connect(disable_excess)
