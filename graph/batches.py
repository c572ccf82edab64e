from collections.abc import Iterable, Iterator

BATCH = 2000


def batches(keys: Iterable) -> Iterator[list]:
    """Sort the keys, and yield them in lists of at most `BATCH` keys, one list for each query."""
    keys = sorted(keys)
    return (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
