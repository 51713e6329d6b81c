"""Calls as they are sent: what of a call no request could have is told before anything is sent."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import httpx

from ._errors import ConfigurationError
from ._files import Source
from ._operation import Operation, json_text, target_of
from ._options import Settings, check_limits, is_number

TIMEOUT = 35.0
UPLOAD_TIMEOUT = 600.0
PENDING_TIMEOUT = 60.0
DEADLINE_TIMES = 10
"""A whole attempt may take this many times the longest silence."""


@dataclass(frozen=True)
class Call:
    """One call, ready to be sent as often as it needs to be. `body` is what the caller gave, `content` its JSON."""

    operation: Operation
    url: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    content: bytes | None
    source: Source | None
    key: str | None
    timeout: float
    deadline: float
    retries: int
    pending_timeout: float

    @property
    def is_repeatable(self) -> bool:
        """True if the same call may be sent twice: it reads, or has a key."""
        return self.operation.method == "GET" or self.key is not None

    def under(self, key: str, body: dict[str, Any]) -> Call:
        """The same call with another body, under a key of its own."""
        content = json_of(self.operation, body)
        return replace(self, key=key, body=body, content=content, headers={**self.headers, "idempotency-key": key})

    def request(self) -> dict[str, Any]:
        """The arguments of one attempt, but its body."""
        return {
            "method": self.operation.method,
            "url": self.url,
            "headers": self.headers,
            "timeout": httpx.Timeout(self.timeout),
        }


def json_of(operation: Operation, body: Mapping[str, Any]) -> bytes:
    """Raises `ConfigurationError` for a body that JSON has no words for."""
    try:
        return json_text(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{operation.id}: the body is no JSON: {error}.") from error


def call_of(
    settings: Settings,
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
    """Raises `ConfigurationError` for what no request could have; nothing was sent."""
    check_limits(timeout, retries)
    if pending_timeout is not None and not (is_number(pending_timeout) and pending_timeout >= 0):
        raise ConfigurationError("`pending_timeout` must be a number from 0.")
    source = Source(body) if operation.media_types else None
    members = None if source else _members_of(operation, body)
    key = (str(uuid.uuid4()) if idempotency_key is None else idempotency_key) if operation.idempotent else None
    fields = {
        "accept": "application/json" if accept is None else accept,
        # The end of a compression that the library reads itself is checked.
        "accept-encoding": "gzip",
        "user-agent": settings.user_agent,
        "content-type": _media_type_of(operation, members, content_type),
        "idempotency-key": key,
        "x-request-id": request_id,
        "if-match": _quoted(if_match),
        "if-none-match": _quoted(if_none_match),
    }
    seconds = timeout or settings.timeout or (UPLOAD_TIMEOUT if source else TIMEOUT)
    return Call(
        operation,
        settings.base_url + target_of(operation, path, query or {}),
        {"authorization": f"Bearer {settings.api_key}", **_checked(fields)},
        members or {},
        None if members is None else json_of(operation, members),
        source,
        key,
        seconds,
        settings.deadline or seconds * DEADLINE_TIMES,
        settings.retries if retries is None else retries,
        PENDING_TIMEOUT if pending_timeout is None else pending_timeout,
    )


def _members_of(operation: Operation, body: Any) -> dict[str, Any] | None:
    if body is None:
        return {} if operation.method in ("POST", "PATCH", "PUT") else None
    if not isinstance(body, Mapping):
        raise ConfigurationError(f"{operation.id}: the body must be a dictionary, and is of type {type(body).__name__}.")
    return dict(body)


def _media_type_of(operation: Operation, members: dict[str, Any] | None, content_type: str | None) -> str | None:
    if operation.media_types:
        return operation.media_types[0] if content_type is None else content_type
    return None if members is None else "application/json"


def _checked(fields: Mapping[str, Any]) -> dict[str, str]:
    given = {name: value for name, value in fields.items() if value is not None}
    for name, value in given.items():
        if not isinstance(value, str) or not re.fullmatch(r"[\x20-\x7e]{1,255}", value):
            raise ConfigurationError(f"`{name.replace('-', '_')}` must be 1 to 255 printable ASCII characters.")
    return given


def _quoted(version: int | str | None) -> str | None:
    return f'"{version}"' if isinstance(version, int) else version
