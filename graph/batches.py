from collections.abc import Iterable, Iterator

BATCH = 2000


def batches(keys: Iterable) -> Iterator[list]:
    """Yield the keys, sorted, in lists of at most `BATCH` keys."""
    keys = sorted(keys)
    return (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
