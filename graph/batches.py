"""Long lists of keys are processed in batches, because an SQL statement has a limited number of parameters."""

from collections.abc import Iterable, Iterator

BATCH = 2000


def batches(keys: Iterable) -> Iterator[list]:
    """Split the keys, in ascending order, into lists of at most `BATCH`."""
    keys = sorted(keys)
    return (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
