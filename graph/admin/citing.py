"""Editors are asked where what they write is from, each time that they do not say it."""

from django.contrib import messages

from graph.actions.facts import OF_THE_ENTITY
from graph.journal.history import COMPOSED


class CitingMixin:
    """For pages of an entity with its facts and citations."""

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        if names := uncited(form, formsets):
            told = ", ".join(name.replace("_", " ") for name in names)
            text = f"No source is cited for: {told}. Add one under “Citations”, and tick what it tells."
            self.message_user(request, text, messages.WARNING)


def uncited(form, formsets) -> list[str]:
    """Names of the facts that were typed just now and that no citation of the entity gives; prose needs none."""
    typed = set(OF_THE_ENTITY) & set(form.changed_data)
    # One form, unless somebody else than a browser sent it.
    for facts in (row for formset in formsets if formset.prefix == "facts" for row in formset.forms):
        typed |= {name for name in facts.changed_data if facts.cleaned_data.get(name) not in (None, "", [])}
    cited = {name for facts in form.instance.citations.values_list("facts", flat=True) for name in facts}
    return sorted(typed - cited - COMPOSED.keys())
