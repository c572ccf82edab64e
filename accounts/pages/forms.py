import re
from datetime import timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import ApiKey, ProRequest

USUAL_NAME = "My first key"
LIFETIMES = [("", "Never"), ("30", "In 30 days"), ("90", "In 90 days"), ("365", "In a year")]
OVERLAPS = [("24", "24 hours"), ("1", "1 hour"), ("0", "Not at all: it ends now")]
MOST_REQUESTS_A_DAY = 100_000_000
JOINERS = frozenset("\u200c\u200d")
"""Not seen, but Persian and the scripts of India are written with them."""


def check_one_line(text: str) -> None:
    """Letters, lists and logs show it on one line and in the direction it was written in."""
    if any(not character.isprintable() and character not in JOINERS for character in text):
        raise ValidationError("This holds characters that cannot be seen. Type it anew.")


class OneLine(forms.CharField):
    default_validators = [check_one_line]


class WholeNumber(forms.IntegerField):
    """Also as people write it: 200,000 or 200 000."""

    def to_python(self, value):
        return super().to_python(re.sub(r"(?<=\d)[, ](?=\d{3})", "", str(value or "")))


class KeyForm(forms.ModelForm):
    """``made_before``: how many keys the account had when the form was shown, so that sent twice it makes one."""

    name = OneLine(
        max_length=60,
        initial=USUAL_NAME,
        help_text="What it is for, so that you recognise it later: a project, a computer.",
        error_messages={"required": "Give the key a name."},
    )
    lifetime = forms.ChoiceField(label="Expires", choices=LIFETIMES, required=False)
    made_before = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    class Meta:
        model = ApiKey
        fields = ["name"]

    @property
    def expires_at(self):
        """The moment that was chosen; None for never."""
        days = self.cleaned_data["lifetime"]
        return timezone.now() + timedelta(days=int(days)) if days else None


class RollForm(forms.Form):
    overlap = forms.ChoiceField(
        label="The old key goes on working for",
        choices=OVERLAPS,
        help_text="Time to put the new key everywhere the old one is.",
    )

    @property
    def time(self) -> timedelta:
        return timedelta(hours=int(self.cleaned_data["overlap"]))


class ProForm(forms.ModelForm):
    organisation = OneLine(
        max_length=120,
        help_text="Whom you do this for: a newsroom, a university, yourself.",
        error_messages={"required": "Say whom you do this for."},
    )
    expected_volume = WholeNumber(
        label="Expected requests a day",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        min_value=1,
        max_value=MOST_REQUESTS_A_DAY,
        help_text="On a busy day, as a whole number.",
        error_messages={
            "required": "Say how many requests a day you expect.",
            "invalid": "Write a whole number, such as 200,000.",
        },
    )

    class Meta:
        model = ProRequest
        fields = ["organisation", "purpose", "expected_volume"]
        error_messages = {"purpose": {"required": "Say what the data is used for."}}


class DeleteForm(forms.Form):
    """Who deletes the account has to type its address."""

    address = forms.CharField(
        label="Your e-mail address, to confirm",
        widget=forms.EmailInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type the e-mail address of this account."},
    )

    def __init__(self, *args, expected: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.expected = expected

    def clean_address(self):
        if self.cleaned_data["address"].strip().casefold() != self.expected.casefold():
            raise ValidationError("This is not the e-mail address of this account.")
        return self.expected
