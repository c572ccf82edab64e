"""Test the actions that create, roll and revoke API keys."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.actions.keys import create_key, revoke_key, roll_key
from accounts.exceptions import AccountActionError, AlreadySubmitted
from accounts.key_format import digest, is_well_formed
from accounts.models import MAX_CREATED_PER_DAY, MAX_LIVE_KEYS, MAX_LIVE_KEYS_WITH_OVERLAP, ApiKey
from accounts.signals import keys_changed
from tests.factories import ApiKeyFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
YEAR = timedelta(days=365)


@pytest.fixture
def changed_digests():
    """Return a list. Each time the signal `keys_changed` is sent, the digests of the changed API keys are added to the
    list."""
    found = []

    def listen(sender, digests, **_):
        found.extend(digests)

    keys_changed.connect(listen)
    yield found
    keys_changed.disconnect(listen)


class TestCreateKey:
    def test_create_key_stores_digest_and_prefix_only(self):
        key, secret = create_key(user=UserFactory(), name="Thesis")

        assert is_well_formed(secret)
        assert (key.digest, key.prefix) == (digest(secret), secret[:8])
        assert secret not in str(ApiKey.objects.filter(pk=key.pk).values())

    def test_create_key_sends_an_email_without_the_key(self, django_capture_on_commit_callbacks):
        user = UserFactory()

        with django_capture_on_commit_callbacks(execute=True):
            _, secret = create_key(user=user, name="Thesis <1>")

        (email,) = mail.outbox
        assert email.to == [user.email]
        assert email.subject == "A new API key: Thesis <1>"
        assert secret[:8] in email.body
        assert secret not in email.body + email.subject

    def test_create_key_rejects_a_sixth_live_key(self):
        user = UserFactory()
        ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user)

        with pytest.raises(AccountActionError, match="up to 5"):
            create_key(user=user, name="Sixth")

    @pytest.mark.parametrize("ended", ["revoked_at", "expires_at"])
    def test_create_key_does_not_count_ended_keys(self, ended):
        user, now = UserFactory(), timezone.now()
        times = {"created_at": now - YEAR, ended: now - timedelta(seconds=1)}
        ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user, **times)

        key, _ = create_key(user=user, name="Thesis")

        assert key.is_live()

    def test_create_key_accepts_the_current_number_of_keys(self):
        user = ApiKeyFactory(revoked_at=timezone.now()).user

        create_key(user=user, name="Thesis", known_keys=1)

        assert user.keys.count() == 2

    def test_create_key_rejects_an_outdated_number_of_keys(self):
        user = UserFactory()
        create_key(user=user, name="Thesis", known_keys=0)

        with pytest.raises(AlreadySubmitted):
            create_key(user=user, name="Thesis", known_keys=0)

        assert user.keys.count() == 1

    def test_create_key_limits_keys_per_day(self, time_machine):
        user = UserFactory()
        ApiKeyFactory.create_batch(MAX_CREATED_PER_DAY - 1, user=user, revoked_at=timezone.now())
        key, _ = create_key(user=user, name="The last")

        for make in (lambda: create_key(user=user, name="Thesis"), lambda: roll_key(key=key, overlap=timedelta(0))):
            with pytest.raises(AccountActionError, match="50 keys a day"):
                make()
        time_machine.shift(timedelta(days=1))

        assert create_key(user=user, name="Thesis")[0].is_live()

    def test_create_key_rejects_an_inactive_account(self):
        with pytest.raises(AccountActionError, match="not active"):
            create_key(user=UserFactory(is_active=False), name="Thesis")


class TestRollKey:
    def test_roll_key_keeps_the_old_key_for_the_overlap(self):
        key, now = ApiKeyFactory(), timezone.now()

        new, secret = roll_key(key=key, overlap=timedelta(hours=2))

        key.refresh_from_db()
        assert (key.expires_at, key.successor, key.is_live()) == (now + timedelta(hours=2), new, True)
        assert (new.name, new.expires_at, new.digest) == (key.name, None, digest(secret))

    def test_roll_key_limits_the_overlap_to_a_day(self):
        key = ApiKeyFactory()

        roll_key(key=key, overlap=timedelta(days=3))

        key.refresh_from_db()
        assert key.expires_at == timezone.now() + timedelta(hours=24)

    def test_roll_key_without_overlap_revokes_the_old_key(self, changed_digests, django_capture_on_commit_callbacks):
        key = ApiKeyFactory()

        with django_capture_on_commit_callbacks(execute=True):
            roll_key(key=key, overlap=timedelta(0))

        key.refresh_from_db()
        assert not key.is_live()
        assert changed_digests == [key.digest]

    def test_roll_key_gives_the_successor_the_same_lifetime(self):
        now = timezone.now()
        key = ApiKeyFactory(created_at=now - timedelta(days=80), expires_at=now + timedelta(days=10))

        new, _ = roll_key(key=key)

        assert new.expires_at == now + timedelta(days=90)

    def test_roll_key_accepts_an_expiry_in_the_year_9999(self):
        end = datetime.max.replace(tzinfo=UTC)
        key = ApiKeyFactory(created_at=timezone.now() - YEAR, expires_at=end)

        new, _ = roll_key(key=key)

        assert new.expires_at == end

    def test_roll_key_does_not_extend_the_old_key(self):
        now = timezone.now()
        end = now + timedelta(hours=1)
        key = ApiKeyFactory(created_at=now - timedelta(days=80), expires_at=end)

        roll_key(key=key)

        key.refresh_from_db()
        assert key.expires_at == end

    def test_roll_key_works_for_an_account_with_five_keys(self):
        user = UserFactory()
        key, *_ = ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user)

        roll_key(key=key)

        assert user.keys.live().filter(successor=None).count() == MAX_LIVE_KEYS

    def test_roll_key_works_for_all_five_keys_at_once(self):
        user = UserFactory()
        for key in ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user):
            roll_key(key=key)

        assert user.keys.live().count() == MAX_LIVE_KEYS_WITH_OVERLAP

    def test_roll_key_limits_live_keys_with_overlap(self):
        key = ApiKeyFactory()
        for _ in range(MAX_LIVE_KEYS_WITH_OVERLAP - 1):
            key, _ = roll_key(key=key)

        for make in (lambda: roll_key(key=key), lambda: create_key(user=key.user, name="Thesis")):
            with pytest.raises(AccountActionError, match="being replaced"):
                make()
        assert key.user.keys.live().count() == MAX_LIVE_KEYS_WITH_OVERLAP

    def test_roll_key_without_overlap_ignores_the_limit_of_live_keys(self):
        key, *_ = ApiKeyFactory.create_batch(MAX_LIVE_KEYS_WITH_OVERLAP, user=UserFactory())

        roll_key(key=key, overlap=timedelta(0))

        assert key.user.keys.live().count() == MAX_LIVE_KEYS_WITH_OVERLAP

    def test_roll_key_rejects_a_key_with_a_successor(self):
        key = ApiKeyFactory()
        roll_key(key=key)

        with pytest.raises(AccountActionError):
            roll_key(key=key)

    def test_roll_key_rejects_a_revoked_key(self):
        with pytest.raises(AccountActionError):
            roll_key(key=ApiKeyFactory(revoked_at=timezone.now()))


class TestRevokeKey:
    def test_revoke_key_sends_the_signal(self, changed_digests, django_capture_on_commit_callbacks):
        key = ApiKeyFactory()

        with django_capture_on_commit_callbacks(execute=True):
            revoke_key(key=key)

        key.refresh_from_db()
        assert not key.is_live()
        assert not ApiKey.objects.live().exists()
        assert changed_digests == [key.digest]

    def test_revoke_key_twice_keeps_the_first_time(self, time_machine):
        key = ApiKeyFactory()
        revoke_key(key=key)
        first = ApiKey.objects.get(pk=key.pk).revoked_at
        time_machine.shift(60)

        revoke_key(key=key)

        assert ApiKey.objects.get(pk=key.pk).revoked_at == first
