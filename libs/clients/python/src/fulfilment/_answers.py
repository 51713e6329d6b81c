"""Answers of the API: facts of their headers, and the errors of refusals."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ._errors import NOT_JSON, ApiError, FulfilmentError, NotModifiedError, UnexpectedAnswerError
from .generated.errors import ERRORS


LONGEST_TOLD = float(2**53 - 1)
"""Seconds; far beyond any that are waited for."""


@dataclass(frozen=True)
class RateLimit:
    """The rate limit after an answer: requests at once, those that would be admitted now, and when the bucket is full again."""

    limit: int
    remaining: int
    reset_at: datetime


@dataclass(frozen=True)
class AnswerFacts:
    """The facts that the headers of an answer tell; `replayed`: it repeats the answer to an earlier request with the same key."""

    status: int
    request_id: str
    etag: str | None
    replayed: bool
    rate_limit: RateLimit | None


class Answer(dict):  # type: ignore[type-arg]
    """A record as it came, with the facts of its answer. It is a dictionary in every other way."""

    facts: AnswerFacts


def answer_of(record: Any) -> AnswerFacts | None:
    """The facts of the answer that a record, page or report came in; None for other objects."""
    return getattr(record, "facts", None)


def read_facts(response: httpx.Response) -> AnswerFacts:
    headers = response.headers
    return AnswerFacts(
        status=response.status_code,
        request_id=headers.get("x-request-id", ""),
        etag=headers.get("etag"),
        replayed=headers.get("idempotency-replayed") == "true",
        rate_limit=_read_rate_limit(headers),
    )


def _read_rate_limit(headers: httpx.Headers) -> RateLimit | None:
    try:
        limit, remaining, reset = (int(headers[f"x-ratelimit-{name}"]) for name in ("limit", "remaining", "reset"))
        return RateLimit(limit, remaining, datetime.fromtimestamp(reset, timezone.utc))
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def retry_after_of(response: httpx.Response) -> float | None:
    """Seconds of `Retry-After`, as a number or a date."""
    text = response.headers.get("retry-after")
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        # Of very many digits it would be infinite, which JSON has no number for.
        return min(float(text), LONGEST_TOLD)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def text_of(response: httpx.Response) -> str:
    """The text of an answer; a byte order mark is passed over, and bytes that are no UTF-8 are replaced."""
    return response.content.decode("utf-8-sig", "replace")


def error_of(response: httpx.Response, idempotency_key: str | None) -> FulfilmentError:
    """The error of an answer that is no success; its body has been read."""
    if response.status_code == 304:
        return NotModifiedError()
    text = text_of(response)
    problem = _problem_in(text)
    if problem is None:
        return unexpected(response, text, idempotency_key)
    kind = ERRORS.get(problem["code"], ApiError)
    return kind(problem, response.status_code, retry_after_of(response), idempotency_key)


def _problem_in(text: str) -> dict[str, Any] | None:
    try:
        problem = json.loads(text)
    except NOT_JSON:
        return None
    return problem if isinstance(problem, dict) and isinstance(problem.get("code"), str) else None


def unexpected(response: httpx.Response, text: str, idempotency_key: str | None = None) -> UnexpectedAnswerError:
    """The error of an answer that the API does not give; `text` is its body."""
    headers, status = response.headers, response.status_code
    came = f"{response.url} answered {status} with {headers.get('content-type', 'no content type')}"
    to = headers.get("location")
    if 300 <= status < 400 and to is not None:
        hint = f"a redirect to {to}, which is not followed, so that the key stays here: use that address as base URL."
    elif status >= 400 and status != 404:
        hint = f"a proxy on the way refused, not the API. It began with {json.dumps(text[:80])}."
    else:
        hint = f"not an answer of the API: check the base URL and the proxies on the way. It began with {json.dumps(text[:80])}."
    if idempotency_key is not None and not 300 <= status < 400:
        hint += f" To repeat the call, use the idempotency key {idempotency_key}."
    return UnexpectedAnswerError(
        f"{came}: {hint}", status, headers.get("x-request-id"), retry_after_of(response), idempotency_key
    )
