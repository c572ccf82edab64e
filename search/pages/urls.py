from django.urls import path

from search.pages.views import SearchPage

urlpatterns = [path("search", SearchPage.as_view(), name="search-page")]
