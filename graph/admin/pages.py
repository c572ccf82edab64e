from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse


class KindPages:
    """What further pages of a kind, and of its entities, need: addresses, the entity, and the frame of the admin."""

    def entity_or_404(self, request, pk):
        """The entity of this kind with the key, which came from outside."""
        entity = self.get_object(request, str(pk))
        if entity is None:
            raise Http404
        return entity

    def named(self, page: str) -> str:
        """What the address of a page of this kind is named."""
        return f"graph_{self.opts.model_name}_{page}"

    def address(self, page: str, *args) -> str:
        """The address of a page of this kind: ``address("history", entity.pk)``."""
        return reverse(f"{self.admin_site.name}:{self.named(page)}", args=args)

    def page(self, request, name: str, context: dict):
        """The template ``admin/graph/<name>.html``."""
        request.current_app = self.admin_site.name
        frame = self.admin_site.each_context(request)
        shared = {"opts": self.opts, "list_address": self.address("changelist")}
        return TemplateResponse(request, f"admin/graph/{name}.html", frame | shared | context)
