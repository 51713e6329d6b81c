"""Calls over HTTP: keys, retries, time limits, pages, batches and files.

The steps of a call are written once, as a generator that asks for a request or a wait; the two transports carry them out.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import zlib
from collections.abc import AsyncIterator, Generator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from ._answers import Answer, RateLimit, error_of, read_facts, retry_after_of, text_of, unexpected
from ._batches import cut_batch, key_of_cut, results_from
from ._connections import AsyncClients, Clients, attempt_until
from ._errors import (
    NOT_JSON,
    BatchInterruptedError,
    ConnectionFailedError,
    FulfilmentError,
    PendingError,
    RequestTimeoutError,
)
from ._files import AsyncDownload, Download, Plain, async_chunks_of, chunks_of
from ._operation import Operation
from ._options import Retry, Settings
from ._pages import AsyncPages, Pages
from ._requests import Call, call_of
from ._retries import Throttle, wait_before_retry

SILENCE = 120.0
"""The longest silence within a download."""


@dataclass(frozen=True)
class Send:
    """A step: one attempt. Its outcome is a response that was read, or an error."""

    call: Call


@dataclass(frozen=True)
class Wait:
    """A step: seconds to wait."""

    seconds: float


Steps = Generator[Any, Any, Any]


class _Core:
    """The decisions of both transports."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._throttle = Throttle(settings.requests_per_second)
        self.rate_limit: RateLimit | None = None

    def call_of(self, operation: Operation, **given: Any) -> Call:
        return call_of(self._settings, operation, **given)

    def steps(self, call: Call) -> Steps:
        """A whole call: its batches, retries and what follows a 202."""
        return self._batch(call) if call.operation.batch else self._one(call)

    def _batch(self, call: Call) -> Steps:
        batch = call.operation.batch
        assert batch is not None
        cuts = cut_batch(call.body, batch)
        if len(cuts) == 1:
            return (yield from self._one(call))
        results: list[Any] = []
        last: Any = Answer()
        for place, (body, start) in enumerate(cuts):
            try:
                last = yield from self._one(call.under(key_of_cut(call.key or "", place + 1), body))
            except FulfilmentError as error:
                raise BatchInterruptedError(results, call.key or "", error) from error
            results.extend(results_from(last, batch.results, start))
        last[batch.results] = results
        return last

    def _one(self, call: Call) -> Steps:
        until = time.monotonic() + call.pending_timeout
        while True:
            response = yield from self.retrying(call)
            value = self._value_of(call, response)
            if response.status_code != 202 or not call.operation.pending or call.pending_timeout == 0:
                return value
            seconds = max(0.25, retry_after_of(response) or (1.0 if "retry-after" not in response.headers else 0.0))
            if time.monotonic() + seconds > until:
                raise PendingError(value, call.key or "", read_facts(response).request_id)
            # The same call under its key gets the final answer, and waits for it at the service.
            yield Wait(seconds)

    def retrying(self, call: Call) -> Steps:
        """One call with its retries; the outcome is a response with the status of a success."""
        has_body = call.source is None or call.source.is_repeatable
        attempt = 0
        while True:
            yield Wait(self._throttle.seconds_to_turn())
            outcome = yield Send(call)
            if not isinstance(outcome, FulfilmentError):
                self.rate_limit = read_facts(outcome).rate_limit or self.rate_limit
                if outcome.is_success:
                    return outcome
                outcome = error_of(outcome, call.key)
            seconds = None
            if attempt < call.retries and has_body:
                seconds = wait_before_retry(outcome, attempt, call.is_repeatable)
            if seconds is None:
                raise outcome
            attempt += 1
            if self._settings.on_retry is not None:
                self._settings.on_retry(Retry(call.operation.id, attempt, seconds, outcome.code))
            yield Wait(seconds)

    def _value_of(self, call: Call, response: httpx.Response) -> Any:
        if response.status_code == 204:
            return None
        text = text_of(response)
        try:
            value = json.loads(text)
        except NOT_JSON as error:
            raise unexpected(response, text, call.key) from error
        if not isinstance(value, dict):
            raise unexpected(response, text, call.key)
        answer = Answer(value)
        answer.facts = read_facts(response)
        return answer


def outcome_of(call: Call, response: httpx.Response, raw: bytes) -> httpx.Response | FulfilmentError:
    """An answer whose bytes came, or the error of one that is not whole: raises `zlib.error` where its compression ends early."""
    plain = Plain(response)
    headers = response.headers.copy()
    if plain.is_zipped and raw:
        raw = plain.of(raw)
        plain.end()
    if plain.is_plain or plain.is_zipped:
        headers.pop("content-encoding", None)
    whole = httpx.Response(response.status_code, headers=headers, content=raw, request=response.request)
    if not whole.is_success or whole.status_code == 204:
        return whole
    is_json = re.search(r"\bjson\b", headers.get("content-type", "")) is not None
    if not whole.content or (is_json and not _is_json(text_of(whole))):
        return _lost(f"Only a part of the answer came ({len(whole.content)} bytes).", call)
    return whole


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except NOT_JSON:
        return False
    return True


# Errors of an attempt without a whole answer; an OSError is that of a file that cannot be read to its end.
FAILURES = (httpx.HTTPError, zlib.error, OSError, asyncio.TimeoutError)


