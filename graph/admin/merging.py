"""Define the page that merges an entity into another entity of the same kind, called the target."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, OperationalError
from django.http import HttpResponseRedirect
from django.urls import path

from graph.actions import ActionRejected, merge, version_of
from graph.actions.facts import ENTITY_FACTS
from graph.admin.choices import choice_field, choosable, entity_label
from graph.admin.errors import error_messages
from graph.admin.forms import MAX_VERSION, OTHERS_WRITE, ReasonForm
from graph.admin.pages import EntityPages
from graph.kinds import KINDS
from graph.models import Entity, Relationship

MAX_LISTED = 20
PARTS = {"other_names": "other names", "identifiers": "identifiers", "citations": "sources", "redirects": "old slugs"}


class TargetForm(forms.Form):
    """A form that chooses the target of a merge. `MergingMixin` passes its field, which depends on the kind."""

    def __init__(self, *args, field, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["into"] = field


class MergeForm(ReasonForm):
    """A form that asks for the reason of a merge, and which value to use for each fact that differs.

    The target always gets the facts that only the merged entity has.
    """

    def __init__(self, *args, entity, into, **kwargs):
        super().__init__(*args, **kwargs)
        for name, of_target, of_entity in facts_of_both(entity, into):
            if of_target and of_entity and of_target != of_entity:
                choices = [("target", of_target), ("entity", of_entity)]
                self.fields[f"fact_{name}"] = forms.ChoiceField(
                    label=name.replace("_", " "), choices=choices, initial="target", widget=forms.RadioSelect
                )
        # The merge is rejected if somebody has changed either of them since.
        for name, row in (("version", entity), ("target_version", into)):
            limits = {"min_value": 0, "max_value": MAX_VERSION, "widget": forms.HiddenInput}
            self.fields[name] = forms.IntegerField(initial=version_of(row), **limits)

    def fact_fields(self):
        """Map the name of each fact for which the form offers two values to its bound field."""
        return {name.removeprefix("fact_"): self[name] for name in self.fields if name.startswith("fact_")}

    @property
    def facts_to_take(self) -> list[str]:
        """Return the names of the facts for which the editor chose the value of the merged entity."""
        return [name for name, field in self.fact_fields().items() if self.cleaned_data[field.name] == "entity"]


class MergingMixin(EntityPages):
    def get_urls(self):
        # Before the addresses of Django, which accept any path.
        view = self.admin_site.admin_view(self.merge_view)
        return [path("<int:pk>/merge/", view, name=self.url_name("merge")), *super().get_urls()]

    def get_entity_tools(self, request, entity):
        tools = super().get_entity_tools(request, entity)
        is_permitted = request.user.has_perm("graph.merge_entity")
        return [*tools, ("Merge into another", self.url("merge", entity.pk))] if is_permitted else tools

    def merge_view(self, request, pk):
        """Ask for the target, then show both entities next to each other. POST merges the entity into the target."""
        entity = self.entity_or_404(request, pk)
        if not request.user.has_perm("graph.merge_entity"):
            raise PermissionDenied
        target_form = self._target_form(request.GET if "into" in request.GET else None)
        into = target_form.cleaned_data["into"] if target_form.is_valid() else None
        if into is None or into.pk == entity.pk:
            context = {"title": f"Merge {entity} into another", "entity": entity, "target_form": target_form}
            return self.page(request, "merge_target", context)
        form = MergeForm(request.POST or None, entity=entity, into=into)
        if request.method == "POST" and form.is_valid() and self._merge(request, entity, into, form):
            return HttpResponseRedirect(self.url("history", into.pk))
        return self.page(request, "merge", self._merge_context(entity, into, form))

    def _target_form(self, data):
        column = Relationship._meta.get_field("subject")
        rows = choosable(self.kind)
        field = choice_field(column, self.admin_site, rows, model=self.kind, label_of=entity_label)
        field.label = "Entity to keep"
        return TargetForm(data, field=field)

    def _merge_context(self, entity, into, form):
        fields = form.fact_fields()
        return {
            "title": f"Merge {entity} into {into}",
            "entity": entity,
            "into": into,
            "form": form,
            "swapped": f"{self.url('merge', into.pk)}?into={entity.pk}",
            "facts": [
                (name.replace("_", " "), of_target, of_entity, fields.get(name))
                for name, of_target, of_entity in facts_of_both(entity, into)
                if of_target or of_entity
            ],
            "relationships": [(row.outgoing.count(), row.incoming.count()) for row in (into, entity)],
            "parts": [(label, _first_rows(into, name), _first_rows(entity, name)) for name, label in PARTS.items()],
        }

    def _merge(self, request, entity, into, form):
        """Merge the entity into ``into`` and return True. If that fails, add an error to the form and return False."""
        data = form.cleaned_data
        versions = (data["version"], data["target_version"])
        try:
            merge(
                entity=entity, into=into, taking=form.facts_to_take, seen=versions, by=request.user, note=data["reason"]
            )
        except (ActionRejected, IntegrityError) as error:
            form.add_error(None, " ".join([*error_messages(error), "Nothing was merged."]))
            return False
        except OperationalError:
            form.add_error(None, f"{OTHERS_WRITE} Nothing was merged.")
            return False
        text = f"{entity} has been merged into {into}; /{entity.slug} redirects there. You can undo the merge below."
        self.message_user(request, text, messages.SUCCESS)
        return True


def facts_of_both(entity: Entity, into: Entity) -> list[tuple[str, str, str]]:
    """Return (name, value of ``into``, value of ``entity``) of each fact. Missing and composed values are ""."""
    names = [*ENTITY_FACTS, *KINDS[into.kind].stored_fields]
    return [(name, _fact(into, name), _fact(entity, name)) for name in names]


def _fact(entity, name):
    row = entity if name in ENTITY_FACTS else entity.details
    if getattr(row, f"{name}_is_composed", False):
        return ""
    value = getattr(row, name, None)
    return "" if value in (None, [], "") else str(value)


def _first_rows(entity, name):
    """Return the first MAX_LISTED rows as texts, and the number of the other rows."""
    rows = getattr(entity, name).all()
    shown = [str(row) for row in rows[:MAX_LISTED]]
    return shown, rows.count() - len(shown)
