from django.urls import path

from graph.pages.health import healthz, readyz
from graph.pages.views import AttributionPage

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("attribution", AttributionPage.as_view(), name="attribution"),
]