def connection_error(error: Exception, call: Call) -> FulfilmentError:
    """The error of an attempt without a whole answer."""
    if isinstance(error, (httpx.TimeoutException, asyncio.TimeoutError)):
        limits = f"within {round(call.timeout * 1000)} ms, or no end of it within {round(call.deadline * 1000)} ms"
        failed: FulfilmentError = RequestTimeoutError(f"No answer {limits}.{_repeat(call)}", call.key)
    else:
        address = urlsplit(call.url)
        reason = str(error).rstrip(". \n") or type(error).__name__
        failed = _lost(f"No complete answer came from {address.scheme}://{address.netloc}: {reason}.", call)
    failed.__cause__ = error
    return failed


def _lost(message: str, call: Call) -> ConnectionFailedError:
    return ConnectionFailedError(message + _repeat(call), call.key)


def _repeat(call: Call) -> str:
    return "" if call.key is None else f" The call may have taken effect: repeat it with the idempotency key {call.key}."


def _download_call(core: _Core, operation: Operation, given: dict[str, Any]) -> Call:
    accept = given.pop("accept", None) or "application/x-ndjson"
    return core.call_of(operation, accept=f"{accept}, application/problem+json", **given)


def _begin_file(response: httpx.Response) -> httpx.Response:
    """The limit of silence of a file is for what follows its head: httpx reads it when the body is begun."""
    response.request.extensions["timeout"]["read"] = SILENCE
    return response


def _check_download(response: httpx.Response) -> None:
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if "html" in response.headers.get("content-type", "html") or encoding not in ("identity", "gzip", "x-gzip"):
        raise unexpected(response, "")


class Transport(_Core):
    """Sends calls over a synchronous HTTP client."""

    def __init__(self, settings: Settings, http: httpx.Client | None = None) -> None:
        super().__init__(settings)
        self._clients = Clients(http)

    def send(self, operation: Operation, **given: Any) -> Any:
        return self._run(self.steps(self.call_of(operation, **given)))

    def pages(self, operation: Operation, query: Mapping[str, Any] | None = None, **given: Any) -> Pages[Any]:
        return Pages(lambda cursor: self.send(operation, query={**(query or {}), "cursor": cursor}, **given))

    def download(self, operation: Operation, **given: Any) -> Download:
        call = _download_call(self, operation, given)

        @contextmanager
        def open_() -> Iterator[httpx.Response]:
            response = self._run(self.retrying(call), is_file=True)
            try:
                _check_download(response)
                yield response
            finally:
                response.close()

        return Download(open_)

    def close(self) -> None:
        self._clients.close()

    def _run(self, steps: Steps, is_file: bool = False) -> Any:
        outcome = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Send):
                    outcome = self._attempt(step.call, is_file)
                else:
                    time.sleep(step.seconds)
        except StopIteration as end:
            return end.value

    def _attempt(self, call: Call, is_file: bool) -> httpx.Response | FulfilmentError:
        """One attempt; of a file, the head of its answer."""
        until = time.monotonic() + call.deadline
        try:
            with attempt_until(until):
                http = self._clients.current()
                content = call.source.content() if call.source else call.content
                request = http.build_request(**call.request(), content=content)
                response = http.send(request, stream=True, follow_redirects=False)
                if is_file and response.is_success:
                    return _begin_file(response)
                try:
                    return outcome_of(call, response, b"".join(_in_time(chunks_of(response), until)))
                finally:
                    response.close()
        except FAILURES as error:
            return connection_error(error, call)


def _in_time(chunks: Iterator[bytes], until: float) -> Iterator[bytes]:
    for chunk in chunks:
        yield chunk
        if time.monotonic() > until:
            raise httpx.ReadTimeout("The answer did not end in time.")


class AsyncTransport(_Core):
    """Sends calls over an asynchronous HTTP client."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None = None) -> None:
        super().__init__(settings)
        self._clients = AsyncClients(http)

    async def send(self, operation: Operation, **given: Any) -> Any:
        return await self._run(self.steps(self.call_of(operation, **given)))

    def pages(self, operation: Operation, query: Mapping[str, Any] | None = None, **given: Any) -> AsyncPages[Any]:
        return AsyncPages(lambda cursor: self.send(operation, query={**(query or {}), "cursor": cursor}, **given))

    def download(self, operation: Operation, **given: Any) -> AsyncDownload:
        call = _download_call(self, operation, given)

        @asynccontextmanager
        async def open_() -> AsyncIterator[httpx.Response]:
            response = await self._run(self.retrying(call), is_file=True)
            try:
                _check_download(response)
                yield response
            finally:
                await response.aclose()

        return AsyncDownload(open_)

    async def close(self) -> None:
        await self._clients.close()

    async def _run(self, steps: Steps, is_file: bool = False) -> Any:
        outcome = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Send):
                    outcome = await self._attempt(step.call, is_file)
                else:
                    await asyncio.sleep(step.seconds)
        except StopIteration as end:
            return end.value

    async def _attempt(self, call: Call, is_file: bool) -> httpx.Response | FulfilmentError:
        """One attempt; of a file, the head of its answer."""
        try:
            return await asyncio.wait_for(self._exchange(call, is_file), call.deadline)
        except FAILURES as error:
            return connection_error(error, call)
        except RuntimeError as error:
            explained = self._clients.explain(error)
            if explained is error:
                raise
            raise explained from error

    async def _exchange(self, call: Call, is_file: bool) -> httpx.Response | FulfilmentError:
        http = self._clients.current()
        content = call.source.content_async() if call.source else call.content
        request = http.build_request(**call.request(), content=content)
        response = await http.send(request, stream=True, follow_redirects=False)
        if is_file and response.is_success:
            return _begin_file(response)
        try:
            return outcome_of(call, response, b"".join([chunk async for chunk in async_chunks_of(response)]))
        finally:
            await response.aclose()
