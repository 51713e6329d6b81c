"""HTTP clients, one a process and, for asyncio, one an event loop: connections that two of them shared would mix up their answers."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from weakref import WeakKeyDictionary

import httpcore
import httpx

from ._errors import ConfigurationError

_UNTIL: ContextVar[float | None] = ContextVar("fulfilment_until", default=None)


@contextmanager
def attempt_until(until: float) -> Iterator[None]:
    """Ends the reads of an attempt of this thread at a time of the monotonic clock, those of the head of its answer too."""
    token = _UNTIL.set(until)
    try:
        yield
    finally:
        _UNTIL.reset(token)


class _Stream(httpcore.NetworkStream):
    """A connection whose reads end with the attempt; httpx limits each of them alone."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        until = _UNTIL.get()
        if until is not None:
            left = until - time.monotonic()
            if left <= 0:
                raise httpcore.ReadTimeout("The answer did not end in time.")
            timeout = left if timeout is None else min(timeout, left)
        return self._stream.read(max_bytes, timeout)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, timeout)

    def close(self) -> None:
        self._stream.close()

    def start_tls(self, *given: Any, **options: Any) -> httpcore.NetworkStream:
        return _Stream(self._stream.start_tls(*given, **options))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    """Connects as the backend within it does."""

    def __init__(self, backend: httpcore.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(self, *given: Any, **options: Any) -> httpcore.NetworkStream:
        return _Stream(self._backend.connect_tcp(*given, **options))

    def connect_unix_socket(self, *given: Any, **options: Any) -> httpcore.NetworkStream:
        return _Stream(self._backend.connect_unix_socket(*given, **options))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


def _new_client() -> httpx.Client:
    """A client with the proxies of the environment, whose reads end with the attempt.

    httpx has no option for the network below it. A later version with other names for it lacks the limit of a head that drips.
    """
    client = httpx.Client(follow_redirects=False)
    for transport in [getattr(client, "_transport", None), *getattr(client, "_mounts", {}).values()]:
        pool = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if isinstance(backend, httpcore.NetworkBackend):
            setattr(pool, "_network_backend", _Backend(backend))
    return client


class Clients:
    """The HTTP client of this process; that of a parent process is left to it, open. A caller's own is for the process that made it."""

    def __init__(self, own: httpx.Client | None) -> None:
        if isinstance(own, httpx.AsyncClient):
            raise ConfigurationError("`http_client` must be an `httpx.Client`.")
        self._own, self._process = own, os.getpid()
        self._by_process: dict[int, httpx.Client] = {}

    def current(self) -> httpx.Client:
        """Raises `ConfigurationError` for a caller's own client in a process that was forked from its own."""
        process = os.getpid()
        if self._own is not None:
            _refuse_fork(self._process, process)
            return self._own
        found = self._by_process.get(process)
        # Of two threads at the same time, one makes a client that no one uses.
        return found or self._by_process.setdefault(process, _new_client())

    def close(self) -> None:
        client = self._own or self._by_process.get(os.getpid())
        if client is not None:
            client.close()


class AsyncClients:
    """The HTTP client of the running event loop. A caller's own is for the loop in which its connections are made."""

    def __init__(self, own: httpx.AsyncClient | None) -> None:
        if isinstance(own, httpx.Client):
            raise ConfigurationError("`http_client` must be an `httpx.AsyncClient`.")
        self._own, self._process = own, os.getpid()
        self._by_process: dict[int, WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient]] = {}

    def current(self) -> httpx.AsyncClient:
        """Raises `ConfigurationError` for a caller's own client in a process that was forked from its own."""
        process = os.getpid()
        if self._own is not None:
            _refuse_fork(self._process, process)
            return self._own
        loop = asyncio.get_running_loop()
        by_loop = self._by_process.setdefault(process, WeakKeyDictionary())
        found = by_loop.get(loop)
        if found is not None:
            return found
        # The connections of a client hold their loop, so its entry would stay for good.
        for reference in by_loop.keyrefs():
            ended = reference()
            if ended is not None and ended.is_closed():
                by_loop.pop(ended, None)
        return by_loop.setdefault(loop, httpx.AsyncClient(follow_redirects=False))

    def explain(self, error: RuntimeError) -> Exception:
        """The error of a caller's own client whose connections belong to an event loop that has ended."""
        if self._own is None or "loop" not in str(error):
            return error
        return ConfigurationError(
            f"`http_client` has connections of another event loop ({error}): make one in each loop, or leave it out."
        )

    async def close(self) -> None:
        by_loop: Mapping[asyncio.AbstractEventLoop, httpx.AsyncClient] = self._by_process.get(os.getpid(), {})
        client = self._own or by_loop.get(asyncio.get_running_loop())
        if client is not None:
            await client.aclose()


def _refuse_fork(made_in: int, process: int) -> None:
    if made_in != process:
        raise ConfigurationError(
            "`http_client` was made in the parent of this process, and shares its connections: make a client in each process, or leave "
            "`http_client` out."
        )
