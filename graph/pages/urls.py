from django.urls import path

from graph.pages.health import healthz, readyz
from graph.pages.reports import ReportPage
from graph.pages.views import AttributionPage

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("report", ReportPage.as_view(), name="report"),
    path("attribution", AttributionPage.as_view(), name="attribution"),
]
