"""Lists that are read page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

from ._errors import UnexpectedAnswerError

T = TypeVar("T")

if TYPE_CHECKING:
    from typing_extensions import NotRequired

    # A generic dictionary, which Python before 3.11 cannot make.
    class Page(TypedDict, Generic[T]):
        """One page of a list."""

        data: list[T]
        has_more: bool
        next_cursor: str | None
        next_after: NotRequired[str | None]


def next_cursor(page: Any, seen: set[str]) -> str | None:
    """The cursor of the next page, which is added to those that were seen.

    Raises `UnexpectedAnswerError` for an answer that is no page, or a page whose next cursor is one that was read already.
    """
    if not isinstance(page, dict) or not isinstance(page.get("data"), list):
        raise UnexpectedAnswerError("The answer is no page of a list: check the base URL.")
    if not page.get("has_more"):
        return None
    following = page.get("next_cursor")
    if not isinstance(following, str) or following in seen:
        raise UnexpectedAnswerError(
            "The list does not go on: its page names no new cursor. Start again from the first page."
        )
    seen.add(following)
    return following


class Pages(Generic[T]):
    """A list: `for record in list`. Each loop reads it again from its start, each page when the one before it is used up."""

    def __init__(self, read: Callable[[str | None], Any]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]

    def pages(self) -> Iterator[Page[T]]:
        """Whole pages: `data`, `has_more`, `next_cursor`."""
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            page = self._read(cursor)
            cursor = next_cursor(page, seen)
            yield page
            if cursor is None:
                return

    def first(self) -> Page[T]:
        """The first page."""
        page: Page[T] = self._read(None)
        return page

    def to_list(self, limit: int) -> list[T]:
        """The first records; `limit` is compulsory, so that no list fills the memory by surprise."""
        records: list[T] = []
        if limit <= 0:
            return records
        for record in self:
            records.append(record)
            if len(records) >= limit:
                break
        return records


class AsyncPages(Generic[T]):
    """A list: `async for record in list`. Each loop reads it again from its start."""

    def __init__(self, read: Callable[[str | None], Awaitable[Any]]) -> None:
        self._read = read

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for record in page["data"]:
                yield record

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Whole pages: `data`, `has_more`, `next_cursor`."""
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            page = await self._read(cursor)
            cursor = next_cursor(page, seen)
            yield page
            if cursor is None:
                return

    async def first(self) -> Page[T]:
        """The first page."""
        page: Page[T] = await self._read(None)
        return page

    async def to_list(self, limit: int) -> list[T]:
        """The first records; `limit` is compulsory, so that no list fills the memory by surprise."""
        records: list[T] = []
        if limit <= 0:
            return records
        async for record in self:
            records.append(record)
            if len(records) >= limit:
                break
        return records
