"""What limit and key cost a request: the same one without them, with the limit, and with limit and key, in turn.

``python -m tests.accounts.measure_cost [PATH]`` measures in the environment it runs in, on a database with a catalogue.
"""

import os
import sys
import time
from contextlib import closing
from dataclasses import replace
from statistics import median
from uuid import uuid4

import django

ROUNDS = 9
REQUESTS = 30
ALLOWANCE = 10**9


def main(path):
    handlers = {"neither": handler(limited=False), "limit": handler(limited=True)}
    key = temporary_key()
    variants = {
        "neither": (handlers["neither"], {}),
        "limit": (handlers["limit"], {}),
        "limit and key": (handlers["limit"], {"HTTP_AUTHORIZATION": f"Bearer {key.secret}"}),
    }
    times = {name: [] for name in variants}
    try:
        for number in range(ROUNDS + 1):
            for name, (ask, sent) in variants.items():
                taken = measured(ask, path, sent)
                if number:  # the first round warms up
                    times[name].append(taken)
    finally:
        key.user.delete()
    tell(path, times)


def handler(*, limited):
    """The whole service as one function, with or without what counts."""
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    kept = [name for name in settings.MIDDLEWARE if limited or not name.endswith("RateLimitMiddleware")]
    with override_settings(MIDDLEWARE=kept):
        return WSGIHandler()


def temporary_key():
    from accounts import tiers
    from tests.factories import ApiKeyFactory

    tiers.TIERS["pro"] = replace(tiers.PRO, allowance=ALLOWANCE)
    return ApiKeyFactory(user__username=f"measured-{uuid4().hex}", user__tier="pro")


def measured(ask, path, sent):
    """Seconds of processor and of the clock that one request takes on average."""
    from django.test import RequestFactory

    environs = [RequestFactory(SERVER_NAME="localhost", **sent).get(path).environ for _ in range(REQUESTS)]
    for number, environ in enumerate(environs):
        if not sent:
            environ["REMOTE_ADDR"] = f"10.0.0.{number}"
    processor, clock = time.process_time(), time.perf_counter()
    for environ in environs:
        with closing(ask(environ, lambda status, headers: None)) as response:
            assert response.status_code == 200, response.content
    return (time.process_time() - processor) / REQUESTS, (time.perf_counter() - clock) / REQUESTS


def tell(path, times):
    from django.conf import settings

    engine = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    counters = settings.CACHES["counters"]["BACKEND"].rpartition(".")[2]
    sys.stdout.write(f"{path} on {engine} with {counters}: milliseconds of processor and of the clock, medians\n")
    bare = [median(column) for column in zip(*times["neither"], strict=True)]
    for name, taken in times.items():
        middle = [median(column) for column in zip(*taken, strict=True)]
        ratios = [one / other for one, other in zip(middle, bare, strict=True)]
        figures = "   ".join(f"{1000 * ms:6.3f} ({ratio:.3f})" for ms, ratio in zip(middle, ratios, strict=True))
        sys.stdout.write(f"  {name:14} {figures}\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(sys.argv[1] if len(sys.argv) > 1 else "/api/graph/entity/france")
