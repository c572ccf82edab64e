"""The form fields of a two-party-preferred count. Such a count assigns every vote to one of two parties."""

from itertools import chain

from django.contrib import admin

from graph.actions import ActionRejected
from graph.admin.fields import ChoiceField
from graph.models import Candidacy, Entity
from graph.results import Method

TWO_PARTY = (("first_party", "first_party_votes"), ("second_party", "second_party_votes"))
INCOMPLETE_PAIR = "A two-party-preferred count has two different parties, each with its votes."


class TwoPartyFields:
    """A mixin for a form with the votes of a race. It adds fields for a two-party-preferred count, which assigns every
    vote to one of two parties."""

    two_party_names = ()

    def add_two_party(self, stored: list | None) -> None:
        """Add fields for two parties and their votes to the form. ``stored`` has their initial values, [[slug of the
        party, votes], [slug, votes]], or is None. If it is None, fields are added only if the race is an instant-runoff
        race."""
        if self.race.method != Method.INSTANT_RUNOFF and not stored:
            return
        self.two_party_names = tuple(chain(*TWO_PARTY))
        stored = stored or [("", None)] * len(TWO_PARTY)
        parties = dict(Entity.objects.filter(slug__in=[slug for slug, _ in stored]).values_list("slug", "pk"))
        column = Candidacy._meta.get_field("party")
        for (party, votes), (slug, number) in zip(TWO_PARTY, stored, strict=True):
            label = party.replace("_", " ").capitalize()
            self.fields[party] = ChoiceField(column, admin.site, model="party", label=label)
            self.initial[party] = parties.get(slug)
            self.add_number(votes, f"Votes of the {label.lower()}", number)

    def two_party(self) -> list | None:
        """Return the typed votes as [[slug of the party, votes], [slug, votes]], or None if all fields are empty. Raise
        ActionRejected if only some fields have a value, or if both parties are the same."""
        values = [self.cleaned_data[name] for name in self.two_party_names]
        if not any(value is not None for value in values):
            return None
        if None in values or values[0] == values[2]:
            raise ActionRejected(INCOMPLETE_PAIR)
        return [[values[0].slug, values[1]], [values[2].slug, values[3]]]
