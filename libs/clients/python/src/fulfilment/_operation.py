"""Operations of the API as the generated table describes them, and the requests that are made of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any
from urllib.parse import quote, urlencode

from ._errors import ConfigurationError


@dataclass(frozen=True)
class Batch:
    """Members of a batch: the list in its body, at most `maximum` items, and the list of results in its answer."""

    items: str
    maximum: int
    results: str


@dataclass(frozen=True)
class Operation:
    """One operation: `path` from the base URL, with `{name}` for each path parameter."""

    id: str
    method: str
    path: str
    repeated: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    idempotent: bool = False
    pending: bool = False
    batch: Batch | None = None


def target_of(operation: Operation, path: Sequence[str], query: Mapping[str, Any]) -> str:
    """The path and query of a request; path parameters are percent-encoded, slashes too.

    Raises `ConfigurationError` for a path parameter that is no text, or would make it the path of another operation: empty, `.` or
    `..`.
    """
    values = iter(path)

    def fill(match: re.Match[str]) -> str:
        value = next(values, "")
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ConfigurationError(f"{operation.id}: {match[1]} must be an id, and is {value!r}.")
        return quote(value, safe="")

    filled = re.sub(r"\{(\w+)\}", fill, operation.path)
    pairs = [(name, text) for name, value in query.items() for text in _texts_of(value, name in operation.repeated)]
    return f"{filled}?{urlencode(pairs)}" if pairs else filled


def _texts_of(value: Any, is_repeated: bool) -> list[str]:
    if value is None:
        return []
    if isinstance(value, (list, tuple, set, frozenset)):
        texts = [_text_of(each) for each in value]
        return texts if is_repeated else [",".join(texts)]
    return [_text_of(value)]


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else str(value)


def json_text(value: Any) -> bytes:
    """JSON of a body or an item. Raises `TypeError`, `ValueError` or `RecursionError` for one that JSON has no words for."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    """Any sequence is a list, any mapping an object; bytes are neither."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    raise TypeError(f"a {type(value).__name__} has no form in JSON")
