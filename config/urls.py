from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

admin.site.site_header = admin.site.site_title = "Political Knowledge Graph"
admin.site.index_title = "Administration"

handler400 = "config.http.problems.bad_request"
handler403 = "config.http.problems.permission_denied"
handler404 = "config.http.problems.page_not_found"
handler500 = "config.http.problems.server_error"

READ = ["get", "head", "options"]

urlpatterns = [
    path("api/graph/", include("graph.api.urls")),
    path("api/", include("snapshots.api.urls")),
    path("", include("search.urls")),
    path("", include("feeds.api.urls")),
    path("", include("graph.pages.urls")),
    path("", include("snapshots.pages.urls")),
    path("", include("config.pages.api_docs")),
    path("", include("config.pages.design")),
    path("", include("config.pages.texts")),
    path("", include("accounts.urls")),
    path("", include("feeds.pages.urls")),
    # People type the address without the slash that the paths of the admin end with.
    path("admin", RedirectView.as_view(pattern_name="admin:index", http_method_names=READ)),
    path("admin/", admin.site.urls),
    # Browsers request this path for pages that name no icon, such as those of the admin.
    path("favicon.ico", RedirectView.as_view(url=static("icon.svg"), http_method_names=READ)),
]
