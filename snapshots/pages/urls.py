from django.urls import path

from snapshots.pages.views import ElectionPage

urlpatterns = [path("elections/<str:slug>", ElectionPage.as_view(), name="election-page")]
