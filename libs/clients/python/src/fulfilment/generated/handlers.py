# Generated from the OpenAPI documents by `npm run generate`: do not edit.

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from ..webhooks import Delivery
    from . import schemas as S

E = TypeVar("E")
R = TypeVar("R")


class AddsHandler(Protocol[E]):
    """A decorator of handlers of events of one type."""

    def __call__(self, handler: Callable[[E, Delivery], R], /) -> Callable[[E, Delivery], R]: ...


class Handlers(ABC):
    """Handlers of events, by type."""

    @overload
    def on(self, event_type: Literal["inventory.updated"]) -> AddsHandler[S.InventoryUpdated]: ...
    @overload
    def on(self, event_type: Literal["inventory.low_stock"]) -> AddsHandler[S.InventoryLowStock]: ...
    @overload
    def on(self, event_type: Literal["inventory.out_of_stock"]) -> AddsHandler[S.InventoryOutOfStock]: ...
    @overload
    def on(self, event_type: Literal["sku.updated"]) -> AddsHandler[S.SkuUpdated]: ...
    @overload
    def on(self, event_type: Literal["location.created"]) -> AddsHandler[S.LocationCreated]: ...
    @overload
    def on(self, event_type: Literal["location.updated"]) -> AddsHandler[S.LocationUpdated]: ...
    @overload
    def on(self, event_type: Literal["location.archived"]) -> AddsHandler[S.LocationArchived]: ...
    @overload
    def on(self, event_type: Literal["order.created"]) -> AddsHandler[S.OrderCreated]: ...
    @overload
    def on(self, event_type: Literal["order.updated"]) -> AddsHandler[S.OrderUpdated]: ...
    @overload
    def on(self, event_type: Literal["order.packed"]) -> AddsHandler[S.OrderPacked]: ...
    @overload
    def on(self, event_type: Literal["order.shipped"]) -> AddsHandler[S.OrderShipped]: ...
    @overload
    def on(self, event_type: Literal["order.cancelled"]) -> AddsHandler[S.OrderCancelled]: ...
    @overload
    def on(self, event_type: Literal["scan.completed"]) -> AddsHandler[S.ScanCompleted]: ...
    @overload
    def on(self, event_type: Literal["scan.applied"]) -> AddsHandler[S.ScanApplied]: ...
    @overload
    def on(self, event_type: Literal["scan.refused"]) -> AddsHandler[S.ScanRefused]: ...
    @overload
    def on(self, event_type: Literal["endpoint.disabled"]) -> AddsHandler[S.EndpointDisabled]: ...
    @overload
    def on(self, event_type: Literal["webhook.test"]) -> AddsHandler[S.WebhookTest]: ...
    def on(self, event_type: str) -> Any:
        """Adds a handler of one type, as a decorator."""

        def add(handler: Callable[[Any, Delivery], R]) -> Callable[[Any, Delivery], R]:
            self._add(event_type, handler)
            return handler

        return add

    @abstractmethod
    def _add(self, event_type: str, handler: Callable[[Any, Delivery], Any]) -> None: ...
