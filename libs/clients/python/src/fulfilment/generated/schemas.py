# Generated from the OpenAPI documents by `npm run generate`: do not edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import NotRequired


class AccountChoice(TypedDict):
    """A `AccountChoice`."""

    id: str
    """Id of the account."""
    name: str
    """Display name, 1 to 200 characters."""


class Address(TypedDict):
    """A `Address`."""

    name: str
    """Recipient, 1 to 200 characters."""
    company: NotRequired[str]
    """1 to 200 characters."""
    address1: str
    """Street and number, 1 to 200 characters."""
    address2: NotRequired[str]
    """Further address line, 1 to 200 characters."""
    city: str
    """1 to 100 characters."""
    region: NotRequired[str]
    """State, province or county, 1 to 100 characters."""
    postal_code: NotRequired[str]
    """1 to 20 characters."""
    country: str
    """ISO 3166-1 alpha-2: `DE`."""
    phone: NotRequired[str]
    """1 to 40 characters."""
    email: NotRequired[str]
    """At most 254 characters."""


class AddressInput(TypedDict):
    """A `AddressInput`."""

    name: str
    """Recipient, 1 to 200 characters."""
    company: NotRequired[str | None]
    """1 to 200 characters."""
    address1: str
    """Street and number, 1 to 200 characters."""
    address2: NotRequired[str | None]
    """Further address line, 1 to 200 characters."""
    city: str
    """1 to 100 characters."""
    region: NotRequired[str | None]
    """State, province or county, 1 to 100 characters."""
    postal_code: NotRequired[str | None]
    """1 to 20 characters."""
    country: str
    """ISO 3166-1 alpha-2: `DE`."""
    phone: NotRequired[str | None]
    """1 to 40 characters."""
    email: NotRequired[str | None]
    """At most 254 characters."""


class Adjustment(TypedDict):
    """A `Adjustment`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    delta: int
    """Units to add, or to remove if negative."""
    reason: str
    """Reason given by the caller."""
    note: str | None
    """Free text."""
    movements: list[Movement]
    """Entries in the ledger, one for each location."""
    record: Sku
    """The SKU after the adjustment."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""


class AdjustmentCreate(TypedDict):
    """A `AdjustmentCreate`."""

    delta: int
    """Units to add, or to remove if negative."""
    reason: str
    """Reason in the ledger, such as `damaged`, `found` or `receipt`."""
    location: NotRequired[str | None]
    """Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others."""
    note: NotRequired[str | None]
    """Note for readers of the ledger."""


class AllocationRules(TypedDict):
    """A `AllocationRules`."""

    strategy: str
    """Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code."""
    split: str
    """How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock."""
    version: int
    """Increases by one with every change; 0 where the rules were never set."""
    updated_at: str | None
    """When the rules last changed; null where they were never set."""


class AllocationRulesUpdate(TypedDict):
    """A `AllocationRulesUpdate`."""

    strategy: NotRequired[Literal["anywhere", "priority", "most_stock", "fewest_splits"] | None]
    """Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code."""
    split: NotRequired[Literal["never", "by_line", "within_line"] | None]
    """How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class Availability(TypedDict):
    """A `Availability`."""

    lines: list[AvailabilityLine]
    """In the order of the request."""
    complete: bool
    """Whether every line could be ordered whole, all of them together."""
    as_of: str
    """Time of the answer, RFC 3339 in UTC with milliseconds."""


class AvailabilityInWarehouse(TypedDict):
    """A `AvailabilityInWarehouse`."""

    warehouse_id: str
    """Warehouse by id."""
    warehouse: str
    """Code of the warehouse: `MAIN`."""
    available: int
    """Units there that could be ordered, less those of earlier lines."""
    planned: int | None
    """Units that an order would hold there; null where it would hold them wherever they lie."""


class AvailabilityLine(TypedDict):
    """A `AvailabilityLine`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    requested: int
    """Units of the line."""
    available: int
    """Units of the SKU that could be ordered, less those of earlier lines of the same SKU. Where units come from warehouses: those that warehouses which may ship it can give under the split."""
    warehouses: list[AvailabilityInWarehouse]
    """Warehouses that have available units and may ship it, in the order in which they are chosen; in that of their creation where none is. The first 100."""


class AvailabilityRequest(TypedDict):
    """A `AvailabilityRequest`."""

    lines: Sequence[QuoteLine]
    """One SKU with its units each."""
    ship_from: NotRequired[list[str] | None]
    """Warehouses that it may be shipped from, by id or code. Default: all. An archived one ships nothing."""
    ship_to_country: NotRequired[str | None]
    """Country that it is shipped to: warehouses that do not ship there are left out. ISO 3166-1 alpha-2."""
    split: NotRequired[Literal["never", "by_line", "within_line"] | None]
    """How it may be split over warehouses. Default: as the rules say."""


class BatchAdjust(TypedDict):
    """A `BatchAdjust`."""

    op: Literal["adjust"]
    """Operation of the item."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    delta: int
    """Units to add, or to remove if negative."""
    reason: str
    """Reason in the ledger, such as `damaged`, `found` or `receipt`."""
    location: NotRequired[str | None]
    """Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others."""
    note: NotRequired[str | None]
    """Note for readers of the ledger."""
    idempotency_key: NotRequired[str | None]
    """Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer."""


class BatchCreate(TypedDict):
    """A `BatchCreate`."""

    op: Literal["create"]
    """Operation of the item."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str
    """Display name."""
    on_hand: NotRequired[int | None]
    """Units in stock at all locations."""
    reorder_point: NotRequired[int | None]
    """The SKU is low in stock while fewer units are on hand."""
    safety_stock: NotRequired[int | None]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    location: NotRequired[str | None]
    """Home location; null for the default warehouse itself."""
    barcodes: NotRequired[Sequence[Any] | None]
    """Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits."""
    metadata: NotRequired[dict[str, str] | None]
    """Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text, such as `12.50`; needs `currency`."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System, 6 to 12 digits, with or without dots."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""
    idempotency_key: NotRequired[str | None]
    """Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer."""


class BatchOrder(TypedDict):
    """A `BatchOrder`."""

    external_id: NotRequired[str | None]
    """The order's id in the system it comes from; unique."""
    replaces: NotRequired[str | None]
    """A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other."""
    lines: Sequence[OrderLineCreate]
    """One SKU with its units each."""
    exchange_for: NotRequired[str | None]
    """The return that this order is in exchange for. It is allocated like any other order."""
    ship_to: NotRequired[AddressInput | None]
    """Delivery address."""
    note: NotRequired[str | None]
    """Free text."""
    metadata: NotRequired[dict[str, str] | None]
    """Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500."""
    priority: NotRequired[int | None]
    """0 to 9: backorders of the highest are filled first. Default: 5."""
    ship_by: NotRequired[str | None]
    """Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last."""
    ship_from: NotRequired[list[str] | None]
    """The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say."""
    split: NotRequired[Literal["never", "by_line", "within_line"] | None]
    """`never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say."""
    allow_backorder: NotRequired[bool | None]
    """false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder."""
    reservation_id: NotRequired[str | None]
    """A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist."""
    require_reservation: NotRequired[bool | None]
    """true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation."""
    idempotency_key: NotRequired[str | None]
    """Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer."""


class BatchUpdate(TypedDict):
    """A `BatchUpdate`."""

    op: Literal["update"]
    """Operation of the item."""
    name: NotRequired[str | None]
    """Display name."""
    on_hand: NotRequired[int | None]
    """Units in stock at all locations."""
    expected_on_hand: NotRequired[int | None]
    """Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total."""
    reorder_point: NotRequired[int | None]
    """The SKU is low in stock while fewer units are on hand."""
    safety_stock: NotRequired[int | None]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    location: NotRequired[str | None]
    """Home location; null for the default warehouse itself."""
    status: NotRequired[Literal["active", "archived"] | None]
    """`active` restores an archived SKU; `archived` is accepted where the SKU is archived already."""
    reason: NotRequired[str | None]
    """Reason of the change in the ledger. Default: `count`."""
    note: NotRequired[str | None]
    """Note for readers of the ledger."""
    barcodes: NotRequired[Sequence[Any] | None]
    """Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits."""
    metadata: NotRequired[dict[str, str] | None]
    """Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text, such as `12.50`; needs `currency`."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System, 6 to 12 digits, with or without dots."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    unavailable: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    allocated: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    reserved: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    buffer: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    available: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    incoming: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    low_stock: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    sold_out: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    location_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    location_path: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    stock: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouses: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    archived_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    idempotency_key: NotRequired[str | None]
    """Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer."""


class Caller(TypedDict):
    """A `Caller`."""

    account: CallerAccount
    """The account that the caller belongs to."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    role: str
    """Role: see the table of permissions."""
    permissions: list[str]
    """What the role may do, in the order of the table of permissions."""
    key: CallerKey | None
    """The API key; null for the session of a member."""
    member: CallerMember | None
    """The signed-in member; null for an API key."""
    limits: CallerLimits
    """The rate limits that each request counts in."""


class CallerAccount(TypedDict):
    """A `CallerAccount`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    name: str
    """Name of the account."""
    plan: str
    """`enterprise` opens production; `evaluation` does not."""


class CallerKey(TypedDict):
    """A `CallerKey`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    name: str | None
    """Purpose of the key, as given; null if none was given."""
    expires_at: str | None
    """Time at which the secret in use becomes invalid: the expiry of the key, or the end of the overlap after it was rotated; null: never."""


class CallerLimits(TypedDict):
    """A `CallerLimits`."""

    own: RateLimit
    """Of the key, or of the session."""
    shared: RateLimit
    """Shared by all keys of the account in this environment, or by its sessions in this environment."""


class CallerMember(TypedDict):
    """A `CallerMember`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    email: str
    """In lower case."""
    role: str
    """Role of the member in the account."""


class DisabledEndpoint(TypedDict):
    """A `DisabledEndpoint`."""

    id: str
    """The endpoint."""
    origin: str
    """Scheme, host and port of its URL. The path is left out, since it can hold secrets."""
    description: str | None
    """Description of the endpoint; null if none was given."""
    reason: str
    """`gone`: the receiver answered 410. `failing`: no attempt has succeeded for days."""
    disabled_at: str
    """When it was disabled, RFC 3339 in UTC with milliseconds."""
    failing_since: str | None
    """First failure after the last success, or after two days without an attempt."""
    last_success_at: str | None
    """Last successful attempt; null if never."""
    failures: int
    """Number of failed attempts in a row."""
    last_status: int | None
    """HTTP status of the last response; null without one."""
    last_error: str | None
    """Reason for the missing response of the last attempt; null if there was a response."""
    message: str
    """Readable message, with the way to enable the endpoint again."""


class EndpointDisabled(TypedDict):
    """A `EndpointDisabled`."""

    id: str
    """Id of the event, the same at every attempt."""
    type: Literal["endpoint.disabled"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    data: DisabledEndpoint
    """The disabled endpoint."""


class EventPage(TypedDict):
    """A `EventPage`."""

    data: list[Event]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""
    next_after: str | None
    """The `after` of the next round: the last event up to which this page looked, of any type, whether or not `types` shows it. Without one behind `after` it is `after`; null where there is neither."""


class Fulfilment(TypedDict):
    """A `Fulfilment`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    order_id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The fulfilment's id in another system, 1 to 200 characters, unique."""
    status: str
    """`open` until it is packed; shipped and cancelled fulfilments are final."""
    lines: list[FulfilmentLine]
    """Units of lines of the order."""
    warehouse_id: str | None
    """The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse."""
    warehouse: str | None
    """The warehouse's code; null where `warehouse_id` is."""
    packages: list[FulfilmentPackage]
    """The parcels, at most 100."""
    carrier: str | None
    """Carrier of the parcels, 1 to 100 characters."""
    tracking_number: str | None
    """The carrier's tracking number, 1 to 100 characters."""
    tracking_url: str | None
    """Tracking page: http or https, at most 2 000 characters."""
    note: str | None
    """Free text."""
    cancel_reason: str | None
    """Reason given with the cancellation; null without one."""
    pending_transition: str | None
    """A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    packed_at: str | None
    """Time of packing, RFC 3339 in UTC with milliseconds; null unless packed."""
    shipped_at: str | None
    """Time of shipping, RFC 3339 in UTC with milliseconds; null before."""
    delivered_at: str | None
    """Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before."""
    cancelled_at: str | None
    """Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class FulfilmentCancelled(TypedDict):
    """A `FulfilmentCancelled`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["fulfilment.cancelled"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: FulfilmentSnapshot
    """The fulfilment after the change."""
    order: OrderOfFulfilmentSnapshot
    """Its order after the change."""


class FulfilmentCreate(TypedDict):
    """A `FulfilmentCreate`."""

    lines: NotRequired[Sequence[LineUnitsInput] | None]
    """Units of lines, each line once. Default: all that is allocated and in no other fulfilment."""
    warehouse: NotRequired[str | None]
    """Id or code of the warehouse that the units are held in; without `lines` it is all that is allocated there and in no other fulfilment. Default: the one that holds them all."""
    external_id: NotRequired[str | None]
    """The fulfilment's id in another system; unique among fulfilments."""
    note: NotRequired[str | None]
    """Free text."""


class FulfilmentCreated(TypedDict):
    """A `FulfilmentCreated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["fulfilment.created"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: FulfilmentSnapshot
    """The fulfilment after the change."""
    order: OrderOfFulfilmentSnapshot
    """Its order after the change."""


class FulfilmentLine(TypedDict):
    """A `FulfilmentLine`."""

    line_id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str | None
    """The SKU's name when the order was created."""
    quantity: int
    """Units of the line in this fulfilment."""
    allocated: int
    """Units of them that are allocated; 0 once it is shipped or cancelled."""


class FulfilmentOfOrder(TypedDict):
    """A `FulfilmentOfOrder`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    status: str
    """Its status."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""


class FulfilmentPack(TypedDict):
    """A `FulfilmentPack`."""

    packages: NotRequired[Sequence[FulfilmentPackageInput] | None]
    """The parcels, at most 100. If one has `lines`, the contents of all parcels together are packed."""
    lines: NotRequired[Sequence[LineUnitsInput] | None]
    """What is packed, where it is less than the fulfilment plans; `short` is required then."""
    short: NotRequired[Literal["backorder", "cancel", "reallocate"] | None]
    """What becomes of units that are not packed: `backorder` puts them back into the order, `cancel` drops them from it, `reallocate` puts them back and holds them in other warehouses, as far as the order may be shipped from those and they have units free."""


class FulfilmentPackage(TypedDict):
    """A `FulfilmentPackage`."""

    weight_g: NotRequired[int]
    """Weight in grams."""
    length_mm: NotRequired[int]
    """Length in millimetres."""
    width_mm: NotRequired[int]
    """Width in millimetres."""
    height_mm: NotRequired[int]
    """Height in millimetres."""
    tracking: NotRequired[str]
    """Tracking number of this parcel, 1 to 100 characters."""
    lines: NotRequired[list[LineUnits]]
    """What is in the parcel, where that was said."""


class FulfilmentPackageInput(TypedDict):
    """A `FulfilmentPackageInput`."""

    weight_g: NotRequired[int | None]
    """Weight in grams."""
    length_mm: NotRequired[int | None]
    """Length in millimetres."""
    width_mm: NotRequired[int | None]
    """Width in millimetres."""
    height_mm: NotRequired[int | None]
    """Height in millimetres."""
    tracking: NotRequired[str | None]
    """Tracking number of this parcel, 1 to 100 characters."""
    lines: NotRequired[Sequence[LineUnitsInput] | None]
    """What is in the parcel."""


