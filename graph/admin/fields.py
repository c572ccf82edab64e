"""The form fields for what editors type or choose. `TypedFields` maps database columns to these fields."""

from datetime import date

from django import forms
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget, AutocompleteSelect
from django.db import models
from django.forms.widgets import Media
from django.urls import path, reverse
from django.utils import timezone

from config.http.bulk_actions import KEY
from graph.admin.lines import PositionsField, RoundsField, clean_text
from graph.kinds import KINDS, Kind
from graph.models import Entity, Source
from graph.models import fields as model_fields
from graph.models.entities import details_name
from graph.text import typed_dates

ISO_DAY = "%Y-%m-%d"
FIRST_DAY = date(1900, 1, 1)
LARGEST_SMALL_INTEGER = 32_767
"""The largest number that a small integer column can store in both SQLite and PostgreSQL."""
MAX_KEYS = 1000
DATES = {"politician": "birth_year", "party": "founded_year", "election": "date", "institution": "founded_year"}
"""Maps a kind of entity to the name of a date fact. Select boxes show the year of this fact after the name of an
entity, as in "Angela Merkel (Germany, 1954)", to distinguish entities with the same name."""


class TextField(forms.CharField):
    def to_python(self, value):
        value = super().to_python(value)
        return value if value in self.empty_values else clean_text(value)


class AddressField(forms.URLField):
    def to_python(self, value):
        # URLField itself accepts invisible characters.
        return super().to_python(clean_text(value) if value else value)


class DayField(forms.DateField):
    """A form field for an ISO day such as "2024-07-04", from FIRST_DAY to today. Its value is a date."""

    def __init__(self, **kwargs):
        widget = forms.DateInput(format=ISO_DAY, attrs={"type": "date"})
        super().__init__(input_formats=[ISO_DAY], **kwargs | {"widget": widget})

    def validate(self, value):
        super().validate(value)
        if value and not FIRST_DAY <= value <= timezone.localdate():
            raise forms.ValidationError(f"The day must be between {FIRST_DAY} and today.")


class TypedDateField(forms.CharField):
    """A field for a date that people can write in several ways, such as "May 2019". Its value is a partial ISO date,
    such as "2019-05"."""

    widget = AdminTextInputWidget

    def __init__(self, *, max_length=None, **kwargs):
        super().__init__(**kwargs)
        # Do not use the date input of browsers, which does not accept a month or a year alone.
        self.widget.attrs |= {"class": "typed-date", "placeholder": "May 2019"}

    def to_python(self, value):
        try:
            return typed_dates.read(super().to_python(value))
        except typed_dates.NotATypedDate as error:
            raise forms.ValidationError(str(error)) from None


def with_label(model: str) -> models.QuerySet:
    """Return the query set of all entities of the kind ``model``, or of all sources if ``model`` is "source". It also
    fetches the details and the country's name, which are a part of the label of an option (`choice_label`)."""
    if model == "source":
        return Source.objects.all()
    return Entity.objects.of_kind(model).select_related(details_name(model)).with_country_name()


def choosable(model: str) -> models.QuerySet:
    """Return the query set of the rows that editors can choose: entities of the kind ``model`` that are not withdrawn,
    or all sources if ``model`` is "source"."""
    return with_label(model) if model == "source" else with_label(model).exclude(status=Entity.Status.WITHDRAWN)


def choice_label(row: Entity | Source) -> str:
    """Return the text of an option in a select box: the name of the entity or source. The name of an entity is followed
    by brackets with its country and year, if they are known, as in ``Angela Merkel (Germany, 1954)``. The brackets also
    have its status, if this is not "published". The entity must come from `with_label`."""
    if isinstance(row, Source):
        return row.name
    parts = [
        "" if row.kind == Kind.COUNTRY else row.country_name or row.country_code.upper(),
        str(getattr(row.details, DATES.get(row.kind, ""), None) or "")[:4],
        "" if row.status == Entity.Status.PUBLISHED else row.status,
    ]
    in_brackets = ", ".join(part for part in parts if part)
    return f"{row.name} ({in_brackets})" if in_brackets else row.name


class ChoicesView(AutocompleteJsonView):
    """A view that returns one page of the options of a select box as JSON. The options are the entities or sources that
    match the text in the query parameter ``term``. Withdrawn entities are left out. ``model_admin`` is the ModelAdmin
    of these rows."""

    model_admin = None

    def process_request(self, request):
        # Django's method checks the form field for which a row is chosen. Here, the options depend only on the model.
        return request.GET.get("term", ""), self.model_admin, None, "pk"

    def get_queryset(self):
        rows = choosable(self.model_admin.opts.model_name)
        found, _ = self.model_admin.get_search_results(self.request, rows, self.term)
        return found.order_by("name", "pk")

    def serialize_result(self, obj, to_field_name):
        return {"id": str(obj.pk), "text": choice_label(obj)}


