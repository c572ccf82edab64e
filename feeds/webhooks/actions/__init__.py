"""Functions that change endpoints and deliveries, each in one transaction. The worker sends the deliveries later."""

from feeds.webhooks.actions.deliveries import replay, replay_failed, send_ping, send_test
from feeds.webhooks.actions.endpoints import (
    EndpointRejected,
    create_endpoint,
    delete,
    disable,
    enable,
    limit_of,
    roll_secret,
    update,
)
