import re
from datetime import timedelta

from django import forms
from django.db.models import Q
from django_filters import ChoiceFilter, FilterSet, NumberFilter

from accounts.pages.forms import OneLineField
from feeds.models import LONGEST_URL, MOST_ENTITIES, WebhookDelivery, WebhookEndpoint
from feeds.webhooks.addresses import ForbiddenAddress, check_host, check_url
from feeds.webhooks.event_types import CHOSEN_TYPES, EVENT_TYPES
from graph.kinds import KIND_CHOICES, Kind
from graph.models import Entity
from graph.results import Mode

LONGEST_LIST = 20_000
LONGEST_SEARCH = 200
TYPES = [(name, f"{name}: {EVENT_TYPES[name].description.lower()}") for name in CHOSEN_TYPES]
TYPE_NAMES = [(name, name) for name in EVENT_TYPES]
PERIODS = [("1", "The last hour"), ("24", "The last day"), ("168", "The last week"), ("720", "The last 30 days")]


class CodesField(forms.CharField):
    """A form field for country codes, such as "fr, de", separated by blanks, commas or line breaks. Its value is a list
    without duplicates. The form is invalid if a code is unknown, that is, if no entity in the graph has it."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"})
    most = LONGEST_LIST

    def __init__(self, **kwargs):
        super().__init__(required=False, max_length=LONGEST_LIST, **kwargs)

    def prepare_value(self, value):
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value):
        codes = list(dict.fromkeys(re.findall(r"[^\s,]+", super().clean(value))))
        if len(codes) > self.most:
            raise forms.ValidationError(f"Too many: {len(codes)} of at most {self.most}.")
        known = self.known(codes)
        if unknown := [code for code in codes if code not in known]:
            raise forms.ValidationError(f"Unknown: {', '.join(unknown[:5])}.")
        return codes

    def known(self, codes: list[str]) -> set[str]:
        return set(Entity.objects.filter(country_code__in=codes).values_list("country_code", flat=True).distinct())


class SlugsField(CodesField):
    """A form field for slugs of published entities, separated by blanks, commas or line breaks. Its value is a list
    without duplicates. The form is invalid if there are more than MOST_ENTITIES slugs, or if one is unknown, that is,
    if no published entity has it."""

    most = MOST_ENTITIES
    shown = Q(status=Entity.Status.PUBLISHED)
    """The condition for the entities that may be chosen."""

    def known(self, codes):
        return set(Entity.objects.filter(self.shown, slug__in=codes).values_list("slug", flat=True))


class ElectionsField(SlugsField):
    """A `SlugsField` for elections. Those of rehearsals may be chosen too: the API shows their results, although they
    are drafts."""

    shown = Q(kind=Kind.ELECTION) & (SlugsField.shown | Q(coverage__mode=Mode.TEST))


class EndpointForm(forms.Form):
    """The form for the settings of a webhook endpoint. The validation resolves the host name of ``url``, which may take
    three seconds. The field ``find`` is not a setting: the user types a search into it, and can add the entities and
    elections that are found to the filters."""

    url = OneLineField(
        label="URL",
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text="An https address on port 443 or 8443 that answers with a status from 200 to 299.",
        error_messages={"required": "Type the address that receives the events."},
    )
    description = OneLineField(
        required=False,
        max_length=WebhookEndpoint._meta.get_field("description").max_length,
        help_text="What it is for, so that you recognise it later.",
    )
    event_types = forms.MultipleChoiceField(
        required=False, choices=TYPES, widget=forms.CheckboxSelectMultiple, help_text="Nothing chosen means all."
    )
    kinds = forms.MultipleChoiceField(
        label="Kinds of entities",
        required=False,
        choices=KIND_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        help_text="Nothing chosen means all.",
    )
    countries = CodesField(help_text="Two-letter codes such as fr and de. Empty means all.")
    entities = SlugsField(help_text="Slugs, up to 100. Empty means all.")
    elections = ElectionsField(help_text="Slugs, up to 100. Empty means all.")
    find = OneLineField(
        label="Find entities and elections",
        required=False,
        max_length=LONGEST_SEARCH,
        help_text="Search by any name, then add what you find to the lists above.",
    )
    includes_test = forms.BooleanField(
        label="Test mode", required=False, help_text="Also send events of rehearsals, which are not real."
    )

    def clean_url(self):
        url = self.cleaned_data["url"]
        try:
            check_url(url)
            check_host(url)
        except ForbiddenAddress as error:
            raise forms.ValidationError(str(error)) from error
        return url

    @property
    def settings(self) -> dict:
        """Return the settings of the endpoint: the values of all fields except ``find``, as keyword arguments for
        `create_endpoint` or `update`."""
        return {name: value for name, value in self.cleaned_data.items() if name != "find"}


class LogFilter(FilterSet):
    """The filters of the list of deliveries to an endpoint. Invalid values in the URL are ignored."""

    state = ChoiceFilter(choices=WebhookDelivery.State.choices, empty_label="Any state")
    type = ChoiceFilter("event__type", label="Event type", choices=TYPE_NAMES, empty_label="Any type")
    before = NumberFilter("pk", "lt", min_value=1, max_value=2**63 - 1)


class TestForm(forms.Form):
    event_type = forms.ChoiceField(label="Event type", choices=TYPE_NAMES[::-1])


class ReplayForm(forms.Form):
    hours = forms.TypedChoiceField(
        label="Failed deliveries of", choices=PERIODS, coerce=lambda hours: timedelta(hours=int(hours))
    )
