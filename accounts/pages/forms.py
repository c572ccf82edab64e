import re
from datetime import timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import ApiKey, ProRequest

LIFETIMES = [("", "Never"), ("30", "In 30 days"), ("90", "In 90 days"), ("365", "In a year")]
OVERLAPS = [("24", "24 hours"), ("1", "1 hour"), ("0", "Not at all: it ends now")]
MAX_REQUESTS_PER_DAY = 100_000_000
JOINERS = frozenset("\u200c\u200d")
"""Invisible characters that are allowed, because Persian and the scripts of India need them."""


def check_one_line(text: str) -> None:
    """Raise ValidationError for control characters, because e-mails, lists and logs show the text on one line."""
    if any(not character.isprintable() and character not in JOINERS for character in text):
        raise ValidationError("This contains invisible characters. Type it again.")


class OneLineField(forms.CharField):
    default_validators = [check_one_line]


class WholeNumberField(forms.IntegerField):
    """A field for whole numbers, which also accepts 200,000 and 200 000."""

    def to_python(self, value):
        return super().to_python(re.sub(r"(?<=\d)[, ](?=\d{3})", "", str(value or "")))


class KeyForm(forms.ModelForm):
    """A form to create a key. ``known_keys`` is the number of keys before; it detects a form that is sent twice."""

    name = OneLineField(
        max_length=60,
        initial="My first key",
        help_text="What it is for, so that you recognise it later: a project, a computer.",
        error_messages={"required": "Give the key a name."},
    )
    lifetime = forms.ChoiceField(label="Expires", choices=LIFETIMES, required=False)
    known_keys = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    class Meta:
        model = ApiKey
        fields = ["name"]

    @property
    def expires_at(self):
        """Return the chosen time of expiry, None if the key never expires."""
        days = self.cleaned_data["lifetime"]
        return timezone.now() + timedelta(days=int(days)) if days else None


class RollForm(forms.Form):
    overlap = forms.ChoiceField(
        label="The old key continues to work for",
        choices=OVERLAPS,
        help_text="Time to replace the old key everywhere you use it.",
    )

    @property
    def time(self) -> timedelta:
        return timedelta(hours=int(self.cleaned_data["overlap"]))


class ProForm(forms.ModelForm):
    organisation = OneLineField(
        max_length=120,
        help_text="Your newsroom or university, for example, or yourself.",
        error_messages={"required": "Name your organisation."},
    )
    expected_volume = WholeNumberField(
        label="Expected requests a day",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        min_value=1,
        max_value=MAX_REQUESTS_PER_DAY,
        help_text="On a busy day, as a whole number.",
        error_messages={
            "required": "Say how many requests a day you expect.",
            "invalid": "Write a whole number, such as 200,000.",
        },
    )

    class Meta:
        model = ProRequest
        fields = ["organisation", "purpose", "expected_volume"]
        error_messages = {"purpose": {"required": "Say what you use the data for."}}


class DeleteForm(forms.Form):
    """A form to delete the account. The owner confirms it with the e-mail address of the account (``expected``)."""

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
