"""The feed of events, read on from a place that is kept."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from ._errors import FulfilmentError
from ._options import Retry
from ._outage import Outages

if TYPE_CHECKING:
    from .generated import schemas as S
    from .generated.resources import AsyncEvents, Events


class PlaceStore(Protocol):
    """Keeps the place behind which the feed goes on: the id of an event."""

    def read(self) -> str | None:
        """The stored id; None before the first event."""

    def write(self, event_id: str) -> None:
        """Stores an id."""


class FilePlaceStore:
    """A place in a file; written beside it and renamed, so that a crash leaves the old place or the new one."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def read(self) -> str | None:
        try:
            with open(self._path, encoding="ascii") as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return None

    def write(self, event_id: str) -> None:
        beside = f"{self._path}.new"
        with open(beside, "w", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(f"{event_id}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._path)


class Feed:
    """`for event in client.feed(places)` reads on from where the last run stopped, and waits for more at the end.

    An event counts as handled when the loop asks for the next one; its id is stored then. So a crash repeats the event under way
    and skips none: make handling safe to repeat, by `event["id"]`. While no place is kept, it begins at the first event that was
    stored at or after `created_after`, or at the oldest. `until_end` ends the loop at the newest event. At the end of a page its
    `next_after` is stored, the place up to which it looked: a filter that rarely matches never grows too old.

    The loop outlives outages: after a failed connection, or a refusal that may pass, it asks again behind its place, after waits
    that grow to 30 s. `on_retry` is called once for each outage; the logger `fulfilment` is told by default. `max_silence` is in
    seconds without an answer after which the loop ends with the error: never by default, 0 with `until_end`, so that a job ends.

    Raises `InvalidCursorError` where the stored place is past the 30 days of the feed.
    """

    def __init__(
        self,
        events: Events,
        places: PlaceStore,
        types: S.ListEventsTypes | Sequence[S.ListEventsTypes] | None,
        created_after: str | datetime | None,
        until_end: bool,
        poll_seconds: float,
        on_retry: Callable[[Retry], Any] | None = None,
        max_silence: float | None = None,
    ) -> None:
        self._events, self._places, self._types, self._created_after = events, places, types, created_after
        self._until_end, self._poll_seconds = until_end, poll_seconds
        self._on_retry, self._max_silence = on_retry, 0.0 if until_end and max_silence is None else max_silence

    def __iter__(self) -> Iterator[S.Event]:
        after = self._places.read()
        outages = Outages("listEvents", self._on_retry, self._max_silence)
        while True:
            start = self._created_after if after is None else None
            try:
                page = self._events.list(
                    limit=200, after=after, created_after=start, types=self._types, retries=outages.retries
                ).first()
            except FulfilmentError as error:
                time.sleep(outages.wait_after(error))
                continue
            outages.answered()
            for event in page["data"]:
                yield event
                self._places.write(event["id"])
                after = event["id"]
            looked_to = page.get("next_after")
            if looked_to and looked_to != after:
                after = looked_to
                self._places.write(after)
            if page["has_more"]:
                continue
            if self._until_end:
                return
            time.sleep(self._poll_seconds)


class AsyncFeed:
    """The same as `Feed`, for asyncio: `async for event in client.feed(places)`."""

    def __init__(
        self,
        events: AsyncEvents,
        places: PlaceStore,
        types: S.ListEventsTypes | Sequence[S.ListEventsTypes] | None,
        created_after: str | datetime | None,
        until_end: bool,
        poll_seconds: float,
        on_retry: Callable[[Retry], Any] | None = None,
        max_silence: float | None = None,
    ) -> None:
        self._events, self._places, self._types, self._created_after = events, places, types, created_after
        self._until_end, self._poll_seconds = until_end, poll_seconds
        self._on_retry, self._max_silence = on_retry, 0.0 if until_end and max_silence is None else max_silence

    async def __aiter__(self) -> AsyncIterator[S.Event]:
        after = await asyncio.to_thread(self._places.read)
        outages = Outages("listEvents", self._on_retry, self._max_silence)
        while True:
            start = self._created_after if after is None else None
            try:
                page = await self._events.list(
                    limit=200, after=after, created_after=start, types=self._types, retries=outages.retries
                ).first()
            except FulfilmentError as error:
                await asyncio.sleep(outages.wait_after(error))
                continue
            outages.answered()
            for event in page["data"]:
                yield event
                await asyncio.to_thread(self._places.write, event["id"])
                after = event["id"]
            looked_to = page.get("next_after")
            if looked_to and looked_to != after:
                after = looked_to
                await asyncio.to_thread(self._places.write, after)
            if page["has_more"]:
                continue
            if self._until_end:
                return
            await asyncio.sleep(self._poll_seconds)
