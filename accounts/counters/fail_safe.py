from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from accounts.counters.memory import FAULTS, memory_at


class FailSafeRedisCache(RedisCache):
    """A cache in the shared memory that is empty while that is away: who asks neither waits nor fails."""

    def __init__(self, url: str, params: dict):
        super().__init__(url, params)
        self._class = _Client
        self._memory = memory_at(url)

    def _ask(self, nothing, operation, *args, **kwargs):
        if self._memory.is_away:
            return nothing
        try:
            return operation(*args, **kwargs)
        except FAULTS as fault:
            self._memory.report(fault)
            return nothing

    def get(self, key, default=None, version=None):
        return self._ask(default, super().get, key, default, version)

    def get_many(self, keys, version=None):
        return self._ask({}, super().get_many, keys, version)

    def has_key(self, key, version=None):
        return self._ask(False, super().has_key, key, version)

    def add(self, key, value, *args, **kwargs):
        return self._ask(False, super().add, key, value, *args, **kwargs)

    def set(self, key, value, *args, **kwargs):
        return self._ask(None, super().set, key, value, *args, **kwargs)

    def set_many(self, data, *args, **kwargs):
        return self._ask(list(data), super().set_many, data, *args, **kwargs)

    def touch(self, key, *args, **kwargs):
        return self._ask(False, super().touch, key, *args, **kwargs)

    def delete(self, key, version=None):
        return self._ask(False, super().delete, key, version)

    def delete_many(self, keys, version=None):
        return self._ask(None, super().delete_many, keys, version)

    def clear(self):
        return self._ask(False, super().clear)

    def incr(self, key, delta=1, version=None):
        """Raises ValueError as for a key that there is not."""
        count = self._ask(None, super().incr, key, delta, version)
        if count is None:
            raise ValueError("The shared memory is away.")
        return count


class _Client(RedisCacheClient):
    """Over the connections of the counters, which have their time limits."""

    def _get_connection_pool(self, write):
        return memory_at(self._servers[0]).client.connection_pool
