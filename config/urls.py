from django.contrib import admin
from django.urls import include, path

handler404 = "accounts.problems.page_not_found"
handler500 = "accounts.problems.server_error"

urlpatterns = [
    path("api/graph/", include("graph.api.urls")),
    path("", include("config.api")),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
]
