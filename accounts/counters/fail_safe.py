from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from accounts.counters.connection import FAULTS, connection_to


def _fail_safe(name, fallback=None):
    """Return a method that calls RedisCache's method ``name``, or returns ``fallback`` if Redis is unavailable."""

    def method(self, *args, **kwargs):
        return self._try(fallback, name, *args, **kwargs)

    return method


class FailSafeRedisCache(RedisCache):
    """A Redis cache for Django that behaves like an empty cache while Redis is unavailable. So requests do not fail."""

    has_key = _fail_safe("has_key", fallback=False)
    add = _fail_safe("add", fallback=False)
    touch = _fail_safe("touch", fallback=False)
    delete = _fail_safe("delete", fallback=False)
    clear = _fail_safe("clear", fallback=False)
    set = _fail_safe("set")
    delete_many = _fail_safe("delete_many")

    def __init__(self, url: str, params: dict):
        super().__init__(url, params)
        self._class = _Client
        self._connection = connection_to(url)

    def get(self, key, default=None, version=None):
        return self._try(default, "get", key, default, version)

    def get_many(self, keys, version=None):
        return self._try({}, "get_many", keys, version)

    def set_many(self, data, *args, **kwargs):
        """Return the keys that could not be stored. While Redis is unavailable, return all keys."""
        return self._try(list(data), "set_many", data, *args, **kwargs)

    def incr(self, key, delta=1, version=None):
        """Add ``delta`` to a number and return the new number.

        Raise ValueError if the key is unknown or Redis is unavailable.
        """
        count = self._try(None, "incr", key, delta, version)
        if count is None:
            raise ValueError("Redis is unavailable.")
        return count

    def _try(self, fallback, name, *args, **kwargs):
        if self._connection.is_unavailable:
            return fallback
        try:
            return getattr(super(), name)(*args, **kwargs)
        except FAULTS as fault:
            self._connection.report(fault)
            return fallback


class _Client(RedisCacheClient):
    """A Redis client with the connections of the request counters. These connections have short timeouts."""

    def _get_connection_pool(self, write):
        return connection_to(self._servers[0]).client.connection_pool
