from django.urls import path

from search.api.views import SearchViewSet
from search.pages.views import SearchPage

urlpatterns = [
    path("api/search", SearchViewSet.as_view({"get": "list"}), name="search"),
    path("search", SearchPage.as_view(), name="search-page"),
]
