from django import forms

from graph.admin.forms import ReasonField

OTHERS_WRITE = "Others write the same rows just now. Try again in a moment."
"""What is said where the database gave up one of two who waited for each other."""


class ReasonForm(forms.Form):
    """Why: kept in the journal with what is done."""

    reason = ReasonField(help_text="Kept in the history; other editors read it.")


class VersionForm(ReasonForm):
    """And of which version it was decided."""

    version = forms.IntegerField(min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput)
