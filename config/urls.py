from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from config.pages import health
from config.pages import redirects as pages

admin.site.site_header = admin.site.site_title = "Political Knowledge Graph"
admin.site.index_title = "Administration"

handler400 = "config.http.problems.bad_request"
handler403 = "config.http.problems.permission_denied"
handler404 = "config.http.problems.page_not_found"
handler500 = "config.http.problems.server_error"

urlpatterns = [
    path("", TemplateView.as_view(template_name="home.html"), name="home"),
    path("healthz", health.is_up, name="healthz"),
    path("readyz", health.is_ready, name="readyz"),
    path("api/graph/", include("graph.api.urls")),
    path("api/snapshot/", include("snapshots.api.urls")),
    path("api/", include("search.api.urls")),
    path("api/", include("accounts.api.urls")),
    path("", include("feeds.api.urls")),
    path("", include("search.pages.urls")),
    path("", include("graph.pages.urls")),
    path("", include("config.pages.api_docs")),
    path("", include("accounts.urls")),
    path("admin", pages.admin_index),
    path("admin/", admin.site.urls),
    path("favicon.ico", pages.favicon),
]
