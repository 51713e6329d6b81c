"""HTTP clients of each process and event loop, and answers that are read whole within a time limit."""

from __future__ import annotations

import asyncio
import os
import time
import weakref
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpx

_until: ContextVar[float | None] = ContextVar("fulfilment_until", default=None)
"""When the attempt of this thread ends, by the monotonic clock."""


@contextmanager
def attempt_until(until: float) -> Iterator[None]:
    """Reads of the library's own connections end then, however an answer drips."""
    token = _until.set(until)
    try:
        yield
    finally:
        _until.reset(token)


class _TimedStream:
    """A connection of httpcore of which each read ends with the attempt."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        until = _until.get()
        if until is not None:
            left = until - time.monotonic()
            if left <= 0:
                raise httpx.ReadTimeout("The time of the attempt is over")
            timeout = left if timeout is None else min(timeout, left)
        data: bytes = self._stream.read(max_bytes, timeout)
        return data

    def start_tls(self, *args: Any, **named: Any) -> _TimedStream:
        return _TimedStream(self._stream.start_tls(*args, **named))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _TimedBackend:
    """A network backend of httpcore whose connections are timed."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def connect_tcp(self, *args: Any, **named: Any) -> _TimedStream:
        return _TimedStream(self._backend.connect_tcp(*args, **named))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)


def _new_client() -> httpx.Client:
    """A client whose heads of answers are timed too, where httpx has its connections as it had in 0.27 and 0.28."""
    client = httpx.Client(follow_redirects=False)
    for transport in (client._transport, *client._mounts.values()):
        pool = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if backend is not None:
            pool._network_backend = _TimedBackend(backend)  # type: ignore[union-attr]
    return client


class Clients:
    """The caller's HTTP client, or one of each process: two that share a connection would read each other's answers."""

    def __init__(self, given: httpx.Client | None) -> None:
        self._given = given
        self._own: dict[int, httpx.Client] = {}

    def current(self) -> httpx.Client:
        if self._given is not None:
            return self._given
        found = self._own.get(os.getpid())
        return found if found is not None else self._own.setdefault(os.getpid(), _new_client())

    def close(self) -> None:
        self.current().close()


class AsyncClients:
    """The same for asyncio: a connection belongs to the event loop that opened it."""

    def __init__(self, given: httpx.AsyncClient | None) -> None:
        self._given = given
        self._own: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = weakref.WeakKeyDictionary()

    def current(self) -> httpx.AsyncClient:
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        found = self._own.get(loop)
        return found if found is not None else self._own.setdefault(loop, httpx.AsyncClient(follow_redirects=False))

    async def close(self) -> None:
        await self.current().aclose()


class Unzip:
    """Plain bytes of an answer, whose compression has to end: one that breaks off looks like a shorter file otherwise."""

    ACCEPTED = "gzip, deflate"

    def __init__(self, encoding: str) -> None:
        # Gzip and zlib are told apart by their heads.
        self._decoder = zlib.decompressobj(47) if encoding.strip().lower() in ("gzip", "x-gzip", "deflate") else None

    def feed(self, chunk: bytes) -> bytes:
        """Raises `httpx.DecodingError` for bytes that are not compressed as they should be."""
        if self._decoder is None:
            return chunk
        try:
            return self._decoder.decompress(chunk)
        except zlib.error as error:
            raise httpx.DecodingError(str(error)) from error

    def end(self) -> None:
        """Raises `httpx.DecodingError` where bytes are missing."""
        if self._decoder is not None and not self._decoder.eof:
            raise httpx.DecodingError("the compressed body ends early")


def plain_chunks(response: httpx.Response) -> Iterator[bytes]:
    """The plain bytes of an answer as they come; it ends without an error only if it is whole."""
    unzip = Unzip(response.headers.get("content-encoding", ""))
    for chunk in response.iter_raw():
        data = unzip.feed(chunk)
        if data:
            yield data
    unzip.end()


async def plain_chunks_async(response: httpx.Response) -> AsyncIterator[bytes]:
    """The same for asyncio."""
    unzip = Unzip(response.headers.get("content-encoding", ""))
    async for chunk in response.aiter_raw():
        data = unzip.feed(chunk)
        if data:
            yield data
    unzip.end()


def read_whole(response: httpx.Response, until: float) -> httpx.Response:
    """The answer with its body; raises `httpx.ReadTimeout` for one that drips beyond `until`."""
    try:
        chunks = []
        for chunk in plain_chunks(response):
            chunks.append(chunk)
            if time.monotonic() > until:
                raise httpx.ReadTimeout("The time of the attempt is over")
        return _with_body(response, b"".join(chunks))
    finally:
        response.close()


async def read_whole_async(response: httpx.Response) -> httpx.Response:
    """The same for asyncio, whose caller ends what takes too long."""
    try:
        return _with_body(response, b"".join([chunk async for chunk in plain_chunks_async(response)]))
    finally:
        await response.aclose()


def _with_body(response: httpx.Response, content: bytes) -> httpx.Response:
    headers = [(name, value) for name, value in response.headers.multi_items() if name not in _OF_TRANSFER]
    return httpx.Response(response.status_code, headers=headers, content=content, request=response.request)


_OF_TRANSFER = ("content-encoding", "content-length", "transfer-encoding")
