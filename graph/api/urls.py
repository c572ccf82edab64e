from django.urls import path

from graph.api.views import EntityViewSet

urlpatterns = [
    path("entities", EntityViewSet.as_view({"get": "list"}), name="entities"),
    path("entity/<str:slug>", EntityViewSet.as_view({"get": "retrieve"}), name="entity"),
    path(
        "entity/<str:slug>/relationships", EntityViewSet.as_view({"get": "relationships"}), name="entity-relationships"
    ),
]
