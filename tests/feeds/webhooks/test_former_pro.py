"""Test the webhook endpoints of an account that is no longer pro, if it has more of them than a researcher may have."""

import pytest
from django.utils import timezone

from accounts.actions.pro import revoke_pro
from feeds.webhooks.actions import EndpointRejected, disable, enable, update
from tests.factories import DeliveryFactory, EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_account_that_is_no_longer_pro_keeps_its_three_best_endpoints(receiver):
    owner = UserFactory(tier="pro")
    failing = EndpointFactory(user=owner, url=receiver.url, failing_since=timezone.now())
    best = EndpointFactory.create_batch(3, user=owner, url=receiver.url)
    waiting = DeliveryFactory(endpoint=failing)

    revoke_pro(user=owner, by=None)

    failing.refresh_from_db()
    waiting.refresh_from_db()
    assert list(owner.webhook_endpoints.filter(state="active")) == best
    assert (failing.state, waiting.state) == ("disabled", "failed")
    assert "no longer pro" in failing.disabled_reason
    for action in (enable, lambda endpoint: update(endpoint=endpoint, url=f"{receiver.url}/new")):
        with pytest.raises(EndpointRejected, match="up to 3 active endpoints"):
            action(endpoint=failing)
    assert failing.url == receiver.url
    disable(endpoint=best[0])
    enable(endpoint=failing)
    assert owner.webhook_endpoints.count() == 4
