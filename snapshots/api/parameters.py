"""Declare the parameters of election results. A form field validates each query parameter and describes it in
OpenAPI."""

from datetime import date

from django import forms
from django.utils import timezone

from config.http.openapi import path_parameter
from config.http.pagination import SortOrder
from config.http.parameters import (
    CountryCodeField,
    CursorField,
    DayField,
    LimitField,
    NumberField,
    OneOfField,
    TimestampField,
)
from graph.documents import SLUG
from graph.kinds import ElectionKind
from graph.results import AreaLevel, Mode, Outcome, Phase
from snapshots.results.races import RACE_SLUG

OF_ELECTION = [path_parameter("slug", SLUG, "The election's slug")]
OF_RACE = [*OF_ELECTION, path_parameter("race", RACE_SLUG, "The race's slug within the election")]
BY_DATE = SortOrder("results", (date, str))
BY_SLUG = SortOrder("races", (str,))
BY_NUMBER = SortOrder("versions", (int,))
BY_CODE = SortOrder("units", (str,))
# The limit of a text in characters. No name of an area and no slug of a party is longer.
LONGEST_TEXT = 200


class StateParameters(forms.Form):
    """The query parameters that choose which results of an election are shown:

    - With ``as_of`` (a time), the results at this time are shown.
    - With ``version``, such as 7, the results after the first 7 result versions of the election are shown.
    - Without both, the newest results are shown.
    - Both together are an error."""

    as_of = TimestampField(required=False, help_text="Show the results as they were at this moment")
    version = NumberField(help_text="Show the results as they were after so many versions")

    def clean(self):
        as_of = self.cleaned_data.get("as_of")
        if as_of and as_of > timezone.now():
            self.add_error("as_of", "Must not be in the future.")
        if as_of and self.cleaned_data.get("version") is not None:
            self.add_error("version", "Give either version or as_of.")


class RaceStateParameters(StateParameters):
    version = NumberField(help_text="Show this version of the race")


class VersionsParameters(StateParameters):
    version = NumberField(help_text="Only versions up to this number")
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_NUMBER)


class UnitsParameters(RaceStateParameters):
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_CODE)


class RacesParameters(StateParameters):
    phase = OneOfField(Phase, help_text="Only races in this phase")
    outcome = OneOfField(Outcome, help_text="Only races with this outcome")
    party = forms.CharField(required=False, max_length=LONGEST_TEXT, help_text="Slug of the leading or winning party")
    area = forms.CharField(
        required=False, max_length=LONGEST_TEXT, help_text="Exact name or code of the area, or name of its region"
    )
    changed_since = NumberField(help_text="Only races changed after the `version` of an earlier response of this list")
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_SLUG)


class JsonDownloadParameters(StateParameters):
    format = OneOfField(["records", "nist"], help_text="`nist` is the format of NIST SP 1500-100, version 2")


class CoveredElectionsParameters(forms.Form):
    country = CountryCodeField()
    phase = OneOfField(Phase, help_text="Only elections in this phase")
    mode = OneOfField(Mode, help_text="Only this mode; rehearsals are listed with `test` only")
    kind = OneOfField(ElectionKind, help_text="Only elections of this kind")
    level = OneOfField(AreaLevel, help_text="Only elections with results of such areas")
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_DATE)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # "from" is a keyword of Python.
        for name, text in (("from", "Only elections on or after this day"), ("to", "Only elections until this day")):
            self.fields[name] = DayField(may_be_future=True, required=False, help_text=text)
