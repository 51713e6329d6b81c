"""Waiting for an order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ._errors import RequestTimeoutError

if TYPE_CHECKING:
    from .generated import schemas as S
    from .generated.resources import AsyncOrders, Orders


def wait_for_order(
    orders: Orders, order_id: str, is_reached: Callable[[S.Order], bool], timeout: float, poll_seconds: float
) -> S.Order:
    """Reads an order until it is as the caller wants it."""
    until = time.monotonic() + timeout
    while not is_reached(order := orders.get(order_id)):
        _refuse_past(until - poll_seconds, order, timeout)
        time.sleep(poll_seconds)
    return order


async def wait_for_order_async(
    orders: AsyncOrders, order_id: str, is_reached: Callable[[S.Order], bool], timeout: float, poll_seconds: float
) -> S.Order:
    """The same, for asyncio."""
    until = time.monotonic() + timeout
    while not is_reached(order := await orders.get(order_id)):
        _refuse_past(until - poll_seconds, order, timeout)
        await asyncio.sleep(poll_seconds)
    return order


def _refuse_past(until: float, order: S.Order, timeout: float) -> None:
    if time.monotonic() > until:
        raise RequestTimeoutError(
            f"{order['id']} did not become what was waited for within {timeout} s: "
            f"it is {order['status']} and {order['allocation']}."
        )
