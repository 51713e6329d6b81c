"""Batches that are cut into requests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from ._errors import ConfigurationError
from ._operation import Batch, json_text

LARGEST_REQUEST = 1_000_000
"""Bytes of the items of one request; the API takes 1 MiB."""

LONGEST_KEY = 255
"""The API takes no longer key."""


def cut_batch(body: dict[str, Any], batch: Batch) -> list[tuple[dict[str, Any], int]]:
    """The requests of a batch, each with the index of its first item.

    Raises `ConfigurationError` for an atomic batch that is too large for one request.
    """
    items = body.get(batch.items)
    if not isinstance(items, Sequence) or isinstance(items, (str, bytes)):
        return [(body, 0)]
    cuts = list(_cuts_of(items, batch.maximum))
    if len(cuts) > 1 and body.get("mode") == "atomic":
        raise ConfigurationError(
            f"An atomic batch is one request: at most {batch.maximum} items and {LARGEST_REQUEST} bytes."
        )
    return [({**body, batch.items: items[start:end]}, start) for start, end in cuts]


def _cuts_of(items: Sequence[Any], maximum: int) -> Iterator[tuple[int, int]]:
    start, size = 0, 0
    for place, item in enumerate(items):
        length = len(json_text(item)) + 1
        if place > start and (place - start >= maximum or size + length > LARGEST_REQUEST):
            yield start, place
            start, size = place, 0
        size += length
    yield start, len(items)


def key_of_cut(key: str, place: int) -> str:
    """The key of one request of a batch, the same at each repeat of the call.

    It is the key of the batch with the place from 1, and in its stead its SHA-256 where both are longer than the API takes.
    """
    plain = f"{key}.{place}"
    return plain if len(plain) <= LONGEST_KEY else f"{hashlib.sha256(key.encode()).hexdigest()}.{place}"


def results_from(answer: Any, member: str, start: int) -> list[Any]:
    """The results of one request with the indexes of the whole batch."""
    results = answer.get(member, []) if isinstance(answer, dict) else []
    return [{**result, "index": result.get("index", 0) + start} for result in results]
