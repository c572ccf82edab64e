"""Finding the row that a field shall lead to, by typing."""

from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.urls import path

from graph.admin.labels import choosable, label


class ChoicesView(AutocompleteJsonView):
    """What is found for what was typed, a page of it at a time."""

    model_admin = None

    def process_request(self, request):
        return request.GET.get("term", ""), self.model_admin, None, "pk"

    def get_queryset(self):
        return self.model_admin.get_choices(self.request, self.term)

    def serialize_result(self, obj, to_field_name):
        return {"id": str(obj.pk), "text": self.model_admin.choice_label(obj)}


class ChoicesMixin:
    """Rows of the page's model can be chosen elsewhere, by whoever may view them."""

    def get_urls(self):
        view = self.admin_site.admin_view(ChoicesView.as_view(model_admin=self, admin_site=self.admin_site))
        name = f"{self.opts.app_label}_{self.opts.model_name}_choices"
        return [path("choices/", view, name=name), *super().get_urls()]

    def get_choices(self, request, term):
        found, _ = self.get_search_results(request, self.choosable(), term)
        return found.order_by("name", "pk")

    def choosable(self):
        return choosable(self.kind)

    def choice_label(self, row) -> str:
        return label(row)
