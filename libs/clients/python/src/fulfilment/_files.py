"""Files that are sent and read as they come, in constant memory."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any, Union

import httpx

from ._errors import NOT_JSON, ConfigurationError, ConnectionFailedError, UnexpectedAnswerError

Upload = Union[str, bytes, Iterable[bytes], Callable[[], Union[bytes, Iterable[bytes]]]]
"""The bytes of a file. A function is called for each attempt, and an open file that can seek is rewound, so that the upload can be
repeated; another stream is sent once."""

AsyncUpload = Union[Upload, AsyncIterable[bytes], Callable[[], AsyncIterable[bytes]]]
"""The same for the asynchronous client; files are read in a thread."""

BLOCK_BYTES = 65_536


class Source:
    """An upload, opened for each attempt. Raises `ConfigurationError` for a body that is none."""

    def __init__(self, body: Any) -> None:
        self._body = body.encode() if isinstance(body, str) else body
        self._start = body.tell() if _seeks(body) else None
        if not callable(body):
            _check_upload(self._body)

    @property
    def is_repeatable(self) -> bool:
        """True if it can be sent again."""
        return isinstance(self._body, bytes) or callable(self._body) or self._start is not None

    def content(self) -> bytes | Iterator[bytes]:
        """The body of one attempt."""
        body = self._opened()
        if isinstance(body, AsyncIterable):
            raise ConfigurationError("An upload of the synchronous client is not to be an asynchronous stream.")
        return body if isinstance(body, bytes) else self._blocks_of(body)

    def content_async(self) -> bytes | AsyncIterator[bytes]:
        """The same, for asyncio."""
        body = self._opened()
        return body if isinstance(body, bytes) else self._async_blocks_of(body)

    def _opened(self) -> Any:
        body: Any = self._body
        try:
            if callable(body):
                body = body()
                body = body.encode() if isinstance(body, str) else body
            elif self._start is not None:
                body.seek(self._start)
        except Exception as error:
            raise ConfigurationError(f"The upload cannot be opened: {error or type(error).__name__}.") from error
        _check_upload(body)
        return body

    def _blocks_of(self, body: Any) -> Iterator[bytes]:
        try:
            for block in _read(body):
                yield _checked(block)
        finally:
            self._close(body)

    async def _async_blocks_of(self, body: Any) -> AsyncIterator[bytes]:
        try:
            if isinstance(body, AsyncIterable):
                async for block in body:
                    yield _checked(block)
                return
            blocks = _read(body)
            while (read := await asyncio.to_thread(next, blocks, None)) is not None:
                yield _checked(read)
        finally:
            self._close(body)

    def _close(self, body: Any) -> None:
        """Closes a file that the caller's function opened for this attempt."""
        if callable(self._body) and hasattr(body, "read") and hasattr(body, "close") and not isinstance(body, AsyncIterable):
            body.close()


def _seeks(body: Any) -> bool:
    return hasattr(body, "read") and hasattr(body, "seekable") and bool(body.seekable())


def _check_upload(body: Any) -> None:
    if isinstance(body, Mapping) or not isinstance(body, (bytes, Iterable, AsyncIterable)):
        raise ConfigurationError(
            f"An upload must be text, bytes, a stream of bytes, or a function that opens one, and is of type {type(body).__name__}."
        )


def _read(body: Any) -> Iterator[Any]:
    if isinstance(body, (bytearray, memoryview)):
        return iter([bytes(body)])
    return iter(lambda: body.read(BLOCK_BYTES), b"") if hasattr(body, "read") else iter(body)


def _checked(block: Any) -> bytes:
    if not isinstance(block, bytes):
        raise ConfigurationError(f"An upload must be bytes, and has {type(block).__name__} in it: open files with mode `rb`.")
    return block


WHOLE = "fulfilment_whole"


def chunks_of(response: httpx.Response) -> Iterator[bytes]:
    """The bytes of an answer as they came; plain ones of an answer that a transport for tests made whole."""
    if not response.is_stream_consumed:
        return response.iter_raw()
    response.extensions[WHOLE] = True
    return response.iter_bytes()


def async_chunks_of(response: httpx.Response) -> AsyncIterator[bytes]:
    """The same, for asyncio."""
    if not response.is_stream_consumed:
        return response.aiter_raw()
    response.extensions[WHOLE] = True
    return response.aiter_bytes()


