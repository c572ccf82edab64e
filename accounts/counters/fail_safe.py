from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from accounts.counters.connection import FAULTS, connection_to


class FailSafeRedisCache(RedisCache):
    """A Redis cache that is empty while Redis is unavailable: requests neither wait nor fail."""

    def __init__(self, url: str, params: dict):
        super().__init__(url, params)
        self._class = _Client
        self._connection = connection_to(url)

    def _try(self, fallback, operation, *args, **kwargs):
        """The operation's result, or the fallback while Redis is unavailable."""
        if self._connection.is_unavailable:
            return fallback
        try:
            return operation(*args, **kwargs)
        except FAULTS as fault:
            self._connection.report(fault)
            return fallback

    def get(self, key, default=None, version=None):
        return self._try(default, super().get, key, default, version)

    def get_many(self, keys, version=None):
        return self._try({}, super().get_many, keys, version)

    def has_key(self, key, version=None):
        return self._try(False, super().has_key, key, version)

    def add(self, key, value, *args, **kwargs):
        return self._try(False, super().add, key, value, *args, **kwargs)

    def set(self, key, value, *args, **kwargs):
        return self._try(None, super().set, key, value, *args, **kwargs)

    def set_many(self, data, *args, **kwargs):
        return self._try(list(data), super().set_many, data, *args, **kwargs)

    def touch(self, key, *args, **kwargs):
        return self._try(False, super().touch, key, *args, **kwargs)

    def delete(self, key, version=None):
        return self._try(False, super().delete, key, version)

    def delete_many(self, keys, version=None):
        return self._try(None, super().delete_many, keys, version)

    def clear(self):
        return self._try(False, super().clear)

    def incr(self, key, delta=1, version=None):
        """Raises ValueError while Redis is unavailable, as Django does for an unknown key."""
        count = self._try(None, super().incr, key, delta, version)
        if count is None:
            raise ValueError("Redis is unavailable.")
        return count


class _Client(RedisCacheClient):
    """Uses the connections of the counters, which have short timeouts."""

    def _get_connection_pool(self, write):
        return connection_to(self._servers[0]).client.connection_pool
