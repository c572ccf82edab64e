import re
from datetime import timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import ProRequest

LIFETIMES = [("30", "In 30 days"), ("90", "In 90 days"), ("365", "In a year"), ("", "Never")]
USUAL_LIFETIME = "365"
OVERLAPS = [("24", "24 hours"), ("1", "1 hour"), ("0", "Not at all: it ends now")]
MAX_REQUESTS_PER_DAY = 100_000_000
JOINERS = frozenset("\u200c\u200d")
"""Two invisible characters (ZWNJ and ZWJ) that a text may contain, because Persian and the scripts of India need
them."""


def check_one_line(text: str) -> None:
    """Raise ValidationError if the text has a character that cannot be printed, such as a line break. The characters in
    JOINERS are allowed. E-mails and logs show the text on one line."""
    if any(not character.isprintable() and character not in JOINERS for character in text):
        raise ValidationError("This contains invisible characters. Type it again.")


class OneLineField(forms.CharField):
    default_validators = [check_one_line]


class WholeNumberField(forms.IntegerField):
    """A whole number, in which commas or blanks may separate thousands: 200,000 or 200 000."""

    def to_python(self, value):
        return super().to_python(re.sub(r"(?<=\d)[, ](?=\d{3})", "", str(value or "")))


class KeyForm(forms.Form):
    """The form for a new API key. ``known_keys`` is the number of the account's keys when the form was displayed, so
    that `create_key` notices if the form is submitted twice."""

    name = OneLineField(
        max_length=60,
        initial="My first key",
        help_text="What it is for, so that you recognise it later: a project, a computer.",
        error_messages={"required": "Give the key a name."},
    )
    # The cleaned value is the time of expiry, None if the key never expires.
    lifetime = forms.TypedChoiceField(
        label="Expires",
        choices=LIFETIMES,
        initial=USUAL_LIFETIME,
        help_text="An e-mail reminds you two weeks before.",
        coerce=lambda days: timezone.now() + timedelta(days=int(days)),
        empty_value=None,
        required=False,
    )
    known_keys = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class RollForm(forms.Form):
    overlap = forms.TypedChoiceField(
        label="The old key continues to work for",
        choices=OVERLAPS,
        coerce=lambda hours: timedelta(hours=int(hours)),
        help_text="Time to replace the old key everywhere you use it.",
    )


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
    """The form to delete an account. To confirm, the owner types ``expected``: the account's e-mail address or, if it
    has none, its username. The case of the letters is ignored."""

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
