from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse


class EntityPages:
    """What further pages about an entity need: the entity, its address, and the frame of the admin."""

    def entity_or_404(self, request, pk):
        """The entity of this kind with the key, which came from outside."""
        entity = self.get_object(request, str(pk))
        if entity is None:
            raise Http404
        return entity

    def address(self, page: str, *args) -> str:
        """The address of a page of this kind: ``address("history", entity.pk)``."""
        return reverse(f"{self.admin_site.name}:graph_{self.opts.model_name}_{page}", args=args)

    def page(self, request, name: str, entity, context: dict):
        """The template ``admin/graph/<name>.html`` about the entity."""
        request.current_app = self.admin_site.name
        context |= {**self.admin_site.each_context(request), "opts": self.opts, "entity": entity}
        return TemplateResponse(request, f"admin/graph/{name}.html", context)
