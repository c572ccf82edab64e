"""Keys are made, rolled and revoked; the key itself is seen once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.actions import create_key, revoke_key, roll_key
from accounts.exceptions import AccountActionError, AlreadySubmitted
from accounts.key_format import digest, is_well_formed
from accounts.models import ApiKey
from accounts.models.keys import MAX_CREATED_PER_DAY, MAX_LIVE_KEYS, MAX_LIVE_KEYS_WITH_OVERLAP
from accounts.signals import keys_changed
from tests.factories import ApiKeyFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
A_YEAR = timedelta(days=365)


@pytest.fixture
def told():
    """Digests of the keys that other rooms were told of."""
    digests = []

    def listen(sender, digests: list, **_):
        heard.extend(digests)

    heard = digests
    keys_changed.connect(listen)
    yield heard
    keys_changed.disconnect(listen)


class TestCreate:
    def test_the_row_holds_the_digest_and_the_first_characters_alone(self):
        key, secret = create_key(user=UserFactory(), name="Thesis")

        assert is_well_formed(secret)
        assert (key.digest, key.prefix) == (digest(secret), secret[:8])
        assert secret not in str(ApiKey.objects.filter(pk=key.pk).values())

    def test_its_owner_gets_a_letter_without_the_key(self, django_capture_on_commit_callbacks):
        user = UserFactory()

        with django_capture_on_commit_callbacks(execute=True):
            _, secret = create_key(user=user, name="Thesis <1>")

        (letter,) = mail.outbox
        assert letter.to == [user.email]
        assert letter.subject == "A new API key: Thesis <1>"
        assert secret[:8] in letter.body
        assert secret not in letter.body + letter.subject

    def test_an_account_has_up_to_five(self):
        user = UserFactory()
        ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user)

        with pytest.raises(AccountActionError, match="up to 5"):
            create_key(user=user, name="Sixth")

    @pytest.mark.parametrize("ended", ["revoked_at", "expires_at"])
    def test_those_that_ended_do_not_count(self, ended):
        user, now = UserFactory(), timezone.now()
        made = {"created_at": now - A_YEAR, ended: now - timedelta(seconds=1)}
        ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user, **made)

        key, _ = create_key(user=user, name="Thesis")

        assert key.is_live()

    def test_who_knows_of_all_the_keys_there_were_gets_one(self):
        user = ApiKeyFactory(revoked_at=timezone.now()).user

        create_key(user=user, name="Thesis", made_before=1)

        assert user.keys.count() == 2

    def test_the_same_request_sent_twice_makes_one(self):
        user = UserFactory()
        create_key(user=user, name="Thesis", made_before=0)

        with pytest.raises(AlreadySubmitted):
            create_key(user=user, name="Thesis", made_before=0)

        assert user.keys.count() == 1

    def test_who_makes_and_revokes_all_day_is_told_to_wait(self, time_machine):
        user = UserFactory()
        ApiKeyFactory.create_batch(MAX_CREATED_PER_DAY - 1, user=user, revoked_at=timezone.now())
        key, _ = create_key(user=user, name="The last")

        for make in (lambda: create_key(user=user, name="Thesis"), lambda: roll_key(key=key, overlap=timedelta(0))):
            with pytest.raises(AccountActionError, match="50 keys a day"):
                make()
        time_machine.shift(timedelta(days=1))

        assert create_key(user=user, name="Thesis")[0].is_live()

    def test_an_account_that_is_not_active_gets_none(self):
        with pytest.raises(AccountActionError, match="not active"):
            create_key(user=UserFactory(is_active=False), name="Thesis")


class TestRoll:
    def test_the_old_one_lives_on_for_the_overlap(self):
        key, now = ApiKeyFactory(), timezone.now()

        new, secret = roll_key(key=key, overlap=timedelta(hours=2))

        key.refresh_from_db()
        assert (key.expires_at, key.successor, key.is_live()) == (now + timedelta(hours=2), new, True)
        assert (new.name, new.expires_at, new.digest) == (key.name, None, digest(secret))

    def test_the_overlap_is_a_day_at_most(self):
        key = ApiKeyFactory()

        roll_key(key=key, overlap=timedelta(days=3))

        key.refresh_from_db()
        assert key.expires_at == timezone.now() + timedelta(hours=24)

    def test_without_overlap_the_old_one_ends_at_once(self, told, django_capture_on_commit_callbacks):
        key = ApiKeyFactory()

        with django_capture_on_commit_callbacks(execute=True):
            roll_key(key=key, overlap=timedelta(0))

        key.refresh_from_db()
        assert not key.is_live()
        assert told == [key.digest]

    def test_the_successor_has_the_same_time_to_live(self):
        now = timezone.now()
        key = ApiKeyFactory(created_at=now - timedelta(days=80), expires_at=now + timedelta(days=10))

        new, _ = roll_key(key=key)

        assert new.expires_at == now + timedelta(days=90)

    def test_the_calendar_ends_for_the_successor_too(self):
        end = datetime.max.replace(tzinfo=UTC)
        key = ApiKeyFactory(created_at=timezone.now() - A_YEAR, expires_at=end)

        new, _ = roll_key(key=key)

        assert new.expires_at == end

    def test_an_old_one_that_ends_sooner_is_not_kept_alive(self):
        now = timezone.now()
        end = now + timedelta(hours=1)
        key = ApiKeyFactory(created_at=now - timedelta(days=80), expires_at=end)

        roll_key(key=key)

        key.refresh_from_db()
        assert key.expires_at == end

    def test_rolling_does_not_need_a_sixth_place(self):
        user = UserFactory()
        key, *_ = ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user)

        roll_key(key=key)

        assert user.keys.live().without_successor().count() == MAX_LIVE_KEYS

    def test_every_key_of_a_full_account_can_be_rolled_at_once(self):
        user = UserFactory()
        for key in ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=user):
            roll_key(key=key)

        assert user.keys.live().count() == MAX_LIVE_KEYS_WITH_OVERLAP

    def test_who_rolls_again_and_again_gets_no_more_live_keys(self):
        key = ApiKeyFactory()
        for _ in range(MAX_LIVE_KEYS_WITH_OVERLAP - 1):
            key, _ = roll_key(key=key)

        for make in (lambda: roll_key(key=key), lambda: create_key(user=key.user, name="Thesis")):
            with pytest.raises(AccountActionError, match="being replaced"):
                make()
        assert key.user.keys.live().count() == MAX_LIVE_KEYS_WITH_OVERLAP

    def test_a_key_that_ends_at_once_can_always_be_rolled(self):
        key, *_ = ApiKeyFactory.create_batch(MAX_LIVE_KEYS_WITH_OVERLAP, user=UserFactory())

        roll_key(key=key, overlap=timedelta(0))

        assert key.user.keys.live().count() == MAX_LIVE_KEYS_WITH_OVERLAP

    def test_a_key_is_rolled_once(self):
        key = ApiKeyFactory()
        roll_key(key=key)

        with pytest.raises(AccountActionError):
            roll_key(key=key)

    def test_a_revoked_key_is_not_rolled(self):
        with pytest.raises(AccountActionError):
            roll_key(key=ApiKeyFactory(revoked_at=timezone.now()))


class TestRevoke:
    def test_it_opens_nothing_any_more_and_all_are_told(self, told, django_capture_on_commit_callbacks):
        key = ApiKeyFactory()

        with django_capture_on_commit_callbacks(execute=True):
            revoke_key(key=key)

        key.refresh_from_db()
        assert not key.is_live()
        assert not ApiKey.objects.live().exists()
        assert told == [key.digest]

    def test_the_first_time_is_kept(self, time_machine):
        key = ApiKeyFactory()
        revoke_key(key=key)
        first = ApiKey.objects.get(pk=key.pk).revoked_at
        time_machine.shift(60)

        revoke_key(key=key)

        assert ApiKey.objects.get(pk=key.pk).revoked_at == first
