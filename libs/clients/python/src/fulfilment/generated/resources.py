# Generated from the OpenAPI documents by `npm run generate`: do not edit.

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .operations import OPERATIONS

if TYPE_CHECKING:
    from datetime import datetime

    from .._files import AsyncDownload, AsyncUpload, Download, Upload
    from .._pages import AsyncPages, Pages
    from .._transport import AsyncTransport, Transport
    from . import schemas as S


class AllocationRules:
    """`client.allocation_rules`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.AllocationRules:
        """Retrieve the rules by which orders get warehouses.

        Each environment has one record. Until the rules are set, units are held wherever they lie: `anywhere`, at version 0.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.AllocationRules = self._transport.send(OPERATIONS["getAllocationRules"], if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        body: S.AllocationRulesUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.AllocationRules:
        """Change the rules by which orders get warehouses.

        They apply to orders that are placed after the change, within five seconds; existing orders keep the units that they hold. A change to the present values makes no new version. `priority`, `ships` and `countries` of each warehouse are fields of the location.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.AllocationRules = self._transport.send(OPERATIONS["updateAllocationRules"], body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncAllocationRules:
    """`client.allocation_rules`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.AllocationRules:
        """Retrieve the rules by which orders get warehouses.

        Each environment has one record. Until the rules are set, units are held wherever they lie: `anywhere`, at version 0.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.AllocationRules = await self._transport.send(OPERATIONS["getAllocationRules"], if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        body: S.AllocationRulesUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.AllocationRules:
        """Change the rules by which orders get warehouses.

        They apply to orders that are placed after the change, within five seconds; existing orders keep the units that they hold. A change to the present values makes no new version. `priority`, `ships` and `countries` of each warehouse are fields of the location.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.AllocationRules = await self._transport.send(OPERATIONS["updateAllocationRules"], body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Availability:
    """`client.availability`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def quote(
        self,
        body: S.AvailabilityRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Availability:
        """Quote what is available of several SKUs.

        A quote holds nothing: what it shows may be gone a moment later. `POST /reservations` keeps units. A SKU that does not exist or is archived is 422 `unknown_sku`. Where the rules of `/v1/allocation-rules` have a strategy, or the request has `ship_from` or `split`, units come from the warehouses that may ship an order of these lines: `available` and `complete` count what these can give, and `planned` names them. Otherwise units are held wherever they lie, and `ship_to_country` has no effect.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Availability = self._transport.send(OPERATIONS["quoteAvailability"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncAvailability:
    """`client.availability`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def quote(
        self,
        body: S.AvailabilityRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Availability:
        """Quote what is available of several SKUs.

        A quote holds nothing: what it shows may be gone a moment later. `POST /reservations` keeps units. A SKU that does not exist or is archived is 422 `unknown_sku`. Where the rules of `/v1/allocation-rules` have a strategy, or the request has `ship_from` or `split`, units come from the warehouses that may ship an order of these lines: `available` and `complete` count what these can give, and `planned` names them. Otherwise units are held wherever they lie, and `ship_to_country` has no effect.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Availability = await self._transport.send(OPERATIONS["quoteAvailability"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Events:
    """`client.events`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        types: S.ListEventsTypes | Sequence[S.ListEventsTypes] | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Event]:
        """Read the feed of events.

        Every event of the account in this environment, oldest first, for 30 days after it was stored, with or without a subscribed endpoint. Each event is identical to the delivered one, with the same `id`.

        The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, start after the last event that was handled (`after`), follow `next_cursor` to the last page, where it is null, and start the next round at its `next_after`: the position up to which the page looked, so that a filter that rarely matches never grows too old. A position whose next event is older than 30 days is refused as `invalid_cursor`: start without one, at the oldest stored event. A page of very large events ends before `limit`.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `events:read`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Event] = self._transport.pages(OPERATIONS["listEvents"], query={"limit": limit, "after": after, "types": types, "created_after": created_after, "created_before": created_before}, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncEvents:
    """`client.events`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        types: S.ListEventsTypes | Sequence[S.ListEventsTypes] | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Event]:
        """Read the feed of events.

        Every event of the account in this environment, oldest first, for 30 days after it was stored, with or without a subscribed endpoint. Each event is identical to the delivered one, with the same `id`.

        The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, start after the last event that was handled (`after`), follow `next_cursor` to the last page, where it is null, and start the next round at its `next_after`: the position up to which the page looked, so that a filter that rarely matches never grows too old. A position whose next event is older than 30 days is refused as `invalid_cursor`: start without one, at the oldest stored event. A page of very large events ends before `limit`.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `events:read`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Event] = self._transport.pages(OPERATIONS["listEvents"], query={"limit": limit, "after": after, "types": types, "created_after": created_after, "created_before": created_before}, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Fulfilments:
    """`client.fulfilments`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListFulfilmentsStatus | Sequence[S.ListFulfilmentsStatus] | None = None,
        order_id: str | None = None,
        carrier: str | None = None,
        external_id: str | None = None,
        warehouse: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Fulfilment]:
        """List fulfilments, filtered by status.

        Sorted by order, newest first, and within an order by fulfilment, newest first. Filters can be combined. With `carrier`, or with `warehouse` and `status`, a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Fulfilment] = self._transport.pages(OPERATIONS["listFulfilments"], query={"limit": limit, "status": status, "order_id": order_id, "carrier": carrier, "external_id": external_id, "warehouse": warehouse}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Retrieve one fulfilment.

        A fulfilment whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["getFulfilment"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.FulfilmentUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Update tracking, delivery or note of a fulfilment.

        From any status but `cancelled`; `delivered_at` once it is shipped. A change emits `fulfilment.updated`; a request that changes nothing is answered with the fulfilment as it is.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["updateFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def cancel(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Cancel a fulfilment.

        From `open` or `packed`. Its units stay allocated to the order, in no fulfilment.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["cancelFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def pack(
        self,
        id: str,
        body: S.FulfilmentPack | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Mark a fulfilment as packed.

        From `open`, without holds of the order. Every unit must be allocated; stock that has become available is allocated first. With fewer `lines` than planned, `short` says what becomes of the rest.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["packFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def ship(
        self,
        id: str,
        body: S.FulfilmentShip | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Mark a fulfilment as shipped and decrement inventory.

        From `packed`, without holds of the order. 200 means that the stock has been decremented. The order is `shipped` once nothing of it is open any more.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["shipFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def unpack(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Unpack a fulfilment.

        From `packed`: it is `open` again, its units stay allocated, and its parcels are discarded.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["unpackFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncFulfilments:
    """`client.fulfilments`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListFulfilmentsStatus | Sequence[S.ListFulfilmentsStatus] | None = None,
        order_id: str | None = None,
        carrier: str | None = None,
        external_id: str | None = None,
        warehouse: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Fulfilment]:
        """List fulfilments, filtered by status.

        Sorted by order, newest first, and within an order by fulfilment, newest first. Filters can be combined. With `carrier`, or with `warehouse` and `status`, a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Fulfilment] = self._transport.pages(OPERATIONS["listFulfilments"], query={"limit": limit, "status": status, "order_id": order_id, "carrier": carrier, "external_id": external_id, "warehouse": warehouse}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Retrieve one fulfilment.

        A fulfilment whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["getFulfilment"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.FulfilmentUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Update tracking, delivery or note of a fulfilment.

        From any status but `cancelled`; `delivered_at` once it is shipped. A change emits `fulfilment.updated`; a request that changes nothing is answered with the fulfilment as it is.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["updateFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def cancel(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Cancel a fulfilment.

        From `open` or `packed`. Its units stay allocated to the order, in no fulfilment.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["cancelFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def pack(
        self,
        id: str,
        body: S.FulfilmentPack | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Mark a fulfilment as packed.

        From `open`, without holds of the order. Every unit must be allocated; stock that has become available is allocated first. With fewer `lines` than planned, `short` says what becomes of the rest.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["packFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def ship(
        self,
        id: str,
        body: S.FulfilmentShip | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Mark a fulfilment as shipped and decrement inventory.

        From `packed`, without holds of the order. 200 means that the stock has been decremented. The order is `shipped` once nothing of it is open any more.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["shipFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def unpack(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Unpack a fulfilment.

        From `packed`: it is `open` again, its units stay allocated, and its parcels are discarded.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["unpackFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Integrity:
    """`client.integrity`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def check(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.IntegrityReport:
        """Check stock, holds and ledger against each other.

        Compares all SKUs with their movements and with what orders hold, in groups of up to 1,000 SKUs, and reports the compared totals and the differences. Each ledger is read from its last checkpoint on: balances at a version, which the service verifies and records every minute for SKUs with 100 changes since. So the time grows with the number of SKUs, and not with the age of the ledger. One check runs at a time; a few of other accounts can wait for it. A check that takes more than 200 seconds, or a second check of the same stock, is answered 503 `upstream_unavailable`.

        In the rate limit it counts as one request for every 300 SKUs that it reads or part of them, and as 100 where the client leaves before the answer, or the time is over.

        Needs `integrity:read`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.IntegrityReport = self._transport.send(OPERATIONS["checkIntegrity"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncIntegrity:
    """`client.integrity`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def check(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.IntegrityReport:
        """Check stock, holds and ledger against each other.

        Compares all SKUs with their movements and with what orders hold, in groups of up to 1,000 SKUs, and reports the compared totals and the differences. Each ledger is read from its last checkpoint on: balances at a version, which the service verifies and records every minute for SKUs with 100 changes since. So the time grows with the number of SKUs, and not with the age of the ledger. One check runs at a time; a few of other accounts can wait for it. A check that takes more than 200 seconds, or a second check of the same stock, is answered 503 `upstream_unavailable`.

        In the rate limit it counts as one request for every 300 SKUs that it reads or part of them, and as 100 where the client leaves before the answer, or the time is over.

        Needs `integrity:read`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.IntegrityReport = await self._transport.send(OPERATIONS["checkIntegrity"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Inventory:
    """`client.inventory`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListSkusStatus | None = None,
        low_stock: bool | None = None,
        sold_out: bool | None = None,
        location: str | None = None,
        warehouse: str | None = None,
        q: str | None = None,
        sku: str | Sequence[str] | None = None,
        barcode: str | Sequence[str] | None = None,
        barcode_prefix: str | None = None,
        updated_since: str | datetime | None = None,
        sort: S.ListSkusSort | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Sku]:
        """List SKUs with their current quantities.

        Sorted by `sku` by default. Archived SKUs are left out by default. Filters can be combined. With `sold_out`, and if each other filter matches many SKUs and all together few, a page looks through 1,000 SKUs and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Sku] = self._transport.pages(OPERATIONS["listSkus"], query={"limit": limit, "status": status, "low_stock": low_stock, "sold_out": sold_out, "location": location, "warehouse": warehouse, "q": q, "sku": sku, "barcode": barcode, "barcode_prefix": barcode_prefix, "updated_since": updated_since, "sort": sort}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.SkuCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Create a SKU.

        The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = self._transport.send(OPERATIONS["createSku"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        sku: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Retrieve one SKU.

        Includes archived SKUs.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = self._transport.send(OPERATIONS["getSku"], path=(sku,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        sku: str,
        body: S.SkuUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Update fields of a SKU.

        `on_hand` sets the total: the difference applies at the home location first, then at the fullest others. A total below the allocated units takes the shortfall back from the newest orders that are not packed; a total below the units of packed orders is refused. A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` the change is made only if the SKU is still as it was read.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `barcode_exists`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = self._transport.send(OPERATIONS["updateSku"], path=(sku,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def archive(
        self,
        sku: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Archive a SKU.

        Nothing is deleted. Existing orders are still filled and shipped; new orders for the SKU are refused. Archiving again changes nothing.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = self._transport.send(OPERATIONS["archiveSku"], path=(sku,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def adjust(
        self,
        sku: str,
        body: S.AdjustmentCreate,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Adjustment:
        """Adjust the stock of a SKU.

        Adjustments are commutative, so they are the way to change stock concurrently with other clients. The result is never below zero, nor below the units of packed orders; a result below the allocated units takes the shortfall back from the newest orders that are not packed.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Adjustment = self._transport.send(OPERATIONS["adjustStock"], path=(sku,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_movements(
        self,
        sku: str,
        *,
        limit: int | None = None,
        location: str | None = None,
        location_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Movement]:
        """List the movements of a SKU.

        The ledger, newest first. It is append-only, and the movements at a location add up to its stock.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Movement] = self._transport.pages(OPERATIONS["listMovements"], path=(sku,), query={"limit": limit, "location": location, "location_id": location_id, "created_after": created_after, "created_before": created_before}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update_warehouse(
        self,
        sku: str,
        warehouse: str,
        body: S.SkuWarehouseUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Change the settings of a SKU for a warehouse.

        `safety_stock` is withheld in that warehouse from new orders, quotes and fills of what is not held yet; orders keep the units that they hold, and nothing is taken back. The SKU withholds its own `safety_stock`, and at least what its warehouses withhold together. `reorder_point` decides, by the units in the warehouse, whether the SKU is low in stock there. The change makes a new version of the SKU.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = self._transport.send(OPERATIONS["updateSkuWarehouse"], path=(sku, warehouse,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def batch(
        self,
        body: S.InventoryBatch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.InventoryBatchResult:
        """Create, update and adjust up to 1 000 SKUs.

        In `partial` mode each item succeeds or fails individually, and the 200 response holds a result for each. In `atomic` mode all items succeed, or none: the error then names every failed item. An item whose SKU does not exist is `not_found` in both modes; the refusal of an atomic batch for it is 422 `unknown_sku`. Later items see the effect of earlier ones. The response has at most 4 MB: if several items change one SKU, only the last has the `record`, and beyond 4 MB records are left out; `record_left_out` says so.

        In the rate limit it counts as one request for every 10 items or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 1 000 places at which the SKUs of its items lie, of each item by itself.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.InventoryBatchResult = self._transport.send(OPERATIONS["batchInventory"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_by_barcode(
        self,
        code: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Retrieve the SKU with a barcode.

        Includes archived SKUs. A GTIN is found in each of its lengths, and by a GS1 element string with AI 01, in brackets or with FNC1 (0x1D). The barcode is percent-encoded like any part of a path.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = self._transport.send(OPERATIONS["getSkuByBarcode"], path=(code,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def export(
        self,
        *,
        status: S.ExportInventoryStatus | None = None,
        low_stock: bool | None = None,
        sold_out: bool | None = None,
        by: S.ExportInventoryBy | None = None,
        accept: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Download:
        """Export all SKUs.

        The whole list in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU is listed once, sorted by `sku`, as it is when its line is written. A truncated export fails as a connection error, so a completed response is complete. `by=location` gives a row for each location; an import with `by=location` takes such a file. A client that reads less than 2 KiB a second for a minute is disconnected.

        In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_acceptable`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Download = self._transport.download(OPERATIONS["exportInventory"], query={"status": status, "low_stock": low_stock, "sold_out": sold_out, "by": by}, accept=accept, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def import_(
        self,
        body: Upload,
        *,
        dry_run: bool | None = None,
        by: S.ImportInventoryBy | None = None,
        idempotency_key: str | None = None,
        content_type: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ImportReport:
        """Import SKUs from a file.

        Each row is an item as in the partial mode of `POST /inventory/batch`: it succeeds or fails individually, in the order of the file. Without `op` a row creates the SKU or updates an existing one. 200 means that the file was read to its end: check `failed`. A file that cannot be parsed beyond some row is answered with 4xx, and `imported` reports the rows done before it, if there are any.

        With `by=location` a row counts one SKU at one location: it sets `on_hand` at `location`, which is created if it does not exist; other locations stay as they are. The SKU must exist.

        A body that brings less than 2 KiB a second for 30 seconds is refused. With an `Idempotency-Key` an interrupted import can be sent again without a second effect.

        A dry run shows what each row would change (`changes`, before and after) and the locations that would be created (`new_locations`), with those that differ from another in upper and lower case alone. It checks rows in groups of 200, each against the present stock: later groups do not see the effect of earlier ones.

        In the rate limit it counts as one request for every 50 lines or part of them, of a dry run for every 500, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `malformed_csv`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ImportReport = self._transport.send(OPERATIONS["importInventory"], body=body, query={"dry_run": dry_run, "by": by}, idempotency_key=idempotency_key, content_type=content_type, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncInventory:
    """`client.inventory`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListSkusStatus | None = None,
        low_stock: bool | None = None,
        sold_out: bool | None = None,
        location: str | None = None,
        warehouse: str | None = None,
        q: str | None = None,
        sku: str | Sequence[str] | None = None,
        barcode: str | Sequence[str] | None = None,
        barcode_prefix: str | None = None,
        updated_since: str | datetime | None = None,
        sort: S.ListSkusSort | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Sku]:
        """List SKUs with their current quantities.

        Sorted by `sku` by default. Archived SKUs are left out by default. Filters can be combined. With `sold_out`, and if each other filter matches many SKUs and all together few, a page looks through 1,000 SKUs and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Sku] = self._transport.pages(OPERATIONS["listSkus"], query={"limit": limit, "status": status, "low_stock": low_stock, "sold_out": sold_out, "location": location, "warehouse": warehouse, "q": q, "sku": sku, "barcode": barcode, "barcode_prefix": barcode_prefix, "updated_since": updated_since, "sort": sort}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.SkuCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Create a SKU.

        The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = await self._transport.send(OPERATIONS["createSku"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        sku: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Retrieve one SKU.

        Includes archived SKUs.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = await self._transport.send(OPERATIONS["getSku"], path=(sku,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        sku: str,
        body: S.SkuUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Update fields of a SKU.

        `on_hand` sets the total: the difference applies at the home location first, then at the fullest others. A total below the allocated units takes the shortfall back from the newest orders that are not packed; a total below the units of packed orders is refused. A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` the change is made only if the SKU is still as it was read.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `barcode_exists`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = await self._transport.send(OPERATIONS["updateSku"], path=(sku,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def archive(
        self,
        sku: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Archive a SKU.

        Nothing is deleted. Existing orders are still filled and shipped; new orders for the SKU are refused. Archiving again changes nothing.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = await self._transport.send(OPERATIONS["archiveSku"], path=(sku,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def adjust(
        self,
        sku: str,
        body: S.AdjustmentCreate,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Adjustment:
        """Adjust the stock of a SKU.

        Adjustments are commutative, so they are the way to change stock concurrently with other clients. The result is never below zero, nor below the units of packed orders; a result below the allocated units takes the shortfall back from the newest orders that are not packed.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Adjustment = await self._transport.send(OPERATIONS["adjustStock"], path=(sku,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_movements(
        self,
        sku: str,
        *,
        limit: int | None = None,
        location: str | None = None,
        location_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Movement]:
        """List the movements of a SKU.

        The ledger, newest first. It is append-only, and the movements at a location add up to its stock.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Movement] = self._transport.pages(OPERATIONS["listMovements"], path=(sku,), query={"limit": limit, "location": location, "location_id": location_id, "created_after": created_after, "created_before": created_before}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update_warehouse(
        self,
        sku: str,
        warehouse: str,
        body: S.SkuWarehouseUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Change the settings of a SKU for a warehouse.

        `safety_stock` is withheld in that warehouse from new orders, quotes and fills of what is not held yet; orders keep the units that they hold, and nothing is taken back. The SKU withholds its own `safety_stock`, and at least what its warehouses withhold together. `reorder_point` decides, by the units in the warehouse, whether the SKU is low in stock there. The change makes a new version of the SKU.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = await self._transport.send(OPERATIONS["updateSkuWarehouse"], path=(sku, warehouse,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def batch(
        self,
        body: S.InventoryBatch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.InventoryBatchResult:
        """Create, update and adjust up to 1 000 SKUs.

        In `partial` mode each item succeeds or fails individually, and the 200 response holds a result for each. In `atomic` mode all items succeed, or none: the error then names every failed item. An item whose SKU does not exist is `not_found` in both modes; the refusal of an atomic batch for it is 422 `unknown_sku`. Later items see the effect of earlier ones. The response has at most 4 MB: if several items change one SKU, only the last has the `record`, and beyond 4 MB records are left out; `record_left_out` says so.

        In the rate limit it counts as one request for every 10 items or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 1 000 places at which the SKUs of its items lie, of each item by itself.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.InventoryBatchResult = await self._transport.send(OPERATIONS["batchInventory"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get_by_barcode(
        self,
        code: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Sku:
        """Retrieve the SKU with a barcode.

        Includes archived SKUs. A GTIN is found in each of its lengths, and by a GS1 element string with AI 01, in brackets or with FNC1 (0x1D). The barcode is percent-encoded like any part of a path.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Sku = await self._transport.send(OPERATIONS["getSkuByBarcode"], path=(code,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def export(
        self,
        *,
        status: S.ExportInventoryStatus | None = None,
        low_stock: bool | None = None,
        sold_out: bool | None = None,
        by: S.ExportInventoryBy | None = None,
        accept: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncDownload:
        """Export all SKUs.

        The whole list in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU is listed once, sorted by `sku`, as it is when its line is written. A truncated export fails as a connection error, so a completed response is complete. `by=location` gives a row for each location; an import with `by=location` takes such a file. A client that reads less than 2 KiB a second for a minute is disconnected.

        In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_acceptable`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncDownload = self._transport.download(OPERATIONS["exportInventory"], query={"status": status, "low_stock": low_stock, "sold_out": sold_out, "by": by}, accept=accept, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def import_(
        self,
        body: AsyncUpload,
        *,
        dry_run: bool | None = None,
        by: S.ImportInventoryBy | None = None,
        idempotency_key: str | None = None,
        content_type: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ImportReport:
        """Import SKUs from a file.

        Each row is an item as in the partial mode of `POST /inventory/batch`: it succeeds or fails individually, in the order of the file. Without `op` a row creates the SKU or updates an existing one. 200 means that the file was read to its end: check `failed`. A file that cannot be parsed beyond some row is answered with 4xx, and `imported` reports the rows done before it, if there are any.

        With `by=location` a row counts one SKU at one location: it sets `on_hand` at `location`, which is created if it does not exist; other locations stay as they are. The SKU must exist.

        A body that brings less than 2 KiB a second for 30 seconds is refused. With an `Idempotency-Key` an interrupted import can be sent again without a second effect.

        A dry run shows what each row would change (`changes`, before and after) and the locations that would be created (`new_locations`), with those that differ from another in upper and lower case alone. It checks rows in groups of 200, each against the present stock: later groups do not see the effect of earlier ones.

        In the rate limit it counts as one request for every 50 lines or part of them, of a dry run for every 500, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills.

        Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `malformed_csv`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ImportReport = await self._transport.send(OPERATIONS["importInventory"], body=body, query={"dry_run": dry_run, "by": by}, idempotency_key=idempotency_key, content_type=content_type, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Locations:
    """`client.locations`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        type: S.ListLocationsType | Sequence[S.ListLocationsType] | None = None,
        parent_id: str | None = None,
        path: str | None = None,
        q: str | None = None,
        status: S.ListLocationsStatus | None = None,
        sort: S.ListLocationsSort | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Location]:
        """List warehouses, aisles, shelves and bins.

        In the order of creation by default. Archived locations are left out by default. Every tenant starts with the warehouse `MAIN`.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Location] = self._transport.pages(OPERATIONS["listLocations"], query={"limit": limit, "type": type, "parent_id": parent_id, "path": path, "q": q, "status": status, "sort": sort}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.LocationCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Create a location.

        A warehouse has no parent. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = self._transport.send(OPERATIONS["createLocation"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Retrieve one location.

        Includes archived locations.

        Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = self._transport.send(OPERATIONS["getLocation"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.LocationUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Rename or restore a location, or change its settings.

        A new `code` changes the paths and versions of the location and of all locations below it at once; ids and stock stay the same. `status: "active"` restores an archived location whose parent is active. `ships`, `priority` and `countries` of a warehouse apply to later orders, and not to the locations below it. A new `usage` applies to the locations below it that had the same one; `sellable` and `pickable` apply to those below it where they change, and `true` only to those which have it by their use, or have the same use. A location with more than 5 000 others below it cannot be renamed, nor have another purpose. The versions of SKUs stored there do not change: a copy cached by `ETag` shows the old path until the SKU changes; `location_id` stays correct.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = self._transport.send(OPERATIONS["updateLocation"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def archive(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Archive a location.

        Archives the location and all locations below it. Refused while stock is stored there or an active SKU has its home there. Nothing is deleted, and the code stays taken; archiving again changes nothing. At most 5 000 locations can be archived at once: archive the lower levels first.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = self._transport.send(OPERATIONS["archiveLocation"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_stock(
        self,
        id: str,
        *,
        limit: int | None = None,
        recursive: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.LocationStock]:
        """List the stock at a location.

        SKUs with their units at the location or below it, sorted by `sku`. Includes archived SKUs with stock.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.LocationStock] = self._transport.pages(OPERATIONS["listLocationStock"], path=(id,), query={"limit": limit, "recursive": recursive}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def transfer(
        self,
        id: str,
        body: S.TransferCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Transfer:
        """Transfer stock between locations.

        Moves one SKU, or up to 100 lines, from the location in the path to another, all or nothing. The `on_hand` of the SKUs does not change.

        Needs `stock:transfer`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `sku_archived`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Transfer = self._transport.send(OPERATIONS["transferStock"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncLocations:
    """`client.locations`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        type: S.ListLocationsType | Sequence[S.ListLocationsType] | None = None,
        parent_id: str | None = None,
        path: str | None = None,
        q: str | None = None,
        status: S.ListLocationsStatus | None = None,
        sort: S.ListLocationsSort | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Location]:
        """List warehouses, aisles, shelves and bins.

        In the order of creation by default. Archived locations are left out by default. Every tenant starts with the warehouse `MAIN`.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Location] = self._transport.pages(OPERATIONS["listLocations"], query={"limit": limit, "type": type, "parent_id": parent_id, "path": path, "q": q, "status": status, "sort": sort}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.LocationCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Create a location.

        A warehouse has no parent. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = await self._transport.send(OPERATIONS["createLocation"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Retrieve one location.

        Includes archived locations.

        Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = await self._transport.send(OPERATIONS["getLocation"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.LocationUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Rename or restore a location, or change its settings.

        A new `code` changes the paths and versions of the location and of all locations below it at once; ids and stock stay the same. `status: "active"` restores an archived location whose parent is active. `ships`, `priority` and `countries` of a warehouse apply to later orders, and not to the locations below it. A new `usage` applies to the locations below it that had the same one; `sellable` and `pickable` apply to those below it where they change, and `true` only to those which have it by their use, or have the same use. A location with more than 5 000 others below it cannot be renamed, nor have another purpose. The versions of SKUs stored there do not change: a copy cached by `ETag` shows the old path until the SKU changes; `location_id` stays correct.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = await self._transport.send(OPERATIONS["updateLocation"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def archive(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Location:
        """Archive a location.

        Archives the location and all locations below it. Refused while stock is stored there or an active SKU has its home there. Nothing is deleted, and the code stays taken; archiving again changes nothing. At most 5 000 locations can be archived at once: archive the lower levels first.

        Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Location = await self._transport.send(OPERATIONS["archiveLocation"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_stock(
        self,
        id: str,
        *,
        limit: int | None = None,
        recursive: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.LocationStock]:
        """List the stock at a location.

        SKUs with their units at the location or below it, sorted by `sku`. Includes archived SKUs with stock.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.LocationStock] = self._transport.pages(OPERATIONS["listLocationStock"], path=(id,), query={"limit": limit, "recursive": recursive}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def transfer(
        self,
        id: str,
        body: S.TransferCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Transfer:
        """Transfer stock between locations.

        Moves one SKU, or up to 100 lines, from the location in the path to another, all or nothing. The `on_hand` of the SKUs does not change.

        Needs `stock:transfer`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `sku_archived`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Transfer = await self._transport.send(OPERATIONS["transferStock"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Me:
    """`client.me`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Caller:
        """Retrieve the account, role and limits of the API key.

        The caller as it was authenticated for this request. Open to every role.



        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Caller = self._transport.send(OPERATIONS["getCaller"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncMe:
    """`client.me`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Caller:
        """Retrieve the account, role and limits of the API key.

        The caller as it was authenticated for this request. Open to every role.



        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Caller = await self._transport.send(OPERATIONS["getCaller"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Orders:
    """`client.orders`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListOrdersStatus | Sequence[S.ListOrdersStatus] | None = None,
        allocation: S.ListOrdersAllocation | Sequence[S.ListOrdersAllocation] | None = None,
        q: str | None = None,
        id: str | Sequence[str] | None = None,
        fulfilment: S.ListOrdersFulfilment | None = None,
        external_id: str | None = None,
        sku: str | None = None,
        warehouse: str | None = None,
        on_hold: bool | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        sort: S.ListOrdersSort | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Order]:
        """List orders, filtered by status.

        Newest first, or by `updated_at`. Filters can be combined; if each of them matches many orders and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. By default `pending` and `rejected` orders are left out. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Order] = self._transport.pages(OPERATIONS["listOrders"], query={"limit": limit, "status": status, "allocation": allocation, "q": q, "id": id, "fulfilment": fulfilment, "external_id": external_id, "sku": sku, "warehouse": warehouse, "on_hold": on_hold, "created_after": created_after, "created_before": created_before, "updated_since": updated_since, "sort": sort}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.OrderCreate,
        *,
        idempotency_key: str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Create an order from an external system.

        Stock is allocated at once, oldest order first. The rest is a backorder, which is allocated automatically when stock becomes available. With `allow_backorder: false` it is refused instead, and nothing stays allocated. A repeated `external_id` with the same content is answered 200 with the existing order.

        Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `duplicate_external_id`, `transition_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["createOrder"], body=body, idempotency_key=idempotency_key, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Retrieve one order.

        Includes rejected orders, with their refusal. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["getOrder"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.OrderUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Update note, metadata, address, tracking or rank of an order.

        From any status but `cancelled` and `rejected`; `ship_to` until the order is shipped. `priority` and `ship_by` while it is open. `note`, `metadata`, `ship_to`, `priority` and `ship_by` need `orders:create`; `carrier`, `tracking_number`, `tracking_url` and `packages` need `orders:fulfil`. Lines are changed by an edit. A change emits `order.updated`; a request that changes nothing is answered with the order as it is.

        Needs `orders:create` or `orders:fulfil`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["updateOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def cancel(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Cancel an order.

        From `created` or `packed`, while nothing is shipped. Its allocation is released and fills the oldest backorders, its fulfilments are cancelled. Once a part was shipped, `close` drops the rest.

        Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["cancelOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def close(
        self,
        id: str,
        body: S.OrderClose | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Drop the units of an order that are in no fulfilment.

        From `created` or `packed`. Allocated units are released and fill the oldest backorders. Units in an open or packed fulfilment stay. If no unit is open afterwards, the order is `shipped`, or `cancelled` if nothing was shipped.

        Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["closeOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def edit(
        self,
        id: str,
        body: S.OrderEdit,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Edit the lines of an order.

        From `created` or `packed`. A line loses waiting units first, then held units in no fulfilment, then units of open fulfilments; shipped, cancelled and packed units stay. Added units are allocated if nothing waits for the SKU; otherwise they wait behind the units of the same priority and `ship_by` that wait already. Units that the order had before keep their rank. If units are added to a packed order, its packed units become a fulfilment. An edit that changes nothing is answered with the order as it is.

        Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["editOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def erase(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Erase persons' data of an order.

        From `shipped`, `cancelled` or `rejected`. Clears `holds.note`, `ship_to`, `note`, `metadata`, of each fulfilment `note`, and of each return `lines.note`, `note`. Of `ship_to` the `country` stays, and texts that every address has become `[erased]`. It sets `erased_at` and emits `order.updated`. Copies follow within a minute: events of the order in the feed and in deliveries, the answers of receivers to those, and stored answers to idempotency keys. It cannot be undone. An order without such data is answered as it is.

        Needs `orders:erase`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["eraseOrder"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_fulfilments(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Fulfilment]:
        """List the fulfilments of an order.

        Newest first.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Fulfilment] = self._transport.pages(OPERATIONS["listOrderFulfilments"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create_fulfilment(
        self,
        id: str,
        body: S.FulfilmentCreate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Create a fulfilment: a part of an order that is packed and shipped together.

        From `created`, without holds. Its units have to be allocated and in no other fulfilment; stock that has become available is allocated first. If the units of the order are held by warehouse, those of a fulfilment are in one warehouse: if they lie in several, `warehouse` chooses one; without it, the request is refused with 409 `insufficient_stock`, which names the warehouses. An order has at most 50 fulfilments with 1000 lines in all. `If-Match` names the version of the order. A repeated `external_id` with the same content is answered 200 with the existing fulfilment.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `duplicate_external_id`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = self._transport.send(OPERATIONS["createFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_history(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.OrderHistoryEntry]:
        """List the history of an order.

        Every transition with its time, actor and request id, oldest first.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.OrderHistoryEntry] = self._transport.pages(OPERATIONS["getOrderHistory"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def hold(
        self,
        id: str,
        body: S.HoldCreate,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Place a hold on an order.

        From `pending`, `created` or `packed`. While an order has a hold, its units cannot be planned, packed or shipped; packed units stay packed, and the order can be edited and cancelled. An order has up to 20 holds, several of which may have the same reason. The new hold is the last of `holds`.

        Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["holdOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def release_hold(
        self,
        id: str,
        hold: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Release one hold of an order.

        The other holds of the order stay. There is no request that releases all.

        Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["releaseHold"], path=(id, hold,), idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def pack(
        self,
        id: str,
        body: S.OrderPack | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Mark the order as packed.

        From `created`, without holds. Every line must be allocated; stock that has become available is allocated first. If the order has fulfilments, its other units become one more, which is packed; that is refused while a fulfilment is open.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["packOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def reassign(
        self,
        id: str,
        body: S.OrderReassign,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Hold units of an order in another warehouse.

        From `created`, also on hold, if the units of the order are held by warehouse: its allocated units that are in no fulfilment are then held in another warehouse, all lines or none. Units in a fulfilment stay; cancel it first.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["reassignOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_returns(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Return]:
        """List the returns of an order.

        Newest first.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Return] = self._transport.pages(OPERATIONS["listOrderReturns"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def ship(
        self,
        id: str,
        body: S.OrderShip | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Mark the order as shipped and decrement inventory.

        From `packed`, without holds. 200 means that the stock has been decremented: the next read of the SKU shows it. If the order has fulfilments, every packed one is shipped, from `created` too.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = self._transport.send(OPERATIONS["shipOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def batch(
        self,
        body: S.OrderBatch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.OrderResults:
        """Create a batch of orders.

        Up to 200 orders, each as in `POST /orders`. Each succeeds or fails individually, stock is allocated in the order of the list, and errors point into this body (`/orders/3/lines/0/sku`). A repeated request creates orders without an `external_id` or an `idempotency_key` again, unless it has an `Idempotency-Key`. An order that inventory has not answered in time has the status 202 and is `pending`; the same batch under the same key waits for it. The response has at most 4 MB: beyond that, records are left out, and `record_left_out` says so.

        In the rate limit it counts as one request for every 5 orders or part of them, at most 40, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 50 lines of its orders or part of them.

        Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.OrderResults = self._transport.send(OPERATIONS["createOrders"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def export(
        self,
        *,
        status: S.ExportOrdersStatus | Sequence[S.ExportOrdersStatus] | None = None,
        allocation: S.ExportOrdersAllocation | Sequence[S.ExportOrdersAllocation] | None = None,
        q: str | None = None,
        id: str | Sequence[str] | None = None,
        fulfilment: S.ExportOrdersFulfilment | None = None,
        external_id: str | None = None,
        sku: str | None = None,
        warehouse: str | None = None,
        on_hold: bool | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        accept: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Download:
        """Export orders.

        All orders of the filter in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each order is listed once, newest first, as it is when it is written. A truncated export fails as a connection error, so a completed response is complete. A client that reads less than 2 KiB a second for a minute is disconnected. The audit log notes each export as `orders.exported`, with the address of the client and the number of rows. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).

        In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_acceptable`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Download = self._transport.download(OPERATIONS["exportOrders"], query={"status": status, "allocation": allocation, "q": q, "id": id, "fulfilment": fulfilment, "external_id": external_id, "sku": sku, "warehouse": warehouse, "on_hold": on_hold, "created_after": created_after, "created_before": created_before, "updated_since": updated_since}, accept=accept, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncOrders:
    """`client.orders`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListOrdersStatus | Sequence[S.ListOrdersStatus] | None = None,
        allocation: S.ListOrdersAllocation | Sequence[S.ListOrdersAllocation] | None = None,
        q: str | None = None,
        id: str | Sequence[str] | None = None,
        fulfilment: S.ListOrdersFulfilment | None = None,
        external_id: str | None = None,
        sku: str | None = None,
        warehouse: str | None = None,
        on_hold: bool | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        sort: S.ListOrdersSort | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Order]:
        """List orders, filtered by status.

        Newest first, or by `updated_at`. Filters can be combined; if each of them matches many orders and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. By default `pending` and `rejected` orders are left out. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Order] = self._transport.pages(OPERATIONS["listOrders"], query={"limit": limit, "status": status, "allocation": allocation, "q": q, "id": id, "fulfilment": fulfilment, "external_id": external_id, "sku": sku, "warehouse": warehouse, "on_hold": on_hold, "created_after": created_after, "created_before": created_before, "updated_since": updated_since, "sort": sort}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.OrderCreate,
        *,
        idempotency_key: str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Create an order from an external system.

        Stock is allocated at once, oldest order first. The rest is a backorder, which is allocated automatically when stock becomes available. With `allow_backorder: false` it is refused instead, and nothing stays allocated. A repeated `external_id` with the same content is answered 200 with the existing order.

        Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `duplicate_external_id`, `transition_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["createOrder"], body=body, idempotency_key=idempotency_key, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Retrieve one order.

        Includes rejected orders, with their refusal. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["getOrder"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.OrderUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Update note, metadata, address, tracking or rank of an order.

        From any status but `cancelled` and `rejected`; `ship_to` until the order is shipped. `priority` and `ship_by` while it is open. `note`, `metadata`, `ship_to`, `priority` and `ship_by` need `orders:create`; `carrier`, `tracking_number`, `tracking_url` and `packages` need `orders:fulfil`. Lines are changed by an edit. A change emits `order.updated`; a request that changes nothing is answered with the order as it is.

        Needs `orders:create` or `orders:fulfil`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["updateOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def cancel(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Cancel an order.

        From `created` or `packed`, while nothing is shipped. Its allocation is released and fills the oldest backorders, its fulfilments are cancelled. Once a part was shipped, `close` drops the rest.

        Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["cancelOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def close(
        self,
        id: str,
        body: S.OrderClose | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Drop the units of an order that are in no fulfilment.

        From `created` or `packed`. Allocated units are released and fill the oldest backorders. Units in an open or packed fulfilment stay. If no unit is open afterwards, the order is `shipped`, or `cancelled` if nothing was shipped.

        Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["closeOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def edit(
        self,
        id: str,
        body: S.OrderEdit,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Edit the lines of an order.

        From `created` or `packed`. A line loses waiting units first, then held units in no fulfilment, then units of open fulfilments; shipped, cancelled and packed units stay. Added units are allocated if nothing waits for the SKU; otherwise they wait behind the units of the same priority and `ship_by` that wait already. Units that the order had before keep their rank. If units are added to a packed order, its packed units become a fulfilment. An edit that changes nothing is answered with the order as it is.

        Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["editOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def erase(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Erase persons' data of an order.

        From `shipped`, `cancelled` or `rejected`. Clears `holds.note`, `ship_to`, `note`, `metadata`, of each fulfilment `note`, and of each return `lines.note`, `note`. Of `ship_to` the `country` stays, and texts that every address has become `[erased]`. It sets `erased_at` and emits `order.updated`. Copies follow within a minute: events of the order in the feed and in deliveries, the answers of receivers to those, and stored answers to idempotency keys. It cannot be undone. An order without such data is answered as it is.

        Needs `orders:erase`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["eraseOrder"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_fulfilments(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Fulfilment]:
        """List the fulfilments of an order.

        Newest first.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Fulfilment] = self._transport.pages(OPERATIONS["listOrderFulfilments"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create_fulfilment(
        self,
        id: str,
        body: S.FulfilmentCreate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Fulfilment:
        """Create a fulfilment: a part of an order that is packed and shipped together.

        From `created`, without holds. Its units have to be allocated and in no other fulfilment; stock that has become available is allocated first. If the units of the order are held by warehouse, those of a fulfilment are in one warehouse: if they lie in several, `warehouse` chooses one; without it, the request is refused with 409 `insufficient_stock`, which names the warehouses. An order has at most 50 fulfilments with 1000 lines in all. `If-Match` names the version of the order. A repeated `external_id` with the same content is answered 200 with the existing fulfilment.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `duplicate_external_id`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Fulfilment = await self._transport.send(OPERATIONS["createFulfilment"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_history(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.OrderHistoryEntry]:
        """List the history of an order.

        Every transition with its time, actor and request id, oldest first.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.OrderHistoryEntry] = self._transport.pages(OPERATIONS["getOrderHistory"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def hold(
        self,
        id: str,
        body: S.HoldCreate,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Place a hold on an order.

        From `pending`, `created` or `packed`. While an order has a hold, its units cannot be planned, packed or shipped; packed units stay packed, and the order can be edited and cancelled. An order has up to 20 holds, several of which may have the same reason. The new hold is the last of `holds`.

        Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["holdOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def release_hold(
        self,
        id: str,
        hold: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Release one hold of an order.

        The other holds of the order stay. There is no request that releases all.

        Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["releaseHold"], path=(id, hold,), idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def pack(
        self,
        id: str,
        body: S.OrderPack | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Mark the order as packed.

        From `created`, without holds. Every line must be allocated; stock that has become available is allocated first. If the order has fulfilments, its other units become one more, which is packed; that is refused while a fulfilment is open.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["packOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def reassign(
        self,
        id: str,
        body: S.OrderReassign,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Hold units of an order in another warehouse.

        From `created`, also on hold, if the units of the order are held by warehouse: its allocated units that are in no fulfilment are then held in another warehouse, all lines or none. Units in a fulfilment stay; cancel it first.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["reassignOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_returns(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Return]:
        """List the returns of an order.

        Newest first.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Return] = self._transport.pages(OPERATIONS["listOrderReturns"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def ship(
        self,
        id: str,
        body: S.OrderShip | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Order:
        """Mark the order as shipped and decrement inventory.

        From `packed`, without holds. 200 means that the stock has been decremented: the next read of the SKU shows it. If the order has fulfilments, every packed one is shipped, from `created` too.

        Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Order = await self._transport.send(OPERATIONS["shipOrder"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def batch(
        self,
        body: S.OrderBatch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.OrderResults:
        """Create a batch of orders.

        Up to 200 orders, each as in `POST /orders`. Each succeeds or fails individually, stock is allocated in the order of the list, and errors point into this body (`/orders/3/lines/0/sku`). A repeated request creates orders without an `external_id` or an `idempotency_key` again, unless it has an `Idempotency-Key`. An order that inventory has not answered in time has the status 202 and is `pending`; the same batch under the same key waits for it. The response has at most 4 MB: beyond that, records are left out, and `record_left_out` says so.

        In the rate limit it counts as one request for every 5 orders or part of them, at most 40, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 50 lines of its orders or part of them.

        Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.OrderResults = await self._transport.send(OPERATIONS["createOrders"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def export(
        self,
        *,
        status: S.ExportOrdersStatus | Sequence[S.ExportOrdersStatus] | None = None,
        allocation: S.ExportOrdersAllocation | Sequence[S.ExportOrdersAllocation] | None = None,
        q: str | None = None,
        id: str | Sequence[str] | None = None,
        fulfilment: S.ExportOrdersFulfilment | None = None,
        external_id: str | None = None,
        sku: str | None = None,
        warehouse: str | None = None,
        on_hold: bool | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        accept: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncDownload:
        """Export orders.

        All orders of the filter in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each order is listed once, newest first, as it is when it is written. A truncated export fails as a connection error, so a completed response is complete. A client that reads less than 2 KiB a second for a minute is disconnected. The audit log notes each export as `orders.exported`, with the address of the client and the number of rows. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).

        In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_acceptable`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncDownload = self._transport.download(OPERATIONS["exportOrders"], query={"status": status, "allocation": allocation, "q": q, "id": id, "fulfilment": fulfilment, "external_id": external_id, "sku": sku, "warehouse": warehouse, "on_hold": on_hold, "created_after": created_after, "created_before": created_before, "updated_since": updated_since}, accept=accept, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Reservations:
    """`client.reservations`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListReservationsStatus | Sequence[S.ListReservationsStatus] | None = None,
        sku: str | None = None,
        external_id: str | None = None,
        warehouse: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Reservation]:
        """List reservations, filtered by status, SKU, warehouse or external id.

        Newest first. Filters can be combined; if each of them matches many reservations and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. Reservations that ended more than 30 days ago are gone.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Reservation] = self._transport.pages(OPERATIONS["listReservations"], query={"limit": limit, "status": status, "sku": sku, "external_id": external_id, "warehouse": warehouse}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.ReservationCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Keep units for a cart or quote until a time.

        Only units that are available are reserved: orders that wait for stock come first. Without `partial` all lines are reserved whole, or the request is refused. A SKU has at most 1000 active reservations. A repeated `external_id` with the same content is answered 200 with the existing reservation. With `warehouse`, only available units of that warehouse are reserved, and they are kept there. `POST /orders` with `reservation_id` converts it into an order.

        Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `duplicate_external_id`, `too_many_reservations`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = self._transport.send(OPERATIONS["createReservation"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Retrieve one reservation.

        Includes those that ended in the last 30 days.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = self._transport.send(OPERATIONS["getReservation"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.ReservationUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Extend a reservation, or change its lines.

        Only while it is active. `expires_in` counts from now; `lines` replaces all present lines, in the same warehouse. Added units must be available; removed units are free at once. An expired reservation is refused with 409 `reservation_expired`; its units are not reserved again.

        Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `invalid_transition`, `too_many_reservations`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = self._transport.send(OPERATIONS["updateReservation"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def release(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Release a reservation.

        Its units are free at once, for the oldest order that waits for them. Releasing a released or expired reservation changes nothing; a converted one is refused with 409 `invalid_transition`.

        Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = self._transport.send(OPERATIONS["releaseReservation"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncReservations:
    """`client.reservations`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListReservationsStatus | Sequence[S.ListReservationsStatus] | None = None,
        sku: str | None = None,
        external_id: str | None = None,
        warehouse: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Reservation]:
        """List reservations, filtered by status, SKU, warehouse or external id.

        Newest first. Filters can be combined; if each of them matches many reservations and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. Reservations that ended more than 30 days ago are gone.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Reservation] = self._transport.pages(OPERATIONS["listReservations"], query={"limit": limit, "status": status, "sku": sku, "external_id": external_id, "warehouse": warehouse}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.ReservationCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Keep units for a cart or quote until a time.

        Only units that are available are reserved: orders that wait for stock come first. Without `partial` all lines are reserved whole, or the request is refused. A SKU has at most 1000 active reservations. A repeated `external_id` with the same content is answered 200 with the existing reservation. With `warehouse`, only available units of that warehouse are reserved, and they are kept there. `POST /orders` with `reservation_id` converts it into an order.

        Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `duplicate_external_id`, `too_many_reservations`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = await self._transport.send(OPERATIONS["createReservation"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Retrieve one reservation.

        Includes those that ended in the last 30 days.

        Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = await self._transport.send(OPERATIONS["getReservation"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.ReservationUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Extend a reservation, or change its lines.

        Only while it is active. `expires_in` counts from now; `lines` replaces all present lines, in the same warehouse. Added units must be available; removed units are free at once. An expired reservation is refused with 409 `reservation_expired`; its units are not reserved again.

        Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `invalid_transition`, `too_many_reservations`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = await self._transport.send(OPERATIONS["updateReservation"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def release(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Reservation:
        """Release a reservation.

        Its units are free at once, for the oldest order that waits for them. Releasing a released or expired reservation changes nothing; a converted one is refused with 409 `invalid_transition`.

        Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Reservation = await self._transport.send(OPERATIONS["releaseReservation"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Returns:
    """`client.returns`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListReturnsStatus | Sequence[S.ListReturnsStatus] | None = None,
        order_id: str | None = None,
        unlinked: bool | None = None,
        external_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Return]:
        """List returns, filtered by status.

        Sorted by order, newest first, and within an order by return, newest first; a return without an order is sorted as an order of its time would be. Filters can be combined. With `unlinked=false` a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Return] = self._transport.pages(OPERATIONS["listReturns"], query={"limit": limit, "status": status, "order_id": order_id, "unlinked": unlinked, "external_id": external_id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.ReturnCreate,
        *,
        idempotency_key: str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Create a return: units that come back.

        A return of an order needs `returns:create`; one with `order_id: null`, of units whose order is not known, needs `returns:receive`. A line can return at most the shipped units that have not come back and that no other return expects: more is refused with the `allowed` number. It is `requested`, or `approved` at once with `approved: true`. An order has at most 50 returns with 1000 lines in all. Without an order the lines name SKUs, and what is received is bounded by their quantities alone. With `exchange` an order is created together with it, or neither is: `exchange_order_id` names it. A repeated `external_id` with the same content is answered 200 with the existing return.

        Needs `returns:create` or `returns:receive`, which these roles have: admin, manager, fulfilment, integration, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `duplicate_external_id`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["createReturn"], body=body, idempotency_key=idempotency_key, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Retrieve one return.

        A return whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why, or without an order a repeat of the request with its `Idempotency-Key`.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["getReturn"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def approve(
        self,
        id: str,
        body: S.ReturnApprove | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Approve a requested return.

        From `requested`: its units may be received from then on.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["approveReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def cancel(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Cancel a return.

        From `requested` or `approved`. Once units have been received, close it instead.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["cancelReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def close(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Close a return before all its units have come.

        From `approved` or `receiving`. Units that are still expected are waived, and can be returned again.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["closeReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def dispose(
        self,
        id: str,
        body: S.ReturnDispose,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Decide what becomes of returned units.

        From `receiving` or `closed`, any number of times: inspected units are restocked, quarantined or scrapped, and every decision but `scrap` can be changed.

        Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["disposeReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def erase(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Erase persons' data of a return without an order.

        Clears its `note` and those of its lines, and emits `return.updated` with `note` among `changed`. Copies are erased as those of an order are. It cannot be undone. A return without notes is answered as it is; a return of an order loses its notes when the order is erased.

        Needs `orders:erase`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["eraseReturn"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_history(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.ReturnHistoryEntry]:
        """List the history of a return.

        Every step with its time, actor and request id, oldest first; for a return of an order, the steps of the order that are about the return.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.ReturnHistoryEntry] = self._transport.pages(OPERATIONS["getReturnHistory"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def receive(
        self,
        id: str,
        body: S.ReturnReceive,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Receive units of a return.

        From `approved` or `receiving`, any number of times. 200 means that the units are in stock: `on_hand` rises by all of them, `available` only by those with the disposition `restock`. The return is `closed` once nothing is expected any more.

        Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["receiveReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def reject(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Reject a requested return.

        From `requested`. Its units can be returned again.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = self._transport.send(OPERATIONS["rejectReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncReturns:
    """`client.returns`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListReturnsStatus | Sequence[S.ListReturnsStatus] | None = None,
        order_id: str | None = None,
        unlinked: bool | None = None,
        external_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Return]:
        """List returns, filtered by status.

        Sorted by order, newest first, and within an order by return, newest first; a return without an order is sorted as an order of its time would be. Filters can be combined. With `unlinked=false` a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Return] = self._transport.pages(OPERATIONS["listReturns"], query={"limit": limit, "status": status, "order_id": order_id, "unlinked": unlinked, "external_id": external_id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.ReturnCreate,
        *,
        idempotency_key: str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Create a return: units that come back.

        A return of an order needs `returns:create`; one with `order_id: null`, of units whose order is not known, needs `returns:receive`. A line can return at most the shipped units that have not come back and that no other return expects: more is refused with the `allowed` number. It is `requested`, or `approved` at once with `approved: true`. An order has at most 50 returns with 1000 lines in all. Without an order the lines name SKUs, and what is received is bounded by their quantities alone. With `exchange` an order is created together with it, or neither is: `exchange_order_id` names it. A repeated `external_id` with the same content is answered 200 with the existing return.

        Needs `returns:create` or `returns:receive`, which these roles have: admin, manager, fulfilment, integration, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `duplicate_external_id`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["createReturn"], body=body, idempotency_key=idempotency_key, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Retrieve one return.

        A return whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why, or without an order a repeat of the request with its `Idempotency-Key`.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["getReturn"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def approve(
        self,
        id: str,
        body: S.ReturnApprove | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Approve a requested return.

        From `requested`: its units may be received from then on.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["approveReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def cancel(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Cancel a return.

        From `requested` or `approved`. Once units have been received, close it instead.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["cancelReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def close(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Close a return before all its units have come.

        From `approved` or `receiving`. Units that are still expected are waived, and can be returned again.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["closeReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def dispose(
        self,
        id: str,
        body: S.ReturnDispose,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Decide what becomes of returned units.

        From `receiving` or `closed`, any number of times: inspected units are restocked, quarantined or scrapped, and every decision but `scrap` can be changed.

        Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["disposeReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def erase(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Erase persons' data of a return without an order.

        Clears its `note` and those of its lines, and emits `return.updated` with `note` among `changed`. Copies are erased as those of an order are. It cannot be undone. A return without notes is answered as it is; a return of an order loses its notes when the order is erased.

        Needs `orders:erase`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["eraseReturn"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_history(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.ReturnHistoryEntry]:
        """List the history of a return.

        Every step with its time, actor and request id, oldest first; for a return of an order, the steps of the order that are about the return.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.ReturnHistoryEntry] = self._transport.pages(OPERATIONS["getReturnHistory"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def receive(
        self,
        id: str,
        body: S.ReturnReceive,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        pending_timeout: float | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Receive units of a return.

        From `approved` or `receiving`, any number of times. 200 means that the units are in stock: `on_hand` rises by all of them, `available` only by those with the disposition `restock`. The return is `closed` once nothing is expected any more.

        Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["receiveReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, pending_timeout=pending_timeout, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def reject(
        self,
        id: str,
        body: S.OrderCancel | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Return:
        """Reject a requested return.

        From `requested`. Its units can be returned again.

        Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Return = await self._transport.send(OPERATIONS["rejectReturn"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Scans:
    """`client.scans`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        sku: str | None = None,
        barcode: str | None = None,
        type: S.ListScansType | Sequence[S.ListScansType] | None = None,
        location: str | Sequence[str] | None = None,
        order_id: str | None = None,
        device_id: str | Sequence[str] | None = None,
        operator: str | None = None,
        applied: S.ListScansApplied | Sequence[S.ListScansApplied] | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Scan]:
        """Read the history of scans.

        Newest first. Filters can be combined. Where several match over 1,000 scans each, a page looks through 1,000 of them and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Scan] = self._transport.pages(OPERATIONS["listScans"], query={"limit": limit, "sku": sku, "barcode": barcode, "type": type, "location": location, "order_id": order_id, "device_id": device_id, "operator": operator, "applied": applied, "from": from_, "to": to}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.ScanCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Scan:
        """Record a scan.

        Records the scan of a device: `sku`, `location` and `order_id` are not looked up. A repeated `client_scan_id` with the same content is answered 200 with the first scan.

        `apply: true`, for types `receive`, `count` and `return`, also posts the movement of stock, exactly once; it needs the permission `scans:apply` as well. The scan is answered at once with `applied: "pending"`: read it again for `done`, or for `refused` with its `refusal`.

        Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `duplicate_client_scan_id`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Scan = self._transport.send(OPERATIONS["createScan"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Scan:
        """Retrieve one scan.

        The state of its movement of stock is in `applied`.

        Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Scan = self._transport.send(OPERATIONS["getScan"], path=(id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def batch(
        self,
        body: S.ScanBatch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ScanResults:
        """Record a batch of scans.

        Up to 1 000 scans, each as in `POST /scans`. Each succeeds or fails individually, and its errors point into this body (`/scans/3/barcode`). A repeated request records scans without a `client_scan_id` again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs the permission `scans:apply` as well.

        In the rate limit it counts as one request for every 10 scans or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done.

        Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ScanResults = self._transport.send(OPERATIONS["createScans"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncScans:
    """`client.scans`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        sku: str | None = None,
        barcode: str | None = None,
        type: S.ListScansType | Sequence[S.ListScansType] | None = None,
        location: str | Sequence[str] | None = None,
        order_id: str | None = None,
        device_id: str | Sequence[str] | None = None,
        operator: str | None = None,
        applied: S.ListScansApplied | Sequence[S.ListScansApplied] | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Scan]:
        """Read the history of scans.

        Newest first. Filters can be combined. Where several match over 1,000 scans each, a page looks through 1,000 of them and may have fewer than `limit`, or none, while `has_more` is true.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Scan] = self._transport.pages(OPERATIONS["listScans"], query={"limit": limit, "sku": sku, "barcode": barcode, "type": type, "location": location, "order_id": order_id, "device_id": device_id, "operator": operator, "applied": applied, "from": from_, "to": to}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.ScanCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Scan:
        """Record a scan.

        Records the scan of a device: `sku`, `location` and `order_id` are not looked up. A repeated `client_scan_id` with the same content is answered 200 with the first scan.

        `apply: true`, for types `receive`, `count` and `return`, also posts the movement of stock, exactly once; it needs the permission `scans:apply` as well. The scan is answered at once with `applied: "pending"`: read it again for `done`, or for `refused` with its `refusal`.

        Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `duplicate_client_scan_id`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Scan = await self._transport.send(OPERATIONS["createScan"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Scan:
        """Retrieve one scan.

        The state of its movement of stock is in `applied`.

        Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Scan = await self._transport.send(OPERATIONS["getScan"], path=(id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def batch(
        self,
        body: S.ScanBatch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ScanResults:
        """Record a batch of scans.

        Up to 1 000 scans, each as in `POST /scans`. Each succeeds or fails individually, and its errors point into this body (`/scans/3/barcode`). A repeated request records scans without a `client_scan_id` again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs the permission `scans:apply` as well.

        In the rate limit it counts as one request for every 10 scans or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done.

        Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ScanResults = await self._transport.send(OPERATIONS["createScans"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Account:
    """`client.account`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Account:
        """Retrieve the account.

        Returns its name and its plan. Production needs the Enterprise plan.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Account = self._transport.send(OPERATIONS["getAccount"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncAccount:
    """`client.account`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Account:
        """Retrieve the account.

        Returns its name and its plan. Production needs the Enterprise plan.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Account = await self._transport.send(OPERATIONS["getAccount"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Keys:
    """`client.keys`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListKeysStatus | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.KeyWithQuota]:
        """List API keys.

        Keys of one environment, newest first, each with its remaining limit. Revoked and expired keys are left out by default.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.KeyWithQuota] = self._transport.pages(OPERATIONS["listKeys"], query={"limit": limit, "status": status}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.KeyCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.IssuedKey:
        """Create an API key.

        The response holds the key, which cannot be shown again. Production keys need the Enterprise plan.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.IssuedKey = self._transport.send(OPERATIONS["createKey"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.KeyWithQuota:
        """Retrieve one API key.

        Includes revoked and expired keys.

        Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.KeyWithQuota = self._transport.send(OPERATIONS["getKey"], path=(id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.KeyUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Key:
        """Update an API key.

        Changes its name, allowed addresses or expiry. Takes effect on every gateway within a second.

        In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `expires_at` or `ip_allowlist`.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Key = self._transport.send(OPERATIONS["updateKey"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def rotate(
        self,
        id: str,
        body: S.KeyRotate | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.IssuedKey:
        """Rotate the secret of an API key.

        The key keeps its id, role, limits and history. The response holds the new secret, which cannot be shown again; the replaced secret stays valid for `overlap_seconds`.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `too_many_secrets`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.IssuedKey = self._transport.send(OPERATIONS["rotateKey"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Key:
        """Revoke an API key.

        Revokes the key and all its secrets permanently, on every gateway within a second. Repeating the request changes nothing.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Key = self._transport.send(OPERATIONS["revokeKey"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncKeys:
    """`client.keys`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListKeysStatus | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.KeyWithQuota]:
        """List API keys.

        Keys of one environment, newest first, each with its remaining limit. Revoked and expired keys are left out by default.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.KeyWithQuota] = self._transport.pages(OPERATIONS["listKeys"], query={"limit": limit, "status": status}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.KeyCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.IssuedKey:
        """Create an API key.

        The response holds the key, which cannot be shown again. Production keys need the Enterprise plan.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.IssuedKey = await self._transport.send(OPERATIONS["createKey"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.KeyWithQuota:
        """Retrieve one API key.

        Includes revoked and expired keys.

        Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.KeyWithQuota = await self._transport.send(OPERATIONS["getKey"], path=(id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.KeyUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Key:
        """Update an API key.

        Changes its name, allowed addresses or expiry. Takes effect on every gateway within a second.

        In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `expires_at` or `ip_allowlist`.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Key = await self._transport.send(OPERATIONS["updateKey"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def rotate(
        self,
        id: str,
        body: S.KeyRotate | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.IssuedKey:
        """Rotate the secret of an API key.

        The key keeps its id, role, limits and history. The response holds the new secret, which cannot be shown again; the replaced secret stays valid for `overlap_seconds`.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `too_many_secrets`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.IssuedKey = await self._transport.send(OPERATIONS["rotateKey"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Key:
        """Revoke an API key.

        Revokes the key and all its secrets permanently, on every gateway within a second. Repeating the request changes nothing.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Key = await self._transport.send(OPERATIONS["revokeKey"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AuditLog:
    """`client.audit_log`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        actor: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        target_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.AuditEntry]:
        """List the audit log.

        Changes of the account, its keys and members, and exports of orders, newest first. Entries are never changed or removed.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `audit:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.AuditEntry] = self._transport.pages(OPERATIONS["listAuditLog"], query={"limit": limit, "actor": actor, "created_after": created_after, "created_before": created_before, "target_id": target_id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncAuditLog:
    """`client.audit_log`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        actor: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        target_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.AuditEntry]:
        """List the audit log.

        Changes of the account, its keys and members, and exports of orders, newest first. Entries are never changed or removed.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `audit:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.AuditEntry] = self._transport.pages(OPERATIONS["listAuditLog"], query={"limit": limit, "actor": actor, "created_after": created_after, "created_before": created_before, "target_id": target_id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Actors:
    """`client.actors`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        id: str | Sequence[str] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ActorList:
        """Name the actors of changes.

        Names the keys of one environment and the members whose ids are given, also those that have ended or were removed: so a history shows every member who changed what. It shows nothing else of them. Unknown ids are left out.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ActorList = self._transport.send(OPERATIONS["listActors"], query={"id": id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncActors:
    """`client.actors`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        id: str | Sequence[str] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ActorList:
        """Name the actors of changes.

        Names the keys of one environment and the members whose ids are given, also those that have ended or were removed: so a history shows every member who changed what. It shows nothing else of them. Unknown ids are left out.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ActorList = await self._transport.send(OPERATIONS["listActors"], query={"id": id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Members:
    """`client.members`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListMembersStatus | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Member]:
        """List members.

        Members of the account in the order of their invitation. Removed members are left out by default.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Member] = self._transport.pages(OPERATIONS["listMembers"], query={"limit": limit, "status": status}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def invite(
        self,
        body: S.MemberInvite,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.MemberWithToken:
        """Invite a member.

        The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `member_exists`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.MemberWithToken = self._transport.send(OPERATIONS["inviteMember"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Member:
        """Retrieve one member.

        Includes removed members.

        Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Member = self._transport.send(OPERATIONS["getMember"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.MemberUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Member:
        """Change the role of a member.

        Takes effect on every gateway within a second. The role of the last owner cannot be changed.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `last_owner`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Member = self._transport.send(OPERATIONS["updateMember"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def remove(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Member:
        """Remove a member.

        Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot be removed. A removed member can be invited again, as a new member.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `last_owner`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Member = self._transport.send(OPERATIONS["removeMember"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def renew_invitation(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.MemberWithToken:
        """Renew an invitation.

        Issues a new token for another 7 days and revokes the previous one.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.MemberWithToken = self._transport.send(OPERATIONS["renewInvitation"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def issue_password_reset(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.MemberWithToken:
        """Issue a password reset token.

        The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.MemberWithToken = self._transport.send(OPERATIONS["issuePasswordReset"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncMembers:
    """`client.members`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        status: S.ListMembersStatus | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Member]:
        """List members.

        Members of the account in the order of their invitation. Removed members are left out by default.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Member] = self._transport.pages(OPERATIONS["listMembers"], query={"limit": limit, "status": status}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def invite(
        self,
        body: S.MemberInvite,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.MemberWithToken:
        """Invite a member.

        The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `member_exists`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.MemberWithToken = await self._transport.send(OPERATIONS["inviteMember"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Member:
        """Retrieve one member.

        Includes removed members.

        Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Member = await self._transport.send(OPERATIONS["getMember"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.MemberUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Member:
        """Change the role of a member.

        Takes effect on every gateway within a second. The role of the last owner cannot be changed.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `last_owner`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Member = await self._transport.send(OPERATIONS["updateMember"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def remove(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Member:
        """Remove a member.

        Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot be removed. A removed member can be invited again, as a new member.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `last_owner`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Member = await self._transport.send(OPERATIONS["removeMember"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def renew_invitation(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.MemberWithToken:
        """Renew an invitation.

        Issues a new token for another 7 days and revokes the previous one.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.MemberWithToken = await self._transport.send(OPERATIONS["renewInvitation"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def issue_password_reset(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.MemberWithToken:
        """Issue a password reset token.

        The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.

        A session must have been authenticated or confirmed within the last 10 minutes.

        Needs `members:manage`, which these roles have: member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.MemberWithToken = await self._transport.send(OPERATIONS["issuePasswordReset"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Plans:
    """`client.plans`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.PlanList:
        """List the plans.

        Environments and default rate limits of each plan. The plan of the account is part of the account.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.PlanList = self._transport.send(OPERATIONS["listPlans"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncPlans:
    """`client.plans`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.PlanList:
        """List the plans.

        Environments and default rate limits of each plan. The plan of the account is part of the account.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.PlanList = await self._transport.send(OPERATIONS["listPlans"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Overview:
    """`client.overview`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_inventory_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.InventoryOverview:
        """Retrieve an overview of stock.

        The numbers are cached: `as_of` is the time of the count.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.InventoryOverview = self._transport.send(OPERATIONS["getInventoryOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_orders_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.OrdersOverview:
        """Retrieve an overview of open orders.

        The numbers are cached: `as_of` is the time of the count.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.OrdersOverview = self._transport.send(OPERATIONS["getOrdersOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_scans_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ScansOverview:
        """Retrieve an overview of scans.

        The numbers are cached: `as_of` is the time of the count.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ScansOverview = self._transport.send(OPERATIONS["getScansOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_webhooks_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhooksOverview:
        """Retrieve an overview of webhook endpoints.

        Each endpoint with its status, its health and the stats of the last 24 hours; attempts of all endpoints by the minute.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhooksOverview = self._transport.send(OPERATIONS["getWebhooksOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncOverview:
    """`client.overview`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_inventory_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.InventoryOverview:
        """Retrieve an overview of stock.

        The numbers are cached: `as_of` is the time of the count.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.InventoryOverview = await self._transport.send(OPERATIONS["getInventoryOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get_orders_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.OrdersOverview:
        """Retrieve an overview of open orders.

        The numbers are cached: `as_of` is the time of the count.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.OrdersOverview = await self._transport.send(OPERATIONS["getOrdersOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get_scans_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.ScansOverview:
        """Retrieve an overview of scans.

        The numbers are cached: `as_of` is the time of the count.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.ScansOverview = await self._transport.send(OPERATIONS["getScansOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get_webhooks_overview(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhooksOverview:
        """Retrieve an overview of webhook endpoints.

        Each endpoint with its status, its health and the stats of the last 24 hours; attempts of all endpoints by the minute.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhooksOverview = await self._transport.send(OPERATIONS["getWebhooksOverview"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Retention:
    """`client.retention`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Retention:
        """Retrieve the retention of persons' data.

        Each environment has its own.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Retention = self._transport.send(OPERATIONS["getRetention"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        body: S.RetentionUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Retention:
        """Change the retention of persons' data.

        From then on persons' data of ended orders is erased automatically, as `POST /v1/orders/{id}/erase` does it, once the days are over: of orders that are older already as well, within hours. A longer retention does not bring erased data back. The audit log notes each change as `retention.changed`.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `orders:erase`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Retention = self._transport.send(OPERATIONS["updateRetention"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncRetention:
    """`client.retention`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Retention:
        """Retrieve the retention of persons' data.

        Each environment has its own.

        Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Retention = await self._transport.send(OPERATIONS["getRetention"], timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        body: S.RetentionUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Retention:
        """Change the retention of persons' data.

        From then on persons' data of ended orders is erased automatically, as `POST /v1/orders/{id}/erase` does it, once the days are over: of orders that are older already as well, within hours. A longer retention does not bring erased data back. The audit log notes each change as `retention.changed`.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `orders:erase`, which these roles have: admin, member:owner.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Retention = await self._transport.send(OPERATIONS["updateRetention"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Webhooks:
    """`client.webhooks`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Webhook]:
        """List webhook endpoints.

        Endpoints of one environment, oldest first. The plan limits their number, usually to 50.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Webhook] = self._transport.pages(OPERATIONS["listWebhooks"], query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create(
        self,
        body: S.WebhookCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookWithSecret:
        """Add a webhook endpoint.

        The endpoint receives every event that is committed after this response. URLs with private addresses are refused here and again at every connection. An account has a limit of endpoints in each environment: `storage` of the overview.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookWithSecret = self._transport.send(OPERATIONS["createWebhook"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Retrieve one webhook endpoint.

        Includes the facts of its secrets. Its health and success rate are in its stats.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = self._transport.send(OPERATIONS["getWebhook"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def update(
        self,
        id: str,
        body: S.WebhookUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Update a webhook endpoint.

        Omitted fields keep their values. A change of `events` or `filter` applies to later events; any other change applies from the next attempt on, also for pending deliveries.

        In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `url`.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = self._transport.send(OPERATIONS["updateWebhook"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Remove a webhook endpoint.

        Removes the endpoint permanently and drops its undelivered events. To hold them instead, pause the endpoint.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = self._transport.send(OPERATIONS["deleteWebhook"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def pause(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Pause a webhook endpoint.

        Stops sending and holds events, each for 30 days. Pausing a paused or disabled endpoint changes nothing.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = self._transport.send(OPERATIONS["pauseWebhook"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def resume(
        self,
        id: str,
        body: S.WebhookResume | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Resume a webhook endpoint.

        Makes a paused or disabled endpoint active again, and sends or drops the held events: those that wait for a later try are due now. It ends the rest of an active endpoint in the same way; resuming one that does not rest changes nothing.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = self._transport.send(OPERATIONS["resumeWebhook"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def reveal_secret(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookSecrets:
        """Reveal the secrets of a webhook endpoint.

        Returns the secrets that sign now. The request is recorded in the audit log.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookSecrets = self._transport.send(OPERATIONS["revealWebhookSecret"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def rotate_secret(
        self,
        id: str,
        body: S.WebhookSecretRotate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookWithSecret:
        """Rotate the secret of a webhook endpoint.

        From the next attempt on, deliveries are signed with the new secret, and with the previous ones for `overlap_seconds`. At most five secrets sign at once.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `too_many_secrets`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookWithSecret = self._transport.send(OPERATIONS["rotateWebhookSecret"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def test_filter(
        self,
        body: S.FilterTest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.FilterFindings:
        """Try a content filter on an event.

        Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.FilterFindings = self._transport.send(OPERATIONS["testFilter"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_changes(
        self,
        *,
        limit: int | None = None,
        actor: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        webhook_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.WebhookChange]:
        """List the audit log of webhooks.

        Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.WebhookChange] = self._transport.pages(OPERATIONS["listWebhookChanges"], query={"limit": limit, "actor": actor, "created_after": created_after, "created_before": created_before, "webhook_id": webhook_id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_stats(
        self,
        id: str,
        *,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        interval: S.GetWebhookStatsInterval | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookStats:
        """Retrieve the stats of a webhook endpoint.

        Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookStats = self._transport.send(OPERATIONS["getWebhookStats"], path=(id,), query={"since": since, "until": until, "interval": interval}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def test(
        self,
        id: str,
        body: S.WebhookTestRequest | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Delivery:
        """Send a test event to a webhook endpoint.

        The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `webhook_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Delivery = self._transport.send(OPERATIONS["testWebhook"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        status: S.ListDeliveriesStatus | Sequence[S.ListDeliveriesStatus] | None = None,
        event_type: S.ListDeliveriesEventType | Sequence[S.ListDeliveriesEventType] | None = None,
        event_id: str | None = None,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Delivery]:
        """List the deliveries of a webhook endpoint.

        Newest first, for 30 days after each ended.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Delivery] = self._transport.pages(OPERATIONS["listDeliveries"], path=(id,), query={"limit": limit, "status": status, "event_type": event_type, "event_id": event_id, "since": since, "until": until}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def create_replay(
        self,
        id: str,
        body: S.ReplayCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Replay:
        """Replay events to a webhook endpoint.

        Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `replay_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Replay = self._transport.send(OPERATIONS["createReplay"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_replays(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> Pages[S.Replay]:
        """List the replays of a webhook endpoint.

        Newest first, for 30 days after each ended.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: Pages[S.Replay] = self._transport.pages(OPERATIONS["listReplays"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def get_replay(
        self,
        id: str,
        replay_id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Replay:
        """Retrieve one replay.

        Shows its progress.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Replay = self._transport.send(OPERATIONS["getReplay"], path=(id, replay_id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def cancel_replay(
        self,
        id: str,
        replay_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Replay:
        """Cancel a replay.

        Deliveries that are due stay due. Cancelling a replay that has ended changes nothing.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Replay = self._transport.send(OPERATIONS["cancelReplay"], path=(id, replay_id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncWebhooks:
    """`client.webhooks`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Webhook]:
        """List webhook endpoints.

        Endpoints of one environment, oldest first. The plan limits their number, usually to 50.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Webhook] = self._transport.pages(OPERATIONS["listWebhooks"], query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create(
        self,
        body: S.WebhookCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookWithSecret:
        """Add a webhook endpoint.

        The endpoint receives every event that is committed after this response. URLs with private addresses are refused here and again at every connection. An account has a limit of endpoints in each environment: `storage` of the overview.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookWithSecret = await self._transport.send(OPERATIONS["createWebhook"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get(
        self,
        id: str,
        *,
        if_none_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Retrieve one webhook endpoint.

        Includes the facts of its secrets. Its health and success rate are in its stats.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = await self._transport.send(OPERATIONS["getWebhook"], path=(id,), if_none_match=if_none_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def update(
        self,
        id: str,
        body: S.WebhookUpdate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Update a webhook endpoint.

        Omitted fields keep their values. A change of `events` or `filter` applies to later events; any other change applies from the next attempt on, also for pending deliveries.

        In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `url`.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = await self._transport.send(OPERATIONS["updateWebhook"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Remove a webhook endpoint.

        Removes the endpoint permanently and drops its undelivered events. To hold them instead, pause the endpoint.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = await self._transport.send(OPERATIONS["deleteWebhook"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def pause(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Pause a webhook endpoint.

        Stops sending and holds events, each for 30 days. Pausing a paused or disabled endpoint changes nothing.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = await self._transport.send(OPERATIONS["pauseWebhook"], path=(id,), idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def resume(
        self,
        id: str,
        body: S.WebhookResume | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Webhook:
        """Resume a webhook endpoint.

        Makes a paused or disabled endpoint active again, and sends or drops the held events: those that wait for a later try are due now. It ends the rest of an active endpoint in the same way; resuming one that does not rest changes nothing.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Webhook = await self._transport.send(OPERATIONS["resumeWebhook"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def reveal_secret(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookSecrets:
        """Reveal the secrets of a webhook endpoint.

        Returns the secrets that sign now. The request is recorded in the audit log.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookSecrets = await self._transport.send(OPERATIONS["revealWebhookSecret"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def rotate_secret(
        self,
        id: str,
        body: S.WebhookSecretRotate | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookWithSecret:
        """Rotate the secret of a webhook endpoint.

        From the next attempt on, deliveries are signed with the new secret, and with the previous ones for `overlap_seconds`. At most five secrets sign at once.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `too_many_secrets`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookWithSecret = await self._transport.send(OPERATIONS["rotateWebhookSecret"], path=(id,), body=body, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def test_filter(
        self,
        body: S.FilterTest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.FilterFindings:
        """Try a content filter on an event.

        Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.FilterFindings = await self._transport.send(OPERATIONS["testFilter"], body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_changes(
        self,
        *,
        limit: int | None = None,
        actor: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        webhook_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.WebhookChange]:
        """List the audit log of webhooks.

        Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.WebhookChange] = self._transport.pages(OPERATIONS["listWebhookChanges"], query={"limit": limit, "actor": actor, "created_after": created_after, "created_before": created_before, "webhook_id": webhook_id}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get_stats(
        self,
        id: str,
        *,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        interval: S.GetWebhookStatsInterval | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.WebhookStats:
        """Retrieve the stats of a webhook endpoint.

        Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.WebhookStats = await self._transport.send(OPERATIONS["getWebhookStats"], path=(id,), query={"since": since, "until": until, "interval": interval}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def test(
        self,
        id: str,
        body: S.WebhookTestRequest | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Delivery:
        """Send a test event to a webhook endpoint.

        The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `webhook_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Delivery = await self._transport.send(OPERATIONS["testWebhook"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        status: S.ListDeliveriesStatus | Sequence[S.ListDeliveriesStatus] | None = None,
        event_type: S.ListDeliveriesEventType | Sequence[S.ListDeliveriesEventType] | None = None,
        event_id: str | None = None,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Delivery]:
        """List the deliveries of a webhook endpoint.

        Newest first, for 30 days after each ended.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Delivery] = self._transport.pages(OPERATIONS["listDeliveries"], path=(id,), query={"limit": limit, "status": status, "event_type": event_type, "event_id": event_id, "since": since, "until": until}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def create_replay(
        self,
        id: str,
        body: S.ReplayCreate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Replay:
        """Replay events to a webhook endpoint.

        Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `replay_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Replay = await self._transport.send(OPERATIONS["createReplay"], path=(id,), body=body, idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def list_replays(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[S.Replay]:
        """List the replays of a webhook endpoint.

        Newest first, for 30 days after each ended.

        In the rate limit a page counts as one request for every 256 KB or part of them.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: AsyncPages[S.Replay] = self._transport.pages(OPERATIONS["listReplays"], path=(id,), query={"limit": limit}, timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def get_replay(
        self,
        id: str,
        replay_id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Replay:
        """Retrieve one replay.

        Shows its progress.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Replay = await self._transport.send(OPERATIONS["getReplay"], path=(id, replay_id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def cancel_replay(
        self,
        id: str,
        replay_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Replay:
        """Cancel a replay.

        Deliveries that are due stay due. Cancelling a replay that has ended changes nothing.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Replay = await self._transport.send(OPERATIONS["cancelReplay"], path=(id, replay_id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class EventTypes:
    """`client.event_types`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.EventTypes:
        """List every type of event.

        Describes each type, with a sample as it is delivered.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.EventTypes = self._transport.send(OPERATIONS["listEventTypes"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncEventTypes:
    """`client.event_types`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.EventTypes:
        """List every type of event.

        Describes each type, with a sample as it is delivered.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.EventTypes = await self._transport.send(OPERATIONS["listEventTypes"], timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Deliveries:
    """`client.deliveries`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.DeliveryDetails:
        """Retrieve one delivery.

        Includes the request body and every attempt with its response.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.DeliveryDetails = self._transport.send(OPERATIONS["getDelivery"], path=(id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Delivery:
        """Send one delivery again.

        A delivery that was delivered, failed or dropped keeps its ids and attempts, and its retry schedule starts again. A pending one is tried at once, and its schedule goes on. It is held while the endpoint is paused or disabled; resending ends a rest of the endpoint.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `delivery_not_ended`, `event_expired`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Delivery = self._transport.send(OPERATIONS["resendDelivery"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class AsyncDeliveries:
    """`client.deliveries`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.DeliveryDetails:
        """Retrieve one delivery.

        Includes the request body and every attempt with its response.

        Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.

        Errors: `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.DeliveryDetails = await self._transport.send(OPERATIONS["getDelivery"], path=(id,), timeout=timeout, retries=retries, request_id=request_id)
        return answer

    async def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        request_id: str | None = None,
    ) -> S.Delivery:
        """Send one delivery again.

        A delivery that was delivered, failed or dropped keeps its ids and attempts, and its retry schedule starts again. A pending one is tried at once, and its schedule goes on. It is held while the endpoint is paused or disabled; resending ends a rest of the endpoint.

        In production, a session must have been authenticated or confirmed within the last 10 minutes.

        Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.

        Errors: `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `delivery_not_ended`, `event_expired`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`.
        """
        answer: S.Delivery = await self._transport.send(OPERATIONS["resendDelivery"], path=(id,), idempotency_key=idempotency_key, timeout=timeout, retries=retries, request_id=request_id)
        return answer


class Resources:
    """All groups of operations."""

    def __init__(self, transport: Transport) -> None:
        self.allocation_rules = AllocationRules(transport)
        self.availability = Availability(transport)
        self.events = Events(transport)
        self.fulfilments = Fulfilments(transport)
        self.integrity = Integrity(transport)
        self.inventory = Inventory(transport)
        self.locations = Locations(transport)
        self.me = Me(transport)
        self.orders = Orders(transport)
        self.reservations = Reservations(transport)
        self.returns = Returns(transport)
        self.scans = Scans(transport)
        self.account = Account(transport)
        self.keys = Keys(transport)
        self.audit_log = AuditLog(transport)
        self.actors = Actors(transport)
        self.members = Members(transport)
        self.plans = Plans(transport)
        self.overview = Overview(transport)
        self.retention = Retention(transport)
        self.webhooks = Webhooks(transport)
        self.event_types = EventTypes(transport)
        self.deliveries = Deliveries(transport)


class AsyncResources:
    """All groups of operations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.allocation_rules = AsyncAllocationRules(transport)
        self.availability = AsyncAvailability(transport)
        self.events = AsyncEvents(transport)
        self.fulfilments = AsyncFulfilments(transport)
        self.integrity = AsyncIntegrity(transport)
        self.inventory = AsyncInventory(transport)
        self.locations = AsyncLocations(transport)
        self.me = AsyncMe(transport)
        self.orders = AsyncOrders(transport)
        self.reservations = AsyncReservations(transport)
        self.returns = AsyncReturns(transport)
        self.scans = AsyncScans(transport)
        self.account = AsyncAccount(transport)
        self.keys = AsyncKeys(transport)
        self.audit_log = AsyncAuditLog(transport)
        self.actors = AsyncActors(transport)
        self.members = AsyncMembers(transport)
        self.plans = AsyncPlans(transport)
        self.overview = AsyncOverview(transport)
        self.retention = AsyncRetention(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.event_types = AsyncEventTypes(transport)
        self.deliveries = AsyncDeliveries(transport)
