"""Files that are sent and read as they come, in constant memory."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any, Union

import httpx

from ._errors import ConfigurationError, ConnectionFailedError, UnexpectedAnswerError
from ._http import plain_chunks, plain_chunks_async

Upload = Union[str, bytes, Iterable[bytes], Callable[[], Iterable[bytes]]]
"""The bytes of a file. A function is called for each attempt, so that the upload can be repeated; a stream is sent once."""

AsyncUpload = Union[str, bytes, AsyncIterable[bytes], Callable[[], AsyncIterable[bytes]]]
"""The same for the asynchronous client."""


def is_repeatable(body: Any) -> bool:
    """True if an upload can be sent again."""
    return isinstance(body, (str, bytes)) or callable(body)


def _broken(error: Exception) -> ConnectionFailedError:
    return ConnectionFailedError(f"The file broke off and is incomplete: start again. {error}")


def check_upload(body: Any) -> None:
    """Raises `ConfigurationError` for what is no upload."""
    is_stream = isinstance(body, (Iterable, AsyncIterable)) and not isinstance(body, Mapping)
    if not (isinstance(body, (str, bytes)) or callable(body) or is_stream):
        kind = type(body).__name__
        raise ConfigurationError(f"An upload is text, bytes, a stream of bytes or a function that opens one, not {kind}.")


def opened(body: Any) -> Any:
    """The bytes of one attempt. Raises `ConfigurationError` for an upload that cannot be opened."""
    if not callable(body):
        return body
    try:
        return body()
    except Exception as error:
        raise ConfigurationError(f"The upload cannot be opened: {error}") from error


def _text_of(line: bytes) -> str:
    """Bytes that are no UTF-8 are replaced, a byte order mark is passed over."""
    return line.rstrip(b"\r").decode("utf-8", "replace").removeprefix("\ufeff")


def _record_of(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise UnexpectedAnswerError(f"A line of the file is no record: it began with {json.dumps(line[:80])}.")
    return record


class Download:
    """A file: `for chunk in file`, `file.lines()` or `file.records()`. It ends without an error only if it is complete.

    Each loop asks for it again.
    """

    def __init__(self, open_: Callable[[], AbstractContextManager[httpx.Response]]) -> None:
        self._open = open_

    def __iter__(self) -> Iterator[bytes]:
        with self._open() as response:
            try:
                yield from plain_chunks(response)
            except httpx.HTTPError as error:
                raise _broken(error) from error

    def lines(self) -> Iterator[str]:
        """Lines of text without their ends."""
        rest = b""
        for chunk in self:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield _text_of(line)
        if rest:
            yield _text_of(rest)

    def records(self) -> Iterator[dict[str, Any]]:
        """Records of an NDJSON file."""
        return (_record_of(line) for line in self.lines() if line)


class AsyncDownload:
    """A file: `async for chunk in file`, `file.lines()` or `file.records()`. It ends without an error only if it is complete."""

    def __init__(self, open_: Callable[[], AbstractAsyncContextManager[httpx.Response]]) -> None:
        self._open = open_

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with self._open() as response:
            try:
                async for chunk in plain_chunks_async(response):
                    yield chunk
            except httpx.HTTPError as error:
                raise _broken(error) from error

    async def lines(self) -> AsyncIterator[str]:
        """Lines of text without their ends."""
        rest = b""
        async for chunk in self:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield _text_of(line)
        if rest:
            yield _text_of(rest)

    async def records(self) -> AsyncIterator[dict[str, Any]]:
        """Records of an NDJSON file."""
        async for line in self.lines():
            if line:
                yield _record_of(line)
