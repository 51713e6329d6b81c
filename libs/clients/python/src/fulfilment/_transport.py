"""Calls over HTTP: keys, retries, time limits, pages, batches and files.

The steps of a call are written once, as a generator that asks for a request or a wait; the two transports carry them out.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx

from ._answers import Answer, RateLimit, error_of, read_facts, retry_after_of, unexpected
from ._batches import cut_batch, results_from
from ._errors import (
    BatchInterruptedError,
    ConfigurationError,
    ConnectionFailedError,
    FulfilmentError,
    PendingError,
    RequestTimeoutError,
)
from ._files import AsyncDownload, Download, is_repeatable
from ._operation import Operation, target_of
from ._options import Retry, Settings
from ._pages import AsyncPages, Pages
from ._retries import Throttle, wait_before_retry

TIMEOUT = 35.0
UPLOAD_TIMEOUT = 600.0
SILENCE = 120.0
"""The longest silence within a download."""
PENDING_TIMEOUT = 60.0


@dataclass(frozen=True)
class Call:
    """One call, ready to be sent as often as it needs to be."""

    operation: Operation
    url: str
    headers: Mapping[str, str]
    body: Any
    key: str | None
    timeout: float
    retries: int
    pending_timeout: float

    def request(self) -> dict[str, Any]:
        """The arguments of one attempt."""
        content = None
        if self.operation.media_types:
            content = self.body() if callable(self.body) else self.body
        elif self.body is not None:
            content = json.dumps(self.body, ensure_ascii=False).encode()
        return {
            "method": self.operation.method,
            "url": self.url,
            "headers": self.headers,
            "content": content,
            "timeout": httpx.Timeout(self.timeout),
        }


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

    def call_of(
        self,
        operation: Operation,
        *,
        path: tuple[str, ...] = (),
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        if_none_match: int | str | None = None,
        pending_timeout: float | None = None,
        accept: str | None = None,
        content_type: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Call:
        settings = self._settings
        key = (idempotency_key or str(uuid.uuid4())) if operation.idempotent else None
        if key is not None and not re.fullmatch(r"[\x20-\x7e]{1,255}", key):
            raise ConfigurationError("`idempotency_key` is to be 1 to 255 printable ASCII characters.")
        if body is None and operation.method in ("POST", "PATCH", "PUT") and not operation.media_types:
            body = {}
        media_type = (content_type or operation.media_types[0]) if operation.media_types else "application/json"
        fields = {
            "authorization": f"Bearer {settings.api_key}",
            "accept": accept or "application/json",
            "user-agent": settings.user_agent,
            "content-type": None if body is None else media_type,
            "idempotency-key": key,
            "x-request-id": request_id,
            "if-match": _quoted(if_match),
            "if-none-match": _quoted(if_none_match),
        }
        if operation.media_types and isinstance(body, str):
            body = body.encode()
        return Call(
            operation,
            settings.base_url + target_of(operation, path, query or {}),
            {name: value for name, value in fields.items() if value is not None},
            body,
            key,
            timeout or settings.timeout or (UPLOAD_TIMEOUT if operation.media_types else TIMEOUT),
            settings.retries if retries is None else retries,
            PENDING_TIMEOUT if pending_timeout is None else pending_timeout,
        )

    def steps(self, call: Call) -> Steps:
        """A whole call: its batches, retries and what follows a 202."""
        return self._batch(call) if call.operation.batch else self._one(call)

    def _batch(self, call: Call) -> Steps:
        batch = call.operation.batch
        assert batch is not None
        cuts = cut_batch(dict(call.body), batch)
        if len(cuts) == 1:
            return (yield from self._one(replace(call, body=cuts[0][0])))
        results: list[Any] = []
        last: Any = Answer()
        for place, (body, start) in enumerate(cuts):
            key = f"{call.key}.{place + 1}"
            cut = replace(call, body=body, key=key, headers={**call.headers, "idempotency-key": key})
            try:
                last = yield from self._one(cut)
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
        repeatable = call.operation.method == "GET" or call.key is not None
        has_body = not call.operation.media_types or is_repeatable(call.body)
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
                seconds = wait_before_retry(outcome, attempt, repeatable)
            if seconds is None:
                raise outcome
            attempt += 1
            if self._settings.on_retry is not None:
                self._settings.on_retry(Retry(call.operation.id, attempt, seconds, outcome.code))
            yield Wait(seconds)

    def _value_of(self, call: Call, response: httpx.Response) -> Any:
        if not response.content:
            return None
        try:
            value = response.json()
        except ValueError as error:
            raise unexpected(response, response.text) from error
        if not isinstance(value, dict):
            return value
        answer = Answer(value)
        answer.facts = read_facts(response)
        return answer


def outcome_of(call: Call, response: httpx.Response) -> httpx.Response | FulfilmentError:
    """A response that was read, or the error of one that is JSON by its type and only in part by its text."""
    kind = response.headers.get("content-type", "")
    if response.is_success and re.search(r"\bjson\b", kind) and response.content:
        try:
            json.loads(response.content)
        except ValueError:
            return ConnectionFailedError(f"Only a part of the answer came ({len(response.content)} bytes).", call.key)
    return response


def connection_error(error: Exception, call: Call) -> FulfilmentError:
    """The error of an attempt without a whole answer."""
    repeat = "" if call.key is None else f" The call may have taken effect: repeat it with the idempotency key {call.key}."
    if isinstance(error, httpx.TimeoutException):
        failed: FulfilmentError = RequestTimeoutError(f"No answer within {round(call.timeout * 1000)} ms.{repeat}", call.key)
    else:
        failed = ConnectionFailedError(f"No complete answer came: {error or type(error).__name__}.{repeat}", call.key)
    failed.__cause__ = error
    return failed


def _quoted(version: int | str | None) -> str | None:
    return f'"{version}"' if isinstance(version, int) else version


def _download_call(core: _Core, operation: Operation, given: dict[str, Any]) -> Call:
    accept = given.pop("accept", None) or "application/x-ndjson"
    return core.call_of(operation, accept=f"{accept}, application/problem+json", **given)


def _check_download(response: httpx.Response) -> None:
    if "html" in response.headers.get("content-type", "html"):
        raise unexpected(response, "")


class Transport(_Core):
    """Sends calls over a synchronous HTTP client."""

    def __init__(self, settings: Settings, http: httpx.Client | None = None) -> None:
        super().__init__(settings)
        self._http = http or httpx.Client(follow_redirects=False)

    def send(self, operation: Operation, **given: Any) -> Any:
        return self._run(self.steps(self.call_of(operation, **given)))

    def pages(self, operation: Operation, query: Mapping[str, Any] | None = None, **given: Any) -> Pages[Any]:
        return Pages(lambda cursor: self.send(operation, query={**(query or {}), "cursor": cursor}, **given))

    def download(self, operation: Operation, **given: Any) -> Download:
        call = _download_call(self, operation, given)

        @contextmanager
        def open_() -> Iterator[httpx.Response]:
            response = self._run(self.retrying(call), self._open)
            try:
                _check_download(response)
                yield response
            finally:
                response.close()

        return Download(open_)

    def close(self) -> None:
        self._http.close()

    def _run(self, steps: Steps, perform: Callable[[Call], Any] | None = None) -> Any:
        perform = perform or self._exchange
        outcome = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Send):
                    outcome = perform(step.call)
                else:
                    time.sleep(step.seconds)
        except StopIteration as end:
            return end.value

    def _exchange(self, call: Call) -> httpx.Response | FulfilmentError:
        try:
            return outcome_of(call, self._http.request(**call.request(), follow_redirects=False))
        except httpx.HTTPError as error:
            return connection_error(error, call)

    def _open(self, call: Call) -> httpx.Response | FulfilmentError:
        timeout = httpx.Timeout(call.timeout, read=SILENCE)
        request = self._http.build_request(**{**call.request(), "timeout": timeout})
        try:
            response = self._http.send(request, stream=True, follow_redirects=False)
            if not response.is_success:
                response.read()
            return response
        except httpx.HTTPError as error:
            return connection_error(error, call)


class AsyncTransport(_Core):
    """Sends calls over an asynchronous HTTP client."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None = None) -> None:
        super().__init__(settings)
        self._http = http or httpx.AsyncClient(follow_redirects=False)

    async def send(self, operation: Operation, **given: Any) -> Any:
        return await self._run(self.steps(self.call_of(operation, **given)))

    def pages(self, operation: Operation, query: Mapping[str, Any] | None = None, **given: Any) -> AsyncPages[Any]:
        return AsyncPages(lambda cursor: self.send(operation, query={**(query or {}), "cursor": cursor}, **given))

    def download(self, operation: Operation, **given: Any) -> AsyncDownload:
        call = _download_call(self, operation, given)

        @asynccontextmanager
        async def open_() -> AsyncIterator[httpx.Response]:
            response = await self._run(self.retrying(call), self._open)
            try:
                _check_download(response)
                yield response
            finally:
                await response.aclose()

        return AsyncDownload(open_)

    async def close(self) -> None:
        await self._http.aclose()

    async def _run(self, steps: Steps, perform: Callable[[Call], Any] | None = None) -> Any:
        perform = perform or self._exchange
        outcome = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Send):
                    outcome = await perform(step.call)
                else:
                    await asyncio.sleep(step.seconds)
        except StopIteration as end:
            return end.value

    async def _exchange(self, call: Call) -> httpx.Response | FulfilmentError:
        try:
            return outcome_of(call, await self._http.request(**call.request(), follow_redirects=False))
        except httpx.HTTPError as error:
            return connection_error(error, call)

    async def _open(self, call: Call) -> httpx.Response | FulfilmentError:
        timeout = httpx.Timeout(call.timeout, read=SILENCE)
        request = self._http.build_request(**{**call.request(), "timeout": timeout})
        try:
            response = await self._http.send(request, stream=True, follow_redirects=False)
            if not response.is_success:
                await response.aread()
            return response
        except httpx.HTTPError as error:
            return connection_error(error, call)
