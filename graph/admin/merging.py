"""Two entities side by side, and one of them in the end."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, OperationalError
from django.http import HttpResponseRedirect
from django.urls import path

from graph.actions import ActionRejected, merge, version_of
from graph.actions.facts import OF_THE_ENTITY
from graph.admin.editing import reasons
from graph.admin.formfields import chosen
from graph.admin.labels import choosable, label
from graph.admin.pages import KindPages
from graph.admin.reasons import OTHERS_WRITE, ReasonForm
from graph.kinds import KINDS
from graph.models import Entity, Relationship

MOST_LISTED = 20
PARTS = ("other_names", "identifiers", "citations", "redirects")


class MergeForm(ReasonForm):
    """Why, and of facts in which both differ, whose stays. What the survivor leaves open it learns anyway."""

    def __init__(self, *args, entity, into, **kwargs):
        super().__init__(*args, **kwargs)
        for name, mine, theirs in facts_of(entity, into):
            if mine and theirs and mine != theirs:
                choices = [("survivor", mine), ("other", theirs)]
                self.fields[f"fact_{name}"] = forms.ChoiceField(
                    label=name.replace("_", " "), choices=choices, initial="survivor", widget=forms.RadioSelect
                )
        for name, one in (("seen", entity), ("seen_of_survivor", into)):
            hidden = {"min_value": 0, "max_value": 2**63 - 1, "widget": forms.HiddenInput}
            self.fields[name] = forms.IntegerField(initial=version_of(one), **hidden)

    def facts(self):
        """The bound fields of the facts to choose from."""
        return [self[name] for name in self.fields if name.startswith("fact_")]

    @property
    def taking(self) -> list[str]:
        """Names of the facts that are taken from the one that gives way."""
        return [
            name.removeprefix("fact_")
            for name, value in self.cleaned_data.items()
            if name.startswith("fact_") and value == "other"
        ]


class MergingMixin(KindPages):
    """Offers to merge an entity into another of its kind."""

    def get_urls(self):
        view = self.admin_site.admin_view(self.merge_view)
        return [path("<int:pk>/merge/", view, name=self.named("merge")), *super().get_urls()]

    def get_entity_tools(self, request, entity):
        """With the link to the merge, for those who may."""
        tools = super().get_entity_tools(request, entity)
        may = request.user.has_perm("graph.merge_entity")
        return [*tools, ("Merge into another", self.address("merge", entity.pk))] if may else tools

    def merge_view(self, request, pk):
        """Asks for the survivor; shows both; by POST merges."""
        entity = self.entity_or_404(request, pk)
        if not request.user.has_perm("graph.merge_entity"):
            raise PermissionDenied
        choice = self._choice(request.GET if "into" in request.GET else None)
        into = choice.cleaned_data["into"] if choice.is_valid() else None
        if into is None or into.pk == entity.pk:
            context = {"title": f"Merge {entity} into another", "entity": entity, "choice": choice}
            return self.page(request, "merge_choice", context)
        form = MergeForm(request.POST or None, entity=entity, into=into)
        if request.method == "POST" and form.is_valid() and self._merge(request, entity, into, form):
            return HttpResponseRedirect(self.address("history", into.pk))
        return self.page(request, "merge", self._both(entity, into, form))

    def _choice(self, data):
        column = Relationship._meta.get_field("subject")
        field = chosen(column, self.admin_site, choosable(self.kind), of=self.kind, label_of=label)
        field.label = "The one that stays"
        return type("ChoiceForm", (forms.Form,), {"into": field})(data)

    def _both(self, entity, into, form):
        """What the page shows of the two, the survivor first."""
        parts = [(name, _listed(into, name), _listed(entity, name)) for name in PARTS]
        statements = [(one.outgoing.count(), one.incoming.count()) for one in (into, entity)]
        context = {"title": f"Merge {entity} into {into}", "entity": entity, "into": into, "form": form, "parts": parts}
        swapped = f"{self.address('merge', into.pk)}?into={entity.pk}"
        return context | {"statements": statements, "swapped": swapped, "facts": _compared(entity, into, form)}

    def _merge(self, request, entity, into, form):
        """Whether it was done; a refusal is an error of the form."""
        told = form.cleaned_data
        seen = (told["seen"], told["seen_of_survivor"])
        try:
            merge(entity=entity, into=into, taking=form.taking, seen=seen, by=request.user, note=told["reason"])
        except (ActionRejected, IntegrityError) as refusal:
            form.add_error(None, " ".join([*reasons(refusal), "Nothing was merged."]))
            return False
        except OperationalError:
            form.add_error(None, f"{OTHERS_WRITE} Nothing was merged.")
            return False
        text = f"{entity} has been merged into {into}; /{entity.slug} leads there. It can be undone below."
        self.message_user(request, text, messages.SUCCESS)
        return True


def facts_of(entity: Entity, into: Entity) -> list[tuple[str, str, str]]:
    """(name, of the survivor, of the other) of each fact of the kind, as texts; a composed text is none."""
    names = [*OF_THE_ENTITY, *KINDS[into.kind].stored_fields]
    return [(name, _text(into, name), _text(entity, name)) for name in names]


def _text(entity, name):
    row = entity if name in OF_THE_ENTITY else entity.details
    if getattr(row, f"{name}_is_composed", False):
        return ""
    value = getattr(row, name, None)
    return "" if value in (None, [], "") else str(value)


def _compared(entity, into, form):
    """(name, of the survivor, of the other, the field to choose by or None) of each fact that one of them has."""
    fields = {field.name.removeprefix("fact_"): field for field in form.facts()}
    facts = facts_of(entity, into)
    return [(name.replace("_", " "), mine, theirs, fields.get(name)) for name, mine, theirs in facts if mine or theirs]


def _listed(entity, name):
    """The first rows of a part, and how many more there are."""
    rows = getattr(entity, name).all()
    shown = [str(row) for row in rows[:MOST_LISTED]]
    return shown, rows.count() - len(shown)
