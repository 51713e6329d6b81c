"""Files that are sent and read as they come, in constant memory."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any, Union

import httpx

from ._errors import ConnectionFailedError

Upload = Union[str, bytes, Iterable[bytes], Callable[[], Iterable[bytes]]]
"""The bytes of a file. A function is called for each attempt, so that the upload can be repeated; a stream is sent once."""

AsyncUpload = Union[str, bytes, AsyncIterable[bytes], Callable[[], AsyncIterable[bytes]]]
"""The same for the asynchronous client."""


def is_repeatable(body: Any) -> bool:
    """True if an upload can be sent again."""
    return isinstance(body, (str, bytes)) or callable(body)


def _broken(error: Exception) -> ConnectionFailedError:
    return ConnectionFailedError(f"The file broke off and is incomplete: start again. {error}")


class Download:
    """A file: `for chunk in file`, `file.lines()` or `file.records()`. It ends without an error only if it is complete.

    Each loop asks for it again.
    """

    def __init__(self, open_: Callable[[], AbstractContextManager[httpx.Response]]) -> None:
        self._open = open_

    def __iter__(self) -> Iterator[bytes]:
        with self._open() as response:
            try:
                yield from response.iter_bytes()
            except httpx.HTTPError as error:
                raise _broken(error) from error

    def lines(self) -> Iterator[str]:
        """Lines of text without their ends."""
        rest = b""
        for chunk in self:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line.rstrip(b"\r").decode()
        if rest:
            yield rest.decode()

    def records(self) -> Iterator[dict[str, Any]]:
        """Records of an NDJSON file."""
        return (json.loads(line) for line in self.lines() if line)


class AsyncDownload:
    """A file: `async for chunk in file`, `file.lines()` or `file.records()`. It ends without an error only if it is complete."""

    def __init__(self, open_: Callable[[], AbstractAsyncContextManager[httpx.Response]]) -> None:
        self._open = open_

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with self._open() as response:
            try:
                async for chunk in response.aiter_bytes():
                    yield chunk
            except httpx.HTTPError as error:
                raise _broken(error) from error

    async def lines(self) -> AsyncIterator[str]:
        """Lines of text without their ends."""
        rest = b""
        async for chunk in self:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line.rstrip(b"\r").decode()
        if rest:
            yield rest.decode()

    async def records(self) -> AsyncIterator[dict[str, Any]]:
        """Records of an NDJSON file."""
        async for line in self.lines():
            if line:
                yield json.loads(line)
