"""``manage.py issue_key``: a key on an operator's word, printed once."""

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


def test_the_key_alone_stands_on_stdout(capsys):
    issue()

    out, err = capsys.readouterr()
    key = ApiKey.objects.get()
    assert is_well_formed(out.removesuffix("\n"))
    assert key.digest == digest(out.strip())
    assert EMAIL in err
    assert out.strip() not in err


def test_an_account_is_made_that_nobody_enters_with_a_password(capsys):
    issue()

    user = User.objects.get(email=EMAIL)
    assert (user.tier, user.has_usable_password(), user.is_staff) == ("researcher", False, False)


@pytest.mark.parametrize("spelling", [EMAIL, EMAIL.upper()])
def test_an_account_that_is_there_gets_it(capsys, spelling):
    user = UserFactory(email=EMAIL)

    issue(spelling)

    assert ApiKey.objects.get().user == user
    assert User.objects.count() == 1


def test_a_pro_key_makes_the_account_pro_and_keeps_who_decided(capsys):
    issue(tier="pro")

    assert User.objects.get().tier == "pro"
    assert TierDecision.objects.get().by is None


def test_a_second_pro_key_decides_nothing_anew(capsys):
    issue(tier="pro")
    issue(tier="pro")

    assert ApiKey.objects.count() == 2
    assert TierDecision.objects.count() == 1


def test_its_last_day_is_the_day_given(capsys):
    issue(expires="2027-01-31")

    assert ApiKey.objects.get().expires_at == datetime(2027, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"email": "nobody"}, "no e-mail address"),
        ({"tier": "anonymous"}, "invalid choice"),
        ({"name": " "}, "1 to 60 characters"),
        ({"name": "x" * 61}, "1 to 60 characters"),
        ({"expires": "31.1.2027"}, "2027-01-31"),
        ({"expires": "9999-12-31"}, "2027-01-31"),
        ({"expires": "2026-06-14"}, "that day is over"),
    ],
)
def test_what_is_not_right_is_refused_and_nothing_made(capsys, options, complaint):
    with pytest.raises(CommandError, match=complaint):
        issue(**options)

    assert capsys.readouterr().out == ""
    assert not User.objects.exists()


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_staff_get_none(capsys, role):
    UserFactory(email=EMAIL, **{role: True})

    with pytest.raises(CommandError, match="of the staff"):
        issue()


def test_a_pro_account_gets_no_researchers_key(capsys):
    UserFactory(email=EMAIL, tier="pro")

    with pytest.raises(CommandError, match="is pro"):
        issue()


def test_a_sixth_key_is_refused(capsys):
    user = UserFactory(email=EMAIL)
    ApiKeyFactory.create_batch(5, user=user)

    with pytest.raises(CommandError, match="up to 5"):
        issue()


def test_the_owner_is_told(capsys, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        issue()

    assert [letter.to for letter in mail.outbox] == [[EMAIL]]
