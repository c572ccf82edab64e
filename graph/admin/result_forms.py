"""The forms on the admin page of a race. Each of them makes a new version of the race's results."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from django import forms
from django.contrib import admin

from graph.actions import ActionRejected
from graph.actions.results import recorded
from graph.actions.results.records import TallyRecord, VersionRecord
from graph.actions.results.validation import COUNTS, LARGEST, MOST_ROUNDS
from graph.admin.fields import ChoiceField
from graph.admin.forms import VersionForm
from graph.admin.two_party import TwoPartyFields
from graph.models import Candidacy, Race, ReportingUnit, ResultVersion
from graph.results import PHASE_RANKS, Method, Phase, VersionKind
from graph.standings import standing

TYPED_PHASES = (Phase.COUNTING, Phase.PROVISIONAL, Phase.FINAL)
COLUMNS = ("votes", "seats")
UNKNOWN_CANDIDACY = "The form has a candidacy that is not in this race. Open the page again."


class ScopeForm(forms.Form):
    """Asks which votes the editor wants to type: the round, and the whole race or one reporting unit."""

    unit = forms.ModelChoiceField(queryset=None, required=False, empty_label="the whole race", label="Count of")
    round = forms.IntegerField(
        min_value=0, max_value=MOST_ROUNDS - 1, required=False, initial=0, help_text="0 has the first preferences"
    )

    def __init__(self, *args, race):
        super().__init__(*args)
        self.fields["unit"].queryset = ReportingUnit.objects.filter(race=race).order_by("name", "code")
        self.fields["unit"].label_from_instance = lambda unit: unit.name


@dataclass
class Start:
    """The race and its newest result version (or None) when a form is opened. ``scope`` has two keys from `ScopeForm`:
    ``round``, and ``unit`` (a reporting unit, or None for the whole race)."""

    race: Race
    version: ResultVersion | None
    scope: dict

    @property
    def number(self) -> int:
        return self.version.number if self.version else 0

    @cached_property
    def current(self) -> VersionRecord:
        return recorded(self.version) if self.version else VersionRecord()

    @cached_property
    def candidacies(self) -> list[Candidacy]:
        return list(self.race.candidacies.order_by("pk"))

    @cached_property
    def units(self) -> list[ReportingUnit]:
        return list(self.race.units.order_by("pk"))


class RaceForm(VersionForm):
    """The base class of the forms that record a version of a race's results. The hidden field ``version`` has the
    number of the newest version at the time when the form was opened. If there is a newer version when the form is
    sent, somebody else has recorded it."""

    kind = VersionKind.COUNT
    is_reason_required = True
    title = button = "Record the count"
    conflict = newer_versions = ()

    def __init__(self, data=None, *, start: Start):
        self.start, self.race = start, start.race
        super().__init__(data, auto_id=f"id_{self.kind}_%s", initial={"version": start.number})
        self.fields["reason"].required = self.is_reason_required
        self.fields["reason"].help_text = "Public, with the version."
        self.fields["reason"].label = "Reason" if self.is_reason_required else "Note"

    def set_conflict(self, message: str) -> None:
        """Add the error ``message``, and show what somebody else has recorded since the form was opened, next to the
        typed values. If the editor then sends the form again, the typed values are recorded."""
        seen = self.cleaned_data["version"]
        versions = self.race.versions.select_related("by", "leader", "source").order_by("number")
        self.newer_versions = list(versions.filter(number__gt=seen))
        newest = Start(self.race, versions.last(), self.start.scope)
        opened = Start(self.race, versions.filter(number=seen).first(), self.start.scope)
        before, now = (type(self)(start=start).initial for start in (opened, newest))
        self.conflict = [
            (field.label, before.get(name), now.get(name), self.data.get(name))
            for name, field in self.fields.items()
            if isinstance(field, forms.IntegerField) and name != "version"
        ]
        self.data = self.data.copy()
        self.data["version"] = newest.number
        self.add_error(None, message)

    def shown_fields(self):
        return [self[name] for name in ("winners", "reason") if name in self.fields]

    def is_offered(self) -> bool:
        return True

    def make(self) -> VersionRecord:
        """Return the new result version, made from the typed values. Raise ActionRejected if this version cannot follow
        the newest one: for example, the call of a winner cannot be retracted if nobody was called."""
        values = {"kind": self.kind, "note": self.cleaned_data["reason"], **self.values()}
        return replace(self.start.current, received_at=None, valid_from=None, **values)


class CountForm(TwoPartyFields, RaceForm):
    """Asks for the votes of one round, in the whole race or in one reporting unit, and for numbers of the whole race,
    such as ``electorate``. If the editor types the votes of a unit, the votes of the whole race in this round are
    computed as the sums of all units."""

    is_reason_required = False
    phase = forms.ChoiceField(choices=[(phase.value, phase.value) for phase in TYPED_PHASES])

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        unit, self.round = self.start.scope["unit"], self.start.scope["round"] or 0
        self.unit = None if unit is None else self.start.units.index(unit)
        self.initial["phase"] = min(self.start.current.phase, Phase.FINAL, key=PHASE_RANKS.get)
        for name in COUNTS:
            self.add_number(name, name.replace("_", " ").capitalize(), getattr(self.start.current, name))
        column = ResultVersion._meta.get_field("source")
        self.fields["source"] = ChoiceField(column, admin.site, model="source", label="Source")
        self.initial["source"] = self.start.version and self.start.version.source_id
        self.add_two_party(self.start.current.two_party)
        has_seats = self.race.seats != 1 and self.race.method != Method.ELECTORAL_COLLEGE
        self.columns = COLUMNS if has_seats else COLUMNS[:1]
        for index, candidacy in enumerate(self.start.candidacies):
            for name in self.columns:
                initial = getattr(self._tally(index), name)
                self.add_number(f"{name}_{candidacy.pk}", f"{name.capitalize()}: {candidacy}", initial)

    def rows(self):
        """Yield (candidacy, list of its form fields) for each candidacy of the race."""
        for candidacy in self.start.candidacies:
            yield candidacy, [self[f"{name}_{candidacy.pk}"] for name in self.columns]

    def scope_text(self):
        part = self.start.scope["unit"]
        place = part.name if part else "the whole race"
        return f"Count of {place}, round {self.round}" if self.round else f"Count of {place}"

    def shown_fields(self):
        names = ("phase", *COUNTS, *self.two_party_names, "source", "reason")
        return [self[name] for name in names]

    def clean(self):
        typed = [name for name in self.data if name.startswith(tuple(f"{column}_" for column in COLUMNS))]
        if any(name not in self.fields for name in typed):
            raise forms.ValidationError(UNKNOWN_CANDIDACY)
        return super().clean()

    def values(self):
        source = self.cleaned_data["source"]
        values = {name: self.cleaned_data[name] for name in ("phase", *COUNTS)} | {"tallies": self._tallies()}
        self._reject_wrong_call(**values)
        values["two_party"] = self.two_party()
        return values | {"source": source.slug if source else ""}

    def add_number(self, name, label, initial):
        widget = forms.NumberInput(attrs={"class": "vIntegerField", "inputmode": "numeric"})
        options = {"min_value": 0, "max_value": LARGEST, "required": False, "widget": widget}
        self.fields[name] = forms.IntegerField(label=label, **options)
        self.initial[name] = initial

    def _tally(self, candidacy, unit=True):
        key = (candidacy, self.round, self.unit if unit else None)
        return next((row for row in self.start.current.tallies if row[:3] == key), TallyRecord(*key))

    def _tallies(self):
        typed = []
        for index, candidacy in enumerate(self.start.candidacies):
            values = {name: self.cleaned_data[f"{name}_{candidacy.pk}"] for name in self.columns}
            typed.append(self._tally(index).with_counts(**values))
        keys = {row[:3] for row in typed}
        rows = [row for row in self.start.current.tallies if row[:3] not in keys] + typed
        return _without_empty(rows if self.unit is None else self._add_up(rows))

    def _add_up(self, rows):
        """Return a copy of the tallies ``rows`` with new totals of the whole race for the round in the form. The total
        of a candidacy is the sum of its known votes in all reporting units, or None if none is known."""
        sums = Counter()
        for row in rows:
            if row.unit is not None and row.round == self.round and row.votes is not None:
                sums[row.candidacy] += row.votes
        rows = [row for row in rows if row.unit is not None or row.round != self.round]
        candidacies = range(len(self.start.candidacies))
        return rows + [self._tally(index, unit=False).with_counts(votes=sums.get(index)) for index in candidacies]

    def _reject_wrong_call(self, tallies, phase, **numbers):
        """Raise ActionRejected if a final count gives the most votes to one candidate, but another one was called as
        winner. Only races for one seat by plurality are checked."""
        if self.race.method != Method.PLURALITY or self.race.seats != 1 or phase != Phase.FINAL:
            return
        called = {row.candidacy for row in tallies if row.elected}
        leader = standing(row._replace(elected=None) for row in tallies).leader
        if called and leader is not None and leader not in called:
            name = self.start.candidacies[leader].name
            raise ActionRejected(f"{name} has most votes, but somebody was called as winner: retract the call first.")


class CorrectionForm(CountForm):
    """Asks for a corrected count and the reason of the correction. In contrast to a normal count, a corrected one can
    have fewer votes or an earlier phase than the count before."""

    kind = VersionKind.CORRECTION
    title, button = "Correct the count", "Record the correction"
    is_reason_required = True

    def is_offered(self):
        return self.start.version is not None


class CallForm(RaceForm):
    """Asks who has won the race. Several can win if the race has several seats and is no electoral college."""

    kind = VersionKind.CALL
    title, button = "Call the winner", "Record the call"
    is_reason_required = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.is_single = self.race.seats == 1 or self.race.method == Method.ELECTORAL_COLLEGE
        choices = [(str(row.pk), str(row)) for row in self.start.candidacies]
        field, widget = forms.MultipleChoiceField, forms.CheckboxSelectMultiple
        if self.is_single:
            field, widget = forms.ChoiceField, forms.RadioSelect
        elected = _elected(self.start.current.tallies)
        winners = [str(row.pk) for index, row in enumerate(self.start.candidacies) if index in elected]
        initial = winners[0] if self.is_single and winners else winners
        # In a list election, the editor need not choose winners, because the seats in the count determine them.
        is_required = self.race.method != Method.LIST
        label = "Winner" if self.is_single else "Winners"
        self.fields["winners"] = field(
            choices=choices, widget=widget, initial=initial, label=label, required=is_required
        )

    def values(self):
        typed = self.cleaned_data["winners"]
        keys = {typed} if self.is_single else set(typed)
        winners = {index for index, row in enumerate(self.start.candidacies) if str(row.pk) in keys}
        is_complete = self.is_single or len(winners) >= (self.race.seats or LARGEST)
        return {"is_called": True, "tallies": with_winners(self.start.current.tallies, winners, is_complete)}


class RetractionForm(RaceForm):
    """Asks why the call of a winner is withdrawn. A final or certified result then becomes provisional again."""

    kind = VersionKind.RETRACTION
    title, button = "Retract the call", "Record the retraction"

    def is_offered(self):
        return bool(self.start.current.is_called or _elected(self.start.current.tallies))

    def values(self):
        if not self.is_offered():
            raise ActionRejected("Nobody was called as winner.")
        phase = min(self.start.current.phase, Phase.PROVISIONAL.value, key=PHASE_RANKS.get)
        return {"is_called": False, "phase": phase, "tallies": with_winners(self.start.current.tallies, set(), False)}


class CertificationForm(RaceForm):
    kind = VersionKind.CERTIFICATION
    title, button = "Certify the result", "Certify"
    is_reason_required = False

    def is_offered(self):
        return self.start.current.phase == Phase.FINAL

    def values(self):
        if not self.is_offered():
            raise ActionRejected("Only a final count can be certified.")
        return {"phase": Phase.CERTIFIED.value}


def with_winners(tallies: list[TallyRecord], winners: set[int], is_complete: bool) -> list[TallyRecord]:
    """Return the tallies (the votes of one candidacy each) with new values of ``elected`` in the first and the last
    round of the whole race. The candidacies with the indexes ``winners`` get True. The others get False if
    ``is_complete`` (nobody else has won), otherwise None (unknown). A winner without a tally gets one."""
    last = max((row.round for row in tallies if row.unit is None), default=0)
    rows = {(winner, 0, None): TallyRecord(winner) for winner in winners} | {row[:3]: row for row in tallies}
    for key, row in rows.items():
        if row.unit is None and row.round in (0, last):
            rows[key] = row._replace(elected=True if row.candidacy in winners else False if is_complete else None)
    return _without_empty(rows.values())


def _without_empty(tallies):
    return [row for row in tallies if any(value is not None for value in row[3:])]


def _elected(tallies):
    return {row.candidacy for row in tallies if row.elected and row.unit is None}
