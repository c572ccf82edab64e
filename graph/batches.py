"""Many keys, as many at a time as a statement may name."""

from collections.abc import Iterable, Iterator

BATCH = 2000


def batches(keys: Iterable) -> Iterator[list]:
    """The keys in ascending order, in lists of up to `BATCH`."""
    keys = sorted(keys)
    return (keys[place : place + BATCH] for place in range(0, len(keys), BATCH))
