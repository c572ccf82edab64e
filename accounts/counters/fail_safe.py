from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from accounts.counters.connection import FAULTS, connection_to


class FailSafeRedisCache(RedisCache):
    """A Redis cache that stores nothing while Redis is unavailable: ``get`` then returns the default, ``set`` does
    nothing, and ``add`` returns False. Most other methods, such as ``incr`` and ``delete``, raise an error."""

    def __init__(self, url: str, params: dict):
        super().__init__(url, params)
        self._class = _Client
        self._connection = connection_to(url)

    def add(self, *args, **kwargs):
        return self._try(False, super().add, *args, **kwargs)

    def get(self, key, default=None, version=None):
        return self._try(default, super().get, key, default, version)

    def set(self, *args, **kwargs):
        return self._try(None, super().set, *args, **kwargs)

    def _try(self, fallback, method, *args, **kwargs):
        if self._connection.is_unavailable:
            return fallback
        try:
            return method(*args, **kwargs)
        except FAULTS as fault:
            self._connection.report(fault)
            return fallback


class _Client(RedisCacheClient):
    """The Redis client of `FailSafeRedisCache`. It uses the same connections as the request counters, because these
    connections have short timeouts."""

    def _get_connection_pool(self, write):
        return connection_to(self._servers[0]).client.connection_pool
