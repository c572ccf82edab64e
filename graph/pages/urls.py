from django.urls import path

from graph.pages.views import AttributionPage

urlpatterns = [path("attribution", AttributionPage.as_view(), name="attribution")]
