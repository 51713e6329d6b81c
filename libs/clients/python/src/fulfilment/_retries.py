"""Retries: which failures are worth another attempt, and how long to wait before it."""

from __future__ import annotations

import random
import threading
import time

from ._errors import ApiError, ConnectionFailedError, FulfilmentError, UnexpectedAnswerError

FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_RETRY_AFTER = 60.0
"""A service that wants more is not waited for: the caller gets the error."""


def wait_before_retry(error: FulfilmentError, attempt: int, repeatable: bool) -> float | None:
    """Seconds to wait before the next attempt; None if the call is not to be sent again.

    `attempt` is 0 for the first one, which failed; `repeatable`: the call reads, or has an idempotency key.
    """
    if not _is_retryable(error, repeatable):
        return None
    chance = random.random()
    back_off: float = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * (0.5 + chance / 2)
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is None:
        return back_off
    return None if asked > LONGEST_RETRY_AFTER else max(asked + chance * FIRST_WAIT, back_off)


def _is_retryable(error: FulfilmentError, repeatable: bool) -> bool:
    if isinstance(error, ApiError):
        # The API refuses for the rate before it does anything.
        return error.retryable and (repeatable or error.status == 429)
    if isinstance(error, UnexpectedAnswerError):
        return repeatable and error.status in (502, 503, 504)
    return repeatable and isinstance(error, ConnectionFailedError)


class Throttle:
    """Gives each request its turn, so that no more than some start in a second."""

    def __init__(self, per_second: float | None) -> None:
        self._spacing = 0.0 if per_second is None else 1 / per_second
        self._lock = threading.Lock()
        self._next_at = 0.0

    def seconds_to_turn(self) -> float:
        """Takes the next turn. Returns the seconds until it."""
        if self._spacing == 0:
            return 0.0
        with self._lock:
            now = time.monotonic()
            at = max(self._next_at, now)
            self._next_at = at + self._spacing
            return at - now
