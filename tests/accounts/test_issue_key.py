"""Test the management command issue_key."""

from datetime import UTC, datetime

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from accounts.key_format import digest, is_well_formed
from accounts.models import ApiKey, TierDecision, User
from tests.factories import ApiKeyFactory, UserFactory

EMAIL = "a.researcher@university.example"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def issue(email=EMAIL, tier="researcher", name="Thesis", **more):
    options = [f"--{option}={value}" for option, value in {"tier": tier, "name": name, **more}.items()]
    call_command("issue_key", email, *options)


def test_issue_key_prints_only_the_key_on_stdout(capsys):
    issue()

    out, err = capsys.readouterr()
    key = ApiKey.objects.get()
    assert is_well_formed(out.removesuffix("\n"))
    assert key.digest == digest(out.strip())
    assert EMAIL in err
    assert out.strip() not in err


@pytest.mark.django_db(transaction=True)
def test_issue_key_prints_emails_on_stderr(capsys, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    issue()

    out, err = capsys.readouterr()
    assert is_well_formed(out.removesuffix("\n"))
    assert "Subject: " in err


def test_issue_key_creates_an_account_without_a_password(capsys):
    issue()

    user = User.objects.get(email=EMAIL)
    assert (user.tier, user.has_usable_password(), user.is_staff) == ("researcher", False, False)


@pytest.mark.parametrize("spelling", [EMAIL, EMAIL.upper()])
def test_issue_key_finds_the_account_in_any_case(capsys, spelling):
    user = UserFactory(email=EMAIL)

    issue(spelling)

    assert ApiKey.objects.get().user == user
    assert User.objects.count() == 1


def test_issue_key_for_pro_records_the_decision(capsys):
    issue(tier="pro")

    assert User.objects.get().tier == "pro"
    assert TierDecision.objects.get().by is None


def test_issue_key_for_a_pro_account_records_no_second_decision(capsys):
    issue(tier="pro")
    issue(tier="pro")

    assert ApiKey.objects.count() == 2
    assert TierDecision.objects.count() == 1


def test_issue_key_expires_at_the_end_of_the_day(capsys):
    issue(expires="2027-01-31")

    assert ApiKey.objects.get().expires_at == datetime(2027, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"email": "nobody"}, "not a valid e-mail address"),
        ({"tier": "anonymous"}, "invalid choice"),
        ({"name": " "}, "1 to 60 characters"),
        ({"name": "x" * 61}, "1 to 60 characters"),
        ({"expires": "31.1.2027"}, "2027-01-31"),
        ({"expires": "9999-12-31"}, "2027-01-31"),
        ({"expires": "2026-06-14"}, "this day is in the past"),
    ],
)
def test_issue_key_rejects_invalid_options(capsys, options, complaint):
    with pytest.raises(CommandError, match=complaint):
        issue(**options)

    assert capsys.readouterr().out == ""
    assert not User.objects.exists()


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_issue_key_rejects_staff_accounts(capsys, role):
    UserFactory(email=EMAIL, **{role: True})

    with pytest.raises(CommandError, match="a staff account"):
        issue()


def test_issue_key_rejects_a_researcher_key_for_a_pro_account(capsys):
    UserFactory(email=EMAIL, tier="pro")

    with pytest.raises(CommandError, match="is pro"):
        issue()


def test_issue_key_rejects_a_sixth_key(capsys):
    user = UserFactory(email=EMAIL)
    ApiKeyFactory.create_batch(5, user=user)

    with pytest.raises(CommandError, match="up to 5"):
        issue()


def test_issue_key_sends_an_email(capsys, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        issue()

    assert [email.to for email in mail.outbox] == [[EMAIL]]
