"""The clients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import httpx

from ._answers import RateLimit
from ._feed import AsyncFeed, Feed, PlaceStore
from ._options import Retry, read_options
from ._order_wait import wait_for_order, wait_for_order_async
from ._transport import AsyncTransport, Transport
from .generated.resources import AsyncResources, Resources

if TYPE_CHECKING:
    from .generated import schemas as S


class FulfilmentClient(Resources):
    """The API of one account and environment, by its key.

    >>> client = FulfilmentClient(api_key=key, base_url="http://localhost:8080")
    >>> order = client.orders.create({"lines": [{"sku": "MUG-01", "quantity": 2}]})

    `base_url` is the address of the API; a path `/v1` at its end is removed. `timeout` is in seconds without a byte of an answer
    (35 by default, 600 for uploads), `deadline` in seconds for one attempt in all (ten times `timeout` by default; of a download until
    the file begins), `retries` after the first attempt, `requests_per_second` spaces requests. `on_retry` is called before each wait.
    `http_client` is your own `httpx.Client`, for proxies and certificates; redirects are not followed with it either. A client may be
    shared by threads, and be used in processes that were forked: each has connections of its own, so that one with an `http_client`
    is refused there. The key is shown in no representation, error or log of the client.

    Raises `ConfigurationError` for a key or base URL that cannot be used; nothing is sent.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float | None = None,
        deadline: float | None = None,
        retries: int = 2,
        requests_per_second: float | None = None,
        user_agent: str | None = None,
        on_retry: Callable[[Retry], Any] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = read_options(api_key, base_url, timeout, deadline, retries, requests_per_second, user_agent, on_retry)
        self._transport = Transport(settings, http_client)
        self._shown = f"FulfilmentClient({settings.base_url!r})"
        super().__init__(self._transport)

    def __repr__(self) -> str:
        return self._shown

    def __enter__(self) -> FulfilmentClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit that the last answer told."""
        return self._transport.rate_limit

    def feed(
        self,
        places: PlaceStore,
        *,
        types: S.ListEventsTypes | Sequence[S.ListEventsTypes] | None = None,
        created_after: str | datetime | None = None,
        until_end: bool = False,
        poll_seconds: float = 1.0,
        on_retry: Callable[[Retry], Any] | None = None,
        max_silence: float | None = None,
    ) -> Feed:
        """The feed of events, read on from the stored place: see `Feed`."""
        return Feed(self.events, places, types, created_after, until_end, poll_seconds, on_retry, max_silence)

    def wait_for_order(
        self,
        order_id: str,
        is_reached: Callable[[S.Order], bool],
        *,
        timeout: float = 60.0,
        poll_seconds: float = 0.5,
    ) -> S.Order:
        """Reads an order until it is as you want it: `client.wait_for_order(id, lambda order: order["allocation"] == "allocated")`.

        Raises `RequestTimeoutError` where it is not within `timeout` seconds.
        """
        return wait_for_order(self.orders, order_id, is_reached, timeout, poll_seconds)


class AsyncFulfilmentClient(AsyncResources):
    """The same as `FulfilmentClient`, for asyncio: `await client.orders.create(…)`, `async for sku in client.inventory.list()`.

    Each event loop has connections of its own.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float | None = None,
        deadline: float | None = None,
        retries: int = 2,
        requests_per_second: float | None = None,
        user_agent: str | None = None,
        on_retry: Callable[[Retry], Any] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = read_options(api_key, base_url, timeout, deadline, retries, requests_per_second, user_agent, on_retry)
        self._transport = AsyncTransport(settings, http_client)
        self._shown = f"AsyncFulfilmentClient({settings.base_url!r})"
        super().__init__(self._transport)

    def __repr__(self) -> str:
        return self._shown

    async def __aenter__(self) -> AsyncFulfilmentClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit that the last answer told."""
        return self._transport.rate_limit

    def feed(
        self,
        places: PlaceStore,
        *,
        types: S.ListEventsTypes | Sequence[S.ListEventsTypes] | None = None,
        created_after: str | datetime | None = None,
        until_end: bool = False,
        poll_seconds: float = 1.0,
        on_retry: Callable[[Retry], Any] | None = None,
        max_silence: float | None = None,
    ) -> AsyncFeed:
        """The feed of events, read on from the stored place: see `Feed`."""
        return AsyncFeed(self.events, places, types, created_after, until_end, poll_seconds, on_retry, max_silence)

    async def wait_for_order(
        self,
        order_id: str,
        is_reached: Callable[[S.Order], bool],
        *,
        timeout: float = 60.0,
        poll_seconds: float = 0.5,
    ) -> S.Order:
        """The same as `FulfilmentClient.wait_for_order`."""
        return await wait_for_order_async(self.orders, order_id, is_reached, timeout, poll_seconds)
