from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import path

from config.http.bulk_actions import AdminPages

ROUTES = {
    "export": "export/<slug:extension>/",
    "import": "import/",
    "preview": "import/<uuid:key>/",
    "slug": "<path:object_id>/slug/",
    "merge": "<int:pk>/merge/",
    "revert": "<int:pk>/revert/<int:change>/",
    "unmerge": "<int:pk>/unmerge/<int:change>/",
}
"""The additional pages of the admin of entities. Maps the name of a page to its URL path. The method ``<name>_view`` is
its view."""


def may(request, action: str, kind: str) -> bool:
    """Return True if the user has the permission ``action`` ("add", "change" or "view") for entities of this kind."""
    return request.user.has_perm(f"graph.{action}_{kind}")


def may_any(request, action: str) -> bool:
    """Return True if the user has the permission ``action`` ("publish", "withdraw", "rename" or "merge") for entities.
    This permission is the same for all kinds of entities."""
    return request.user.has_perm(f"graph.{action}_entity")


class PartOfEntity:
    """A mixin for the admin of rows that belong to an entity, such as its other names. An editor who may change the
    entity may also change these rows. In the methods, ``obj`` is None while an editor adds the entity."""

    kind = None

    def has_view_permission(self, request, obj=None):
        return may(request, "view", self.kind) or self.has_change_permission(request, obj)

    def has_change_permission(self, request, obj=None):
        return may(request, "change", self.kind) or (obj is None and may(request, "add", self.kind))

    has_add_permission = has_delete_permission = has_change_permission


class EntityPages(AdminPages):
    """Adds further pages to the ModelAdmin of a kind of entity, such as the merge page. ROUTES maps their names to
    their paths."""

    def get_urls(self):
        views = {name: self.admin_site.admin_view(getattr(self, f"{name}_view")) for name in ROUTES}
        urls = [path(route, views[name], name=self.url_name(name)) for name, route in ROUTES.items()]
        # Our URL patterns come before Django's, because the last pattern of Django matches any path.
        return [*urls, *super().get_urls()]

    def entity_or_404(self, request, pk, *, may):
        # The key in the URL can be any text. get_object() accepts it, and checks the kind.
        entity = self.get_object(request, str(pk))
        if entity is None:
            raise Http404
        if not may:
            raise PermissionDenied
        return entity
