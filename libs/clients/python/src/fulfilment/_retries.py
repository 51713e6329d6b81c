"""Retries: which failures may pass, which of them are worth another attempt, and how long to wait before it."""

from __future__ import annotations

import random
import threading
import time

from ._errors import ApiError, ConnectionFailedError, FulfilmentError, UnexpectedAnswerError

FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_RETRY_AFTER = 60.0
"""A service that wants more is not waited for: the caller gets the error."""


def succeeds_later(error: FulfilmentError) -> bool:
    """True for an error after which the same request may succeed later: of the API, of a proxy before it, or of the network."""
    if isinstance(error, ApiError):
        return error.retryable or _is_passing(error.status)
    if isinstance(error, UnexpectedAnswerError):
        return _is_passing(error.status)
    return isinstance(error, ConnectionFailedError)


def _is_passing(status: int) -> bool:
    return status in (408, 429) or status >= 500


def back_off(attempt: int, longest: float, chance: float) -> float:
    """Half a second that doubles, 50 to 100 % of it by chance, which is from 0 to 1."""
    whole: float = min(longest, FIRST_WAIT * 2 ** min(attempt, 10))
    return whole * (0.5 + chance / 2)


def asked_by(error: FulfilmentError) -> float | None:
    """Seconds that an answer asks to wait; None where it asks for none."""
    return error.retry_after if isinstance(error, (ApiError, UnexpectedAnswerError)) else None


def wait_before_retry(error: FulfilmentError, attempt: int, repeatable: bool) -> float | None:
    """Seconds to wait before the next attempt; None if the call is not to be sent again.

    `attempt` is 0 for the first one, which failed; `repeatable`: the call reads, or has an idempotency key.
    """
    # The API refuses for the rate before it does anything.
    is_safe = repeatable or (isinstance(error, ApiError) and error.status == 429)
    if not is_safe or not succeeds_later(error):
        return None
    chance = random.random()
    seconds = back_off(attempt, LONGEST_WAIT, chance)
    asked = asked_by(error)
    if asked is None:
        return seconds
    return None if asked > LONGEST_RETRY_AFTER else max(asked + chance * FIRST_WAIT, seconds)


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
