"""Outages that a long reader waits out."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from typing import Any

from ._errors import FulfilmentError
from ._options import Retry
from ._retries import asked_by, back_off, succeeds_later

LONGEST_WAIT = 30.0
LONGEST_ASKED = 60.0
"""A service that asks for more is looked at before."""


class Outages:
    """The outages of a long reader: it asks again for ever, after waits that grow to 30 s, or until `max_silence` seconds are over.

    `on_retry` is called once for each outage; by default the logger `fulfilment` is told.
    """

    def __init__(self, operation: str, on_retry: Callable[[Retry], Any] | None, max_silence: float | None) -> None:
        self._operation, self._on_retry, self._max_silence = operation, on_retry or _warn, max_silence
        self._since: float | None = None
        self._attempt = 0

    @property
    def retries(self) -> int | None:
        """Retries of the next call: during an outage each look is one request."""
        return None if self._since is None else 0

    def answered(self) -> None:
        """Ends the outage."""
        self._since, self._attempt = None, 0

    def wait_after(self, error: FulfilmentError) -> float:
        """Seconds to wait; raises the error where it is none of an outage, or the silence is too long."""
        if not succeeds_later(error):
            raise error
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        wait = max(back_off(self._attempt, LONGEST_WAIT, random.random()), min(asked_by(error) or 0.0, LONGEST_ASKED))
        if self._max_silence is not None and now + wait - self._since > self._max_silence:
            raise error
        self._attempt += 1
        if self._attempt == 1:
            self._on_retry(Retry(self._operation, 1, wait, error.code))
        return wait


def _warn(retry: Retry) -> None:
    logging.getLogger("fulfilment").warning(
        "%s has no answer (%s); trying again until there is one.", retry.operation, retry.code
    )
