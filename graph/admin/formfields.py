"""Which form field a column gets, wherever it is typed."""

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models

from graph.admin.fields import AddressField, ChosenField, DayField, PositionsField, TextField, TypedDateField
from graph.admin.labels import choosable, label, labelled
from graph.admin.widgets import ChosenSelect
from graph.kinds import KINDS
from graph.models import Source
from graph.models.fields import PartialDateField

LAST_PLACE = 32_767
"""The largest number that both databases keep in a small column."""


class TypedFields:
    """For pages and inlines: text is clean, dates are typed as people do, rows are found by typing."""

    formfield_overrides = {
        models.CharField: {"form_class": TextField, "widget": AdminTextInputWidget},
        models.SlugField: {"widget": AdminTextInputWidget},
        models.TextField: {"form_class": TextField, "widget": AdminTextareaWidget},
        models.URLField: {
            "form_class": AddressField,
            "widget": forms.URLInput(attrs={"class": "vURLField"}),
            "assume_scheme": "https",
        },
        models.DateField: {"form_class": DayField},
        models.JSONField: {"form_class": PositionsField},
        models.PositiveSmallIntegerField: {"max_value": LAST_PLACE},
        PartialDateField: {"form_class": TypedDateField},
    }
    kinds_chosen = {}
    """The kind that each column leading to an entity leads to."""

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        """Without the links beside a row that is chosen: they would open it in a window of their own."""
        if isinstance(db_field, models.ForeignKey):
            return self.formfield_for_foreignkey(db_field, request, **kwargs)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if kind := self.kinds_chosen.get(db_field.name):
            told = {"label": KINDS[kind].label, "label_of": label, "stored": labelled(kind)}
            return chosen(db_field, self.admin_site, choosable(kind), of=kind, **told)
        if db_field.related_model is Source:
            return chosen(db_field, self.admin_site, Source.objects.all(), of="source", label="Source")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


def chosen(db_field, admin_site, rows, *, of: str, **kwargs) -> forms.Field:
    """The field for a column that leads to one of the rows, which the page ``of`` them finds."""
    return ChosenField(
        rows,
        required=not db_field.blank,
        help_text=db_field.help_text,
        widget=ChosenSelect(db_field, admin_site, of=of),
        **kwargs,
    )
