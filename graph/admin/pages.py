"""What all admin pages of entities share: permissions, addresses and the frame of the admin."""

from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse


def may(request, verb: str, kind: str) -> bool:
    """Whether the user may add, change or view entities of this kind."""
    return request.user.has_perm(f"graph.{verb}_{kind}")


def may_any(request, verb: str) -> bool:
    """Whether the user may publish, withdraw, rename or merge entities, whatever their kind."""
    return request.user.has_perm(f"graph.{verb}_entity")


class PartOfEntity:
    """Permissions on rows that belong to an entity: names, citations, relationships.

    They are those on the entity itself. Without ``obj`` the entity is being added, which needs its own permission.
    """

    kind = None

    def has_view_permission(self, request, obj=None):
        return may(request, "view", self.kind) or self.has_change_permission(request, obj)

    def has_change_permission(self, request, obj=None):
        return may(request, "change", self.kind) or (obj is None and may(request, "add", self.kind))

    def has_add_permission(self, request, obj=None):
        return self.has_change_permission(request, obj)

    def has_delete_permission(self, request, obj=None):
        return self.has_change_permission(request, obj)


class EntityPages:
    """Helpers for additional pages of one kind of entity."""

    def get_list_tools(self, request) -> list[tuple[str, str]]:
        """(label, address) of the links at the top of the list."""
        return []

    def get_entity_tools(self, request, entity) -> list[tuple[str, str]]:
        """(label, address) of the links at the top of an entity's page."""
        return []

    def entity_or_404(self, request, pk):
        # The key comes from the address; get_object() accepts any text and checks the kind.
        entity = self.get_object(request, str(pk))
        if entity is None:
            raise Http404
        return entity

    def url_name(self, page: str) -> str:
        return f"graph_{self.opts.model_name}_{page}"

    def url(self, page: str, *args) -> str:
        """The address of a page of this kind: ``url("history", entity.pk)``."""
        return reverse(f"{self.admin_site.name}:{self.url_name(page)}", args=args)

    def page(self, request, name: str, context: dict):
        """Render the template ``admin/graph/<name>.html``."""
        request.current_app = self.admin_site.name
        frame = self.admin_site.each_context(request)
        shared = {"opts": self.opts, "list_address": self.url("changelist")}
        return TemplateResponse(request, f"admin/graph/{name}.html", frame | shared | context)
