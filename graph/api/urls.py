from django.urls import path

from graph.api.views import EntityViewSet

urlpatterns = [
    path("entities", EntityViewSet.as_view({"get": "list"}, throttle_scope="entities"), name="entities"),
    path("entity/<str:slug>", EntityViewSet.as_view({"get": "retrieve"}, throttle_scope="entity"), name="entity"),
    path(
        "entity/<str:slug>/relationships",
        EntityViewSet.as_view({"get": "relationships"}, throttle_scope="relationships"),
        name="entity-relationships",
    ),
]
