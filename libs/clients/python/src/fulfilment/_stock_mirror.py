"""A copy of the stock that events keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .generated import schemas as S


class StockMirror:
    """A copy of the stock in memory, kept by events of webhooks or of the feed, in any order and any number of times.

    >>> mirror = StockMirror()
    >>> for event in client.feed(places):
    ...     mirror.apply(event)

    An account that is older than the feed (30 days) is loaded first, and the feed read from before the load. Iterating gives the
    records.
    """

    def __init__(self) -> None:
        self._records: dict[str, Mapping[str, Any]] = {}

    def __iter__(self) -> Iterator[S.SkuSnapshot]:
        return iter(cast("list[S.SkuSnapshot]", list(self._records.values())))

    def get(self, sku: str) -> S.SkuSnapshot | None:
        """The record as the newest event told it, archived ones too; None for a SKU that no event has told of."""
        return cast("S.SkuSnapshot | None", self._records.get(sku))

    def load(self, record: Mapping[str, Any]) -> bool:
        """Takes a record of a read, a list or an export; False where the mirror has this version or a later one, with all its
        locations."""
        held = self._records.get(record["sku"])
        if held is not None and not _replaces(record, held):
            return False
        self._records[record["sku"]] = record
        return True

    def apply(self, event: Mapping[str, Any]) -> bool:
        """Takes an event; False for one that changes nothing: an old one, or one that is not of a SKU."""
        return event["type"] in ("inventory.updated", "sku.updated") and self.load(event["data"])

    def agrees(self, record: Mapping[str, Any]) -> bool:
        """True if the mirror has the same version and quantities of a record, and all its locations: false for each SKU to look into."""
        held = self._records.get(record["sku"], {})
        return not held.get("stock_truncated") and all(held.get(name) == record[name] for name in ("version", "on_hand", "allocated"))


def _replaces(record: Mapping[str, Any], held: Mapping[str, Any]) -> bool:
    """Of one version, a record with all its locations replaces one that leaves some out."""
    if record["version"] != held["version"]:
        return bool(record["version"] > held["version"])
    return bool(held.get("stock_truncated")) and not record.get("stock_truncated")
