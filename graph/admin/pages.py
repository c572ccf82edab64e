from django.core.exceptions import PermissionDenied
from django.http import Http404

from config.http.bulk_actions import AdminPages


def may(request, action: str, kind: str = "entity") -> bool:
    """Return True if the user has a permission for entities of this kind. ``action`` is "add", "change" or "view". It
    can also be "publish", "withdraw", "rename" or "merge": these permissions are the same for all kinds, so pass no
    kind."""
    return request.user.has_perm(f"graph.{action}_{kind}")


class PartOfEntity:
    """A mixin for the admin of rows that belong to an entity, such as its other names. An editor who may change the
    entity may also change these rows. The argument ``obj`` of the methods is None on the page that adds an entity or
    such a row."""

    kind = None

    def has_view_permission(self, request, obj=None):
        return may(request, "view", self.kind) or self.has_change_permission(request, obj)

    def has_change_permission(self, request, obj=None):
        return may(request, "change", self.kind) or (obj is None and may(request, "add", self.kind))

    has_add_permission = has_delete_permission = has_change_permission


class EntityPages(AdminPages):
    """The base class of mixins that add pages to the admin of entities. ``routes`` maps the name of each page, such as
    "merge", to its path. The page "merge" is shown by the method ``merge_view``."""

    routes = {
        "export": "export/<slug:extension>/",
        "import": "import/",
        "preview": "import/<uuid:key>/",
        "slug": "<path:object_id>/slug/",
        "merge": "<int:pk>/merge/",
        "revert": "<int:pk>/revert/<int:change>/",
        "unmerge": "<int:pk>/unmerge/<int:change>/",
    }

    def entity_or_404(self, request, pk, *, may):
        # The text in the URL need not be a number. get_object() accepts any text, and finds only entities of this kind.
        entity = self.get_object(request, str(pk))
        if entity is None:
            raise Http404
        if not may:
            raise PermissionDenied
        return entity
