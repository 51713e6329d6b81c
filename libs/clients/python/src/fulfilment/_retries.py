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


def may_succeed_later(error: FulfilmentError) -> bool:
    """True where the same call may have another outcome: for the retries of a call and for long readers."""
    if isinstance(error, (ApiError, UnexpectedAnswerError)):
        retryable = isinstance(error, ApiError) and error.retryable
        return retryable or error.status in (408, 429) or error.status >= 500
    return isinstance(error, ConnectionFailedError)


def asked_wait(error: FulfilmentError) -> float | None:
    """The seconds of `Retry-After`, of the API or of a proxy; None where it asked for none."""
    return error.retry_after if isinstance(error, (ApiError, UnexpectedAnswerError)) else None


def wait_before_retry(error: FulfilmentError, attempt: int, repeatable: bool) -> float | None:
    """Seconds to wait before the next attempt; None if the call is not to be sent again.

    `attempt` is 0 for the first one, which failed; `repeatable`: the call reads, or has an idempotency key. Others are sent again
    after a 429 of the API alone, which refuses for the rate before it does anything.
    """
    refused_for_rate = isinstance(error, ApiError) and error.status == 429
    if not may_succeed_later(error) or not (repeatable or refused_for_rate):
        return None
    chance = random.random()
    back_off: float = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * (0.5 + chance / 2)
    asked = asked_wait(error)
    if asked is None:
        return back_off
    return None if asked > LONGEST_RETRY_AFTER else max(asked + chance * FIRST_WAIT, back_off)


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
