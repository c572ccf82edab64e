"""Change endpoints and deliveries, each in one transaction. Only the worker sends anything."""

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
