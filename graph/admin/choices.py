"""Define form fields in which an editor types to find an entity or a source. A JSON view returns the matches."""

import re

from django import forms
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.widgets import AutocompleteSelect
from django.forms.widgets import Media
from django.urls import path, reverse

from graph.kinds import Kind
from graph.models import Entity
from graph.models.entities import details_name
from graph.text import dates

MAX_KEYS = 1000
KEY = re.compile("[0-9]{1,18}")
YEARS = {
    Kind.POLITICIAN: lambda details: details.birth_year,
    Kind.PARTY: lambda details: details.founded_year,
    Kind.ELECTION: lambda details: dates.year_of(details.date),
    Kind.INSTITUTION: lambda details: details.founded_year,
}
"""Maps a kind to the function that gets the year for an entity label. The year distinguishes equal names."""


def with_label(kind: str):
    """Return the entities of the kind, with their details and country names loaded for `entity_label`."""
    return Entity.objects.of_kind(kind).select_related(details_name(kind)).with_country_name()


def choosable(kind: str):
    """Return all entities of the kind that are not withdrawn. Editors can choose them in a form."""
    return with_label(kind).exclude(status=Entity.Status.WITHDRAWN)


def entity_label(entity: Entity) -> str:
    """Return a label like ``Angela Merkel (Germany, 1954)``. It adds the status of an unpublished entity."""
    details = entity.details
    year = YEARS[entity.kind](details) if details and entity.kind in YEARS else None
    parts = [
        "" if entity.kind == Kind.COUNTRY else entity.country_name or entity.country_code.upper(),
        str(year or ""),
        "" if entity.status == Entity.Status.PUBLISHED else entity.status,
    ]
    in_brackets = ", ".join(part for part in parts if part)
    return f"{entity.name} ({in_brackets})" if in_brackets else entity.name


class ChoicesView(AutocompleteJsonView):
    """A JSON view that returns one page of the rows that match the typed text."""

    model_admin = None

    def process_request(self, request):
        # Django asks here for the field and its permission; the field is any field that leads to this model.
        return request.GET.get("term", ""), self.model_admin, None, "pk"

    def get_queryset(self):
        found, _ = self.model_admin.get_search_results(self.request, self.model_admin.choosable(), self.term)
        return found.order_by("name", "pk")

    def serialize_result(self, obj, to_field_name):
        return {"id": str(obj.pk), "text": self.model_admin.choice_label(obj)}


class ChoicesMixin:
    """Adds a `ChoicesView` to a ModelAdmin. Users who may view the rows of its model may choose them in forms."""

    def get_urls(self):
        view = self.admin_site.admin_view(ChoicesView.as_view(model_admin=self, admin_site=self.admin_site))
        name = f"{self.opts.app_label}_{self.opts.model_name}_choices"
        return [path("choices/", view, name=name), *super().get_urls()]

    def choosable(self):
        return choosable(self.kind)

    def choice_label(self, row) -> str:
        return entity_label(row)


class ChoiceField(forms.ModelChoiceField):
    """A form field for a foreign key: the editor chooses one row.

    A page has hundreds of such fields. All copies of one field share the dictionary ``rows`` of fetched rows.
    The query set ``stored`` also has rows that a foreign key may have already, but that nobody can choose now.
    """

    def __init__(self, *args, label_of=str, stored=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.rows = {}
        self.stored = stored
        self.label_of = label_of

    def label_from_instance(self, row):
        return self.label_of(row)

    def fetch_stored(self, keys) -> None:
        keys = {key for key in keys if key is not None}
        if keys:
            self._add((self.queryset if self.stored is None else self.stored).filter(pk__in=keys))

    def fetch(self, typed) -> None:
        """Fetch the rows with the primary keys that a browser sent, in one query. Invalid keys are ignored."""
        # Only keys: any other text would raise an error in the query.
        keys = {key for key in typed if KEY.fullmatch(key) and key not in self.rows}
        if keys:
            self._add(self.queryset.filter(pk__in=sorted(keys)[:MAX_KEYS]))

    def _add(self, rows):
        # In place: copies of the field refer to the same dictionary.
        self.rows.update({str(row.pk): row for row in rows})

    def to_python(self, value):
        if value in self.empty_values:
            return None
        self.fetch([str(value)])
        if str(value) not in self.rows:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": value})
        return self.rows[str(value)]


class ChoiceSelect(AutocompleteSelect):
    """A select box that loads its options from the `ChoicesView` of ``model``. The page has only the chosen option."""

    def __init__(self, field, admin_site, *, model: str, **kwargs):
        super().__init__(field, admin_site, **kwargs)
        self.model = model

    @property
    def media(self):
        # The script labels the box for screen readers, which do not see the field that it replaces.
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


def choice_field(db_field, admin_site, rows, *, model: str, **kwargs) -> ChoiceField:
    """Return the form field for the foreign key ``db_field``. Its choices are the query set ``rows``."""
    return ChoiceField(
        rows,
        required=not db_field.blank,
        help_text=db_field.help_text,
        widget=ChoiceSelect(db_field, admin_site, model=model),
        **kwargs,
    )
