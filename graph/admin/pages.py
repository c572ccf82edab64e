"""Provide what all admin pages of entities share: permissions, addresses and the template context."""

from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse


def may(request, verb: str, kind: str) -> bool:
    """Return whether the user may do ``verb`` ("add", "change" or "view") with entities of the kind."""
    return request.user.has_perm(f"graph.{verb}_{kind}")


def may_any(request, verb: str) -> bool:
    """Return whether the user may "publish", "withdraw", "rename" or "merge" (the ``verb``) entities of all kinds."""
    return request.user.has_perm(f"graph.{verb}_entity")


class PartOfEntity:
    """Gives rows that belong to an entity, like names and citations, the permissions of the entity.

    Without ``obj``, a new entity is being added, so the permission to add entities is enough.
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
    """Provides methods for additional admin pages of one kind of entity."""

    def get_list_tools(self, request) -> list[tuple[str, str]]:
        """Return (label, address) of each link at the top of the list page."""
        return []

    def get_entity_tools(self, request, entity) -> list[tuple[str, str]]:
        """Return (label, address) of each link at the top of the page of an entity."""
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
        """Return the address of an admin page of this kind, for example ``url("history", entity.pk)``."""
        return reverse(f"{self.admin_site.name}:{self.url_name(page)}", args=args)

    def page(self, request, name: str, context: dict):
        """Return a response with the template ``admin/graph/<name>.html``, inside the layout of the admin."""
        request.current_app = self.admin_site.name
        frame = self.admin_site.each_context(request)
        shared = {"opts": self.opts, "list_address": self.url("changelist")}
        return TemplateResponse(request, f"admin/graph/{name}.html", frame | shared | context)
