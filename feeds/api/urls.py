from django.urls import path

from feeds.api.views import ChangeViewSet, FeedViewSet

urlpatterns = [
    path("api/changes", ChangeViewSet.as_view({"get": "list"}), name="changes"),
    path("feed", FeedViewSet.as_view({"get": "list"}), name="feed"),
    path("feed/entity/<str:slug>", FeedViewSet.as_view({"get": "retrieve"}), name="entity-feed"),
]