class ChoicesMixin:
    """Adds a page to a ModelAdmin that returns the options of a select box as JSON (`ChoicesView`)."""

    def get_urls(self):
        view = self.admin_site.admin_view(ChoicesView.as_view(model_admin=self, admin_site=self.admin_site))
        return [path("choices/", view, name=f"graph_{self.opts.model_name}_choices"), *super().get_urls()]


class ChoiceField(forms.ModelChoiceField):
    """A form field to choose an entity or a source; its value is the chosen row. ``model`` is the kind of the entities,
    or "source". ``rows`` caches the fetched rows by primary key. All forms of a formset use the same cache, so that one
    query is enough for all of them."""

    def __init__(self, db_field, admin_site, *, model: str, label: str):
        options = {"required": not db_field.blank, "help_text": db_field.help_text, "label": label}
        super().__init__(choosable(model), widget=ChoiceSelect(db_field, admin_site, model=model), **options)
        self.rows = {}
        # A stored value may be a row that editors can no longer choose, such as a withdrawn entity.
        self.stored = with_label(model)

    def label_from_instance(self, row):
        return choice_label(row)

    def fetch(self, typed, stored=()) -> None:
        """Fetch entities or sources from the database by primary key, and cache them in ``rows``. ``typed`` are keys
        that an editor has sent: at most MAX_KEYS of them are fetched. Keys of rows that editors cannot choose, such as
        withdrawn entities, are ignored. ``stored`` are keys from the database, whose rows are always fetched."""
        self._add(self.stored, {key for key in stored if key is not None})
        # Ignore texts that are no primary keys, because they would raise an error in the query.
        self._add(self.queryset, sorted({key for key in typed if KEY.fullmatch(key)} - self.rows.keys())[:MAX_KEYS])

    def _add(self, rows, keys):
        if keys:
            # Change the dictionary itself, because all copies of the field use it.
            self.rows.update({str(row.pk): row for row in rows.filter(pk__in=keys)})

    def to_python(self, value):
        if value in self.empty_values:
            return None
        self.fetch([str(value)])
        if str(value) not in self.rows:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": value})
        return self.rows[str(value)]


class ChoiceSelect(AutocompleteSelect):
    """A select box that requests its options from `ChoicesView`. Its HTML contains only the chosen option."""

    def __init__(self, field, admin_site, *, model: str):
        super().__init__(field, admin_site)
        self.model = model

    @property
    def media(self):
        # The script adds a label for screen readers, because the box replaces the labelled field.
        return super().media + Media(js=["graph/choosing.js"])

    def get_url(self):
        return reverse(f"{self.admin_site.name}:graph_{self.model}_choices")

    def optgroups(self, name, value, attrs=None):
        chosen = [key for key in map(str, value) if key not in ("", "None")]
        # The empty option lets an editor clear the field.
        options = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        options += [self.create_option(name, key, self._label(key), True, len(options)) for key in chosen[:1]]
        return [(None, options, 0)]

    def _label(self, key):
        field = self.choices.field
        field.fetch([key])
        row = field.rows.get(key)
        return field.label_from_instance(row) if row else key


class TypedFields:
    """A mixin for ModelAdmin and inlines. For each type of database column, it chooses a form field that checks or
    converts what editors type. For example, the field for a partial date accepts "May 2019"."""

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
        model_fields.RoundsField: {"form_class": RoundsField},
        models.PositiveSmallIntegerField: {"max_value": LARGEST_SMALL_INTEGER},
        model_fields.PartialDateField: {"form_class": TypedDateField},
    }
    kinds_chosen = {}
    """Says which kind of entity a foreign key refers to: {name of the foreign key: kind}. A foreign key that is missing
    here refers to a source."""

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if not isinstance(db_field, models.ForeignKey):
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        # In contrast to Django's field, this one has no links that open the chosen row in another window.
        model = self.kinds_chosen.get(db_field.name, "source")
        label = KINDS[model].label if model in KINDS else "Source"
        return ChoiceField(db_field, self.admin_site, model=model, label=label)


def text_of(value) -> str:
    """Return a fact of an entity as text for editors. For a list of objects, such as political positions, the text is
    like "position: lower, topic: tax; position: for, topic: euro"."""
    if isinstance(value, dict):
        # The databases store the keys in different orders.
        return ", ".join(f"{key}: {text_of(item)}" for key, item in sorted(value.items()))
    if isinstance(value, list):
        return ("; " if any(isinstance(item, dict) for item in value) else ", ").join(map(text_of, value))
    return "" if value is None else str(value)