class FulfilmentPackageUpdate(TypedDict):
    """A `FulfilmentPackageUpdate`."""

    tracking: NotRequired[str | None]
    """Tracking number of this parcel; null clears it."""
    weight_g: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    length_mm: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    width_mm: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    height_mm: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    lines: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class FulfilmentPacked(TypedDict):
    """A `FulfilmentPacked`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["fulfilment.packed"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: FulfilmentSnapshot
    """The fulfilment after the change."""
    order: OrderOfFulfilmentSnapshot
    """Its order after the change."""


class FulfilmentPage(TypedDict):
    """A `FulfilmentPage`."""

    data: list[Fulfilment]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


FulfilmentShip = TypedDict(
    "FulfilmentShip",
    {
        "carrier": "NotRequired[str | None]",
        "tracking_number": "NotRequired[str | None]",
        "tracking_url": "NotRequired[str | None]",
        "from": "NotRequired[Sequence[TakenFrom] | None]",
    },
)


class FulfilmentShipped(TypedDict):
    """A `FulfilmentShipped`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["fulfilment.shipped"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: FulfilmentSnapshot
    """The fulfilment after the change."""
    order: OrderOfFulfilmentSnapshot
    """Its order after the change."""


class FulfilmentSnapshot(TypedDict):
    """A `FulfilmentSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    order_id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The fulfilment's id in another system, 1 to 200 characters, unique."""
    status: str
    """`open` until it is packed; shipped and cancelled fulfilments are final."""
    lines: list[FulfilmentLine]
    """Units of lines of the order."""
    warehouse_id: NotRequired[str | None]
    """The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse."""
    warehouse: NotRequired[str | None]
    """The warehouse's code; null where `warehouse_id` is."""
    packages: list[FulfilmentPackage]
    """The parcels, at most 100."""
    carrier: str | None
    """Carrier of the parcels, 1 to 100 characters."""
    tracking_number: str | None
    """The carrier's tracking number, 1 to 100 characters."""
    tracking_url: str | None
    """Tracking page: http or https, at most 2 000 characters."""
    note: str | None
    """Free text."""
    cancel_reason: str | None
    """Reason given with the cancellation; null without one."""
    pending_transition: str | None
    """A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    packed_at: str | None
    """Time of packing, RFC 3339 in UTC with milliseconds; null unless packed."""
    shipped_at: str | None
    """Time of shipping, RFC 3339 in UTC with milliseconds; null before."""
    delivered_at: str | None
    """Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before."""
    cancelled_at: str | None
    """Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class FulfilmentUnpacked(TypedDict):
    """A `FulfilmentUnpacked`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["fulfilment.unpacked"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: FulfilmentSnapshot
    """The fulfilment after the change."""
    order: OrderOfFulfilmentSnapshot
    """Its order after the change."""


class FulfilmentUpdate(TypedDict):
    """A `FulfilmentUpdate`."""

    carrier: NotRequired[str | None]
    """Carrier of the parcels; null clears it."""
    tracking_number: NotRequired[str | None]
    """The carrier's tracking number; null clears it."""
    tracking_url: NotRequired[str | None]
    """Tracking page: http or https; null clears it."""
    note: NotRequired[str | None]
    """Free text; null clears it."""
    delivered_at: NotRequired[str | None]
    """Time of delivery, of a shipped fulfilment; null clears it."""
    packages: NotRequired[Sequence[FulfilmentPackageUpdate] | None]
    """One entry for each parcel, in the order of `packages`; what else a parcel has is accepted where it equals it."""
    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    order_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    external_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    status: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    lines: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouse_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouse: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    cancel_reason: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    pending_transition: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    packed_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    shipped_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    cancelled_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class FulfilmentUpdated(TypedDict):
    """A `FulfilmentUpdated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["fulfilment.updated"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: FulfilmentSnapshot
    """The fulfilment after the change."""
    order: OrderOfFulfilmentSnapshot
    """Its order after the change."""
    changed: list[str]
    """Changed fields of the fulfilment, such as `lines`, `tracking_number` or `delivered_at`."""


class Hold(TypedDict):
    """A `Hold`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    reason: str
    """The word that was given: 1 to 64 of a-z, 0-9 and `_`."""
    note: str | None
    """Free text."""
    release_stock: bool
    """Whether units that are not packed were given back."""
    until: str | None
    """Time at which the hold ends by itself, RFC 3339 in UTC with milliseconds; null where it is to be released."""
    placed_by: str
    """Id of the API key or member that placed it."""
    placed_at: str
    """Time at which it was placed, RFC 3339 in UTC with milliseconds."""


class HoldCreate(TypedDict):
    """A `HoldCreate`."""

    reason: str
    """A word of your own, such as `awaiting_payment`: 1 to 64 of a-z, 0-9 and `_`."""
    note: NotRequired[str | None]
    """Free text."""
    until: NotRequired[str | None]
    """The hold ends by itself at this time, which is to come. Default: it ends when it is released."""
    release_stock: NotRequired[bool | None]
    """true: units that are not packed are given back, and other orders get them; the order waits for them at its rank once its last hold of this kind has ended."""


class HoldOfOrder(TypedDict):
    """A `HoldOfOrder`."""

    id: str
    """Id of the hold."""
    reason: str
    """Its reason."""


class ImportChange(TypedDict):
    """A `ImportChange`."""

    row: int
    """Row number, counted as in `errors`."""
    line: int
    """Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count."""
    sku: str
    """Code of the SKU."""
    location: NotRequired[str]
    """With `by=location`: the location at which `on_hand` would change."""
    before: ImportFacts | None
    """The facts that would change, as they are before the row; null: the row would create the SKU."""
    after: ImportFacts
    """The same facts after it; of a new SKU those that it would have."""


class ImportDuplicate(TypedDict):
    """A `ImportDuplicate`."""

    sku: str
    """Code of the SKU."""
    row: int
    """The later row, counted as in `errors`."""
    line: int
    """Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count."""
    first_row: int
    """The first row with this SKU."""
    first_line: int
    """Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count."""
    location: NotRequired[str]
    """With `by=location`: the location that both rows count, as the later row names it."""


class ImportError(TypedDict):
    """A `ImportError`."""

    row: int
    """Row number from 1, without the header line and empty lines."""
    line: NotRequired[int]
    """Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count."""
    column: str | None
    """Faulty column or member; null for the row as a whole."""
    code: str
    """Error code, as for a batch item or its fields."""
    message: str
    """Explanation for people."""


class ImportFacts(TypedDict):
    """A `ImportFacts`."""

    name: NotRequired[str]
    """Display name."""
    status: NotRequired[str]
    """Status of the record."""
    on_hand: NotRequired[int]
    """Units in stock at all locations."""
    reorder_point: NotRequired[int]
    """The SKU is low in stock while fewer units are on hand."""
    safety_stock: NotRequired[int]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    location: NotRequired[str | None]
    """Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere."""
    barcodes: NotRequired[list[str]]
    """Barcodes by which it is found."""
    metadata: NotRequired[dict[str, str]]
    """Your own pairs."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""


class ImportLocation(TypedDict):
    """A `ImportLocation`."""

    location: str
    """Its path, as answers show it."""
    similar_to: NotRequired[str]
    """A location, existing or of this file, whose path differs in upper and lower case alone: probably a typing error."""


class ImportReport(TypedDict):
    """A `ImportReport`."""

    dry_run: bool
    """True for a dry run: nothing was changed, and the numbers are a forecast."""
    rows: int
    """Rows read."""
    created: int
    """Rows that created a SKU."""
    updated: int
    """Rows that updated a SKU."""
    adjusted: int
    """Rows with `op` `adjust` that moved stock."""
    unchanged: int
    """Rows that match the SKU as it is."""
    failed: int
    """Rows that failed and changed nothing."""
    errors: list[ImportError]
    """Errors of failed rows, in order: the first 1 000."""
    errors_left_out: int
    """Number of further errors."""
    duplicate_rows: NotRequired[int]
    """Rows without `op` and `expected_on_hand` whose SKU is that of an earlier one, with `by=location` whose SKU and place are. They are done in the order of the file, so the last one counts. The first 100000 SKUs of a file are compared."""
    duplicates: NotRequired[list[ImportDuplicate]]
    """The duplicate rows, in order: the first 1 000."""
    changes: NotRequired[list[ImportChange]]
    """Dry runs: what each row would change, in order: the first 1 000 of 1 MB at most."""
    changes_left_out: NotRequired[int]
    """Dry runs: number of further rows that would change a SKU."""
    new_locations: NotRequired[list[ImportLocation]]
    """Dry runs: locations that would be created, in the order of the file, each after the locations that contain it: the first 1 000."""
    new_locations_left_out: NotRequired[int]
    """Dry runs: number of further new locations, of the first 100 000."""


class IntegrityDifference(TypedDict):
    """A `IntegrityDifference`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    check: str
    """The violated rule. `places_add_up`: on_hand is the sum of the stock at all locations. `unavailable_adds_up`: unavailable is the sum at locations that are not sellable. `quantities_add_up`: on_hand is the sum of allocated, reserved, unavailable, buffer and available, none of them below 0. `reservations_add_up`: reserved is the sum of active reservations, in each warehouse of those that name it. `ledger_adds_up`: the movements at each location add up to its stock. `ledger_is_whole`: each movement results in the balance that it records. `holds_add_up`: allocated is the sum of the holds of orders, packed ones included. `holds_are_on_hand`: 0 ≤ held by packed orders ≤ allocated ≤ on_hand - unavailable. `portions_add_up`: the quantity of each order line is the sum of what is allocated, waits, was shipped and was cancelled, and what waits is what SKUs are waited for. `portions_are_held`: no line has more units in fulfilments than are allocated to it. `shipments_are_in_ledger`: the movements of each order that is shipped in part add up to what it has shipped. `returns_are_in_ledger`: the movements of the returns of each order add up to what came back of it, and no more came back than was shipped. `warehouses_add_up`: the units of each warehouse are those at its locations, and no more are allocated and reserved in it than are sellable there. `sources_add_up`: the units that orders hold in each warehouse are those allocated in it, packed ones included, and all units of an order that chose warehouses are in them. `sku_exists`: the SKUs of movements and orders exist."""
    location_id: str | None
    """Location of the difference; null if it concerns no single location."""
    expected: int | None
    """Expected units; null if the rule concerns no units."""
    found: int | None
    """Units found; null if the rule concerns no units."""
    message: str
    """Explanation for people."""


class IntegrityReport(TypedDict):
    """A `IntegrityReport`."""

    as_of: str
    """Time of the first snapshot. SKUs are read in groups, each with its movements and holds in one snapshot."""
    consistent: bool
    """True without differences."""
    compared: IntegrityTotals
    """Number of records read."""
    differing: int
    """Number of differences."""
    differences: list[IntegrityDifference]
    """The first 100 differences, by SKU."""


class IntegrityTotals(TypedDict):
    """A `IntegrityTotals`."""

    skus: int
    """SKUs, including archived ones."""
    places: int
    """Pairs of a SKU and a location that holds stock of it."""
    movements: int
    """Entries of the ledger, without those before a checkpoint."""
    holds: int
    """Lines of orders that are neither shipped nor cancelled."""
    reservations: int
    """Number of lines of active reservations."""
    checkpoints: int
    """SKUs whose ledger was read from its last verified checkpoint on."""
    earlier_movements: int
    """Entries of the ledger before these checkpoints: verified earlier, and not read again."""


class InventoryBatch(TypedDict):
    """A `InventoryBatch`."""

    mode: NotRequired[Literal["partial", "atomic"]]
    """`partial`: each item individually, in order; `atomic`: all or none."""
    items: Sequence[BatchItem]
    """The items, in order."""


class InventoryBatchResult(TypedDict):
    """A `InventoryBatchResult`."""

    results: list[InventoryItemResult]
    """In the order of the items."""


class InventoryItemResult(TypedDict):
    """A `InventoryItemResult`."""

    index: int
    """Index of the item in the request, from 0."""
    status: int
    """HTTP status of the item, as for a request of its own: with 200 and 201 it is done."""
    version: NotRequired[int]
    """Version of the SKU after the item; absent where it was refused."""
    record: NotRequired[Sku]
    """The SKU after the item; absent where it was refused or `record_left_out` says why."""
    record_left_out: NotRequired[str]
    """Why a successful item has no `record`. `changed_later`: a later item of the batch is about the same SKU, and the last of them has the record. `answer_size`: the results before it have 4 MB. The item is done all the same; `GET /inventory/{sku}` has the SKU."""
    error: NotRequired[ItemProblem]
    """The problem of a refused item, without a request id."""


class InventoryLowStock(TypedDict):
    """A `InventoryLowStock`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["inventory.low_stock"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: LowStockSku
    """The SKU after the change, with its reorder point."""
    previous: Quantities | None
    """Quantities before the change; null at the creation of the SKU."""
    changed: list[str]
    """Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already."""
    reason: str
    """Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive."""
    reference: Reference | None
    """The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one."""
    occurred_at: NotRequired[str]
    """Time at which the units were moved or counted, where that was before they were booked at `created_at`."""
    versions: NotRequired[int]
    """Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one."""


class InventoryOutOfStock(TypedDict):
    """A `InventoryOutOfStock`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["inventory.out_of_stock"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: SkuSnapshot
    """The SKU after the change."""
    previous: Quantities | None
    """Quantities before the change; null at the creation of the SKU."""
    changed: list[str]
    """Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already."""
    reason: str
    """Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive."""
    reference: Reference | None
    """The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one."""
    occurred_at: NotRequired[str]
    """Time at which the units were moved or counted, where that was before they were booked at `created_at`."""
    versions: NotRequired[int]
    """Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one."""


class InventoryUpdated(TypedDict):
    """A `InventoryUpdated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["inventory.updated"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: SkuSnapshot
    """The SKU after the change."""
    previous: Quantities | None
    """Quantities before the change; null at the creation of the SKU."""
    changed: list[str]
    """Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already."""
    reason: str
    """Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive."""
    reference: Reference | None
    """The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one."""
    occurred_at: NotRequired[str]
    """Time at which the units were moved or counted, where that was before they were booked at `created_at`."""
    versions: NotRequired[int]
    """Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one."""


class ItemProblem(TypedDict):
    """A `ItemProblem`."""

    title: str
    """Short name of the code."""
    code: str
    """Stable, documented error code for programs."""
    detail: str
    """Explanation of this occurrence."""
    retryable: bool
    """Whether the same item can still succeed."""
    errors: NotRequired[list[ProblemItem]]
    """Offending fields, at most 100, and the first alone once the batch lists 1 000; pointers begin at the request's body."""
    errors_left_out: NotRequired[int]
    """Number of further errors: `errors` lists at most 100."""


class LineAllocation(TypedDict):
    """A `LineAllocation`."""

    warehouse_id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    warehouse: str
    """The warehouse's code."""
    quantity: int
    """Units of `allocated` that are held there."""


LineReassign = TypedDict(
    "LineReassign",
    {
        "line_id": "str",
        "quantity": "int",
        "from": "NotRequired[str | None]",
        "to": "str",
    },
)


class LineUnits(TypedDict):
    """A `LineUnits`."""

    line_id: str
    """A line of the order."""
    quantity: int
    """Units, an integer."""


class LineUnitsInput(TypedDict):
    """A `LineUnitsInput`."""

    line_id: str
    """A line of the order."""
    quantity: int
    """Units, an integer."""


class Location(TypedDict):
    """A `Location`."""

    id: str
    """Immutable id."""
    type: str
    """A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse."""
    code: str
    """Unique within its parent, including archived locations."""
    parent_id: str | None
    """Null for a warehouse."""
    name: str | None
    """Display name; null for none."""
    usage: str
    """Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable."""
    sellable: bool
    """Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`."""
    pickable: bool
    """Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any."""
    pick_sequence: int | None
    """Position in the order in which people pick; null for none."""
    ships: bool | None
    """Whether orders may be shipped from the warehouse; null for any other location."""
    priority: int | None
    """Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location."""
    countries: list[str] | None
    """Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location."""
    path: str
    """Codes from the warehouse down: `MAIN:A3/S2`."""
    status: str
    """An archived location accepts neither stock nor new locations below it."""
    version: int
    """Increases by one with every change, including a change of its path."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""


class LocationArchived(TypedDict):
    """A `LocationArchived`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["location.archived"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: LocationSnapshot
    """The location after the change."""


class LocationCreate(TypedDict):
    """A `LocationCreate`."""

    type: Literal["warehouse", "aisle", "shelf", "bin"]
    """Kind of location."""
    code: str
    """Code, unique within its parent."""
    parent_id: NotRequired[str | None]
    """None for a warehouse. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf."""
    name: NotRequired[str | None]
    """Display name; null for none."""
    usage: NotRequired[Literal["storage", "receiving", "staging", "tote", "quarantine", "returns", "damaged"] | None]
    """Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable."""
    sellable: NotRequired[bool | None]
    """Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`."""
    pickable: NotRequired[bool | None]
    """Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any."""
    pick_sequence: NotRequired[int | None]
    """Position in the order in which people pick."""
    ships: NotRequired[bool | None]
    """Whether orders may be shipped from the warehouse. Warehouses only; default: true."""
    priority: NotRequired[int | None]
    """Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0."""
    countries: NotRequired[list[str] | None]
    """Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all."""


class LocationCreated(TypedDict):
    """A `LocationCreated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["location.created"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: LocationSnapshot
    """The location after the change."""


class LocationPage(TypedDict):
    """A `LocationPage`."""

    data: list[Location]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class LocationSnapshot(TypedDict):
    """A `LocationSnapshot`."""

    id: str
    """Immutable id."""
    type: str
    """A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse."""
    code: str
    """Unique within its parent, including archived locations."""
    parent_id: str | None
    """Null for a warehouse."""
    name: str | None
    """Display name; null for none."""
    usage: NotRequired[str]
    """Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable."""
    sellable: NotRequired[bool]
    """Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`."""
    pickable: NotRequired[bool]
    """Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any."""
    pick_sequence: NotRequired[int | None]
    """Position in the order in which people pick; null for none."""
    ships: NotRequired[bool | None]
    """Whether orders may be shipped from the warehouse; null for any other location."""
    priority: NotRequired[int | None]
    """Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location."""
    countries: NotRequired[list[str] | None]
    """Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location."""
    path: str
    """Codes from the warehouse down: `MAIN:A3/S2`."""
    status: str
    """An archived location accepts neither stock nor new locations below it."""
    version: int
    """Increases by one with every change, including a change of its path."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""


class LocationStock(TypedDict):
    """A `LocationStock`."""

    sku: str
    """SKU stored there."""
    name: str
    """Display name."""
    status: str
    """The SKU's status; an archived SKU keeps its stock."""
    on_hand: int
    """Units stored there, the sum of `stock`."""
    stock: list[StockAtLocation]
    """The units by location: the location itself, or one below it."""


class LocationStockPage(TypedDict):
    """A `LocationStockPage`."""

    data: list[LocationStock]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class LocationUpdate(TypedDict):
    """A `LocationUpdate`."""

    name: NotRequired[str | None]
    """Display name; null for none."""
    code: NotRequired[str | None]
    """A new code changes the path of the location and of all locations below it at once. The code of `MAIN` is fixed."""
    status: NotRequired[Literal["active", "archived"] | None]
    """`active` restores an archived location, without the locations below it; `archived` is accepted where it is archived already."""
    usage: NotRequired[Literal["storage", "receiving", "staging", "tote", "quarantine", "returns", "damaged"] | None]
    """Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable."""
    sellable: NotRequired[bool | None]
    """Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`."""
    pickable: NotRequired[bool | None]
    """Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any."""
    pick_sequence: NotRequired[int | None]
    """Position in the order in which people pick."""
    ships: NotRequired[bool | None]
    """Whether orders may be shipped from the warehouse. Warehouses only; default: true."""
    priority: NotRequired[int | None]
    """Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0."""
    countries: NotRequired[list[str] | None]
    """Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all."""
    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    type: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    parent_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    path: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class LocationUpdated(TypedDict):
    """A `LocationUpdated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["location.updated"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: LocationSnapshot
    """The location after the change."""
    changed: list[str]
    """Changed facts, out of name, code, path, usage, sellable, pickable, pick_sequence, ships, priority, countries and status."""


class LowStockSku(TypedDict):
    """A `LowStockSku`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str
    """Display name."""
    on_hand: int
    """Units in stock at all locations."""
    unavailable: NotRequired[int]
    """Units at locations that are not sellable: no order can have them."""
    allocated: int
    """Units allocated to orders that are not shipped yet."""
    reserved: NotRequired[int]
    """Units that reservations keep until they expire."""
    buffer: NotRequired[int]
    """Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold."""
    available: int
    """Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer."""
    incoming: NotRequired[int]
    """Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet."""
    safety_stock: NotRequired[int]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    reorder_point: int
    """The SKU is low in stock while fewer units are on hand."""
    low_stock: bool
    """Whether on_hand is below reorder_point."""
    sold_out: NotRequired[bool]
    """Whether no unit is available."""
    location: str | None
    """Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere."""
    location_id: str
    """Location by id."""
    location_path: NotRequired[str]
    """Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse."""
    stock: list[StockAtLocationSnapshot]
    """Units by location and lot, without empty locations."""
    warehouses: NotRequired[list[StockInWarehouseSnapshot]]
    """Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them."""
    barcodes: NotRequired[list[str]]
    """Barcodes by which it is found."""
    metadata: NotRequired[dict[str, str]]
    """Your own pairs."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""
    status: str
    """Status of the record."""
    version: int
    """Increases by one with every change."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    archived_at: str | None
    """Time of archiving, RFC 3339 in UTC with milliseconds; null while active."""
    stock_truncated: NotRequired[bool]
    """True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all."""
    threshold: int
    """Reorder point of the SKU."""


class Movement(TypedDict):
    """A `Movement`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    location_id: str
    """Location by id."""
    location: str
    """Present path of the location."""
    location_path: str
    """Present whole path of the location, from its warehouse down: `MAIN:A3/S2`."""
    delta: int
    """Units added to the location, or removed if negative."""
    balance: int
    """Units of the SKU at the location after the movement."""
    reason: str
    """`opening`, `count`, `transfer`, `shipment`, `receipt`, `return`, `scrap`, or the reason of the request."""
    reference: Reference | None
    """The order, transfer or scan that caused the movement; of a `count` beside a late `receipt`, the earlier count."""
    note: str | None
    """Free text."""
    actor: str
    """Id of the API key or member, or name of the service, that caused the movement."""
    version: int
    """The SKU's version after the change; movements of one change share it."""
    occurred_at: str
    """Time at which the units were moved or counted: of a scan the earlier of its `scanned_at` and its receipt, else `created_at`."""
    created_at: str
    """Time at which it was booked. Of the movements of a SKU it never runs backwards."""


class MovementPage(TypedDict):
    """A `MovementPage`."""

    data: list[Movement]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class Order(TypedDict):
    """A `Order`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The order's id in the external system, 1 to 200 characters, unique."""
    status: str
    """`pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`."""
    allocation: str
    """How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; a pending or rejected order is always `backordered`."""
    fulfilment: str
    """`none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more."""
    lines: list[OrderLine]
    """One SKU with its units each."""
    fulfilments: list[FulfilmentOfOrder]
    """The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order."""
    priority: int
    """0 to 9: backorders of the highest are filled first. Default: 5."""
    ship_by: str | None
    """Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. RFC 3339 in UTC with milliseconds."""
    holds: list[Hold]
    """The reasons why the order may not be packed or shipped, until each is released or its time has come."""
    ship_from: list[str] | None
    """The warehouses that the order may be shipped from, by id or code, as they were given; null where the order leaves it to the allocation rules."""
    split: str | None
    """`never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Null where the order leaves it to the allocation rules."""
    allocation_reason: str | None
    """`no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order."""
    returns: list[ReturnOfOrder]
    """The returns of the order, oldest first."""
    exchange_for: str | None
    """The return that the order is in exchange for; null of any other order."""
    ship_to: Address | None
    """Delivery address."""
    note: str | None
    """Free text."""
    metadata: dict[str, str]
    """The metadata of the order."""
    packages: list[Package]
    """The parcels, at most 100."""
    carrier: str | None
    """Carrier of the parcels, 1 to 100 characters."""
    tracking_number: str | None
    """The carrier's tracking number, 1 to 100 characters."""
    tracking_url: str | None
    """Tracking page: http or https, at most 2 000 characters."""
    cancel_reason: str | None
    """Reason given with the cancellation; null without one."""
    pending_transition: str | None
    """A step that was answered with 202 and waits for the answer of inventory."""
    pending_fulfilment_id: str | None
    """The fulfilment that `pending_transition` is about; null for a step of the whole order."""
    pending_return_id: str | None
    """The return that `pending_transition` is about; null for any other step."""
    refusal: Refusal | None
    """Refusal of the last step that was answered with 202; null once a step is accepted."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    packed_at: str | None
    """Time of packing, RFC 3339 in UTC with milliseconds; null before."""
    shipped_at: str | None
    """Time of shipping, RFC 3339 in UTC with milliseconds; null before."""
    cancelled_at: str | None
    """Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled."""
    erased_at: str | None
    """Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class OrderBatch(TypedDict):
    """A `OrderBatch`."""

    orders: Sequence[BatchOrder]
    """1 to 200 orders, each as in `POST /orders`, optionally with a key of its own; stock is allocated in this order."""


class OrderCancel(TypedDict):
    """A `OrderCancel`."""

    reason: NotRequired[str | None]
    """Reason given by the caller."""


class OrderCancelled(TypedDict):
    """A `OrderCancelled`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["order.cancelled"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: OrderSnapshot
    """The order after the change."""


class OrderClose(TypedDict):
    """A `OrderClose`."""

    reason: NotRequired[str | None]
    """Reason given by the caller."""
    lines: NotRequired[Sequence[LineUnitsInput] | None]
    """Units of lines, each line once. Default: all that is in no fulfilment."""


class OrderCreate(TypedDict):
    """A `OrderCreate`."""

    external_id: NotRequired[str | None]
    """The order's id in the system it comes from; unique."""
    replaces: NotRequired[str | None]
    """A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other."""
    lines: Sequence[OrderLineCreate]
    """One SKU with its units each."""
    exchange_for: NotRequired[str | None]
    """The return that this order is in exchange for. It is allocated like any other order."""
    ship_to: NotRequired[AddressInput | None]
    """Delivery address."""
    note: NotRequired[str | None]
    """Free text."""
    metadata: NotRequired[dict[str, str] | None]
    """Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500."""
    priority: NotRequired[int | None]
    """0 to 9: backorders of the highest are filled first. Default: 5."""
    ship_by: NotRequired[str | None]
    """Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last."""
    ship_from: NotRequired[list[str] | None]
    """The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say."""
    split: NotRequired[Literal["never", "by_line", "within_line"] | None]
    """`never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say."""
    allow_backorder: NotRequired[bool | None]
    """false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder."""
    reservation_id: NotRequired[str | None]
    """A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist."""
    require_reservation: NotRequired[bool | None]
    """true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation."""


class OrderCreated(TypedDict):
    """A `OrderCreated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["order.created"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: OrderSnapshot
    """The order after the change."""


class OrderEdit(TypedDict):
    """A `OrderEdit`."""

    lines: Sequence[OrderLineEdit]
    """The lines, each once. Two new lines may have one SKU."""
    mode: NotRequired[Literal["replace", "patch"]]
    """`replace`: lines that are not named are removed; `patch`: they stay as they are."""
    allow_backorder: NotRequired[bool | None]
    """false: the edit is refused with 409 `insufficient_stock` if added units cannot be allocated at once. Default: as the order was created."""


class OrderHistoryEntry(TypedDict):
    """A `OrderHistoryEntry`."""

    transition: str
    """The step that was done or refused; `allocate` for a change of the allocation, `update` for one of note, metadata, address or tracking, of the order or of a fulfilment, for a return that was requested or rejected, and for a step that was answered with 202."""
    refused: bool
    """Whether the step was refused."""
    status: str
    """Status of the order after the step."""
    version: int
    """Version of the order after the step; a refused step leaves it as it was."""
    code: str | None
    """Error code of the refusal; null unless refused."""
    fulfilment_id: str | None
    """The fulfilment that the step was about; null for one of the whole order."""
    return_id: str | None
    """The return that the step was about; null for any other step."""
    reason: str | None
    """Reason given by the caller."""
    actor: str
    """Id of the API key or member, or name of the service, that took the step."""
    request_id: str
    """The `X-Request-Id` of the request."""
    at: str
    """Time of the step, RFC 3339 in UTC with milliseconds."""


class OrderHistoryPage(TypedDict):
    """A `OrderHistoryPage`."""

    data: list[OrderHistoryEntry]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class OrderLine(TypedDict):
    """A `OrderLine`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str | None
    """The SKU's name when the order was created."""
    quantity: int
    """Ordered units: allocated + backordered + shipped + cancelled."""
    allocated: int
    """Units allocated to the line; 0 once it is shipped."""
    allocations: list[LineAllocation]
    """The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse."""
    packed: int
    """Units of `allocated` that are packed."""
    backordered: int
    """Units that wait for stock."""
    shipped: int
    """Shipped units."""
    returned: int
    """Units of `shipped` that came back."""
    cancelled: int
    """Units that were dropped from the order."""
    external_line_id: str | None
    """The line's id in the external system, 1 to 200 characters."""


class OrderLineCreate(TypedDict):
    """A `OrderLineCreate`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    quantity: int
    """Units, an integer."""
    external_line_id: NotRequired[str | None]
    """The line's id in the external system, 1 to 200 characters."""


class OrderLineEdit(TypedDict):
    """A `OrderLineEdit`."""

    id: NotRequired[str | None]
    """A line of the order. Left out for a new line, which has a `sku` then."""
    sku: NotRequired[str | None]
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    quantity: int
    """Units that the line is to have in all, those that were shipped or cancelled included; 0 removes it."""
    external_line_id: NotRequired[str | None]
    """A new line's id in the external system, 1 to 200 characters."""


class OrderLineSnapshot(TypedDict):
    """A `OrderLineSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str | None
    """The SKU's name when the order was created."""
    quantity: int
    """Ordered units: allocated + backordered + shipped + cancelled."""
    allocated: int
    """Units allocated to the line; 0 once it is shipped."""
    allocations: NotRequired[list[LineAllocation]]
    """The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse."""
    packed: NotRequired[int]
    """Units of `allocated` that are packed."""
    backordered: NotRequired[int]
    """Units that wait for stock."""
    shipped: int
    """Shipped units."""
    returned: NotRequired[int]
    """Units of `shipped` that came back."""
    cancelled: NotRequired[int]
    """Units that were dropped from the order."""
    external_line_id: str | None
    """The line's id in the external system, 1 to 200 characters."""


class OrderOfFulfilmentSnapshot(TypedDict):
    """A `OrderOfFulfilmentSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The order's id in the external system."""
    status: str
    """Status of the order."""
    fulfilment: str
    """How much of the order is shipped."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""


class OrderOfReturnSnapshot(TypedDict):
    """A `OrderOfReturnSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The order's id in the external system."""
    status: str
    """Status of the order."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""


class OrderPack(TypedDict):
    """A `OrderPack`."""

    packages: NotRequired[Sequence[PackageInput] | None]
    """The parcels, at most 100."""


class OrderPacked(TypedDict):
    """A `OrderPacked`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["order.packed"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: OrderSnapshot
    """The order after the change."""


class OrderPage(TypedDict):
    """A `OrderPage`."""

    data: list[Order]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class OrderReassign(TypedDict):
    """A `OrderReassign`."""

    lines: Sequence[LineReassign]
    """Units of lines; a line may be named more than once."""


class OrderResult(TypedDict):
    """A `OrderResult`."""

    index: int
    """Index of the order in the request, from 0."""
    status: int
    """HTTP status of the order, as for `POST /orders`: with 200, 201 and 202 it exists."""
    id: NotRequired[str]
    """Id of the order; absent where it was refused."""
    version: NotRequired[int]
    """Version of the order; absent where it was refused."""
    record: NotRequired[Order]
    """The order; absent where it was refused or `record_left_out` says why. With 202 it is `pending`."""
    record_left_out: NotRequired[str]
    """Why an order that exists has no `record`: the results before it have 4 MB. `GET /orders/{id}` has the order."""
    error: NotRequired[ItemProblem]
    """The problem of a refused order, without a request id."""


class OrderResults(TypedDict):
    """A `OrderResults`."""

    results: list[OrderResult]
    """One result for each order, in order."""


class OrderShip(TypedDict):
    """A `OrderShip`."""

    carrier: NotRequired[str | None]
    """Carrier of the parcels, 1 to 100 characters."""
    tracking_number: NotRequired[str | None]
    """The carrier's tracking number, 1 to 100 characters."""
    tracking_url: NotRequired[str | None]
    """Tracking page: http or https, at most 2 000 characters."""


class OrderShipped(TypedDict):
    """A `OrderShipped`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["order.shipped"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: OrderSnapshot
    """The order after the change."""


class OrderSnapshot(TypedDict):
    """A `OrderSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The order's id in the external system, 1 to 200 characters, unique."""
    status: str
    """`pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`."""
    allocation: str
    """How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; a pending or rejected order is always `backordered`."""
    fulfilment: NotRequired[str]
    """`none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more."""
    lines: list[OrderLineSnapshot]
    """One SKU with its units each."""
    fulfilments: NotRequired[list[FulfilmentOfOrder]]
    """The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order."""
    priority: NotRequired[int]
    """0 to 9: backorders of the highest are filled first. Default: 5."""
    ship_by: NotRequired[str | None]
    """Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. RFC 3339 in UTC with milliseconds."""
    holds: NotRequired[list[Hold]]
    """The reasons why the order may not be packed or shipped, until each is released or its time has come."""
    ship_from: NotRequired[list[str] | None]
    """The warehouses that the order may be shipped from, by id or code, as they were given; null where the order leaves it to the allocation rules."""
    split: NotRequired[str | None]
    """`never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Null where the order leaves it to the allocation rules."""
    allocation_reason: NotRequired[str | None]
    """`no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order."""
    returns: NotRequired[list[ReturnOfOrder]]
    """The returns of the order, oldest first."""
    exchange_for: NotRequired[str | None]
    """The return that the order is in exchange for; null of any other order."""
    ship_to: Address | None
    """Delivery address."""
    note: str | None
    """Free text."""
    metadata: dict[str, str]
    """The metadata of the order."""
    packages: list[Package]
    """The parcels, at most 100."""
    carrier: str | None
    """Carrier of the parcels, 1 to 100 characters."""
    tracking_number: str | None
    """The carrier's tracking number, 1 to 100 characters."""
    tracking_url: str | None
    """Tracking page: http or https, at most 2 000 characters."""
    cancel_reason: NotRequired[str | None]
    """Reason given with the cancellation; null without one."""
    pending_transition: str | None
    """A step that was answered with 202 and waits for the answer of inventory."""
    pending_fulfilment_id: NotRequired[str | None]
    """The fulfilment that `pending_transition` is about; null for a step of the whole order."""
    pending_return_id: NotRequired[str | None]
    """The return that `pending_transition` is about; null for any other step."""
    refusal: RefusalSnapshot | None
    """Refusal of the last step that was answered with 202; null once a step is accepted."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    packed_at: str | None
    """Time of packing, RFC 3339 in UTC with milliseconds; null before."""
    shipped_at: str | None
    """Time of shipping, RFC 3339 in UTC with milliseconds; null before."""
    cancelled_at: str | None
    """Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled."""
    erased_at: NotRequired[str | None]
    """Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class OrderUpdate(TypedDict):
    """A `OrderUpdate`."""

    note: NotRequired[str | None]
    """Free text; null clears it."""
    metadata: NotRequired[dict[str, str] | None]
    """All metadata of the order, in place of the present; null clears it."""
    priority: NotRequired[int | None]
    """0 to 9, of an open order; null makes it 5."""
    ship_by: NotRequired[str | None]
    """Time by which an open order is to be shipped; null clears it."""
    ship_to: NotRequired[AddressInput | None]
    """Delivery address, until the order is shipped; null clears it."""
    carrier: NotRequired[str | None]
    """Carrier of the parcels; null clears it."""
    tracking_number: NotRequired[str | None]
    """The carrier's tracking number; null clears it."""
    tracking_url: NotRequired[str | None]
    """Tracking page: http or https; null clears it."""
    packages: NotRequired[Sequence[PackageUpdate] | None]
    """One entry for each parcel of a packed order, in the order of `packages`; weight and measures are accepted if they equal those of the parcel."""
    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    external_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    status: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    allocation: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    allocation_reason: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    ship_from: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    split: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    fulfilment: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    fulfilments: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    returns: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    exchange_for: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    lines: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    holds: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    cancel_reason: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    pending_transition: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    pending_fulfilment_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    pending_return_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    refusal: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    packed_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    shipped_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    cancelled_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    erased_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class OrderUpdated(TypedDict):
    """A `OrderUpdated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["order.updated"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: OrderSnapshot
    """The order after the change."""
    changed: NotRequired[list[str]]
    """Changed fields of the order, such as `lines` and `allocation`, `note`, `ship_to` or `packages`."""


class OtherBarcode(TypedDict):
    """A `OtherBarcode`."""

    code: str
    """The code."""
    type: Literal["other"]
    """A code of your own, also where it has 12, 13 or 14 digits."""


class OtherEvent(TypedDict):
    """A `OtherEvent`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["of a later version"]
    """Type of the event. Any text, although checkers are told one: so comparing it tells the events apart."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: NotRequired[int]
    """The record's version at that commit: increasing, with gaps."""


class Package(TypedDict):
    """A `Package`."""

    weight_g: NotRequired[int]
    """Weight in grams."""
    length_mm: NotRequired[int]
    """Length in millimetres."""
    width_mm: NotRequired[int]
    """Width in millimetres."""
    height_mm: NotRequired[int]
    """Height in millimetres."""
    tracking: NotRequired[str]
    """Tracking number of this parcel, 1 to 100 characters."""


class PackageInput(TypedDict):
    """A `PackageInput`."""

    weight_g: NotRequired[int | None]
    """Weight in grams."""
    length_mm: NotRequired[int | None]
    """Length in millimetres."""
    width_mm: NotRequired[int | None]
    """Width in millimetres."""
    height_mm: NotRequired[int | None]
    """Height in millimetres."""
    tracking: NotRequired[str | None]
    """Tracking number of this parcel, 1 to 100 characters."""


class PackageUpdate(TypedDict):
    """A `PackageUpdate`."""

    tracking: NotRequired[str | None]
    """Tracking number of this parcel; null clears it."""
    weight_g: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    length_mm: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    width_mm: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    height_mm: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class Problem(TypedDict):
    """A `Problem`."""

    type: str
    """URL of the documentation of the code."""
    title: str
    """Short name of the code."""
    status: int
    """HTTP status of the response."""
    code: str
    """Stable, documented error code for programs."""
    detail: str
    """Explanation of this occurrence."""
    request_id: str
    """The `X-Request-Id` of the response."""
    retryable: bool
    """Whether the same request can still succeed."""
    errors: NotRequired[list[ProblemItem]]
    """Offending fields or lines: the first 100."""
    errors_left_out: NotRequired[int]
    """Number of further errors: `errors` lists at most 100."""
    accounts: NotRequired[list[AccountChoice]]
    """`several_accounts`: the accounts for which the credentials are valid."""
    allow: NotRequired[list[str]]
    """`method_not_allowed`: the methods of the path, as in `Allow`."""
    available: NotRequired[list[str]]
    """`not_acceptable`, `unsupported_media_type`: the media types that there are."""
    check: NotRequired[str]
    """`sso_not_trusted`: the claim that failed."""
    confirm_at: NotRequired[str]
    """`recent_authentication_required`: the path that takes the password, with POST."""
    current: NotRequired[dict[str, Any]]
    """`version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together."""
    current_version: NotRequired[int]
    """`version_conflict`: the present version of the record."""
    changed_by: NotRequired[str]
    """`version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known."""
    current_status: NotRequired[str]
    """Refused steps: the present status of the record."""
    ends_at: NotRequired[str]
    """`too_many_secrets`: when the first secret ends, RFC 3339 in UTC with milliseconds."""
    fulfilment_id: NotRequired[str]
    """Refused fulfilments: id of the fulfilment."""
    holds: NotRequired[list[HoldOfOrder]]
    """`order_on_hold`: the holds of the order."""
    imported: NotRequired[ImportReport]
    """Refused imports: the report of the rows done before the fault."""
    limit: NotRequired[str]
    """`rate_limited`: the limit that was reached: `key`, `tenant`, `client`, `connections` or `in-flight`."""
    max_bytes: NotRequired[int]
    """Requests that are too large: the bound in bytes."""
    max_fields: NotRequired[int]
    """`headers_too_large`: the maximum number of header fields."""
    member_id: NotRequired[str]
    """`member_exists`: id of the member."""
    order_id: NotRequired[str]
    """Refused orders: id of the order."""
    permission: NotRequired[str]
    """`forbidden`: the permission that the role lacks."""
    provider_error: NotRequired[str]
    """`sso_denied`: the error of the identity provider."""
    replay_id: NotRequired[str]
    """`replay_in_progress`: id of the replay."""
    return_id: NotRequired[str]
    """Refused returns: id of the return."""
    retry_after: NotRequired[int]
    """`rate_limited`: seconds to wait, as in `Retry-After`."""
    row: NotRequired[int]
    """`malformed_csv`: number of the faulty row, from 1."""
    scan_id: NotRequired[str]
    """`duplicate_client_scan_id`: id of the scan."""
    status_of_key: NotRequired[str]
    """`key_not_active`: status of the API key."""
    status_of_member: NotRequired[str]
    """`member_not_active`: status of the member."""


class ProblemItem(TypedDict):
    """A `ProblemItem`."""

    pointer: str
    """JSON pointer into the body (RFC 6901); for a parameter or header field, `/` and its name; empty for the whole request."""
    code: str
    """Stable, documented error code for programs."""
    message: str
    """Explanation for people."""
    sku: NotRequired[str]
    """SKU of the fault."""
    status_of_sku: NotRequired[str]
    """`sku_exists`: status of the SKU that exists, `active` or `archived`."""
    location: NotRequired[str]
    """Path or id of the location of the fault."""
    requested: NotRequired[int]
    """Units that were requested."""
    available: NotRequired[int]
    """Units that were available."""
    allocated: NotRequired[int]
    """Units that the order holds."""
    on_hand: NotRequired[int]
    """Units that are on hand."""
    minimum: NotRequired[int]
    """Lowest allowed number of units."""
    maximum: NotRequired[int]
    """Highest allowed number of units; of records or bytes, for `storage_limit_reached`."""
    stored: NotRequired[str]
    """`storage_limit_reached`: kind of the records, `skus`, `open_orders`, `webhook_endpoints` or `warehouses`; `stored_bytes` for bytes of all records."""
    used: NotRequired[int]
    """`storage_limit_reached`: number of the records or bytes."""
    reservation_id: NotRequired[str]
    """Id of the reservation that the fault is about."""
    status_of_reservation: NotRequired[str]
    """Status of that reservation: `active`, `converted`, `released` or `expired`."""
    current: NotRequired[dict[str, Any]]
    """`version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together."""
    current_version: NotRequired[int]
    """`version_conflict`: the present version of the record."""
    changed_by: NotRequired[str]
    """`version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known."""
    line_id: NotRequired[str]
    """Line of the order that the fault is about."""
    allowed: NotRequired[int]
    """`quantity_exceeded`: units that may be named, or records that there may be."""
    limit: NotRequired[str]
    """`quantity_exceeded`: the units or records that the numbers are of: `open`, `planned`, `fulfilments`, or `lines of fulfilments`."""
    warehouses: NotRequired[list[UnitsInWarehouse]]
    """Warehouses that the units are held in."""
    named: NotRequired[int]
    """`quantity_mismatch`: units that the request names of the line, in all."""
    expected: NotRequired[int]
    """`quantity_mismatch`: units that the line requires."""
    counted_at: NotRequired[str]
    """Time of a count that is out of date, RFC 3339 in UTC with milliseconds."""


class Quantities(TypedDict):
    """A `Quantities`."""

    on_hand: int
    """Units in stock, 0 to 2 147 483 647."""
    unavailable: NotRequired[int]
    """Units at locations that are not sellable. Absent in events of releases that had none."""
    allocated: int
    """Units allocated to orders that are not shipped yet."""
    reserved: NotRequired[int]
    """Units that reservations kept. Absent in events of releases that had none."""
    buffer: NotRequired[int]
    """Units that were withheld as safety stock. Absent in events of releases that had none."""
    available: int
    """Units that could be ordered: on_hand - unavailable - allocated - reserved - buffer, never below 0."""
    stock: NotRequired[list[StockAtLocationSnapshot]]
    """Stock by location before the change; present if `changed` names `stock`."""
    stock_truncated: NotRequired[bool]
    """True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all."""


class QuoteLine(TypedDict):
    """A `QuoteLine`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    quantity: int
    """Units, an integer."""


class RateLimit(TypedDict):
    """A `RateLimit`."""

    burst: int
    """Number of requests that are admitted at once."""
    rate: float
    """Number of requests per second that are admitted in the long run."""


class Reference(TypedDict):
    """A `Reference`."""

    type: str
    """Kind of the record."""
    id: str
    """Id of the record."""
    order_id: NotRequired[str]
    """The order, where the record is a part of one, such as a fulfilment."""


class Refusal(TypedDict):
    """A `Refusal`."""

    transition: str
    """Step of the order."""
    fulfilment_id: str | None
    """The fulfilment that the step was about; null for one of the whole order."""
    return_id: str | None
    """The return that the step was about; null for any other step."""
    code: str
    """Code of the error catalogue."""
    detail: str
    """Explanation in one sentence."""
    errors: list[ProblemItem]
    """Every offending line or field, with a JSON pointer into the request."""
    at: str
    """Time of the refusal, RFC 3339 in UTC with milliseconds."""


class RefusalSnapshot(TypedDict):
    """A `RefusalSnapshot`."""

    transition: str
    """Step of the order."""
    fulfilment_id: NotRequired[str | None]
    """The fulfilment that the step was about; null for one of the whole order."""
    return_id: NotRequired[str | None]
    """The return that the step was about; null for any other step."""
    code: str
    """Code of the error catalogue."""
    detail: str
    """Explanation in one sentence."""
    errors: list[ProblemItem]
    """Every offending line or field, with a JSON pointer into the request."""
    at: str
    """Time of the refusal, RFC 3339 in UTC with milliseconds."""


class Reservation(TypedDict):
    """A `Reservation`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The reservation's id in another system, such as that of a cart, 1 to 200 characters. Null for none."""
    status: str
    """`active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later."""
    lines: list[ReservationLine]
    """One SKU with its units each."""
    partial: bool
    """Whether lines may be reserved in part."""
    warehouse_id: str | None
    """The one warehouse that its units are kept in; null where they are kept wherever they lie."""
    warehouse: str | None
    """Code that this warehouse had when units were reserved in it: `MAIN`. Null for none."""
    expires_at: str
    """Time at which an active one expires, RFC 3339 in UTC with milliseconds."""
    order_id: str | None
    """The order that it was converted into; null for none."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    ended_at: str | None
    """Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active."""


class ReservationCreate(TypedDict):
    """A `ReservationCreate`."""

    lines: Sequence[ReservationLineCreate]
    """One SKU with its units each; a SKU stands in one line only."""
    expires_in: int
    """Seconds from now until the reservation expires, 30 to 86 400."""
    external_id: NotRequired[str | None]
    """The reservation's id in another system, such as that of a cart, 1 to 200 characters. Unique among reservations that are active or converted."""
    partial: NotRequired[bool | None]
    """false: all lines are reserved whole, or the request is refused. true: of each line what is available."""
    warehouse: NotRequired[str | None]
    """The one warehouse to keep the units in, by id or code. Default: null, they are kept wherever they lie."""


class ReservationExpired(TypedDict):
    """A `ReservationExpired`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["reservation.expired"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReservationSnapshot
    """The reservation after the change."""


class ReservationLine(TypedDict):
    """A `ReservationLine`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    quantity: int
    """Units that were asked for."""
    reserved: int
    """Units that are kept; 0 once the reservation has ended."""


class ReservationLineCreate(TypedDict):
    """A `ReservationLineCreate`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    quantity: int
    """Units, an integer."""
    reserved: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""


class ReservationPage(TypedDict):
    """A `ReservationPage`."""

    data: list[Reservation]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class ReservationReleased(TypedDict):
    """A `ReservationReleased`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["reservation.released"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReservationSnapshot
    """The reservation after the change."""


class ReservationSnapshot(TypedDict):
    """A `ReservationSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    external_id: str | None
    """The reservation's id in another system, such as that of a cart, 1 to 200 characters. Null for none."""
    status: str
    """`active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later."""
    lines: list[ReservationLine]
    """One SKU with its units each."""
    partial: bool
    """Whether lines may be reserved in part."""
    warehouse_id: NotRequired[str | None]
    """The one warehouse that its units are kept in; null where they are kept wherever they lie."""
    warehouse: NotRequired[str | None]
    """Code that this warehouse had when units were reserved in it: `MAIN`. Null for none."""
    expires_at: str
    """Time at which an active one expires, RFC 3339 in UTC with milliseconds."""
    order_id: str | None
    """The order that it was converted into; null for none."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    ended_at: str | None
    """Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active."""


class ReservationUpdate(TypedDict):
    """A `ReservationUpdate`."""

    expires_in: NotRequired[int | None]
    """Seconds from now until the reservation expires, 30 to 86 400."""
    lines: NotRequired[Sequence[ReservationLineCreate] | None]
    """One SKU with its units each; a SKU stands in one line only."""
    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    external_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    status: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    partial: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouse_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouse: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    expires_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    order_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    ended_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class Return(TypedDict):
    """A `Return`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    order_id: str | None
    """Id of the order; null of a return without one."""
    external_id: str | None
    """The return's id in another system, 1 to 200 characters, unique."""
    status: str
    """`requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more."""
    lines: list[ReturnLine]
    """Units by line: of those of the order, or of SKUs without an order."""
    note: str | None
    """Free text."""
    reason: str | None
    """Reason given with the rejection, cancellation or closing; null without one."""
    pending_transition: str | None
    """A step that was answered with 202 and waits for the answer of inventory; `return` is its creation."""
    exchange_order_id: str | None
    """Id of the order that was made together with the return, in exchange for it; null for none."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    approved_at: str | None
    """Time of approval, RFC 3339 in UTC with milliseconds; null before."""
    received_at: str | None
    """Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before."""
    ended_at: str | None
    """Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class ReturnApprove(TypedDict):
    """A `ReturnApprove`."""



class ReturnCancelled(TypedDict):
    """A `ReturnCancelled`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["return.cancelled"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReturnSnapshot
    """The return after the change."""
    order: OrderOfReturnSnapshot | None
    """Its order after the change; null of a return without one."""


class ReturnClosed(TypedDict):
    """A `ReturnClosed`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["return.closed"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReturnSnapshot
    """The return after the change."""
    order: OrderOfReturnSnapshot | None
    """Its order after the change; null of a return without one."""


class ReturnCreate(TypedDict):
    """A `ReturnCreate`."""

    order_id: str | None
    """The order whose units were shipped; null if it is not known."""
    external_id: NotRequired[str | None]
    """The return's id in another system; unique among returns."""
    lines: Sequence[ReturnLineCreate]
    """Units of lines of the order, each line once; without an order, units of SKUs."""
    approved: NotRequired[bool | None]
    """true: the return begins as `approved`, and its units may be received."""
    note: NotRequired[str | None]
    """Free text."""
    exchange: NotRequired[ReturnExchange | None]
    """Of an approved return of an order: an order in exchange, to the same address, that is created together with the return, or neither is."""


class ReturnCreated(TypedDict):
    """A `ReturnCreated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["return.created"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReturnSnapshot
    """The return after the change."""
    order: OrderOfReturnSnapshot | None
    """Its order after the change; null of a return without one."""


class ReturnDispose(TypedDict):
    """A `ReturnDispose`."""

    lines: Sequence[ReturnLineDispose]
    """Units of lines of the return."""


class ReturnExchange(TypedDict):
    """A `ReturnExchange`."""

    lines: Sequence[OrderLineCreate]
    """Lines of the order. What is not in stock is backordered."""


class ReturnHistoryEntry(TypedDict):
    """A `ReturnHistoryEntry`."""

    refused: bool
    """Whether the step was refused."""
    code: str | None
    """Error code of the refusal; null unless refused."""
    reason: str | None
    """Reason given by the caller."""
    actor: str
    """Id of the API key or member, or name of the service, that took the step."""
    request_id: str
    """The `X-Request-Id` of the request."""
    at: str
    """Time of the step, RFC 3339 in UTC with milliseconds."""
    transition: str
    """The step that was done or refused: `return`, `approve`, `receive`, `dispose`, `cancel` or `close`; `update` for a return that was requested, rejected or erased, and for a step that was answered with 202."""


class ReturnHistoryPage(TypedDict):
    """A `ReturnHistoryPage`."""

    data: list[ReturnHistoryEntry]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class ReturnLine(TypedDict):
    """A `ReturnLine`."""

    line_id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str | None
    """The SKU's name when the order, or the return without one, was created."""
    quantity: int
    """Units of the line in this return: expected + received + missing + waived."""
    reason: str
    """Why the units come back, 1 to 64 of a-z, 0-9 and "_"."""
    note: str | None
    """Free text."""
    expected: int
    """Units that may still come; 0 once the return is closed, cancelled or rejected."""
    received: int
    """Units that came back: inspecting + restocked + quarantined + scrapped."""
    missing: int
    """Units that were reported as missing."""
    waived: int
    """Units that were still expected when the return was closed, cancelled or rejected."""
    inspecting: int
    """Units that wait for a decision."""
    restocked: int
    """Units that can be sold again."""
    quarantined: int
    """Units that are kept apart."""
    scrapped: int
    """Units that were taken out of stock."""


class ReturnLineCreate(TypedDict):
    """A `ReturnLineCreate`."""

    line_id: NotRequired[str | None]
    """Of a return of an order, and required there: a line of it."""
    sku: NotRequired[str | None]
    """Of a return without an order, and required there: the SKU."""
    quantity: int
    """Units, an integer."""
    reason: NotRequired[str | None]
    """Why the units come back, such as `wrong_size` or `damaged`. Required of a return of an order; without one the default is `unlinked`."""
    note: NotRequired[str | None]
    """Free text."""


ReturnLineDispose = TypedDict(
    "ReturnLineDispose",
    {
        "line_id": "str",
        "quantity": "int",
        "from": "NotRequired[Literal[\"inspect\", \"restock\", \"quarantine\"]]",
        "disposition": "Literal[\"inspect\", \"restock\", \"quarantine\", \"scrap\"]",
        "from_location": "NotRequired[str | None]",
        "location": "NotRequired[str | None]",
    },
)


class ReturnLineReceive(TypedDict):
    """A `ReturnLineReceive`."""

    line_id: str
    """A line of the return."""
    quantity: int
    """Units, an integer."""
    disposition: NotRequired[Literal["inspect", "restock", "quarantine", "scrap", "missing"]]
    """What becomes of the units. `missing`: they do not come, and can be returned again."""
    location: NotRequired[str | None]
    """Id or path of the location that the units come to. Only `restock` takes one that is sellable. By default units to inspect come to the location of usage `returns`, units in quarantine to that of usage `quarantine`, and restocked units to the home location of the SKU."""


class ReturnOfOrder(TypedDict):
    """A `ReturnOfOrder`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    status: str
    """Its status."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""


class ReturnPage(TypedDict):
    """A `ReturnPage`."""

    data: list[Return]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class ReturnReceive(TypedDict):
    """A `ReturnReceive`."""

    lines: Sequence[ReturnLineReceive]
    """Units of lines of the return."""


class ReturnReceived(TypedDict):
    """A `ReturnReceived`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["return.received"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReturnSnapshot
    """The return after the change."""
    order: OrderOfReturnSnapshot | None
    """Its order after the change; null of a return without one."""


class ReturnSnapshot(TypedDict):
    """A `ReturnSnapshot`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    order_id: str | None
    """Id of the order; null of a return without one."""
    external_id: str | None
    """The return's id in another system, 1 to 200 characters, unique."""
    status: str
    """`requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more."""
    lines: list[ReturnLine]
    """Units by line: of those of the order, or of SKUs without an order."""
    note: str | None
    """Free text."""
    reason: str | None
    """Reason given with the rejection, cancellation or closing; null without one."""
    pending_transition: str | None
    """A step that was answered with 202 and waits for the answer of inventory; `return` is its creation."""
    exchange_order_id: NotRequired[str | None]
    """Id of the order that was made together with the return, in exchange for it; null for none."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    approved_at: str | None
    """Time of approval, RFC 3339 in UTC with milliseconds; null before."""
    received_at: str | None
    """Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before."""
    ended_at: str | None
    """Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class ReturnUpdated(TypedDict):
    """A `ReturnUpdated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["return.updated"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: ReturnSnapshot
    """The return after the change."""
    order: OrderOfReturnSnapshot | None
    """Its order after the change; null of a return without one."""
    changed: list[str]
    """Changed fields of the return, such as `status` or `lines`."""


class Scan(TypedDict):
    """A `Scan`."""

    id: str
    """Scans sort by it as they were received."""
    barcode: str
    """Barcode as read by the device."""
    type: str
    """Purpose of the scan."""
    sku: str | None
    """SKU, as sent by the device."""
    quantity: int | None
    """Units, 0 to 1 000 000."""
    location: str | None
    """Location, as sent by the device."""
    order_id: str | None
    """Order, as sent by the device."""
    return_id: NotRequired[str]
    """Return, as sent by the device; absent without one."""
    disposition: NotRequired[str]
    """What becomes of returned units, as sent by the device; absent where it was not."""
    device_id: str | None
    """Id of the device."""
    operator: str | None
    """Operator of the device."""
    scanned_at: str | None
    """The device's clock, in UTC."""
    client_scan_id: str | None
    """The device's id of the scan."""
    metadata: dict[str, str]
    """The device's metadata, empty if none was sent."""
    received_at: str
    """The service's clock."""
    applied: str | None
    """State of the movement of stock: `pending` until inventory has answered; null without `apply`."""
    refusal: ScanRefusal | None
    """Refusal of the movement; null unless refused."""


class ScanApplied(TypedDict):
    """A `ScanApplied`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["scan.applied"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    data: ScanSnapshot
    """The scan."""


class ScanBatch(TypedDict):
    """A `ScanBatch`."""

    scans: Sequence[ScanCreate]
    """1 to 1 000 scans, each as in `POST /scans`."""


class ScanCompleted(TypedDict):
    """A `ScanCompleted`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["scan.completed"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    data: ScanSnapshot
    """The scan."""


class ScanCreate(TypedDict):
    """A `ScanCreate`."""

    barcode: str
    """Barcode as read by the device."""
    type: NotRequired[Literal["receive", "putaway", "pick", "pack", "ship", "count", "return", "lookup", "other"]]
    """Purpose of the scan."""
    sku: NotRequired[str | None]
    """SKU of the barcode. It is looked up only for an applied scan, which means the SKU with the barcode where this is left out."""
    quantity: NotRequired[int | None]
    """Units, 0 to 1 000 000."""
    location: NotRequired[str | None]
    """Location of the scan. It is looked up only for an applied scan."""
    order_id: NotRequired[str | None]
    """Order of the scan. It is looked up only for an applied `return`."""
    return_id: NotRequired[str | None]
    """Return of the scan. It is looked up only for an applied `return`."""
    disposition: NotRequired[Literal["inspect", "restock", "quarantine", "scrap"] | None]
    """What becomes of the units of an applied `return`. Default: `inspect`."""
    unlinked: NotRequired[bool]
    """Of an applied `return`: true where it is not known which order the units come from. Then it names no return and no order."""
    device_id: NotRequired[str | None]
    """Id of the device. Events of one device are delivered in order."""
    operator: NotRequired[str | None]
    """Operator of the device."""
    scanned_at: NotRequired[str | None]
    """The device's clock."""
    client_scan_id: NotRequired[str | None]
    """The device's id of the scan, unique within its `device_id`, or among scans without one. A repeat has no effect, without a time limit."""
    metadata: NotRequired[dict[str, str] | None]
    """The device's metadata."""
    apply: NotRequired[bool]
    """Also posts the movement of stock, exactly once. `receive` adds `quantity` units at `location`, or at the home of the SKU. `count` sets the units at `location`, or the total without a `location`. `return` receives `quantity` units of the return `return_id`, of the one return of `order_id` that expects them, or, with `unlinked`, of no known order. Needs `quantity`; a `location` is then an id or a path. Without `sku` it moves the SKU that has the barcode, a GTIN in any length or the AI 01 of a GS1 element string; another SKU's barcode than that of `sku` is refused as `wrong_item`."""


class ScanPage(TypedDict):
    """A `ScanPage`."""

    data: list[Scan]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class ScanRefusal(TypedDict):
    """A `ScanRefusal`."""

    code: str
    """Code of the error catalogue."""
    detail: str
    """Explanation in one sentence."""
    errors: list[ProblemItem]
    """Every offending field, with the relevant numbers."""
    at: str
    """Time of the refusal."""


class ScanRefused(TypedDict):
    """A `ScanRefused`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["scan.refused"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    data: ScanSnapshot
    """The scan."""


class ScanResult(TypedDict):
    """A `ScanResult`."""

    index: int
    """Index in the request, from 0."""
    status: int
    """HTTP status of the scan, as for `POST /scans`: 200 and 201 come with its `record`."""
    record: NotRequired[Scan]
    """The recorded scan, unless it was refused."""
    error: NotRequired[ItemProblem]
    """The problem of a refused scan, without a request id."""


class ScanResults(TypedDict):
    """A `ScanResults`."""

    results: list[ScanResult]
    """One result for each scan, in order."""


class ScanSnapshot(TypedDict):
    """A `ScanSnapshot`."""

    id: str
    """Scans sort by it as they were received."""
    barcode: str
    """Barcode as read by the device."""
    type: str
    """Purpose of the scan."""
    sku: str | None
    """SKU, as sent by the device."""
    quantity: int | None
    """Units, 0 to 1 000 000."""
    location: str | None
    """Location, as sent by the device."""
    order_id: str | None
    """Order, as sent by the device."""
    return_id: NotRequired[str]
    """Return, as sent by the device; absent without one."""
    disposition: NotRequired[str]
    """What becomes of returned units, as sent by the device; absent where it was not."""
    device_id: str | None
    """Id of the device."""
    operator: str | None
    """Operator of the device."""
    scanned_at: str | None
    """The device's clock, in UTC."""
    client_scan_id: str | None
    """The device's id of the scan."""
    metadata: dict[str, str]
    """The device's metadata, empty if none was sent."""
    received_at: str
    """The service's clock."""
    applied: NotRequired[str | None]
    """State of the movement of stock: `pending` until inventory has answered; null without `apply`."""
    refusal: NotRequired[ScanRefusal | None]
    """Refusal of the movement; null unless refused."""


class Sku(TypedDict):
    """A `Sku`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str
    """Display name."""
    on_hand: int
    """Units in stock at all locations."""
    unavailable: int
    """Units at locations that are not sellable: no order can have them."""
    allocated: int
    """Units allocated to orders that are not shipped yet."""
    reserved: int
    """Units that reservations keep until they expire."""
    buffer: int
    """Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold."""
    available: int
    """Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer."""
    incoming: int
    """Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet."""
    safety_stock: int
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    reorder_point: int
    """The SKU is low in stock while fewer units are on hand."""
    low_stock: bool
    """Whether on_hand is below reorder_point."""
    sold_out: bool
    """Whether no unit is available."""
    location: str | None
    """Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere."""
    location_id: str
    """Location by id."""
    location_path: str
    """Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse."""
    stock: list[StockAtLocation]
    """Units by location and lot, without empty locations."""
    warehouses: list[StockInWarehouse]
    """Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them."""
    barcodes: list[str]
    """Barcodes by which it is found."""
    metadata: dict[str, str]
    """Your own pairs."""
    weight_g: int | None
    """Weight of one unit in grams."""
    unit_cost: str | None
    """Cost of one unit as a decimal text."""
    currency: str | None
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: str | None
    """Customs code of the Harmonized System."""
    country_of_origin: str | None
    """Country of origin, ISO 3166-1 alpha-2."""
    status: str
    """Status of the record."""
    version: int
    """Increases by one with every change."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    archived_at: str | None
    """Time of archiving, RFC 3339 in UTC with milliseconds; null while active."""


class SkuCreate(TypedDict):
    """A `SkuCreate`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str
    """Display name."""
    on_hand: NotRequired[int | None]
    """Units in stock at all locations."""
    reorder_point: NotRequired[int | None]
    """The SKU is low in stock while fewer units are on hand."""
    safety_stock: NotRequired[int | None]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    location: NotRequired[str | None]
    """Home location; null for the default warehouse itself."""
    barcodes: NotRequired[Sequence[Any] | None]
    """Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits."""
    metadata: NotRequired[dict[str, str] | None]
    """Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text, such as `12.50`; needs `currency`."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System, 6 to 12 digits, with or without dots."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""


class SkuPage(TypedDict):
    """A `SkuPage`."""

    data: list[Sku]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class SkuSnapshot(TypedDict):
    """A `SkuSnapshot`."""

    sku: str
    """Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`."""
    name: str
    """Display name."""
    on_hand: int
    """Units in stock at all locations."""
    unavailable: NotRequired[int]
    """Units at locations that are not sellable: no order can have them."""
    allocated: int
    """Units allocated to orders that are not shipped yet."""
    reserved: NotRequired[int]
    """Units that reservations keep until they expire."""
    buffer: NotRequired[int]
    """Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold."""
    available: int
    """Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer."""
    incoming: NotRequired[int]
    """Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet."""
    safety_stock: NotRequired[int]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    reorder_point: int
    """The SKU is low in stock while fewer units are on hand."""
    low_stock: bool
    """Whether on_hand is below reorder_point."""
    sold_out: NotRequired[bool]
    """Whether no unit is available."""
    location: str | None
    """Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere."""
    location_id: str
    """Location by id."""
    location_path: NotRequired[str]
    """Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse."""
    stock: list[StockAtLocationSnapshot]
    """Units by location and lot, without empty locations."""
    warehouses: NotRequired[list[StockInWarehouseSnapshot]]
    """Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them."""
    barcodes: NotRequired[list[str]]
    """Barcodes by which it is found."""
    metadata: NotRequired[dict[str, str]]
    """Your own pairs."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""
    status: str
    """Status of the record."""
    version: int
    """Increases by one with every change."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    archived_at: str | None
    """Time of archiving, RFC 3339 in UTC with milliseconds; null while active."""
    stock_truncated: NotRequired[bool]
    """True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all."""


class SkuUpdate(TypedDict):
    """A `SkuUpdate`."""

    name: NotRequired[str | None]
    """Display name."""
    on_hand: NotRequired[int | None]
    """Units in stock at all locations."""
    expected_on_hand: NotRequired[int | None]
    """Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total."""
    reorder_point: NotRequired[int | None]
    """The SKU is low in stock while fewer units are on hand."""
    safety_stock: NotRequired[int | None]
    """Units to withhold from new orders and reservations; never taken from orders that hold units already."""
    location: NotRequired[str | None]
    """Home location; null for the default warehouse itself."""
    status: NotRequired[Literal["active", "archived"] | None]
    """`active` restores an archived SKU; `archived` is accepted where the SKU is archived already."""
    reason: NotRequired[str | None]
    """Reason of the change in the ledger. Default: `count`."""
    note: NotRequired[str | None]
    """Note for readers of the ledger."""
    barcodes: NotRequired[Sequence[Any] | None]
    """Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits."""
    metadata: NotRequired[dict[str, str] | None]
    """Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500."""
    weight_g: NotRequired[int | None]
    """Weight of one unit in grams."""
    unit_cost: NotRequired[str | None]
    """Cost of one unit as a decimal text, such as `12.50`; needs `currency`."""
    currency: NotRequired[str | None]
    """Currency of `unit_cost`, ISO 4217."""
    hs_code: NotRequired[str | None]
    """Customs code of the Harmonized System, 6 to 12 digits, with or without dots."""
    country_of_origin: NotRequired[str | None]
    """Country of origin, ISO 3166-1 alpha-2."""
    sku: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    unavailable: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    allocated: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    reserved: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    buffer: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    available: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    incoming: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    low_stock: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    sold_out: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    location_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    location_path: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    stock: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouses: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    archived_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class SkuUpdated(TypedDict):
    """A `SkuUpdated`."""

    id: str
    """Id of the event, the same at every attempt and in the feed."""
    type: Literal["sku.updated"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    sequence: int
    """The record's version at that commit: increasing, with gaps."""
    data: SkuSnapshot
    """The SKU after the change."""
    changed: list[str]
    """Changed facts, out of name, location, reorder_point, safety_stock, warehouses, status, barcodes, metadata, weight_g, unit_cost, currency, hs_code and country_of_origin; `warehouses` where settings of a warehouse changed."""
    versions: NotRequired[int]
    """Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one."""


class SkuWarehouseUpdate(TypedDict):
    """A `SkuWarehouseUpdate`."""

    safety_stock: NotRequired[int | None]
    """Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set."""
    reorder_point: NotRequired[int | None]
    """The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set."""
    warehouse_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    warehouse: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    on_hand: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    allocated: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    reserved: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    unavailable: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    buffer: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    available: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    incoming: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""


class StockAtLocation(TypedDict):
    """A `StockAtLocation`."""

    location_id: str
    """Location by id."""
    location: str
    """Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere."""
    location_path: str
    """Whole path of the location from its warehouse down: `MAIN:A3/S2`."""
    lot_id: str | None
    """Lot of the units by id; null, since units are not kept by lot yet."""
    on_hand: int
    """Units at exactly this location."""
    picking: int
    """Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet."""
    sellable: bool
    """Whether orders can have these units: whether the location is sellable."""


class StockAtLocationSnapshot(TypedDict):
    """A `StockAtLocationSnapshot`."""

    location_id: str
    """Location by id."""
    location: str
    """Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere."""
    location_path: NotRequired[str]
    """Whole path of the location from its warehouse down: `MAIN:A3/S2`."""
    lot_id: NotRequired[str | None]
    """Lot of the units by id; null, since units are not kept by lot yet."""
    on_hand: int
    """Units at exactly this location."""
    picking: NotRequired[int]
    """Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet."""
    sellable: NotRequired[bool]
    """Whether orders can have these units: whether the location is sellable."""


class StockInWarehouse(TypedDict):
    """A `StockInWarehouse`."""

    warehouse_id: str
    """Warehouse by id."""
    warehouse: str
    """Code of the warehouse: `MAIN`."""
    on_hand: int
    """Units in the warehouse."""
    allocated: int
    """Units there that are allocated to orders."""
    reserved: int
    """Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse."""
    unavailable: int
    """Units at locations of the warehouse that are not sellable."""
    buffer: int
    """Units there that count as withheld as safety stock."""
    available: int
    """Units there that can be ordered."""
    incoming: int
    """Units that are expected in the warehouse, and not in stock yet: 0 until something announces them."""
    safety_stock: int | None
    """Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set."""
    reorder_point: int | None
    """The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set."""


class StockInWarehouseSnapshot(TypedDict):
    """A `StockInWarehouseSnapshot`."""

    warehouse_id: str
    """Warehouse by id."""
    warehouse: str
    """Code of the warehouse: `MAIN`."""
    on_hand: int
    """Units in the warehouse."""
    allocated: int
    """Units there that are allocated to orders."""
    reserved: int
    """Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse."""
    unavailable: int
    """Units at locations of the warehouse that are not sellable."""
    buffer: int
    """Units there that count as withheld as safety stock."""
    available: int
    """Units there that can be ordered."""
    incoming: NotRequired[int]
    """Units that are expected in the warehouse, and not in stock yet: 0 until something announces them."""
    safety_stock: NotRequired[int | None]
    """Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set."""
    reorder_point: NotRequired[int | None]
    """The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set."""


class TakenFrom(TypedDict):
    """A `TakenFrom`."""

    line_id: str
    """A line of the order."""
    location: str
    """Id or path of the location that the units are taken from."""
    quantity: int
    """Units, an integer."""


class TestOfWebhook(TypedDict):
    """A `TestOfWebhook`."""

    webhook_id: str
    """The endpoint under test."""
    message: str
    """Readable message."""


Transfer = TypedDict(
    "Transfer",
    {
        "id": "str",
        "from": "TransferEnd",
        "to": "TransferEnd",
        "lines": "list[TransferLine]",
        "note": "str | None",
        "created_at": "str",
    },
)


class TransferEnd(TypedDict):
    """A `TransferEnd`."""

    id: str
    """Location id."""
    path: str
    """Path at the time of the transfer: `MAIN:A3/S2`."""


class TransferLine(TypedDict):
    """A `TransferLine`."""

    sku: str
    """SKU to move."""
    quantity: int
    """Units to move."""


class TransferLineInput(TypedDict):
    """A `TransferLineInput`."""

    sku: str
    """SKU to move."""
    quantity: int
    """Units to move."""


class TransferOfLines(TypedDict):
    """A `TransferOfLines`."""

    to: str
    """Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created."""
    lines: Sequence[TransferLineInput]
    """Lines of the same SKU are checked as a sum."""
    note: NotRequired[str | None]
    """Note in the ledger."""


class TransferOfSku(TypedDict):
    """A `TransferOfSku`."""

    to: str
    """Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created."""
    sku: str
    """SKU to move."""
    quantity: int
    """Units to move."""
    note: NotRequired[str | None]
    """Note in the ledger."""


class UnitsInWarehouse(TypedDict):
    """A `UnitsInWarehouse`."""

    warehouse_id: str
    """Id of the warehouse."""
    warehouse: str
    """Code of the warehouse."""
    quantity: int
    """Units in it."""


class WebhookTest(TypedDict):
    """A `WebhookTest`."""

    id: str
    """Id of the event, the same at every attempt."""
    type: Literal["webhook.test"]
    """Type of the event."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    api_version: str
    """API version of the records in the event."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    test: Literal[True]
    """Marks a test event."""
    data: TestOfWebhook
    """The test."""


class Account(TypedDict):
    """A `Account`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    name: str
    """Display name, 1 to 200 characters."""
    plan: str
    """`enterprise` opens production; `evaluation` does not."""
    suspended_at: str | None
    """Time at which the operator suspended the account; null while it is active."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""


class Actor(TypedDict):
    """A `Actor`."""

    id: str
    """As histories, ledgers and audit logs name it."""
    type: str
    """Kind of the actor."""
    name: str | None
    """Name of a key; e-mail address of a member, for roles without `members:read` the part before its `@`. Null for a key without a name."""


class ActorList(TypedDict):
    """A `ActorList`."""

    data: list[Actor]
    """The actors."""


class AuditEntry(TypedDict):
    """A `AuditEntry`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    environment: str | None
    """Environment of the change; null for both."""
    action: str
    """Action, such as `key.rotated`."""
    target: Reference
    """Changed record."""
    actor: str
    """Id of the key or member that made the change, or `operator`, with a name as `operator:jo`."""
    address: str | None
    """IP address of the client."""
    request_id: str
    """Id of the request."""
    details: dict[str, Any]
    """Changed fields; never a secret."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""


class AuditPage(TypedDict):
    """A `AuditPage`."""

    data: list[AuditEntry]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class BusiestScanners(TypedDict):
    """A `BusiestScanners`."""

    looked_at: int
    """Newest scans of the last 86 400 seconds that were looked at, at most 10 000."""
    by_device: list[ScansOfDevice]
    """Devices with the most of these scans, the busiest first."""
    by_operator: list[ScansOfOperator]
    """Operators with the most of these scans, the busiest first."""


class BytesUse(TypedDict):
    """A `BytesUse`."""

    used: int | None
    """Bytes of all documents that the service stores, before compression: their number times the mean size of some of them, taken at most 600 s ago, sooner where a service has begun to serve the environment lately, or 100 times the duration of counting if that is longer. Null until they are counted for the first time."""
    limit: int | None
    """Highest number of bytes; null where none is known, while gateways are upgraded."""


class Delivery(TypedDict):
    """A `Delivery`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    webhook_id: str
    """The endpoint."""
    event_id: str
    """Id of the event; for a batch, the id of the delivery itself."""
    event_type: str
    """Type of the event; `batch` for several events."""
    status: str
    """`pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own."""
    batch_id: str | None
    """The batch delivery that contains it; null unless `batched`."""
    events: int
    """Number of events in the delivery: 1, or the size of the batch."""
    attempts: int
    """Number of attempts made."""
    next_attempt_at: str | None
    """Time of the next attempt; null unless `pending`."""
    created_at: str
    """Creation time of the event."""
    ended_at: str | None
    """Time at which the delivery was delivered, failed or dropped; null before."""
    delivered_at: NotRequired[str | None]
    """Time at which it was delivered; it stays where the delivery is sent again. Null if it never was."""


class DeliveryAttempt(TypedDict):
    """A `DeliveryAttempt`."""

    number: int
    """Attempt number from 1, as in the `Service-Attempt` header of the request."""
    at: str
    """Start of the attempt."""
    latency_ms: int
    """Milliseconds until the complete response, or until the attempt was given up."""
    status: int | None
    """HTTP status of the response; null without a response."""
    error: str | None
    """Reason for a missing or rejected response; null on success."""
    error_detail: str | None
    """Details of the error, such as the phase that timed out; null without details."""
    outcome: str
    """Effect on the delivery: `retry`: another attempt follows; `failed`: it was the last attempt."""
    signed_with: list[str]
    """Ids of the secrets that signed the request."""
    request_headers: dict[str, str]
    """Request headers, without the signatures."""
    response_headers: dict[str, str]
    """Selected response headers, by lower-case name."""
    response_excerpt: str | None
    """First 1 024 bytes of the response as text; null without a response. The content is the receiver's: render it as plain text."""


class DeliveryDetails(TypedDict):
    """A `DeliveryDetails`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    webhook_id: str
    """The endpoint."""
    event_id: str
    """Id of the event; for a batch, the id of the delivery itself."""
    event_type: str
    """Type of the event; `batch` for several events."""
    status: str
    """`pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own."""
    batch_id: str | None
    """The batch delivery that contains it; null unless `batched`."""
    events: int
    """Number of events in the delivery: 1, or the size of the batch."""
    attempts: int
    """Number of attempts made."""
    next_attempt_at: str | None
    """Time of the next attempt; null unless `pending`."""
    created_at: str
    """Creation time of the event."""
    ended_at: str | None
    """Time at which the delivery was delivered, failed or dropped; null before."""
    delivered_at: NotRequired[str | None]
    """Time at which it was delivered; it stays where the delivery is sent again. Null if it never was."""
    request_body: str | None
    """Exact request body; null once the event is older than 30 days."""
    attempt_log: list[DeliveryAttempt]
    """All attempts of the last 30 days, in order."""


class DeliveryPage(TypedDict):
    """A `DeliveryPage`."""

    data: list[Delivery]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class EndedSessions(TypedDict):
    """A `EndedSessions`."""

    ended: int
    """The number of sessions that were ended."""


class EventTypeEntry(TypedDict):
    """A `EventTypeEntry`."""

    type: str
    """Event type, as in the `events` of an endpoint."""
    description: str
    """When it is sent."""
    selectable: bool
    """Whether endpoints can select it; `webhook.test` is sent on request alone."""
    in_feed: bool
    """Whether it is in the feed, `GET /v1/events`."""
    sample: dict[str, Any]
    """Sample event as it is delivered."""


class EventTypes(TypedDict):
    """A `EventTypes`."""

    data: list[EventTypeEntry]
    """Every type of event, in a fixed order."""


class FilterFinding(TypedDict):
    """A `FilterFinding`."""

    pointer: str
    """JSON pointer into the event (RFC 6901)."""
    fits: bool
    """Whether a condition matches there."""
    exists: bool
    """Whether the event has a value there."""
    found: Any
    """The value there; null where there is none."""


class FilterFindings(TypedDict):
    """A `FilterFindings`."""

    matches: bool
    """Whether the event would be delivered."""
    fields: list[FilterFinding]
    """One entry for each path of the filter."""


class FilterTest(TypedDict):
    """A `FilterTest`."""

    filter: dict[str, Any]
    """Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered."""
    event: dict[str, Any]
    """An event as it is delivered."""


class InventoryOverview(TypedDict):
    """A `InventoryOverview`."""

    skus: int
    """Active SKUs."""
    on_hand: int
    """Units on hand of these SKUs."""
    allocated: int
    """Units allocated to orders that are not shipped yet."""
    available: int
    """Units that can be ordered: not allocated, reserved, unavailable or withheld as safety stock."""
    low_stock: int
    """SKUs below their reorder point."""
    sold_out: int
    """SKUs without available units."""
    storage: StorageUse
    """SKUs that are stored, archived ones included."""
    warehouses: StorageUse
    """Active warehouses."""
    stored_bytes: BytesUse
    """Bytes of SKUs, movements, locations and reservations."""
    as_of: str
    """Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer."""


class IssuedKey(TypedDict):
    """A `IssuedKey`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    role: str
    """Role: see the table of permissions."""
    name: str | None
    """Purpose, as given; null if none was given."""
    prefix: str
    """Start of the key, enough to identify it."""
    last4: str
    """Last four characters of the secret."""
    secrets: list[KeySecretFacts]
    """Valid secrets of the key, newest first."""
    ip_allowlist: list[str]
    """Addresses and ranges that the key is valid from; empty: any address."""
    burst: int
    """Burst size in requests."""
    rate: int
    """Sustained requests per second."""
    status: str
    """Status of the key."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    expires_at: str | None
    """Expiry time; null: never."""
    revoked_at: str | None
    """Time of revocation; null if not revoked."""
    last_used_at: str | None
    """Time of the last use, accurate to a few seconds; null if never."""
    last_used_from: str | None
    """IP address of the client that used it last; null if never used."""
    key: str
    """The key itself, not shown again."""


class Key(TypedDict):
    """A `Key`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    role: str
    """Role: see the table of permissions."""
    name: str | None
    """Purpose, as given; null if none was given."""
    prefix: str
    """Start of the key, enough to identify it."""
    last4: str
    """Last four characters of the secret."""
    secrets: list[KeySecretFacts]
    """Valid secrets of the key, newest first."""
    ip_allowlist: list[str]
    """Addresses and ranges that the key is valid from; empty: any address."""
    burst: int
    """Burst size in requests."""
    rate: int
    """Sustained requests per second."""
    status: str
    """Status of the key."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    expires_at: str | None
    """Expiry time; null: never."""
    revoked_at: str | None
    """Time of revocation; null if not revoked."""
    last_used_at: str | None
    """Time of the last use, accurate to a few seconds; null if never."""
    last_used_from: str | None
    """IP address of the client that used it last; null if never used."""


class KeyCreate(TypedDict):
    """A `KeyCreate`."""

    name: str
    """Purpose of the key, 1 to 200 characters."""
    role: Literal["admin", "manager", "fulfilment", "integration", "scanner", "viewer"]
    """Role of the key: see the table of permissions."""
    expires_at: NotRequired[str]
    """Expiry time. Must be in the future."""
    ip_allowlist: NotRequired[list[str]]
    """Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address."""
    burst: NotRequired[int]
    """Burst size in requests; at most the limit of the environment."""
    rate: NotRequired[int]
    """Sustained requests per second; at most the limit of the environment."""


class KeyLimit(TypedDict):
    """A `KeyLimit`."""

    burst: int
    """Burst size in requests."""
    rate: int
    """Sustained requests per second."""


class KeyPage(TypedDict):
    """A `KeyPage`."""

    data: list[KeyWithQuota]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class KeyRotate(TypedDict):
    """A `KeyRotate`."""

    overlap_seconds: NotRequired[int]
    """Seconds for which the replaced secret stays valid: 0 to 2 592 000 (30 days). Default: 86 400 (one day)."""


class KeySecretFacts(TypedDict):
    """A `KeySecretFacts`."""

    prefix: str
    """Start of the key, enough to identify it."""
    last4: str
    """Last four characters of the secret."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    ends_at: str | None
    """Time at which it becomes invalid; null for the newest."""


class KeyUpdate(TypedDict):
    """A `KeyUpdate`."""

    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    account_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    environment: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    role: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    prefix: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    last4: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    burst: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    rate: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    status: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    revoked_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    secrets: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""
    last_used_at: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""
    last_used_from: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""
    remaining: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""
    name: NotRequired[str | None]
    """Purpose of the key, 1 to 200 characters."""
    expires_at: NotRequired[str | None]
    """Expiry time; null: never."""
    ip_allowlist: NotRequired[list[str]]
    """Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address."""


class KeyWithQuota(TypedDict):
    """A `KeyWithQuota`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    account_id: str
    """The account of the record."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    role: str
    """Role: see the table of permissions."""
    name: str | None
    """Purpose, as given; null if none was given."""
    prefix: str
    """Start of the key, enough to identify it."""
    last4: str
    """Last four characters of the secret."""
    secrets: list[KeySecretFacts]
    """Valid secrets of the key, newest first."""
    ip_allowlist: list[str]
    """Addresses and ranges that the key is valid from; empty: any address."""
    burst: int
    """Burst size in requests."""
    rate: int
    """Sustained requests per second."""
    status: str
    """Status of the key."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    expires_at: str | None
    """Expiry time; null: never."""
    revoked_at: str | None
    """Time of revocation; null if not revoked."""
    last_used_at: str | None
    """Time of the last use, accurate to a few seconds; null if never."""
    last_used_from: str | None
    """IP address of the client that used it last; null if never used."""
    remaining: int
    """Requests that the limit of the key admits now; at most `burst`. The limit of the account can admit fewer."""


class LinkRedeem(TypedDict):
    """A `LinkRedeem`."""

    token: str
    """The one-time token."""


class Member(TypedDict):
    """A `Member`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    account_id: str
    """The account of the record."""
    email: str
    """In lower case."""
    role: str
    """`owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members."""
    status: str
    """`invited` until a password is chosen or single sign-on was used; `removed` for good."""
    token_expires_at: str | None
    """Expiry of the open invitation or password reset; null without one."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    last_seen_at: str | None
    """Time of the last request, accurate to a few seconds; null if never."""


class MemberInvite(TypedDict):
    """A `MemberInvite`."""

    email: str
    """At most 254 characters."""
    role: Literal["owner", "developer", "manager", "fulfilment", "scanner", "viewer"]
    """`owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members."""


class MemberPage(TypedDict):
    """A `MemberPage`."""

    data: list[Member]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class MemberUpdate(TypedDict):
    """A `MemberUpdate`."""

    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    account_id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    email: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    status: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    token_expires_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    last_seen_at: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""
    role: Literal["owner", "developer", "manager", "fulfilment", "scanner", "viewer"]
    """`owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members."""


class MemberWithToken(TypedDict):
    """A `MemberWithToken`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    account_id: str
    """The account of the record."""
    email: str
    """In lower case."""
    role: str
    """`owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members."""
    status: str
    """`invited` until a password is chosen or single sign-on was used; `removed` for good."""
    token_expires_at: str | None
    """Expiry of the open invitation or password reset; null without one."""
    version: int
    """Increases by one with every change; also the `ETag` of the record."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    last_seen_at: str | None
    """Time of the last request, accurate to a few seconds; null if never."""
    one_time_token: OneTimeToken
    """No e-mail is sent: pass it on through a channel that only the member can read."""


class OneTimeToken(TypedDict):
    """A `OneTimeToken`."""

    purpose: str
    """Purpose: to join, to choose another password, or to sign in."""
    token: str
    """One-time token, not shown again."""
    url: str
    """Page of the console that redeems the token. The token is in the fragment (after `#`), so no server receives it."""
    expires_at: str
    """Expiry: 7 days after an invitation, one day after a reset, 15 minutes after a sign-in link."""


class OrdersByAllocation(TypedDict):
    """A `OrdersByAllocation`."""

    allocated: int
    """Orders with all units allocated, those on hold included; the others are ready to pack."""
    on_hold: int
    """Orders of `allocated` that are on hold."""
    partial: int
    """Orders with some units allocated."""
    backordered: int
    """Orders with no unit allocated."""


class OrdersOfAge(TypedDict):
    """A `OrdersOfAge`."""

    min_days: int
    """Least age of these orders since their creation, in days of 24 hours."""
    max_days: int | None
    """The age that they have not reached; null for the eldest."""
    orders: int
    """Open orders of this age."""


class OrdersOverview(TypedDict):
    """A `OrdersOverview`."""

    pending: int
    """Orders that wait for the answer of inventory."""
    created: OrdersByAllocation
    """Orders that are not packed yet, by allocation."""
    packed: int
    """Packed orders that are not shipped yet."""
    storage: StorageUse
    """Orders that are open: pending, created or packed."""
    stored_bytes: BytesUse
    """Bytes of orders, their fulfilments and returns, ended ones included."""
    open_by_age: list[OrdersOfAge]
    """Open orders by age, the youngest first."""
    shipped_by_day: list[ShippedOfDay]
    """The last 14 days, oldest first; the last one is still going on."""
    as_of: str
    """Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer."""


class PasswordChange(TypedDict):
    """A `PasswordChange`."""

    current_password: NotRequired[str]
    """The present password. A member without one leaves it out, within 10 minutes of the sign-in by a link."""
    new_password: str
    """12 to 200 Unicode characters; not a common password, and not derived from the e-mail address."""


class PasswordSignIn(TypedDict):
    """A `PasswordSignIn`."""

    path: str
    """Path that takes e-mail address and password."""


class Plan(TypedDict):
    """A `Plan`."""

    plan: str
    """Name of the plan."""
    environments: list[PlanEnvironment]
    """Available environments."""


class PlanEnvironment(TypedDict):
    """A `PlanEnvironment`."""

    environment: str
    """The environment of the record. The two environments share nothing."""
    key_limit: KeyLimit
    """Default rate limit of a key."""


class PlanList(TypedDict):
    """A `PlanList`."""

    data: list[Plan]
    """The plans."""


class Redirection(TypedDict):
    """A `Redirection`."""

    location: str
    """The same as `Location`."""


class Replay(TypedDict):
    """A `Replay`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    webhook_id: str
    """The endpoint."""
    since: str
    """Events stored at or after this time."""
    until: str
    """Events stored before this time."""
    selection: str
    """Selection of events, as requested."""
    rate: float | None
    """Deliveries per second; null: as fast as the endpoint accepts them."""
    status: str
    """`done`: all selected deliveries are due again and are delivered like any others."""
    examined: int
    """Number of events or deliveries examined."""
    resent: int
    """Number of deliveries that were made due again."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    ended_at: str | None
    """Time at which the replay was done or cancelled; null before."""


class ReplayCreate(TypedDict):
    """A `ReplayCreate`."""

    since: str
    """Events stored at or after this time, RFC 3339; at most 30 days ago."""
    until: NotRequired[str]
    """Events stored before this time, RFC 3339. Default: now."""
    status: NotRequired[Literal["failed", "all"]]
    """`failed`: deliveries that were given up. `all`: every event that the endpoint received or would receive with its present selection, including delivered ones."""
    rate: NotRequired[float | None]
    """Deliveries per second, 0.1 to 1 000; null: as fast as the endpoint accepts them."""


class ReplayPage(TypedDict):
    """A `ReplayPage`."""

    data: list[Replay]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class Retention(TypedDict):
    """A `Retention`."""

    ship_to_days: int | None
    """Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it."""
    updated_at: str | None
    """Time of the last change of this setting; null where it was never set."""
    updated_by: str | None
    """Id of the key or member that changed it last; null where it was never set."""


class RetentionUpdate(TypedDict):
    """A `RetentionUpdate`."""

    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_by: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    ship_to_days: NotRequired[int | None]
    """Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it."""


class ScansOfDevice(TypedDict):
    """A `ScansOfDevice`."""

    device_id: str | None
    """Id of the device; null for scans without one."""
    scans: int
    """Number of these scans."""


class ScansOfMinute(TypedDict):
    """A `ScansOfMinute`."""

    at: str
    """Start of the minute, UTC."""
    scans: int
    """Number of scans received in it."""


class ScansOfOperator(TypedDict):
    """A `ScansOfOperator`."""

    operator: str | None
    """The operator; null for scans without one."""
    scans: int
    """Number of these scans."""


class ScansOverview(TypedDict):
    """A `ScansOverview`."""

    last_minute: int
    """Scans received in the last 60 seconds."""
    last_hour: int
    """Scans received in the last 3 600 seconds."""
    last_day: int
    """Scans received in the last 86 400 seconds."""
    minutes: list[ScansOfMinute]
    """The last 60 minutes of the clock, oldest first; the last one is still going on."""
    busiest: BusiestScanners
    """Who scanned in the last day."""
    stored_bytes: BytesUse
    """Bytes of scans."""
    as_of: str
    """Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer."""


class Session(TypedDict):
    """A `Session`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    current: bool
    """True for the session of this request."""
    method: str
    """Method of sign-in: password, one-time token or link, or identity provider."""
    address: str | None
    """IP address at sign-in."""
    user_agent: str | None
    """First 256 characters of the `User-Agent` at sign-in."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    last_used_at: str
    """Time of the last use, accurate to a few seconds. A session ends after 12 hours without use."""
    expires_at: str
    """Absolute expiry: 30 days after sign-in."""
    recent_until: str
    """Until then the authentication counts as recent: 10 minutes from the sign-in, or from the last confirmation."""


class SessionConfirm(TypedDict):
    """A `SessionConfirm`."""

    password: str
    """The password of the member."""


class SessionList(TypedDict):
    """A `SessionList`."""

    data: list[Session]
    """The sessions."""


class ShippedOfDay(TypedDict):
    """A `ShippedOfDay`."""

    day: str
    """The day, UTC."""
    orders: int
    """Orders whose last units left on this day."""
    units: int
    """Units of these orders, with those that had left in parts before."""


class SignIn(TypedDict):
    """A `SignIn`."""

    email: str
    """At most 254 characters."""
    password: str
    """The password of the member."""
    account_id: NotRequired[str]
    """Required if the credentials are valid for several accounts."""


class SignInMethods(TypedDict):
    """A `SignInMethods`."""

    password: PasswordSignIn
    """Sign-in by password, always available."""
    single_sign_on: SingleSignOn | None
    """Null if the installation has no identity provider."""


class SignedIn(TypedDict):
    """A `SignedIn`."""

    session: Session
    """The session of this request."""
    member: Member
    """The signed-in member."""
    has_password: bool
    """True if the member has a password to confirm with."""
    account: Account
    """The account of the session."""
    permissions: list[str]
    """Permissions of the role of the member."""


class SingleSignOn(TypedDict):
    """A `SingleSignOn`."""

    name: str
    """Display name of the identity provider."""
    path: str
    """Path at which a browser starts the sign-in."""


class StorageUse(TypedDict):
    """A `StorageUse`."""

    used: int
    """Records that are stored, counted at most 10 s ago, or 20 times the duration of counting if that is longer."""
    limit: int | None
    """Highest number of records; null where none is known, while gateways are upgraded."""


class TokenRedeem(TypedDict):
    """A `TokenRedeem`."""

    token: str
    """The one-time token."""
    password: str
    """12 to 200 Unicode characters; not a common password, and not derived from the e-mail address."""


class Webhook(TypedDict):
    """A `Webhook`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    url: str
    """Where events are sent."""
    events: list[str]
    """Event types, or `*` alone."""
    description: str | None
    """Purpose, as given; null if none was given."""
    filter: dict[str, Any] | None
    """Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter."""
    ordered: bool
    """Whether events of one record are sent in order: each waits until the previous one is delivered or failed."""
    batch: WebhookBatch | None
    """Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`."""
    max_rate: float | None
    """Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them."""
    status: str
    """Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed."""
    disabled: WebhookDisabled | None
    """Reason and time of disabling; null unless disabled."""
    rests_until: NotRequired[str | None]
    """End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. It is no change of the record: `version` stays."""
    secrets: list[WebhookSecretFacts]
    """Secrets that sign deliveries, newest first."""
    version: int
    """Increases by one with every change; also the `ETag`."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""


class WebhookBatch(TypedDict):
    """A `WebhookBatch`."""

    max_events: int
    """Maximum number of events in one request, 2 to 100."""
    max_wait_ms: int
    """Milliseconds, 10 to 1 000, that the first event waits for others, of any record."""


class WebhookBatchInput(TypedDict):
    """A `WebhookBatchInput`."""

    max_events: NotRequired[int]
    """Maximum number of events in one request, 2 to 100."""
    max_wait_ms: NotRequired[int]
    """Milliseconds, 10 to 1 000, that the first event waits for others, of any record."""


class WebhookChange(TypedDict):
    """A `WebhookChange`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    action: str
    """Action, such as `webhook.secret_rotated`."""
    target: Reference
    """Changed record."""
    actor: str
    """Id of the key or member that made the change, `operator` (with a name as `operator:jo`), or `system`."""
    address: str | None
    """IP address of the client; null where it is unknown, as for changes of the service itself."""
    request_id: str | None
    """Id of the request; null for changes by the system."""
    details: dict[str, Any]
    """Changed fields; never a secret."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""


class WebhookChangePage(TypedDict):
    """A `WebhookChangePage`."""

    data: list[WebhookChange]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class WebhookCounts(TypedDict):
    """A `WebhookCounts`."""

    delivered: int
    """Number of successful attempts."""
    refused: int
    """Number of failed attempts."""
    failed: int
    """Number of deliveries that were given up."""
    success_rate: float | None
    """Share of successful attempts, 0 to 1; null without attempts."""
    latency_p50_ms: int | None
    """Median latency of the attempts in milliseconds; null without attempts."""
    latency_p95_ms: int | None
    """95th percentile of the latency of the attempts in milliseconds; null without attempts."""


class WebhookCreate(TypedDict):
    """A `WebhookCreate`."""

    url: str
    """Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses."""
    events: NotRequired[Sequence[Literal["*", "inventory.updated", "inventory.low_stock", "inventory.out_of_stock", "sku.updated", "location.created", "location.updated", "location.archived", "reservation.expired", "reservation.released", "order.created", "order.updated", "order.packed", "order.shipped", "order.cancelled", "fulfilment.created", "fulfilment.updated", "fulfilment.packed", "fulfilment.unpacked", "fulfilment.shipped", "fulfilment.cancelled", "return.created", "return.updated", "return.received", "return.closed", "return.cancelled", "scan.completed", "scan.applied", "scan.refused", "endpoint.disabled"]]]
    """Event types, each once; `["*"]` selects every type, including those of later versions."""
    description: NotRequired[str | None]
    """Purpose, 1 to 200 characters; null for none."""
    filter: NotRequired[dict[str, Any] | None]
    """Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter."""
    ordered: NotRequired[bool]
    """Whether events of one record are sent in order: each waits until the previous one is delivered or failed."""
    batch: NotRequired[WebhookBatchInput | None]
    """Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`."""
    max_rate: NotRequired[float | None]
    """Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them."""


class WebhookDisabled(TypedDict):
    """A `WebhookDisabled`."""

    reason: str
    """`gone`: the receiver answered 410. `failing`: no attempt has succeeded for days."""
    at: str
    """Time of the event, RFC 3339 in UTC with milliseconds."""


class WebhookHealth(TypedDict):
    """A `WebhookHealth`."""

    failing_since: str | None
    """First failure after the last success, or after two days without an attempt; null while attempts succeed."""
    last_success_at: str | None
    """Last successful attempt; null if never."""
    last_failure_at: str | None
    """Last failed attempt; null if never."""
    failures: int
    """Number of failed attempts in a row."""
    rests_until: str | None
    """End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off."""


class WebhookInterval(TypedDict):
    """A `WebhookInterval`."""

    at: str
    """Start of the interval, UTC."""
    delivered: int
    """Number of successful attempts."""
    refused: int
    """Number of failed attempts."""
    failed: int
    """Number of deliveries that were given up."""
    success_rate: float | None
    """Share of successful attempts, 0 to 1; null without attempts."""
    latency_p50_ms: int | None
    """Median latency of the attempts in milliseconds; null without attempts."""
    latency_p95_ms: int | None
    """95th percentile of the latency of the attempts in milliseconds; null without attempts."""


class WebhookMinute(TypedDict):
    """A `WebhookMinute`."""

    at: str
    """Start of the minute, UTC."""
    delivered: int
    """Number of successful attempts of all endpoints."""
    refused: int
    """Number of failed attempts of all endpoints."""


class WebhookOverview(TypedDict):
    """A `WebhookOverview`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    url: str
    """Where events are sent."""
    description: str | None
    """Purpose, as given; null if none was given."""
    status: str
    """Status of the endpoint."""
    health: WebhookHealth
    """Present health."""
    oldest_undelivered_seconds: int | None
    """Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events."""
    last_24_hours: WebhookCounts
    """Results of its attempts."""


class WebhookPage(TypedDict):
    """A `WebhookPage`."""

    data: list[Webhook]
    """The records of this page."""
    has_more: bool
    """Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true."""
    next_cursor: str | None
    """The `cursor` of the next page; null on the last."""


class WebhookResume(TypedDict):
    """A `WebhookResume`."""

    held: NotRequired[Literal["deliver", "drop"]]
    """`deliver`: held events are sent now. `drop`: held events are dropped; each can be resent individually."""


class WebhookSecret(TypedDict):
    """A `WebhookSecret`."""

    id: str
    """Opaque id, as in `signed_with` of an attempt."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    ends_at: str | None
    """Time at which it stops signing; null for the newest."""
    secret: str
    """`whsec_` and base64."""


class WebhookSecretFacts(TypedDict):
    """A `WebhookSecretFacts`."""

    id: str
    """Opaque id, as in `signed_with` of an attempt."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    ends_at: str | None
    """Time at which it stops signing; null for the newest."""
    last4: str
    """Last four characters of the secret."""


class WebhookSecretRotate(TypedDict):
    """A `WebhookSecretRotate`."""

    overlap_seconds: NotRequired[int]
    """Seconds for which the replaced secrets still sign beside the new one: 0 to 604 800 (7 days). 0 ends all other secrets at once."""


class WebhookSecrets(TypedDict):
    """A `WebhookSecrets`."""

    data: list[WebhookSecret]
    """Secrets that sign now, newest first."""


class WebhookStats(TypedDict):
    """A `WebhookStats`."""

    health: WebhookHealth
    """Present health."""
    oldest_undelivered_seconds: int | None
    """Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events."""
    total: WebhookCounts
    """Over the whole period."""
    intervals: list[WebhookInterval]
    """Intervals with attempts, oldest first."""


class WebhookTestRequest(TypedDict):
    """A `WebhookTestRequest`."""

    type: NotRequired[Literal["inventory.updated", "inventory.low_stock", "inventory.out_of_stock", "sku.updated", "location.created", "location.updated", "location.archived", "reservation.expired", "reservation.released", "order.created", "order.updated", "order.packed", "order.shipped", "order.cancelled", "fulfilment.created", "fulfilment.updated", "fulfilment.packed", "fulfilment.unpacked", "fulfilment.shipped", "fulfilment.cancelled", "return.created", "return.updated", "return.received", "return.closed", "return.cancelled", "scan.completed", "scan.applied", "scan.refused", "endpoint.disabled", "webhook.test"]]
    """Event type of the sample, which carries `"test": true`. It is sent whatever types the endpoint selects."""


class WebhookUpdate(TypedDict):
    """A `WebhookUpdate`."""

    id: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    environment: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    status: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    disabled: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    secrets: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    version: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    created_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    updated_at: NotRequired[Any]
    """Read-only: accepted where it equals the record, so that a record can be sent back."""
    rests_until: NotRequired[Any]
    """Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back."""
    url: NotRequired[str]
    """Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses."""
    events: NotRequired[Sequence[Literal["*", "inventory.updated", "inventory.low_stock", "inventory.out_of_stock", "sku.updated", "location.created", "location.updated", "location.archived", "reservation.expired", "reservation.released", "order.created", "order.updated", "order.packed", "order.shipped", "order.cancelled", "fulfilment.created", "fulfilment.updated", "fulfilment.packed", "fulfilment.unpacked", "fulfilment.shipped", "fulfilment.cancelled", "return.created", "return.updated", "return.received", "return.closed", "return.cancelled", "scan.completed", "scan.applied", "scan.refused", "endpoint.disabled"]]]
    """Event types, each once; `["*"]` selects every type, including those of later versions."""
    description: NotRequired[str | None]
    """Purpose, 1 to 200 characters; null for none."""
    filter: NotRequired[dict[str, Any] | None]
    """Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter."""
    ordered: NotRequired[bool]
    """Whether events of one record are sent in order: each waits until the previous one is delivered or failed."""
    batch: NotRequired[WebhookBatchInput | None]
    """Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`."""
    max_rate: NotRequired[float | None]
    """Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them."""


class WebhookWithSecret(TypedDict):
    """A `WebhookWithSecret`."""

    id: str
    """Opaque id with a prefix for its type, sortable by creation."""
    environment: str
    """The environment of the record. The two environments share nothing."""
    url: str
    """Where events are sent."""
    events: list[str]
    """Event types, or `*` alone."""
    description: str | None
    """Purpose, as given; null if none was given."""
    filter: dict[str, Any] | None
    """Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter."""
    ordered: bool
    """Whether events of one record are sent in order: each waits until the previous one is delivered or failed."""
    batch: WebhookBatch | None
    """Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`."""
    max_rate: float | None
    """Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them."""
    status: str
    """Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed."""
    disabled: WebhookDisabled | None
    """Reason and time of disabling; null unless disabled."""
    rests_until: NotRequired[str | None]
    """End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. It is no change of the record: `version` stays."""
    secrets: list[WebhookSecretFacts]
    """Secrets that sign deliveries, newest first."""
    version: int
    """Increases by one with every change; also the `ETag`."""
    created_at: str
    """Time of creation, RFC 3339 in UTC with milliseconds."""
    updated_at: str
    """Time of the last change, RFC 3339 in UTC with milliseconds."""
    secret: str
    """The newest secret, `whsec_` and base64."""


class WebhooksOverview(TypedDict):
    """A `WebhooksOverview`."""

    data: list[WebhookOverview]
    """All endpoints, oldest first."""
    max_rate: int
    """Attempts a second at all endpoints of the environment together, at most; further due deliveries wait."""
    storage: StorageUse
    """Endpoints that are stored, paused and disabled ones included; they are counted with each request."""
    stored_bytes: BytesUse
    """Bytes of endpoints, events and deliveries. Events and deliveries expire, and come from other operations: they are not refused."""
    minutes: list[WebhookMinute]
    """The last 60 minutes of the clock, oldest first; the last one is still going on."""


BatchItem = Union[BatchCreate, BatchUpdate, BatchAdjust]
Event = Union[InventoryUpdated, InventoryLowStock, InventoryOutOfStock, SkuUpdated, LocationCreated, LocationUpdated, LocationArchived, ReservationExpired, ReservationReleased, OrderCreated, OrderUpdated, OrderPacked, OrderShipped, OrderCancelled, FulfilmentCreated, FulfilmentUpdated, FulfilmentPacked, FulfilmentUnpacked, FulfilmentShipped, FulfilmentCancelled, ReturnCreated, ReturnUpdated, ReturnReceived, ReturnClosed, ReturnCancelled, ScanCompleted, ScanApplied, ScanRefused, EndpointDisabled, WebhookTest, OtherEvent]
TransferCreate = Union[TransferOfSku, TransferOfLines]

ListEventsTypes = Literal["inventory.updated", "inventory.low_stock", "inventory.out_of_stock", "sku.updated", "location.created", "location.updated", "location.archived", "reservation.expired", "reservation.released", "order.created", "order.updated", "order.packed", "order.shipped", "order.cancelled", "fulfilment.created", "fulfilment.updated", "fulfilment.packed", "fulfilment.unpacked", "fulfilment.shipped", "fulfilment.cancelled", "return.created", "return.updated", "return.received", "return.closed", "return.cancelled", "scan.completed", "scan.applied", "scan.refused", "endpoint.disabled"]
ListFulfilmentsStatus = Literal["open", "packed", "shipped", "cancelled"]
ListSkusStatus = Literal["active", "archived", "all"]
ListSkusSort = Literal["sku", "updated_at"]
ExportInventoryStatus = Literal["active", "archived", "all"]
ExportInventoryBy = Literal["sku", "location"]
ImportInventoryBy = Literal["sku", "location"]
ListLocationsType = Literal["warehouse", "aisle", "shelf", "bin"]
ListLocationsStatus = Literal["active", "archived", "all"]
ListLocationsSort = Literal["created_at", "-created_at", "path"]
ListOrdersStatus = Literal["pending", "created", "packed", "shipped", "cancelled", "rejected"]
ListOrdersAllocation = Literal["allocated", "partial", "backordered"]
ListOrdersFulfilment = Literal["none", "partial", "complete"]
ListOrdersSort = Literal["created_at", "updated_at"]
ExportOrdersStatus = Literal["pending", "created", "packed", "shipped", "cancelled", "rejected"]
ExportOrdersAllocation = Literal["allocated", "partial", "backordered"]
ExportOrdersFulfilment = Literal["none", "partial", "complete"]
ListReservationsStatus = Literal["active", "converted", "released", "expired"]
ListReturnsStatus = Literal["requested", "approved", "receiving", "closed", "cancelled", "rejected"]
ListScansType = Literal["receive", "putaway", "pick", "pack", "ship", "count", "return", "lookup", "other"]
ListScansApplied = Literal["pending", "done", "refused"]
ListKeysStatus = Literal["active", "ended", "all"]
ListMembersStatus = Literal["current", "invited", "active", "removed", "all"]
GetWebhookStatsInterval = Literal["hour", "day"]
ListDeliveriesStatus = Literal["pending", "held", "delivered", "failed", "dropped", "batched"]
ListDeliveriesEventType = Literal["inventory.updated", "inventory.low_stock", "inventory.out_of_stock", "sku.updated", "location.created", "location.updated", "location.archived", "reservation.expired", "reservation.released", "order.created", "order.updated", "order.packed", "order.shipped", "order.cancelled", "fulfilment.created", "fulfilment.updated", "fulfilment.packed", "fulfilment.unpacked", "fulfilment.shipped", "fulfilment.cancelled", "return.created", "return.updated", "return.received", "return.closed", "return.cancelled", "scan.completed", "scan.applied", "scan.refused", "endpoint.disabled", "webhook.test"]

EventType = Literal["inventory.updated", "inventory.low_stock", "inventory.out_of_stock", "sku.updated", "location.created", "location.updated", "location.archived", "reservation.expired", "reservation.released", "order.created", "order.updated", "order.packed", "order.shipped", "order.cancelled", "fulfilment.created", "fulfilment.updated", "fulfilment.packed", "fulfilment.unpacked", "fulfilment.shipped", "fulfilment.cancelled", "return.created", "return.updated", "return.received", "return.closed", "return.cancelled", "scan.completed", "scan.applied", "scan.refused", "endpoint.disabled", "webhook.test"]
"""The types of events that this version knows."""

PendingRecord = Union[Fulfilment, Order, Return]
"""The record of a call that is recorded and not yet done."""

BatchResult = Union[InventoryItemResult, OrderResult, ScanResult]
"""One result of a batch."""

EVENT_TYPES: dict[str, Any] = {
    "inventory.updated": InventoryUpdated,
    "inventory.low_stock": InventoryLowStock,
    "inventory.out_of_stock": InventoryOutOfStock,
    "sku.updated": SkuUpdated,
    "location.created": LocationCreated,
    "location.updated": LocationUpdated,
    "location.archived": LocationArchived,
    "reservation.expired": ReservationExpired,
    "reservation.released": ReservationReleased,
    "order.created": OrderCreated,
    "order.updated": OrderUpdated,
    "order.packed": OrderPacked,
    "order.shipped": OrderShipped,
    "order.cancelled": OrderCancelled,
    "fulfilment.created": FulfilmentCreated,
    "fulfilment.updated": FulfilmentUpdated,
    "fulfilment.packed": FulfilmentPacked,
    "fulfilment.unpacked": FulfilmentUnpacked,
    "fulfilment.shipped": FulfilmentShipped,
    "fulfilment.cancelled": FulfilmentCancelled,
    "return.created": ReturnCreated,
    "return.updated": ReturnUpdated,
    "return.received": ReturnReceived,
    "return.closed": ReturnClosed,
    "return.cancelled": ReturnCancelled,
    "scan.completed": ScanCompleted,
    "scan.applied": ScanApplied,
    "scan.refused": ScanRefused,
    "endpoint.disabled": EndpointDisabled,
    "webhook.test": WebhookTest,
}
"""The record of each type of event; any other is `OtherEvent`."""
