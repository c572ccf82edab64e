from django import forms
from django.contrib import messages
from django.http import HttpResponseRedirect

from graph.actions import merge, version_of
from graph.actions.facts import ENTITY_FACTS
from graph.admin.errors import REJECTED, error_messages
from graph.admin.fields import ChoiceField, text_of
from graph.admin.forms import VERSION, VersionForm
from graph.admin.pages import EntityPages, may
from graph.kinds import KINDS
from graph.models import Entity, Relationship

MAX_LISTED = 20
PARTS = {"other_names": "other names", "identifiers": "identifiers", "citations": "sources", "redirects": "old slugs"}


class MergeForm(VersionForm):
    """The form that asks for the reason why ``entity`` is merged into ``into``. If both have different values of a
    fact, the form also asks which of the two values remains."""

    target_version = forms.IntegerField(**VERSION)

    def __init__(self, *args, entity, into):
        super().__init__(*args, initial={"version": version_of(entity), "target_version": version_of(into)})
        for name, of_target, of_entity in facts_of_both(entity, into):
            if of_target and of_entity and of_target != of_entity:
                options = {"choices": [("target", of_target), ("entity", of_entity)], "label": name.replace("_", " ")}
                self.fields[f"fact_{name}"] = forms.ChoiceField(initial="target", widget=forms.RadioSelect, **options)

    def choices(self) -> dict:
        """Return three keyword arguments for `merge`. ``taking`` lists the facts whose value comes from ``entity``.
        ``seen`` has the versions of ``entity`` and ``into`` when the form was opened. ``note`` is the reason."""
        data = self.cleaned_data
        taking = [name.removeprefix("fact_") for name, value in data.items() if value == "entity" and name != "reason"]
        return {"taking": taking, "seen": (data["version"], data["target_version"]), "note": data["reason"]}


class MergingMixin(EntityPages):
    def merge_view(self, request, pk):
        """Show the page to merge the entity with the primary key ``pk`` into another one. First, the page asks for the
        other entity, whose primary key is then in the query parameter ``into``. With this parameter, it shows both
        entities next to each other. POST merges them."""
        entity = self.entity_or_404(request, pk, may=may(request, "merge"))
        target_form = forms.Form(request.GET if "into" in request.GET else None)
        column = Relationship._meta.get_field("subject")
        target_form.fields["into"] = ChoiceField(column, self.admin_site, model=self.kind, label="Entity to keep")
        into = target_form.cleaned_data["into"] if target_form.is_valid() else None
        if into is None or into.pk == entity.pk:
            context = {"title": f"Merge {entity} into another", "entity": entity, "target_form": target_form}
            return self.page(request, "graph/merge_target", context)
        form = MergeForm(request.POST or None, entity=entity, into=into)
        if form.is_valid():
            try:
                merge(entity=entity, into=into, by=request.user, **form.choices())
            except REJECTED as error:
                form.add_error(None, " ".join([*error_messages(error), "Nothing was merged."]))
            else:
                text = f"{entity} has been merged into {into}; /{entity.slug} redirects there."
                self.message_user(request, f"{text} You can undo the merge below.", messages.SUCCESS)
                return HttpResponseRedirect(self.url("history", into.pk))
        return self.page(request, "graph/merge", self._merge_context(entity, into, form))

    def _merge_context(self, entity, into, form):
        return {
            "title": f"Merge {entity} into {into}",
            "entity": entity,
            "into": into,
            "form": form,
            "swapped": f"{self.url('merge', into.pk)}?into={entity.pk}",
            "facts": [
                (name.replace("_", " "), *values, form[field] if (field := f"fact_{name}") in form.fields else None)
                for name, *values in facts_of_both(entity, into)
                if any(values)
            ],
            "relationships": [(row.outgoing.count(), row.incoming.count()) for row in (into, entity)],
            "parts": [(label, _first_rows(into, name), _first_rows(entity, name)) for name, label in PARTS.items()],
        }


def facts_of_both(entity: Entity, into: Entity) -> list[tuple[str, str, str]]:
    """Return (name of the fact, value in ``into``, value in ``entity``) for each fact. A value is "" if it is unknown,
    or if it is a text that the service has written itself."""
    return [(name, _fact(into, name), _fact(entity, name)) for name in (*ENTITY_FACTS, *KINDS[into.kind].stored_fields)]


def _fact(entity, name):
    row = entity if name in ENTITY_FACTS else entity.details
    if getattr(row, f"{name}_is_composed", False):
        return ""
    return text_of(getattr(row, name, None))


def _first_rows(entity, name):
    rows = getattr(entity, name).all()
    shown = [str(row) for row in rows[:MAX_LISTED]]
    return shown, rows.count() - len(shown)
