from django.urls import path

from search.api.views import SearchViewSet

urlpatterns = [path("search", SearchViewSet.as_view({"get": "list"}), name="search")]
