"""Windows: the minute of one caller that is counted. A window's name tells when it ends and what its allowance is."""

import re
from dataclasses import dataclass
from hashlib import sha256

from accounts.tiers import PERIOD

TOLD = re.compile(rb"[a-z-]+(\d+)/\d+s.*(\d{10})", re.DOTALL)
"""As django-ratelimit writes group, rate, caller and the window's last second, one behind the other."""
DIGITS_OF_A_NAME = 32


class WindowName:
    """What django-ratelimit takes for a hash algorithm: caller and all hashed, window and allowance left legible."""

    def __init__(self, text: bytes):
        self._text = text

    def hexdigest(self) -> str:
        allowance, end = TOLD.fullmatch(self._text).groups()
        return f"{allowance.decode()}:{end.decode()}:{sha256(self._text).hexdigest()[:DIGITS_OF_A_NAME]}"


@dataclass(frozen=True, slots=True)
class Window:
    """``end`` is its last second, in seconds of the epoch."""

    allowance: int
    end: int

    @property
    def begin(self) -> int:
        return self.end - PERIOD + 1


def window_of(key: str) -> Window:
    """The window that a key of the counters is for."""
    _, allowance, end, _ = key.rsplit(":", 3)
    return Window(int(allowance), int(end))