class Plain:
    """The bytes of an answer as they were before they were compressed, checked to the end of their compression."""

    def __init__(self, response: httpx.Response) -> None:
        # An answer that was made whole, by a transport for tests, is plain already. Made before its bytes are read.
        self.is_plain = response.extensions.get(WHOLE, False) is True
        encoding = response.headers.get("content-encoding", "").strip()
        self.is_zipped = not self.is_plain and re.fullmatch(r"(x-)?gzip", encoding, re.IGNORECASE) is not None
        self._inflate = zlib.decompressobj(31) if self.is_zipped else None

    def of(self, chunk: bytes) -> bytes:
        """The plain bytes of the next chunk; raises `zlib.error` where it is no gzip."""
        if self._inflate is None:
            return chunk
        plain = self._inflate.decompress(chunk)
        while rest := self._inflate.unused_data:
            self._inflate = zlib.decompressobj(31)
            plain += self._inflate.decompress(rest)
        return plain

    def end(self) -> None:
        """Raises `zlib.error` where the compression has not ended."""
        if self._inflate is not None and not self._inflate.eof:
            raise zlib.error("the compressed body ends early")


def _broken(error: Exception) -> ConnectionFailedError:
    return ConnectionFailedError(f"The file broke off and is incomplete: start again. {error}")


class _Lines:
    """Lines of text without their ends, of bytes that come in chunks."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_first = True

    def of(self, chunk: bytes) -> list[str]:
        """The lines that the chunk ends."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [self._text_of(line.removesuffix(b"\r")) for line in lines]

    def end(self) -> list[str]:
        """The line without an end, if there is one."""
        return [self._text_of(self._rest)] if self._rest else []

    def _text_of(self, line: bytes) -> str:
        encoding = "utf-8-sig" if self._is_first else "utf-8"
        self._is_first = False
        return line.decode(encoding, "replace")


def _record_of(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except NOT_JSON:
        record = None
    if not isinstance(record, dict):
        raise UnexpectedAnswerError(f"A line of the file is no record: it must be NDJSON. It began with {json.dumps(line[:80])}.")
    return record


class Download:
    """A file: `for chunk in file`, `file.lines()` or `file.records()`. It ends without an error only if it is complete.

    Each loop asks for it again.
    """

    def __init__(self, open_: Callable[[], AbstractContextManager[httpx.Response]]) -> None:
        self._open = open_

    def __iter__(self) -> Iterator[bytes]:
        with self._open() as response:
            chunks = chunks_of(response)
            plain = Plain(response)
            while (chunk := self._next(chunks, plain)) is not None:
                if chunk:
                    yield chunk

    @staticmethod
    def _next(chunks: Iterator[bytes], plain: Plain) -> bytes | None:
        try:
            chunk = next(chunks, None)
            if chunk is not None:
                return plain.of(chunk)
            plain.end()
            return None
        except (httpx.HTTPError, zlib.error) as error:
            raise _broken(error) from error

    def lines(self) -> Iterator[str]:
        """Lines of text without their ends."""
        lines = _Lines()
        for chunk in self:
            yield from lines.of(chunk)
        yield from lines.end()

    def records(self) -> Iterator[dict[str, Any]]:
        """Records of an NDJSON file; raises `UnexpectedAnswerError` for a line that is none."""
        return (_record_of(line) for line in self.lines() if line)


class AsyncDownload:
    """A file: `async for chunk in file`, `file.lines()` or `file.records()`. It ends without an error only if it is complete."""

    def __init__(self, open_: Callable[[], AbstractAsyncContextManager[httpx.Response]]) -> None:
        self._open = open_

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with self._open() as response:
            chunks = async_chunks_of(response)
            plain = Plain(response)
            while (chunk := await self._next(chunks, plain)) is not None:
                if chunk:
                    yield chunk

    @staticmethod
    async def _next(chunks: AsyncIterator[bytes], plain: Plain) -> bytes | None:
        try:
            async for chunk in chunks:
                return plain.of(chunk)
            plain.end()
            return None
        except (httpx.HTTPError, zlib.error) as error:
            raise _broken(error) from error

    async def lines(self) -> AsyncIterator[str]:
        """Lines of text without their ends."""
        lines = _Lines()
        async for chunk in self:
            for line in lines.of(chunk):
                yield line
        for line in lines.end():
            yield line

    async def records(self) -> AsyncIterator[dict[str, Any]]:
        """Records of an NDJSON file; raises `UnexpectedAnswerError` for a line that is none."""
        async for line in self.lines():
            if line:
                yield _record_of(line)
