// Generated from the OpenAPI documents by `npm run generate`: do not edit.

import type { LaterValue } from '../api.ts';

export interface AccountChoice {
  /** Id of the account. */
  id: string;
  /** Display name, 1 to 200 characters. */
  name: string;
}

export interface Address {
  /** Recipient, 1 to 200 characters. */
  name: string;
  /** 1 to 200 characters. */
  company?: string | undefined;
  /** Street and number, 1 to 200 characters. */
  address1: string;
  /** Further address line, 1 to 200 characters. */
  address2?: string | undefined;
  /** 1 to 100 characters. */
  city: string;
  /** State, province or county, 1 to 100 characters. */
  region?: string | undefined;
  /** 1 to 20 characters. */
  postal_code?: string | undefined;
  /** ISO 3166-1 alpha-2: `DE`. */
  country: string;
  /** 1 to 40 characters. */
  phone?: string | undefined;
  /** At most 254 characters. */
  email?: string | undefined;
}

export interface AddressInput {
  /** Recipient, 1 to 200 characters. */
  name: string;
  /** 1 to 200 characters. */
  company?: string | null | undefined;
  /** Street and number, 1 to 200 characters. */
  address1: string;
  /** Further address line, 1 to 200 characters. */
  address2?: string | null | undefined;
  /** 1 to 100 characters. */
  city: string;
  /** State, province or county, 1 to 100 characters. */
  region?: string | null | undefined;
  /** 1 to 20 characters. */
  postal_code?: string | null | undefined;
  /** ISO 3166-1 alpha-2: `DE`. */
  country: string;
  /** 1 to 40 characters. */
  phone?: string | null | undefined;
  /** At most 254 characters. */
  email?: string | null | undefined;
}

export interface Adjustment {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units to add, or to remove if negative. */
  delta: number;
  /** Reason given by the caller. */
  reason: string;
  /** Free text. */
  note: string | null;
  /** Entries in the ledger, one for each location. */
  movements: Array<Movement>;
  /** The SKU after the adjustment. */
  record: Sku;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
}

export interface AdjustmentCreate {
  /** Units to add, or to remove if negative. */
  delta: number;
  /** Reason in the ledger, such as `damaged`, `found` or `receipt`. */
  reason: string;
  /** Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others. */
  location?: string | null | undefined;
  /** Note for readers of the ledger. */
  note?: string | null | undefined;
}

export interface AllocationRules {
  /** Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code. */
  strategy: 'anywhere' | 'priority' | 'most_stock' | 'fewest_splits' | (string & {});
  /** How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock. */
  split: 'never' | 'by_line' | 'within_line' | (string & {});
  /** Increases by one with every change; 0 where the rules were never set. */
  version: number;
  /** When the rules last changed; null where they were never set. */
  updated_at: string | null;
}

export interface AllocationRulesUpdate {
  /** Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code. */
  strategy?: 'anywhere' | 'priority' | 'most_stock' | 'fewest_splits' | null | undefined;
  /** How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock. */
  split?: 'never' | 'by_line' | 'within_line' | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
}

export interface Availability {
  /** In the order of the request. */
  lines: Array<AvailabilityLine>;
  /** Whether every line could be ordered whole, all of them together. */
  complete: boolean;
  /** Time of the answer, RFC 3339 in UTC with milliseconds. */
  as_of: string;
}

export interface AvailabilityInWarehouse {
  /** Warehouse by id. */
  warehouse_id: string;
  /** Code of the warehouse: `MAIN`. */
  warehouse: string;
  /** Units there that could be ordered, less those of earlier lines. */
  available: number;
  /** Units that an order would hold there; null where it would hold them wherever they lie. */
  planned: number | null;
}

export interface AvailabilityLine {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units of the line. */
  requested: number;
  /** Units of the SKU that could be ordered, less those of earlier lines of the same SKU. Where units come from warehouses: those that warehouses which may ship it can give under the split. */
  available: number;
  /** Warehouses that have available units and may ship it, in the order in which they are chosen; in that of their creation where none is. The first 100. */
  warehouses: Array<AvailabilityInWarehouse>;
}

export interface AvailabilityRequest {
  /** One SKU with its units each. */
  lines: Array<QuoteLine>;
  /** Warehouses that it may be shipped from, by id or code. Default: all. An archived one ships nothing. */
  ship_from?: Array<string> | null | undefined;
  /** Country that it is shipped to: warehouses that do not ship there are left out. ISO 3166-1 alpha-2. */
  ship_to_country?: string | null | undefined;
  /** How it may be split over warehouses. Default: as the rules say. */
  split?: 'never' | 'by_line' | 'within_line' | null | undefined;
}

export interface BatchAdjust {
  /** Operation of the item. */
  op: 'adjust';
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units to add, or to remove if negative. */
  delta: number;
  /** Reason in the ledger, such as `damaged`, `found` or `receipt`. */
  reason: string;
  /** Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others. */
  location?: string | null | undefined;
  /** Note for readers of the ledger. */
  note?: string | null | undefined;
  /** Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer. */
  idempotency_key?: string | null | undefined;
}

export interface BatchCreate {
  /** Operation of the item. */
  op: 'create';
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Display name. */
  name: string;
  /** Units in stock at all locations. */
  on_hand?: number | null | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point?: number | null | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | null | undefined;
  /** Home location; null for the default warehouse itself. */
  location?: string | null | undefined;
  /** Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits. */
  barcodes?: Array<unknown> | null | undefined;
  /** Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500. */
  metadata?: Record<string, string> | null | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text, such as `12.50`; needs `currency`. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System, 6 to 12 digits, with or without dots. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
  /** Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer. */
  idempotency_key?: string | null | undefined;
}

/** Create, update or adjust one SKU. */
export type BatchItem = BatchCreate | BatchUpdate | BatchAdjust;

export interface BatchOrder {
  /** The order's id in the system it comes from; unique. */
  external_id?: string | null | undefined;
  /** A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other. */
  replaces?: string | null | undefined;
  /** One SKU with its units each. */
  lines: Array<OrderLineCreate>;
  /** The return that this order is in exchange for. It is allocated like any other order. */
  exchange_for?: string | null | undefined;
  /** Delivery address. */
  ship_to?: AddressInput | null | undefined;
  /** Free text. */
  note?: string | null | undefined;
  /** Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500. */
  metadata?: Record<string, string> | null | undefined;
  /** 0 to 9: backorders of the highest are filled first. Default: 5. */
  priority?: number | null | undefined;
  /** Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. */
  ship_by?: string | null | undefined;
  /** The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say. */
  ship_from?: Array<string> | null | undefined;
  /** `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say. */
  split?: 'never' | 'by_line' | 'within_line' | null | undefined;
  /** false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder. */
  allow_backorder?: boolean | null | undefined;
  /** A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist. */
  reservation_id?: string | null | undefined;
  /** true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation. */
  require_reservation?: boolean | null | undefined;
  /** Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer. */
  idempotency_key?: string | null | undefined;
}

export interface BatchUpdate {
  /** Operation of the item. */
  op: 'update';
  /** Display name. */
  name?: string | null | undefined;
  /** Units in stock at all locations. */
  on_hand?: number | null | undefined;
  /** Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total. */
  expected_on_hand?: number | null | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point?: number | null | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | null | undefined;
  /** Home location; null for the default warehouse itself. */
  location?: string | null | undefined;
  /** `active` restores an archived SKU; `archived` is accepted where the SKU is archived already. */
  status?: 'active' | 'archived' | null | undefined;
  /** Reason of the change in the ledger. Default: `count`. */
  reason?: string | null | undefined;
  /** Note for readers of the ledger. */
  note?: string | null | undefined;
  /** Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits. */
  barcodes?: Array<unknown> | null | undefined;
  /** Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500. */
  metadata?: Record<string, string> | null | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text, such as `12.50`; needs `currency`. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System, 6 to 12 digits, with or without dots. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  unavailable?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  allocated?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  reserved?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  buffer?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  available?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  incoming?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  low_stock?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  sold_out?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  location_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  location_path?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  stock?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouses?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  archived_at?: unknown | undefined;
  /** Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer. */
  idempotency_key?: string | null | undefined;
}

export interface Caller {
  /** The account that the caller belongs to. */
  account: CallerAccount;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Role: see the table of permissions. */
  role: 'admin' | 'manager' | 'fulfilment' | 'integration' | 'scanner' | 'viewer' | 'member:owner' | 'member:developer' | 'member:manager' | 'member:fulfilment' | 'member:scanner' | 'member:viewer' | (string & {});
  /** What the role may do, in the order of the table of permissions. */
  permissions: Array<'inventory:read' | 'locations:read' | 'inventory:write' | 'locations:write' | 'stock:transfer' | 'reservations:write' | 'orders:read' | 'orders:read_ship_to' | 'orders:create' | 'orders:cancel' | 'orders:fulfil' | 'orders:hold' | 'returns:create' | 'returns:receive' | 'orders:erase' | 'scans:write' | 'scans:read' | 'scans:apply' | 'events:read' | 'integrity:read' | 'account:read' | 'audit:read' | 'keys:read' | 'keys:manage' | 'members:read' | 'members:manage' | 'webhooks:read' | 'webhooks:manage' | (string & {})>;
  /** The API key; null for the session of a member. */
  key: CallerKey | null;
  /** The signed-in member; null for an API key. */
  member: CallerMember | null;
  /** The rate limits that each request counts in. */
  limits: CallerLimits;
}

export interface CallerAccount {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Name of the account. */
  name: string;
  /** `enterprise` opens production; `evaluation` does not. */
  plan: 'enterprise' | 'evaluation' | (string & {});
}

export interface CallerKey {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Purpose of the key, as given; null if none was given. */
  name: string | null;
  /** Time at which the secret in use becomes invalid: the expiry of the key, or the end of the overlap after it was rotated; null: never. */
  expires_at: string | null;
}

export interface CallerLimits {
  /** Of the key, or of the session. */
  own: RateLimit;
  /** Shared by all keys of the account in this environment, or by its sessions in this environment. */
  shared: RateLimit;
}

export interface CallerMember {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** In lower case. */
  email: string;
  /** Role of the member in the account. */
  role: 'owner' | 'developer' | 'manager' | 'fulfilment' | 'scanner' | 'viewer' | (string & {});
}

export interface DisabledEndpoint {
  /** The endpoint. */
  id: string;
  /** Scheme, host and port of its URL. The path is left out, since it can hold secrets. */
  origin: string;
  /** Description of the endpoint; null if none was given. */
  description: string | null;
  /** `gone`: the receiver answered 410. `failing`: no attempt has succeeded for days. */
  reason: 'gone' | 'failing' | (string & {});
  /** When it was disabled, RFC 3339 in UTC with milliseconds. */
  disabled_at: string;
  /** First failure after the last success, or after two days without an attempt. */
  failing_since: string | null;
  /** Last successful attempt; null if never. */
  last_success_at: string | null;
  /** Number of failed attempts in a row. */
  failures: number;
  /** HTTP status of the last response; null without one. */
  last_status: number | null;
  /** Reason for the missing response of the last attempt; null if there was a response. */
  last_error: string | null;
  /** Readable message, with the way to enable the endpoint again. */
  message: string;
}

export interface EndpointDisabled {
  /** Id of the event, the same at every attempt. */
  id: string;
  /** Type of the event. */
  type: 'endpoint.disabled';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The disabled endpoint. */
  data: DisabledEndpoint;
}

export type Event = InventoryUpdated | InventoryLowStock | InventoryOutOfStock | SkuUpdated | LocationCreated | LocationUpdated | LocationArchived | ReservationExpired | ReservationReleased | OrderCreated | OrderUpdated | OrderPacked | OrderShipped | OrderCancelled | FulfilmentCreated | FulfilmentUpdated | FulfilmentPacked | FulfilmentUnpacked | FulfilmentShipped | FulfilmentCancelled | ReturnCreated | ReturnUpdated | ReturnReceived | ReturnClosed | ReturnCancelled | ScanCompleted | ScanApplied | ScanRefused | EndpointDisabled | WebhookTest | OtherEvent;

export interface EventPage {
  /** The records of this page. */
  data: Array<Event>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
  /** The `after` of the next round: the last event up to which this page looked, of any type, whether or not `types` shows it. Without one behind `after` it is `after`; null where there is neither. */
  next_after: string | null;
}

export interface Fulfilment {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Opaque id with a prefix for its type, sortable by creation. */
  order_id: string;
  /** The fulfilment's id in another system, 1 to 200 characters, unique. */
  external_id: string | null;
  /** `open` until it is packed; shipped and cancelled fulfilments are final. */
  status: 'open' | 'packed' | 'shipped' | 'cancelled' | (string & {});
  /** Units of lines of the order. */
  lines: Array<FulfilmentLine>;
  /** The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse. */
  warehouse_id: string | null;
  /** The warehouse's code; null where `warehouse_id` is. */
  warehouse: string | null;
  /** The parcels, at most 100. */
  packages: Array<FulfilmentPackage>;
  /** Carrier of the parcels, 1 to 100 characters. */
  carrier: string | null;
  /** The carrier's tracking number, 1 to 100 characters. */
  tracking_number: string | null;
  /** Tracking page: http or https, at most 2 000 characters. */
  tracking_url: string | null;
  /** Free text. */
  note: string | null;
  /** Reason given with the cancellation; null without one. */
  cancel_reason: string | null;
  /** A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation. */
  pending_transition: 'fulfil' | 'pack' | 'unpack' | 'ship' | 'cancel' | (string & {}) | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of packing, RFC 3339 in UTC with milliseconds; null unless packed. */
  packed_at: string | null;
  /** Time of shipping, RFC 3339 in UTC with milliseconds; null before. */
  shipped_at: string | null;
  /** Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before. */
  delivered_at: string | null;
  /** Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled. */
  cancelled_at: string | null;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface FulfilmentCancelled {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'fulfilment.cancelled';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The fulfilment after the change. */
  data: FulfilmentSnapshot;
  /** Its order after the change. */
  order: OrderOfFulfilmentSnapshot;
}

export interface FulfilmentCreate {
  /** Units of lines, each line once. Default: all that is allocated and in no other fulfilment. */
  lines?: Array<LineUnitsInput> | null | undefined;
  /** Id or code of the warehouse that the units are held in; without `lines` it is all that is allocated there and in no other fulfilment. Default: the one that holds them all. */
  warehouse?: string | null | undefined;
  /** The fulfilment's id in another system; unique among fulfilments. */
  external_id?: string | null | undefined;
  /** Free text. */
  note?: string | null | undefined;
}

export interface FulfilmentCreated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'fulfilment.created';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The fulfilment after the change. */
  data: FulfilmentSnapshot;
  /** Its order after the change. */
  order: OrderOfFulfilmentSnapshot;
}

export interface FulfilmentLine {
  /** Opaque id with a prefix for its type, sortable by creation. */
  line_id: string;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** The SKU's name when the order was created. */
  name: string | null;
  /** Units of the line in this fulfilment. */
  quantity: number;
  /** Units of them that are allocated; 0 once it is shipped or cancelled. */
  allocated: number;
}

export interface FulfilmentOfOrder {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Its status. */
  status: 'open' | 'packed' | 'shipped' | 'cancelled' | (string & {});
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
}

export interface FulfilmentPack {
  /** The parcels, at most 100. If one has `lines`, the contents of all parcels together are packed. */
  packages?: Array<FulfilmentPackageInput> | null | undefined;
  /** What is packed, where it is less than the fulfilment plans; `short` is required then. */
  lines?: Array<LineUnitsInput> | null | undefined;
  /** What becomes of units that are not packed: `backorder` puts them back into the order, `cancel` drops them from it, `reallocate` puts them back and holds them in other warehouses, as far as the order may be shipped from those and they have units free. */
  short?: 'backorder' | 'cancel' | 'reallocate' | null | undefined;
}

export interface FulfilmentPackage {
  /** Weight in grams. */
  weight_g?: number | undefined;
  /** Length in millimetres. */
  length_mm?: number | undefined;
  /** Width in millimetres. */
  width_mm?: number | undefined;
  /** Height in millimetres. */
  height_mm?: number | undefined;
  /** Tracking number of this parcel, 1 to 100 characters. */
  tracking?: string | undefined;
  /** What is in the parcel, where that was said. */
  lines?: Array<LineUnits> | undefined;
}

export interface FulfilmentPackageInput {
  /** Weight in grams. */
  weight_g?: number | null | undefined;
  /** Length in millimetres. */
  length_mm?: number | null | undefined;
  /** Width in millimetres. */
  width_mm?: number | null | undefined;
  /** Height in millimetres. */
  height_mm?: number | null | undefined;
  /** Tracking number of this parcel, 1 to 100 characters. */
  tracking?: string | null | undefined;
  /** What is in the parcel. */
  lines?: Array<LineUnitsInput> | null | undefined;
}

export interface FulfilmentPackageUpdate {
  /** Tracking number of this parcel; null clears it. */
  tracking?: string | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  weight_g?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  length_mm?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  width_mm?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  height_mm?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  lines?: unknown | undefined;
}

export interface FulfilmentPacked {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'fulfilment.packed';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The fulfilment after the change. */
  data: FulfilmentSnapshot;
  /** Its order after the change. */
  order: OrderOfFulfilmentSnapshot;
}

export interface FulfilmentPage {
  /** The records of this page. */
  data: Array<Fulfilment>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface FulfilmentShip {
  /** Carrier of the parcels, 1 to 100 characters. */
  carrier?: string | null | undefined;
  /** The carrier's tracking number, 1 to 100 characters. */
  tracking_number?: string | null | undefined;
  /** Tracking page: http or https, at most 2 000 characters. */
  tracking_url?: string | null | undefined;
  /** The locations that units are taken from: for each line that is named, all its units. Default: the home location, then the fullest others. */
  from?: Array<TakenFrom> | null | undefined;
}

export interface FulfilmentShipped {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'fulfilment.shipped';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The fulfilment after the change. */
  data: FulfilmentSnapshot;
  /** Its order after the change. */
  order: OrderOfFulfilmentSnapshot;
}

export interface FulfilmentSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Opaque id with a prefix for its type, sortable by creation. */
  order_id: string;
  /** The fulfilment's id in another system, 1 to 200 characters, unique. */
  external_id: string | null;
  /** `open` until it is packed; shipped and cancelled fulfilments are final. */
  status: 'open' | 'packed' | 'shipped' | 'cancelled' | (string & {});
  /** Units of lines of the order. */
  lines: Array<FulfilmentLine>;
  /** The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse. */
  warehouse_id?: string | null | undefined;
  /** The warehouse's code; null where `warehouse_id` is. */
  warehouse?: string | null | undefined;
  /** The parcels, at most 100. */
  packages: Array<FulfilmentPackage>;
  /** Carrier of the parcels, 1 to 100 characters. */
  carrier: string | null;
  /** The carrier's tracking number, 1 to 100 characters. */
  tracking_number: string | null;
  /** Tracking page: http or https, at most 2 000 characters. */
  tracking_url: string | null;
  /** Free text. */
  note: string | null;
  /** Reason given with the cancellation; null without one. */
  cancel_reason: string | null;
  /** A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation. */
  pending_transition: 'fulfil' | 'pack' | 'unpack' | 'ship' | 'cancel' | (string & {}) | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of packing, RFC 3339 in UTC with milliseconds; null unless packed. */
  packed_at: string | null;
  /** Time of shipping, RFC 3339 in UTC with milliseconds; null before. */
  shipped_at: string | null;
  /** Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before. */
  delivered_at: string | null;
  /** Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled. */
  cancelled_at: string | null;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface FulfilmentUnpacked {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'fulfilment.unpacked';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The fulfilment after the change. */
  data: FulfilmentSnapshot;
  /** Its order after the change. */
  order: OrderOfFulfilmentSnapshot;
}

export interface FulfilmentUpdate {
  /** Carrier of the parcels; null clears it. */
  carrier?: string | null | undefined;
  /** The carrier's tracking number; null clears it. */
  tracking_number?: string | null | undefined;
  /** Tracking page: http or https; null clears it. */
  tracking_url?: string | null | undefined;
  /** Free text; null clears it. */
  note?: string | null | undefined;
  /** Time of delivery, of a shipped fulfilment; null clears it. */
  delivered_at?: string | null | undefined;
  /** One entry for each parcel, in the order of `packages`; what else a parcel has is accepted where it equals it. */
  packages?: Array<FulfilmentPackageUpdate> | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  order_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  external_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  status?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  lines?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouse_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouse?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  cancel_reason?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  pending_transition?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  packed_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  shipped_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  cancelled_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
}

export interface FulfilmentUpdated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'fulfilment.updated';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The fulfilment after the change. */
  data: FulfilmentSnapshot;
  /** Its order after the change. */
  order: OrderOfFulfilmentSnapshot;
  /** Changed fields of the fulfilment, such as `lines`, `tracking_number` or `delivered_at`. */
  changed: Array<string>;
}

export interface Hold {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The word that was given: 1 to 64 of a-z, 0-9 and `_`. */
  reason: string;
  /** Free text. */
  note: string | null;
  /** Whether units that are not packed were given back. */
  release_stock: boolean;
  /** Time at which the hold ends by itself, RFC 3339 in UTC with milliseconds; null where it is to be released. */
  until: string | null;
  /** Id of the API key or member that placed it. */
  placed_by: string;
  /** Time at which it was placed, RFC 3339 in UTC with milliseconds. */
  placed_at: string;
}

export interface HoldCreate {
  /** A word of your own, such as `awaiting_payment`: 1 to 64 of a-z, 0-9 and `_`. */
  reason: string;
  /** Free text. */
  note?: string | null | undefined;
  /** The hold ends by itself at this time, which is to come. Default: it ends when it is released. */
  until?: string | null | undefined;
  /** true: units that are not packed are given back, and other orders get them; the order waits for them at its rank once its last hold of this kind has ended. */
  release_stock?: boolean | null | undefined;
}

export interface HoldOfOrder {
  /** Id of the hold. */
  id: string;
  /** Its reason. */
  reason: string;
}

export interface ImportChange {
  /** Row number, counted as in `errors`. */
  row: number;
  /** Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count. */
  line: number;
  /** Code of the SKU. */
  sku: string;
  /** With `by=location`: the location at which `on_hand` would change. */
  location?: string | undefined;
  /** The facts that would change, as they are before the row; null: the row would create the SKU. */
  before: ImportFacts | null;
  /** The same facts after it; of a new SKU those that it would have. */
  after: ImportFacts;
}

export interface ImportDuplicate {
  /** Code of the SKU. */
  sku: string;
  /** The later row, counted as in `errors`. */
  row: number;
  /** Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count. */
  line: number;
  /** The first row with this SKU. */
  first_row: number;
  /** Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count. */
  first_line: number;
  /** With `by=location`: the location that both rows count, as the later row names it. */
  location?: string | undefined;
}

export interface ImportError {
  /** Row number from 1, without the header line and empty lines. */
  row: number;
  /** Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count. */
  line?: number | undefined;
  /** Faulty column or member; null for the row as a whole. */
  column: string | null;
  /** Error code, as for a batch item or its fields. */
  code: string;
  /** Explanation for people. */
  message: string;
}

export interface ImportFacts {
  /** Display name. */
  name?: string | undefined;
  /** Status of the record. */
  status?: 'active' | 'archived' | (string & {}) | undefined;
  /** Units in stock at all locations. */
  on_hand?: number | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point?: number | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | undefined;
  /** Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere. */
  location?: string | null | undefined;
  /** Barcodes by which it is found. */
  barcodes?: Array<string> | undefined;
  /** Your own pairs. */
  metadata?: Record<string, string> | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
}

export interface ImportLocation {
  /** Its path, as answers show it. */
  location: string;
  /** A location, existing or of this file, whose path differs in upper and lower case alone: probably a typing error. */
  similar_to?: string | undefined;
}

export interface ImportReport {
  /** True for a dry run: nothing was changed, and the numbers are a forecast. */
  dry_run: boolean;
  /** Rows read. */
  rows: number;
  /** Rows that created a SKU. */
  created: number;
  /** Rows that updated a SKU. */
  updated: number;
  /** Rows with `op` `adjust` that moved stock. */
  adjusted: number;
  /** Rows that match the SKU as it is. */
  unchanged: number;
  /** Rows that failed and changed nothing. */
  failed: number;
  /** Errors of failed rows, in order: the first 1 000. */
  errors: Array<ImportError>;
  /** Number of further errors. */
  errors_left_out: number;
  /** Rows without `op` and `expected_on_hand` whose SKU is that of an earlier one, with `by=location` whose SKU and place are. They are done in the order of the file, so the last one counts. The first 100000 SKUs of a file are compared. */
  duplicate_rows?: number | undefined;
  /** The duplicate rows, in order: the first 1 000. */
  duplicates?: Array<ImportDuplicate> | undefined;
  /** Dry runs: what each row would change, in order: the first 1 000 of 1 MB at most. */
  changes?: Array<ImportChange> | undefined;
  /** Dry runs: number of further rows that would change a SKU. */
  changes_left_out?: number | undefined;
  /** Dry runs: locations that would be created, in the order of the file, each after the locations that contain it: the first 1 000. */
  new_locations?: Array<ImportLocation> | undefined;
  /** Dry runs: number of further new locations, of the first 100 000. */
  new_locations_left_out?: number | undefined;
}

export interface IntegrityDifference {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** The violated rule. `places_add_up`: on_hand is the sum of the stock at all locations. `unavailable_adds_up`: unavailable is the sum at locations that are not sellable. `quantities_add_up`: on_hand is the sum of allocated, reserved, unavailable, buffer and available, none of them below 0. `reservations_add_up`: reserved is the sum of active reservations, in each warehouse of those that name it. `ledger_adds_up`: the movements at each location add up to its stock. `ledger_is_whole`: each movement results in the balance that it records. `holds_add_up`: allocated is the sum of the holds of orders, packed ones included. `holds_are_on_hand`: 0 ≤ held by packed orders ≤ allocated ≤ on_hand - unavailable. `portions_add_up`: the quantity of each order line is the sum of what is allocated, waits, was shipped and was cancelled, and what waits is what SKUs are waited for. `portions_are_held`: no line has more units in fulfilments than are allocated to it. `shipments_are_in_ledger`: the movements of each order that is shipped in part add up to what it has shipped. `returns_are_in_ledger`: the movements of the returns of each order add up to what came back of it, and no more came back than was shipped. `warehouses_add_up`: the units of each warehouse are those at its locations, and no more are allocated and reserved in it than are sellable there. `sources_add_up`: the units that orders hold in each warehouse are those allocated in it, packed ones included, and all units of an order that chose warehouses are in them. `sku_exists`: the SKUs of movements and orders exist. */
  check: 'places_add_up' | 'unavailable_adds_up' | 'quantities_add_up' | 'reservations_add_up' | 'ledger_adds_up' | 'ledger_is_whole' | 'holds_add_up' | 'holds_are_on_hand' | 'portions_add_up' | 'portions_are_held' | 'shipments_are_in_ledger' | 'returns_are_in_ledger' | 'warehouses_add_up' | 'sources_add_up' | 'sku_exists' | (string & {});
  /** Location of the difference; null if it concerns no single location. */
  location_id: string | null;
  /** Expected units; null if the rule concerns no units. */
  expected: number | null;
  /** Units found; null if the rule concerns no units. */
  found: number | null;
  /** Explanation for people. */
  message: string;
}

export interface IntegrityReport {
  /** Time of the first snapshot. SKUs are read in groups, each with its movements and holds in one snapshot. */
  as_of: string;
  /** True without differences. */
  consistent: boolean;
  /** Number of records read. */
  compared: IntegrityTotals;
  /** Number of differences. */
  differing: number;
  /** The first 100 differences, by SKU. */
  differences: Array<IntegrityDifference>;
}

export interface IntegrityTotals {
  /** SKUs, including archived ones. */
  skus: number;
  /** Pairs of a SKU and a location that holds stock of it. */
  places: number;
  /** Entries of the ledger, without those before a checkpoint. */
  movements: number;
  /** Lines of orders that are neither shipped nor cancelled. */
  holds: number;
  /** Number of lines of active reservations. */
  reservations: number;
  /** SKUs whose ledger was read from its last verified checkpoint on. */
  checkpoints: number;
  /** Entries of the ledger before these checkpoints: verified earlier, and not read again. */
  earlier_movements: number;
}

export interface InventoryBatch {
  /** `partial`: each item individually, in order; `atomic`: all or none. */
  mode?: 'partial' | 'atomic' | undefined;
  /** The items, in order. */
  items: Array<BatchItem>;
}

export interface InventoryBatchResult {
  /** In the order of the items. */
  results: Array<InventoryItemResult>;
}

export interface InventoryItemResult {
  /** Index of the item in the request, from 0. */
  index: number;
  /** HTTP status of the item, as for a request of its own: with 200 and 201 it is done. */
  status: number;
  /** Version of the SKU after the item; absent where it was refused. */
  version?: number | undefined;
  /** The SKU after the item; absent where it was refused or `record_left_out` says why. */
  record?: Sku | undefined;
  /** Why a successful item has no `record`. `changed_later`: a later item of the batch is about the same SKU, and the last of them has the record. `answer_size`: the results before it have 4 MB. The item is done all the same; `GET /inventory/{sku}` has the SKU. */
  record_left_out?: 'changed_later' | 'answer_size' | (string & {}) | undefined;
  /** The problem of a refused item, without a request id. */
  error?: ItemProblem | undefined;
}

export interface InventoryLowStock {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'inventory.low_stock';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The SKU after the change, with its reorder point. */
  data: LowStockSku;
  /** Quantities before the change; null at the creation of the SKU. */
  previous: Quantities | null;
  /** Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already. */
  changed: Array<string>;
  /** Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive. */
  reason: string;
  /** The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one. */
  reference: Reference | null;
  /** Time at which the units were moved or counted, where that was before they were booked at `created_at`. */
  occurred_at?: string | undefined;
  /** Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one. */
  versions?: number | undefined;
}

export interface InventoryOutOfStock {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'inventory.out_of_stock';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The SKU after the change. */
  data: SkuSnapshot;
  /** Quantities before the change; null at the creation of the SKU. */
  previous: Quantities | null;
  /** Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already. */
  changed: Array<string>;
  /** Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive. */
  reason: string;
  /** The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one. */
  reference: Reference | null;
  /** Time at which the units were moved or counted, where that was before they were booked at `created_at`. */
  occurred_at?: string | undefined;
  /** Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one. */
  versions?: number | undefined;
}

export interface InventoryUpdated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'inventory.updated';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The SKU after the change. */
  data: SkuSnapshot;
  /** Quantities before the change; null at the creation of the SKU. */
  previous: Quantities | null;
  /** Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already. */
  changed: Array<string>;
  /** Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive. */
  reason: string;
  /** The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one. */
  reference: Reference | null;
  /** Time at which the units were moved or counted, where that was before they were booked at `created_at`. */
  occurred_at?: string | undefined;
  /** Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one. */
  versions?: number | undefined;
}

export interface ItemProblem {
  /** Short name of the code. */
  title: string;
  /** Stable, documented error code for programs. */
  code: 'malformed_json' | 'malformed_csv' | 'invalid_parameter' | 'invalid_cursor' | 'invalid_request' | 'unauthenticated' | 'forbidden' | 'plan_required' | 'storage_limit_reached' | 'account_suspended' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'sku_exists' | 'barcode_exists' | 'sku_archived' | 'location_not_empty' | 'default_warehouse' | 'location_exists' | 'location_archived' | 'duplicate_external_id' | 'duplicate_client_scan_id' | 'wrong_item' | 'stale_count' | 'invalid_transition' | 'transition_in_progress' | 'order_on_hold' | 'quantity_exceeded' | 'insufficient_stock' | 'reservation_expired' | 'too_many_reservations' | 'idempotency_in_progress' | 'version_conflict' | 'request_timeout' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'validation_failed' | 'idempotency_key_reused' | 'unknown_sku' | 'unknown_location' | 'rate_limited' | 'headers_too_large' | 'internal' | 'upstream_unavailable' | 'timeout' | 'sso_expired' | 'invalid_credentials' | 'session_required' | 'cross_origin' | 'sso_denied' | 'sso_not_trusted' | 'recent_authentication_required' | 'sso_email_not_verified' | 'sso_unknown_member' | 'too_many_secrets' | 'member_exists' | 'member_not_active' | 'last_owner' | 'several_accounts' | 'key_not_active' | 'webhook_not_active' | 'delivery_not_ended' | 'event_expired' | 'replay_in_progress' | 'invalid_token' | (string & {});
  /** Explanation of this occurrence. */
  detail: string;
  /** Whether the same item can still succeed. */
  retryable: boolean;
  /** Offending fields, at most 100, and the first alone once the batch lists 1 000; pointers begin at the request's body. */
  errors?: Array<ProblemItem> | undefined;
  /** Number of further errors: `errors` lists at most 100. */
  errors_left_out?: number | undefined;
}

export interface LineAllocation {
  /** Opaque id with a prefix for its type, sortable by creation. */
  warehouse_id: string;
  /** The warehouse's code. */
  warehouse: string;
  /** Units of `allocated` that are held there. */
  quantity: number;
}

export interface LineReassign {
  /** A line of the order. */
  line_id: string;
  /** Units, an integer. */
  quantity: number;
  /** Id or code of the warehouse that holds the units now. Default: those that hold most of the line first. */
  from?: string | null | undefined;
  /** Id or code of the warehouse that is to hold them. */
  to: string;
}

export interface LineUnits {
  /** A line of the order. */
  line_id: string;
  /** Units, an integer. */
  quantity: number;
}

export interface LineUnitsInput {
  /** A line of the order. */
  line_id: string;
  /** Units, an integer. */
  quantity: number;
}

export interface Location {
  /** Immutable id. */
  id: string;
  /** A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse. */
  type: 'warehouse' | 'aisle' | 'shelf' | 'bin' | (string & {});
  /** Unique within its parent, including archived locations. */
  code: string;
  /** Null for a warehouse. */
  parent_id: string | null;
  /** Display name; null for none. */
  name: string | null;
  /** Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable. */
  usage: 'storage' | 'receiving' | 'staging' | 'tote' | 'quarantine' | 'returns' | 'damaged' | (string & {});
  /** Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`. */
  sellable: boolean;
  /** Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any. */
  pickable: boolean;
  /** Position in the order in which people pick; null for none. */
  pick_sequence: number | null;
  /** Whether orders may be shipped from the warehouse; null for any other location. */
  ships: boolean | null;
  /** Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location. */
  priority: number | null;
  /** Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location. */
  countries: Array<string> | null;
  /** Codes from the warehouse down: `MAIN:A3/S2`. */
  path: string;
  /** An archived location accepts neither stock nor new locations below it. */
  status: 'active' | 'archived' | (string & {});
  /** Increases by one with every change, including a change of its path. */
  version: number;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface LocationArchived {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'location.archived';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The location after the change. */
  data: LocationSnapshot;
}

export interface LocationCreate {
  /** Kind of location. */
  type: 'warehouse' | 'aisle' | 'shelf' | 'bin';
  /** Code, unique within its parent. */
  code: string;
  /** None for a warehouse. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf. */
  parent_id?: string | null | undefined;
  /** Display name; null for none. */
  name?: string | null | undefined;
  /** Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable. */
  usage?: 'storage' | 'receiving' | 'staging' | 'tote' | 'quarantine' | 'returns' | 'damaged' | null | undefined;
  /** Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`. */
  sellable?: boolean | null | undefined;
  /** Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any. */
  pickable?: boolean | null | undefined;
  /** Position in the order in which people pick. */
  pick_sequence?: number | null | undefined;
  /** Whether orders may be shipped from the warehouse. Warehouses only; default: true. */
  ships?: boolean | null | undefined;
  /** Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0. */
  priority?: number | null | undefined;
  /** Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all. */
  countries?: Array<string> | null | undefined;
}

export interface LocationCreated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'location.created';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The location after the change. */
  data: LocationSnapshot;
}

export interface LocationPage {
  /** The records of this page. */
  data: Array<Location>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface LocationSnapshot {
  /** Immutable id. */
  id: string;
  /** A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse. */
  type: 'warehouse' | 'aisle' | 'shelf' | 'bin' | (string & {});
  /** Unique within its parent, including archived locations. */
  code: string;
  /** Null for a warehouse. */
  parent_id: string | null;
  /** Display name; null for none. */
  name: string | null;
  /** Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable. */
  usage?: 'storage' | 'receiving' | 'staging' | 'tote' | 'quarantine' | 'returns' | 'damaged' | (string & {}) | undefined;
  /** Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`. */
  sellable?: boolean | undefined;
  /** Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any. */
  pickable?: boolean | undefined;
  /** Position in the order in which people pick; null for none. */
  pick_sequence?: number | null | undefined;
  /** Whether orders may be shipped from the warehouse; null for any other location. */
  ships?: boolean | null | undefined;
  /** Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location. */
  priority?: number | null | undefined;
  /** Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location. */
  countries?: Array<string> | null | undefined;
  /** Codes from the warehouse down: `MAIN:A3/S2`. */
  path: string;
  /** An archived location accepts neither stock nor new locations below it. */
  status: 'active' | 'archived' | (string & {});
  /** Increases by one with every change, including a change of its path. */
  version: number;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface LocationStock {
  /** SKU stored there. */
  sku: string;
  /** Display name. */
  name: string;
  /** The SKU's status; an archived SKU keeps its stock. */
  status: 'active' | 'archived' | (string & {});
  /** Units stored there, the sum of `stock`. */
  on_hand: number;
  /** The units by location: the location itself, or one below it. */
  stock: Array<StockAtLocation>;
}

export interface LocationStockPage {
  /** The records of this page. */
  data: Array<LocationStock>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface LocationUpdate {
  /** Display name; null for none. */
  name?: string | null | undefined;
  /** A new code changes the path of the location and of all locations below it at once. The code of `MAIN` is fixed. */
  code?: string | null | undefined;
  /** `active` restores an archived location, without the locations below it; `archived` is accepted where it is archived already. */
  status?: 'active' | 'archived' | null | undefined;
  /** Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable. */
  usage?: 'storage' | 'receiving' | 'staging' | 'tote' | 'quarantine' | 'returns' | 'damaged' | null | undefined;
  /** Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`. */
  sellable?: boolean | null | undefined;
  /** Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any. */
  pickable?: boolean | null | undefined;
  /** Position in the order in which people pick. */
  pick_sequence?: number | null | undefined;
  /** Whether orders may be shipped from the warehouse. Warehouses only; default: true. */
  ships?: boolean | null | undefined;
  /** Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0. */
  priority?: number | null | undefined;
  /** Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all. */
  countries?: Array<string> | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  type?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  parent_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  path?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
}

export interface LocationUpdated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'location.updated';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The location after the change. */
  data: LocationSnapshot;
  /** Changed facts, out of name, code, path, usage, sellable, pickable, pick_sequence, ships, priority, countries and status. */
  changed: Array<string>;
}

export interface LowStockSku {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Display name. */
  name: string;
  /** Units in stock at all locations. */
  on_hand: number;
  /** Units at locations that are not sellable: no order can have them. */
  unavailable?: number | undefined;
  /** Units allocated to orders that are not shipped yet. */
  allocated: number;
  /** Units that reservations keep until they expire. */
  reserved?: number | undefined;
  /** Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold. */
  buffer?: number | undefined;
  /** Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer. */
  available: number;
  /** Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet. */
  incoming?: number | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point: number;
  /** Whether on_hand is below reorder_point. */
  low_stock: boolean;
  /** Whether no unit is available. */
  sold_out?: boolean | undefined;
  /** Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere. */
  location: string | null;
  /** Location by id. */
  location_id: string;
  /** Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse. */
  location_path?: string | undefined;
  /** Units by location and lot, without empty locations. */
  stock: Array<StockAtLocationSnapshot>;
  /** Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them. */
  warehouses?: Array<StockInWarehouseSnapshot> | undefined;
  /** Barcodes by which it is found. */
  barcodes?: Array<string> | undefined;
  /** Your own pairs. */
  metadata?: Record<string, string> | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
  /** Status of the record. */
  status: 'active' | 'archived' | (string & {});
  /** Increases by one with every change. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of archiving, RFC 3339 in UTC with milliseconds; null while active. */
  archived_at: string | null;
  /** True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all. */
  stock_truncated?: boolean | undefined;
  /** Reorder point of the SKU. */
  threshold: number;
}

export interface Movement {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Location by id. */
  location_id: string;
  /** Present path of the location. */
  location: string;
  /** Present whole path of the location, from its warehouse down: `MAIN:A3/S2`. */
  location_path: string;
  /** Units added to the location, or removed if negative. */
  delta: number;
  /** Units of the SKU at the location after the movement. */
  balance: number;
  /** `opening`, `count`, `transfer`, `shipment`, `receipt`, `return`, `scrap`, or the reason of the request. */
  reason: string;
  /** The order, transfer or scan that caused the movement; of a `count` beside a late `receipt`, the earlier count. */
  reference: Reference | null;
  /** Free text. */
  note: string | null;
  /** Id of the API key or member, or name of the service, that caused the movement. */
  actor: string;
  /** The SKU's version after the change; movements of one change share it. */
  version: number;
  /** Time at which the units were moved or counted: of a scan the earlier of its `scanned_at` and its receipt, else `created_at`. */
  occurred_at: string;
  /** Time at which it was booked. Of the movements of a SKU it never runs backwards. */
  created_at: string;
}

export interface MovementPage {
  /** The records of this page. */
  data: Array<Movement>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface Order {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The order's id in the external system, 1 to 200 characters, unique. */
  external_id: string | null;
  /** `pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`. */
  status: 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | (string & {});
  /** How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; a pending or rejected order is always `backordered`. */
  allocation: 'allocated' | 'partial' | 'backordered' | (string & {});
  /** `none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more. */
  fulfilment: 'none' | 'partial' | 'complete' | (string & {});
  /** One SKU with its units each. */
  lines: Array<OrderLine>;
  /** The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order. */
  fulfilments: Array<FulfilmentOfOrder>;
  /** 0 to 9: backorders of the highest are filled first. Default: 5. */
  priority: number;
  /** Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. RFC 3339 in UTC with milliseconds. */
  ship_by: string | null;
  /** The reasons why the order may not be packed or shipped, until each is released or its time has come. */
  holds: Array<Hold>;
  /** The warehouses that the order may be shipped from, by id or code, as they were given; null where the order leaves it to the allocation rules. */
  ship_from: Array<string> | null;
  /** `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Null where the order leaves it to the allocation rules. */
  split: 'never' | 'by_line' | 'within_line' | (string & {}) | null;
  /** `no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order. */
  allocation_reason: 'no_eligible_warehouse' | (string & {}) | null;
  /** The returns of the order, oldest first. */
  returns: Array<ReturnOfOrder>;
  /** The return that the order is in exchange for; null of any other order. */
  exchange_for: string | null;
  /** Delivery address. */
  ship_to: Address | null;
  /** Free text. */
  note: string | null;
  /** The metadata of the order. */
  metadata: Record<string, string>;
  /** The parcels, at most 100. */
  packages: Array<Package>;
  /** Carrier of the parcels, 1 to 100 characters. */
  carrier: string | null;
  /** The carrier's tracking number, 1 to 100 characters. */
  tracking_number: string | null;
  /** Tracking page: http or https, at most 2 000 characters. */
  tracking_url: string | null;
  /** Reason given with the cancellation; null without one. */
  cancel_reason: string | null;
  /** A step that was answered with 202 and waits for the answer of inventory. */
  pending_transition: 'create' | 'pack' | 'ship' | 'cancel' | 'fulfil' | 'unpack' | 'close' | 'edit' | 'hold' | 'release_hold' | 'reassign' | 'return' | 'approve' | 'receive' | 'dispose' | (string & {}) | null;
  /** The fulfilment that `pending_transition` is about; null for a step of the whole order. */
  pending_fulfilment_id: string | null;
  /** The return that `pending_transition` is about; null for any other step. */
  pending_return_id: string | null;
  /** Refusal of the last step that was answered with 202; null once a step is accepted. */
  refusal: Refusal | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of packing, RFC 3339 in UTC with milliseconds; null before. */
  packed_at: string | null;
  /** Time of shipping, RFC 3339 in UTC with milliseconds; null before. */
  shipped_at: string | null;
  /** Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled. */
  cancelled_at: string | null;
  /** Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before. */
  erased_at: string | null;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface OrderBatch {
  /** 1 to 200 orders, each as in `POST /orders`, optionally with a key of its own; stock is allocated in this order. */
  orders: Array<BatchOrder>;
}

export interface OrderCancel {
  /** Reason given by the caller. */
  reason?: string | null | undefined;
}

export interface OrderCancelled {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'order.cancelled';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The order after the change. */
  data: OrderSnapshot;
}

export interface OrderClose {
  /** Reason given by the caller. */
  reason?: string | null | undefined;
  /** Units of lines, each line once. Default: all that is in no fulfilment. */
  lines?: Array<LineUnitsInput> | null | undefined;
}

export interface OrderCreate {
  /** The order's id in the system it comes from; unique. */
  external_id?: string | null | undefined;
  /** A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other. */
  replaces?: string | null | undefined;
  /** One SKU with its units each. */
  lines: Array<OrderLineCreate>;
  /** The return that this order is in exchange for. It is allocated like any other order. */
  exchange_for?: string | null | undefined;
  /** Delivery address. */
  ship_to?: AddressInput | null | undefined;
  /** Free text. */
  note?: string | null | undefined;
  /** Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500. */
  metadata?: Record<string, string> | null | undefined;
  /** 0 to 9: backorders of the highest are filled first. Default: 5. */
  priority?: number | null | undefined;
  /** Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. */
  ship_by?: string | null | undefined;
  /** The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say. */
  ship_from?: Array<string> | null | undefined;
  /** `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say. */
  split?: 'never' | 'by_line' | 'within_line' | null | undefined;
  /** false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder. */
  allow_backorder?: boolean | null | undefined;
  /** A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist. */
  reservation_id?: string | null | undefined;
  /** true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation. */
  require_reservation?: boolean | null | undefined;
}

export interface OrderCreated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'order.created';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The order after the change. */
  data: OrderSnapshot;
}

export interface OrderEdit {
  /** The lines, each once. Two new lines may have one SKU. */
  lines: Array<OrderLineEdit>;
  /** `replace`: lines that are not named are removed; `patch`: they stay as they are. */
  mode?: 'replace' | 'patch' | undefined;
  /** false: the edit is refused with 409 `insufficient_stock` if added units cannot be allocated at once. Default: as the order was created. */
  allow_backorder?: boolean | null | undefined;
}

export interface OrderHistoryEntry {
  /** The step that was done or refused; `allocate` for a change of the allocation, `update` for one of note, metadata, address or tracking, of the order or of a fulfilment, for a return that was requested or rejected, and for a step that was answered with 202. */
  transition: 'create' | 'pack' | 'ship' | 'cancel' | 'fulfil' | 'unpack' | 'close' | 'edit' | 'hold' | 'release_hold' | 'reassign' | 'return' | 'approve' | 'receive' | 'dispose' | 'allocate' | 'update' | (string & {});
  /** Whether the step was refused. */
  refused: boolean;
  /** Status of the order after the step. */
  status: 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | (string & {});
  /** Version of the order after the step; a refused step leaves it as it was. */
  version: number;
  /** Error code of the refusal; null unless refused. */
  code: string | null;
  /** The fulfilment that the step was about; null for one of the whole order. */
  fulfilment_id: string | null;
  /** The return that the step was about; null for any other step. */
  return_id: string | null;
  /** Reason given by the caller. */
  reason: string | null;
  /** Id of the API key or member, or name of the service, that took the step. */
  actor: string;
  /** The `X-Request-Id` of the request. */
  request_id: string;
  /** Time of the step, RFC 3339 in UTC with milliseconds. */
  at: string;
}

export interface OrderHistoryPage {
  /** The records of this page. */
  data: Array<OrderHistoryEntry>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface OrderLine {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** The SKU's name when the order was created. */
  name: string | null;
  /** Ordered units: allocated + backordered + shipped + cancelled. */
  quantity: number;
  /** Units allocated to the line; 0 once it is shipped. */
  allocated: number;
  /** The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse. */
  allocations: Array<LineAllocation>;
  /** Units of `allocated` that are packed. */
  packed: number;
  /** Units that wait for stock. */
  backordered: number;
  /** Shipped units. */
  shipped: number;
  /** Units of `shipped` that came back. */
  returned: number;
  /** Units that were dropped from the order. */
  cancelled: number;
  /** The line's id in the external system, 1 to 200 characters. */
  external_line_id: string | null;
}

export interface OrderLineCreate {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units, an integer. */
  quantity: number;
  /** The line's id in the external system, 1 to 200 characters. */
  external_line_id?: string | null | undefined;
}

export interface OrderLineEdit {
  /** A line of the order. Left out for a new line, which has a `sku` then. */
  id?: string | null | undefined;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku?: string | null | undefined;
  /** Units that the line is to have in all, those that were shipped or cancelled included; 0 removes it. */
  quantity: number;
  /** A new line's id in the external system, 1 to 200 characters. */
  external_line_id?: string | null | undefined;
}

export interface OrderLineSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** The SKU's name when the order was created. */
  name: string | null;
  /** Ordered units: allocated + backordered + shipped + cancelled. */
  quantity: number;
  /** Units allocated to the line; 0 once it is shipped. */
  allocated: number;
  /** The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse. */
  allocations?: Array<LineAllocation> | undefined;
  /** Units of `allocated` that are packed. */
  packed?: number | undefined;
  /** Units that wait for stock. */
  backordered?: number | undefined;
  /** Shipped units. */
  shipped: number;
  /** Units of `shipped` that came back. */
  returned?: number | undefined;
  /** Units that were dropped from the order. */
  cancelled?: number | undefined;
  /** The line's id in the external system, 1 to 200 characters. */
  external_line_id: string | null;
}

export interface OrderOfFulfilmentSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The order's id in the external system. */
  external_id: string | null;
  /** Status of the order. */
  status: 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | (string & {});
  /** How much of the order is shipped. */
  fulfilment: 'none' | 'partial' | 'complete' | (string & {});
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
}

export interface OrderOfReturnSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The order's id in the external system. */
  external_id: string | null;
  /** Status of the order. */
  status: 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | (string & {});
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
}

export interface OrderPack {
  /** The parcels, at most 100. */
  packages?: Array<PackageInput> | null | undefined;
}

export interface OrderPacked {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'order.packed';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The order after the change. */
  data: OrderSnapshot;
}

export interface OrderPage {
  /** The records of this page. */
  data: Array<Order>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface OrderReassign {
  /** Units of lines; a line may be named more than once. */
  lines: Array<LineReassign>;
}

export interface OrderResult {
  /** Index of the order in the request, from 0. */
  index: number;
  /** HTTP status of the order, as for `POST /orders`: with 200, 201 and 202 it exists. */
  status: number;
  /** Id of the order; absent where it was refused. */
  id?: string | undefined;
  /** Version of the order; absent where it was refused. */
  version?: number | undefined;
  /** The order; absent where it was refused or `record_left_out` says why. With 202 it is `pending`. */
  record?: Order | undefined;
  /** Why an order that exists has no `record`: the results before it have 4 MB. `GET /orders/{id}` has the order. */
  record_left_out?: 'answer_size' | (string & {}) | undefined;
  /** The problem of a refused order, without a request id. */
  error?: ItemProblem | undefined;
}

export interface OrderResults {
  /** One result for each order, in order. */
  results: Array<OrderResult>;
}

export interface OrderShip {
  /** Carrier of the parcels, 1 to 100 characters. */
  carrier?: string | null | undefined;
  /** The carrier's tracking number, 1 to 100 characters. */
  tracking_number?: string | null | undefined;
  /** Tracking page: http or https, at most 2 000 characters. */
  tracking_url?: string | null | undefined;
}

export interface OrderShipped {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'order.shipped';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The order after the change. */
  data: OrderSnapshot;
}

export interface OrderSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The order's id in the external system, 1 to 200 characters, unique. */
  external_id: string | null;
  /** `pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`. */
  status: 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | (string & {});
  /** How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; a pending or rejected order is always `backordered`. */
  allocation: 'allocated' | 'partial' | 'backordered' | (string & {});
  /** `none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more. */
  fulfilment?: 'none' | 'partial' | 'complete' | (string & {}) | undefined;
  /** One SKU with its units each. */
  lines: Array<OrderLineSnapshot>;
  /** The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order. */
  fulfilments?: Array<FulfilmentOfOrder> | undefined;
  /** 0 to 9: backorders of the highest are filled first. Default: 5. */
  priority?: number | undefined;
  /** Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. RFC 3339 in UTC with milliseconds. */
  ship_by?: string | null | undefined;
  /** The reasons why the order may not be packed or shipped, until each is released or its time has come. */
  holds?: Array<Hold> | undefined;
  /** The warehouses that the order may be shipped from, by id or code, as they were given; null where the order leaves it to the allocation rules. */
  ship_from?: Array<string> | null | undefined;
  /** `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Null where the order leaves it to the allocation rules. */
  split?: 'never' | 'by_line' | 'within_line' | (string & {}) | null | undefined;
  /** `no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order. */
  allocation_reason?: 'no_eligible_warehouse' | (string & {}) | null | undefined;
  /** The returns of the order, oldest first. */
  returns?: Array<ReturnOfOrder> | undefined;
  /** The return that the order is in exchange for; null of any other order. */
  exchange_for?: string | null | undefined;
  /** Delivery address. */
  ship_to: Address | null;
  /** Free text. */
  note: string | null;
  /** The metadata of the order. */
  metadata: Record<string, string>;
  /** The parcels, at most 100. */
  packages: Array<Package>;
  /** Carrier of the parcels, 1 to 100 characters. */
  carrier: string | null;
  /** The carrier's tracking number, 1 to 100 characters. */
  tracking_number: string | null;
  /** Tracking page: http or https, at most 2 000 characters. */
  tracking_url: string | null;
  /** Reason given with the cancellation; null without one. */
  cancel_reason?: string | null | undefined;
  /** A step that was answered with 202 and waits for the answer of inventory. */
  pending_transition: 'create' | 'pack' | 'ship' | 'cancel' | 'fulfil' | 'unpack' | 'close' | 'edit' | 'hold' | 'release_hold' | 'reassign' | 'return' | 'approve' | 'receive' | 'dispose' | (string & {}) | null;
  /** The fulfilment that `pending_transition` is about; null for a step of the whole order. */
  pending_fulfilment_id?: string | null | undefined;
  /** The return that `pending_transition` is about; null for any other step. */
  pending_return_id?: string | null | undefined;
  /** Refusal of the last step that was answered with 202; null once a step is accepted. */
  refusal: RefusalSnapshot | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of packing, RFC 3339 in UTC with milliseconds; null before. */
  packed_at: string | null;
  /** Time of shipping, RFC 3339 in UTC with milliseconds; null before. */
  shipped_at: string | null;
  /** Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled. */
  cancelled_at: string | null;
  /** Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before. */
  erased_at?: string | null | undefined;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface OrderUpdate {
  /** Free text; null clears it. */
  note?: string | null | undefined;
  /** All metadata of the order, in place of the present; null clears it. */
  metadata?: Record<string, string> | null | undefined;
  /** 0 to 9, of an open order; null makes it 5. */
  priority?: number | null | undefined;
  /** Time by which an open order is to be shipped; null clears it. */
  ship_by?: string | null | undefined;
  /** Delivery address, until the order is shipped; null clears it. */
  ship_to?: AddressInput | null | undefined;
  /** Carrier of the parcels; null clears it. */
  carrier?: string | null | undefined;
  /** The carrier's tracking number; null clears it. */
  tracking_number?: string | null | undefined;
  /** Tracking page: http or https; null clears it. */
  tracking_url?: string | null | undefined;
  /** One entry for each parcel of a packed order, in the order of `packages`; weight and measures are accepted if they equal those of the parcel. */
  packages?: Array<PackageUpdate> | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  external_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  status?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  allocation?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  allocation_reason?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  ship_from?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  split?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  fulfilment?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  fulfilments?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  returns?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  exchange_for?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  lines?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  holds?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  cancel_reason?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  pending_transition?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  pending_fulfilment_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  pending_return_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  refusal?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  packed_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  shipped_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  cancelled_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  erased_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
}

export interface OrderUpdated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'order.updated';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The order after the change. */
  data: OrderSnapshot;
  /** Changed fields of the order, such as `lines` and `allocation`, `note`, `ship_to` or `packages`. */
  changed?: Array<string> | undefined;
}

export interface OtherBarcode {
  /** The code. */
  code: string;
  /** A code of your own, also where it has 12, 13 or 14 digits. */
  type: 'other';
}

export interface OtherEvent {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: LaterType;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence?: number | undefined;
}

export interface Package {
  /** Weight in grams. */
  weight_g?: number | undefined;
  /** Length in millimetres. */
  length_mm?: number | undefined;
  /** Width in millimetres. */
  width_mm?: number | undefined;
  /** Height in millimetres. */
  height_mm?: number | undefined;
  /** Tracking number of this parcel, 1 to 100 characters. */
  tracking?: string | undefined;
}

export interface PackageInput {
  /** Weight in grams. */
  weight_g?: number | null | undefined;
  /** Length in millimetres. */
  length_mm?: number | null | undefined;
  /** Width in millimetres. */
  width_mm?: number | null | undefined;
  /** Height in millimetres. */
  height_mm?: number | null | undefined;
  /** Tracking number of this parcel, 1 to 100 characters. */
  tracking?: string | null | undefined;
}

export interface PackageUpdate {
  /** Tracking number of this parcel; null clears it. */
  tracking?: string | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  weight_g?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  length_mm?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  width_mm?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  height_mm?: unknown | undefined;
}

export interface Problem {
  /** URL of the documentation of the code. */
  type: string;
  /** Short name of the code. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** Stable, documented error code for programs. */
  code: 'malformed_json' | 'malformed_csv' | 'invalid_parameter' | 'invalid_cursor' | 'invalid_request' | 'unauthenticated' | 'forbidden' | 'plan_required' | 'storage_limit_reached' | 'account_suspended' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'sku_exists' | 'barcode_exists' | 'sku_archived' | 'location_not_empty' | 'default_warehouse' | 'location_exists' | 'location_archived' | 'duplicate_external_id' | 'duplicate_client_scan_id' | 'wrong_item' | 'stale_count' | 'invalid_transition' | 'transition_in_progress' | 'order_on_hold' | 'quantity_exceeded' | 'insufficient_stock' | 'reservation_expired' | 'too_many_reservations' | 'idempotency_in_progress' | 'version_conflict' | 'request_timeout' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'validation_failed' | 'idempotency_key_reused' | 'unknown_sku' | 'unknown_location' | 'rate_limited' | 'headers_too_large' | 'internal' | 'upstream_unavailable' | 'timeout' | 'sso_expired' | 'invalid_credentials' | 'session_required' | 'cross_origin' | 'sso_denied' | 'sso_not_trusted' | 'recent_authentication_required' | 'sso_email_not_verified' | 'sso_unknown_member' | 'too_many_secrets' | 'member_exists' | 'member_not_active' | 'last_owner' | 'several_accounts' | 'key_not_active' | 'webhook_not_active' | 'delivery_not_ended' | 'event_expired' | 'replay_in_progress' | 'invalid_token' | (string & {});
  /** Explanation of this occurrence. */
  detail: string;
  /** The `X-Request-Id` of the response. */
  request_id: string;
  /** Whether the same request can still succeed. */
  retryable: boolean;
  /** Offending fields or lines: the first 100. */
  errors?: Array<ProblemItem> | undefined;
  /** Number of further errors: `errors` lists at most 100. */
  errors_left_out?: number | undefined;
  /** `several_accounts`: the accounts for which the credentials are valid. */
  accounts?: Array<AccountChoice> | undefined;
  /** `method_not_allowed`: the methods of the path, as in `Allow`. */
  allow?: Array<string> | undefined;
  /** `not_acceptable`, `unsupported_media_type`: the media types that there are. */
  available?: Array<string> | undefined;
  /** `sso_not_trusted`: the claim that failed. */
  check?: string | undefined;
  /** `recent_authentication_required`: the path that takes the password, with POST. */
  confirm_at?: string | undefined;
  /** `version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together. */
  current?: Record<string, unknown> | undefined;
  /** `version_conflict`: the present version of the record. */
  current_version?: number | undefined;
  /** `version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known. */
  changed_by?: string | undefined;
  /** Refused steps: the present status of the record. */
  current_status?: string | undefined;
  /** `too_many_secrets`: when the first secret ends, RFC 3339 in UTC with milliseconds. */
  ends_at?: string | undefined;
  /** Refused fulfilments: id of the fulfilment. */
  fulfilment_id?: string | undefined;
  /** `order_on_hold`: the holds of the order. */
  holds?: Array<HoldOfOrder> | undefined;
  /** Refused imports: the report of the rows done before the fault. */
  imported?: ImportReport | undefined;
  /** `rate_limited`: the limit that was reached: `key`, `tenant`, `client`, `connections` or `in-flight`. */
  limit?: string | undefined;
  /** Requests that are too large: the bound in bytes. */
  max_bytes?: number | undefined;
  /** `headers_too_large`: the maximum number of header fields. */
  max_fields?: number | undefined;
  /** `member_exists`: id of the member. */
  member_id?: string | undefined;
  /** Refused orders: id of the order. */
  order_id?: string | undefined;
  /** `forbidden`: the permission that the role lacks. */
  permission?: string | undefined;
  /** `sso_denied`: the error of the identity provider. */
  provider_error?: string | undefined;
  /** `replay_in_progress`: id of the replay. */
  replay_id?: string | undefined;
  /** Refused returns: id of the return. */
  return_id?: string | undefined;
  /** `rate_limited`: seconds to wait, as in `Retry-After`. */
  retry_after?: number | undefined;
  /** `malformed_csv`: number of the faulty row, from 1. */
  row?: number | undefined;
  /** `duplicate_client_scan_id`: id of the scan. */
  scan_id?: string | undefined;
  /** `key_not_active`: status of the API key. */
  status_of_key?: string | undefined;
  /** `member_not_active`: status of the member. */
  status_of_member?: string | undefined;
}

export interface ProblemItem {
  /** JSON pointer into the body (RFC 6901); for a parameter or header field, `/` and its name; empty for the whole request. */
  pointer: string;
  /** Stable, documented error code for programs. */
  code: string;
  /** Explanation for people. */
  message: string;
  /** SKU of the fault. */
  sku?: string | undefined;
  /** `sku_exists`: status of the SKU that exists, `active` or `archived`. */
  status_of_sku?: string | undefined;
  /** Path or id of the location of the fault. */
  location?: string | undefined;
  /** Units that were requested. */
  requested?: number | undefined;
  /** Units that were available. */
  available?: number | undefined;
  /** Units that the order holds. */
  allocated?: number | undefined;
  /** Units that are on hand. */
  on_hand?: number | undefined;
  /** Lowest allowed number of units. */
  minimum?: number | undefined;
  /** Highest allowed number of units; of records or bytes, for `storage_limit_reached`. */
  maximum?: number | undefined;
  /** `storage_limit_reached`: kind of the records, `skus`, `open_orders`, `webhook_endpoints` or `warehouses`; `stored_bytes` for bytes of all records. */
  stored?: string | undefined;
  /** `storage_limit_reached`: number of the records or bytes. */
  used?: number | undefined;
  /** Id of the reservation that the fault is about. */
  reservation_id?: string | undefined;
  /** Status of that reservation: `active`, `converted`, `released` or `expired`. */
  status_of_reservation?: string | undefined;
  /** `version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together. */
  current?: Record<string, unknown> | undefined;
  /** `version_conflict`: the present version of the record. */
  current_version?: number | undefined;
  /** `version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known. */
  changed_by?: string | undefined;
  /** Line of the order that the fault is about. */
  line_id?: string | undefined;
  /** `quantity_exceeded`: units that may be named, or records that there may be. */
  allowed?: number | undefined;
  /** `quantity_exceeded`: the units or records that the numbers are of: `open`, `planned`, `fulfilments`, or `lines of fulfilments`. */
  limit?: string | undefined;
  /** Warehouses that the units are held in. */
  warehouses?: Array<UnitsInWarehouse> | undefined;
  /** `quantity_mismatch`: units that the request names of the line, in all. */
  named?: number | undefined;
  /** `quantity_mismatch`: units that the line requires. */
  expected?: number | undefined;
  /** Time of a count that is out of date, RFC 3339 in UTC with milliseconds. */
  counted_at?: string | undefined;
}

export interface Quantities {
  /** Units in stock, 0 to 2 147 483 647. */
  on_hand: number;
  /** Units at locations that are not sellable. Absent in events of releases that had none. */
  unavailable?: number | undefined;
  /** Units allocated to orders that are not shipped yet. */
  allocated: number;
  /** Units that reservations kept. Absent in events of releases that had none. */
  reserved?: number | undefined;
  /** Units that were withheld as safety stock. Absent in events of releases that had none. */
  buffer?: number | undefined;
  /** Units that could be ordered: on_hand - unavailable - allocated - reserved - buffer, never below 0. */
  available: number;
  /** Stock by location before the change; present if `changed` names `stock`. */
  stock?: Array<StockAtLocationSnapshot> | undefined;
  /** True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all. */
  stock_truncated?: boolean | undefined;
}

export interface QuoteLine {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units, an integer. */
  quantity: number;
}

export interface RateLimit {
  /** Number of requests that are admitted at once. */
  burst: number;
  /** Number of requests per second that are admitted in the long run. */
  rate: number;
}

export interface Reference {
  /** Kind of the record. */
  type: string;
  /** Id of the record. */
  id: string;
  /** The order, where the record is a part of one, such as a fulfilment. */
  order_id?: string | undefined;
}

export interface Refusal {
  /** Step of the order. */
  transition: 'create' | 'pack' | 'ship' | 'cancel' | 'fulfil' | 'unpack' | 'close' | 'edit' | 'hold' | 'release_hold' | 'reassign' | 'return' | 'approve' | 'receive' | 'dispose' | (string & {});
  /** The fulfilment that the step was about; null for one of the whole order. */
  fulfilment_id: string | null;
  /** The return that the step was about; null for any other step. */
  return_id: string | null;
  /** Code of the error catalogue. */
  code: string;
  /** Explanation in one sentence. */
  detail: string;
  /** Every offending line or field, with a JSON pointer into the request. */
  errors: Array<ProblemItem>;
  /** Time of the refusal, RFC 3339 in UTC with milliseconds. */
  at: string;
}

export interface RefusalSnapshot {
  /** Step of the order. */
  transition: 'create' | 'pack' | 'ship' | 'cancel' | 'fulfil' | 'unpack' | 'close' | 'edit' | 'hold' | 'release_hold' | 'reassign' | 'return' | 'approve' | 'receive' | 'dispose' | (string & {});
  /** The fulfilment that the step was about; null for one of the whole order. */
  fulfilment_id?: string | null | undefined;
  /** The return that the step was about; null for any other step. */
  return_id?: string | null | undefined;
  /** Code of the error catalogue. */
  code: string;
  /** Explanation in one sentence. */
  detail: string;
  /** Every offending line or field, with a JSON pointer into the request. */
  errors: Array<ProblemItem>;
  /** Time of the refusal, RFC 3339 in UTC with milliseconds. */
  at: string;
}

export interface Reservation {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The reservation's id in another system, such as that of a cart, 1 to 200 characters. Null for none. */
  external_id: string | null;
  /** `active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later. */
  status: 'active' | 'converted' | 'released' | 'expired' | (string & {});
  /** One SKU with its units each. */
  lines: Array<ReservationLine>;
  /** Whether lines may be reserved in part. */
  partial: boolean;
  /** The one warehouse that its units are kept in; null where they are kept wherever they lie. */
  warehouse_id: string | null;
  /** Code that this warehouse had when units were reserved in it: `MAIN`. Null for none. */
  warehouse: string | null;
  /** Time at which an active one expires, RFC 3339 in UTC with milliseconds. */
  expires_at: string;
  /** The order that it was converted into; null for none. */
  order_id: string | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active. */
  ended_at: string | null;
}

export interface ReservationCreate {
  /** One SKU with its units each; a SKU stands in one line only. */
  lines: Array<ReservationLineCreate>;
  /** Seconds from now until the reservation expires, 30 to 86 400. */
  expires_in: number;
  /** The reservation's id in another system, such as that of a cart, 1 to 200 characters. Unique among reservations that are active or converted. */
  external_id?: string | null | undefined;
  /** false: all lines are reserved whole, or the request is refused. true: of each line what is available. */
  partial?: boolean | null | undefined;
  /** The one warehouse to keep the units in, by id or code. Default: null, they are kept wherever they lie. */
  warehouse?: string | null | undefined;
}

export interface ReservationExpired {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'reservation.expired';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The reservation after the change. */
  data: ReservationSnapshot;
}

export interface ReservationLine {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units that were asked for. */
  quantity: number;
  /** Units that are kept; 0 once the reservation has ended. */
  reserved: number;
}

export interface ReservationLineCreate {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Units, an integer. */
  quantity: number;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  reserved?: unknown | undefined;
}

export interface ReservationPage {
  /** The records of this page. */
  data: Array<Reservation>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface ReservationReleased {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'reservation.released';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The reservation after the change. */
  data: ReservationSnapshot;
}

export interface ReservationSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The reservation's id in another system, such as that of a cart, 1 to 200 characters. Null for none. */
  external_id: string | null;
  /** `active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later. */
  status: 'active' | 'converted' | 'released' | 'expired' | (string & {});
  /** One SKU with its units each. */
  lines: Array<ReservationLine>;
  /** Whether lines may be reserved in part. */
  partial: boolean;
  /** The one warehouse that its units are kept in; null where they are kept wherever they lie. */
  warehouse_id?: string | null | undefined;
  /** Code that this warehouse had when units were reserved in it: `MAIN`. Null for none. */
  warehouse?: string | null | undefined;
  /** Time at which an active one expires, RFC 3339 in UTC with milliseconds. */
  expires_at: string;
  /** The order that it was converted into; null for none. */
  order_id: string | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active. */
  ended_at: string | null;
}

export interface ReservationUpdate {
  /** Seconds from now until the reservation expires, 30 to 86 400. */
  expires_in?: number | null | undefined;
  /** One SKU with its units each; a SKU stands in one line only. */
  lines?: Array<ReservationLineCreate> | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  external_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  status?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  partial?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouse_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouse?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  expires_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  order_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  ended_at?: unknown | undefined;
}

export interface Return {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Id of the order; null of a return without one. */
  order_id: string | null;
  /** The return's id in another system, 1 to 200 characters, unique. */
  external_id: string | null;
  /** `requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more. */
  status: 'requested' | 'approved' | 'receiving' | 'closed' | 'cancelled' | 'rejected' | (string & {});
  /** Units by line: of those of the order, or of SKUs without an order. */
  lines: Array<ReturnLine>;
  /** Free text. */
  note: string | null;
  /** Reason given with the rejection, cancellation or closing; null without one. */
  reason: string | null;
  /** A step that was answered with 202 and waits for the answer of inventory; `return` is its creation. */
  pending_transition: 'return' | 'approve' | 'receive' | 'dispose' | 'cancel' | 'close' | (string & {}) | null;
  /** Id of the order that was made together with the return, in exchange for it; null for none. */
  exchange_order_id: string | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of approval, RFC 3339 in UTC with milliseconds; null before. */
  approved_at: string | null;
  /** Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before. */
  received_at: string | null;
  /** Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before. */
  ended_at: string | null;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface ReturnApprove {
}

export interface ReturnCancelled {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'return.cancelled';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The return after the change. */
  data: ReturnSnapshot;
  /** Its order after the change; null of a return without one. */
  order: OrderOfReturnSnapshot | null;
}

export interface ReturnClosed {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'return.closed';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The return after the change. */
  data: ReturnSnapshot;
  /** Its order after the change; null of a return without one. */
  order: OrderOfReturnSnapshot | null;
}

export interface ReturnCreate {
  /** The order whose units were shipped; null if it is not known. */
  order_id: string | null;
  /** The return's id in another system; unique among returns. */
  external_id?: string | null | undefined;
  /** Units of lines of the order, each line once; without an order, units of SKUs. */
  lines: Array<ReturnLineCreate>;
  /** true: the return begins as `approved`, and its units may be received. */
  approved?: boolean | null | undefined;
  /** Free text. */
  note?: string | null | undefined;
  /** Of an approved return of an order: an order in exchange, to the same address, that is created together with the return, or neither is. */
  exchange?: ReturnExchange | null | undefined;
}

export interface ReturnCreated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'return.created';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The return after the change. */
  data: ReturnSnapshot;
  /** Its order after the change; null of a return without one. */
  order: OrderOfReturnSnapshot | null;
}

export interface ReturnDispose {
  /** Units of lines of the return. */
  lines: Array<ReturnLineDispose>;
}

export interface ReturnExchange {
  /** Lines of the order. What is not in stock is backordered. */
  lines: Array<OrderLineCreate>;
}

export interface ReturnHistoryEntry {
  /** Whether the step was refused. */
  refused: boolean;
  /** Error code of the refusal; null unless refused. */
  code: string | null;
  /** Reason given by the caller. */
  reason: string | null;
  /** Id of the API key or member, or name of the service, that took the step. */
  actor: string;
  /** The `X-Request-Id` of the request. */
  request_id: string;
  /** Time of the step, RFC 3339 in UTC with milliseconds. */
  at: string;
  /** The step that was done or refused: `return`, `approve`, `receive`, `dispose`, `cancel` or `close`; `update` for a return that was requested, rejected or erased, and for a step that was answered with 202. */
  transition: 'create' | 'pack' | 'ship' | 'cancel' | 'fulfil' | 'unpack' | 'close' | 'edit' | 'hold' | 'release_hold' | 'reassign' | 'return' | 'approve' | 'receive' | 'dispose' | 'allocate' | 'update' | (string & {});
}

export interface ReturnHistoryPage {
  /** The records of this page. */
  data: Array<ReturnHistoryEntry>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface ReturnLine {
  /** Opaque id with a prefix for its type, sortable by creation. */
  line_id: string;
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** The SKU's name when the order, or the return without one, was created. */
  name: string | null;
  /** Units of the line in this return: expected + received + missing + waived. */
  quantity: number;
  /** Why the units come back, 1 to 64 of a-z, 0-9 and "_". */
  reason: string;
  /** Free text. */
  note: string | null;
  /** Units that may still come; 0 once the return is closed, cancelled or rejected. */
  expected: number;
  /** Units that came back: inspecting + restocked + quarantined + scrapped. */
  received: number;
  /** Units that were reported as missing. */
  missing: number;
  /** Units that were still expected when the return was closed, cancelled or rejected. */
  waived: number;
  /** Units that wait for a decision. */
  inspecting: number;
  /** Units that can be sold again. */
  restocked: number;
  /** Units that are kept apart. */
  quarantined: number;
  /** Units that were taken out of stock. */
  scrapped: number;
}

export interface ReturnLineCreate {
  /** Of a return of an order, and required there: a line of it. */
  line_id?: string | null | undefined;
  /** Of a return without an order, and required there: the SKU. */
  sku?: string | null | undefined;
  /** Units, an integer. */
  quantity: number;
  /** Why the units come back, such as `wrong_size` or `damaged`. Required of a return of an order; without one the default is `unlinked`. */
  reason?: string | null | undefined;
  /** Free text. */
  note?: string | null | undefined;
}

export interface ReturnLineDispose {
  /** A line of the return. */
  line_id: string;
  /** Units, an integer. */
  quantity: number;
  /** Disposition that the units have had so far. */
  from?: 'inspect' | 'restock' | 'quarantine' | undefined;
  /** Disposition that they get: another than `from`. */
  disposition: 'inspect' | 'restock' | 'quarantine' | 'scrap';
  /** Id or path of the location that the units are taken from. Default: the location that the return put them at. */
  from_location?: string | null | undefined;
  /** Id or path of the location that the units come to; none with `scrap`. Only `restock` takes one that is sellable. By default units to inspect come to the location of usage `returns`, units in quarantine to that of usage `quarantine`, and restocked units to the home location of the SKU. */
  location?: string | null | undefined;
}

export interface ReturnLineReceive {
  /** A line of the return. */
  line_id: string;
  /** Units, an integer. */
  quantity: number;
  /** What becomes of the units. `missing`: they do not come, and can be returned again. */
  disposition?: 'inspect' | 'restock' | 'quarantine' | 'scrap' | 'missing' | undefined;
  /** Id or path of the location that the units come to. Only `restock` takes one that is sellable. By default units to inspect come to the location of usage `returns`, units in quarantine to that of usage `quarantine`, and restocked units to the home location of the SKU. */
  location?: string | null | undefined;
}

export interface ReturnOfOrder {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Its status. */
  status: 'requested' | 'approved' | 'receiving' | 'closed' | 'cancelled' | 'rejected' | (string & {});
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
}

export interface ReturnPage {
  /** The records of this page. */
  data: Array<Return>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface ReturnReceive {
  /** Units of lines of the return. */
  lines: Array<ReturnLineReceive>;
}

export interface ReturnReceived {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'return.received';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The return after the change. */
  data: ReturnSnapshot;
  /** Its order after the change; null of a return without one. */
  order: OrderOfReturnSnapshot | null;
}

export interface ReturnSnapshot {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Id of the order; null of a return without one. */
  order_id: string | null;
  /** The return's id in another system, 1 to 200 characters, unique. */
  external_id: string | null;
  /** `requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more. */
  status: 'requested' | 'approved' | 'receiving' | 'closed' | 'cancelled' | 'rejected' | (string & {});
  /** Units by line: of those of the order, or of SKUs without an order. */
  lines: Array<ReturnLine>;
  /** Free text. */
  note: string | null;
  /** Reason given with the rejection, cancellation or closing; null without one. */
  reason: string | null;
  /** A step that was answered with 202 and waits for the answer of inventory; `return` is its creation. */
  pending_transition: 'return' | 'approve' | 'receive' | 'dispose' | 'cancel' | 'close' | (string & {}) | null;
  /** Id of the order that was made together with the return, in exchange for it; null for none. */
  exchange_order_id?: string | null | undefined;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of approval, RFC 3339 in UTC with milliseconds; null before. */
  approved_at: string | null;
  /** Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before. */
  received_at: string | null;
  /** Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before. */
  ended_at: string | null;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface ReturnUpdated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'return.updated';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The return after the change. */
  data: ReturnSnapshot;
  /** Its order after the change; null of a return without one. */
  order: OrderOfReturnSnapshot | null;
  /** Changed fields of the return, such as `status` or `lines`. */
  changed: Array<string>;
}

export interface Scan {
  /** Scans sort by it as they were received. */
  id: string;
  /** Barcode as read by the device. */
  barcode: string;
  /** Purpose of the scan. */
  type: 'receive' | 'putaway' | 'pick' | 'pack' | 'ship' | 'count' | 'return' | 'lookup' | 'other' | (string & {});
  /** SKU, as sent by the device. */
  sku: string | null;
  /** Units, 0 to 1 000 000. */
  quantity: number | null;
  /** Location, as sent by the device. */
  location: string | null;
  /** Order, as sent by the device. */
  order_id: string | null;
  /** Return, as sent by the device; absent without one. */
  return_id?: string | undefined;
  /** What becomes of returned units, as sent by the device; absent where it was not. */
  disposition?: 'inspect' | 'restock' | 'quarantine' | 'scrap' | (string & {}) | undefined;
  /** Id of the device. */
  device_id: string | null;
  /** Operator of the device. */
  operator: string | null;
  /** The device's clock, in UTC. */
  scanned_at: string | null;
  /** The device's id of the scan. */
  client_scan_id: string | null;
  /** The device's metadata, empty if none was sent. */
  metadata: Record<string, string>;
  /** The service's clock. */
  received_at: string;
  /** State of the movement of stock: `pending` until inventory has answered; null without `apply`. */
  applied: 'pending' | 'done' | 'refused' | (string & {}) | null;
  /** Refusal of the movement; null unless refused. */
  refusal: ScanRefusal | null;
}

export interface ScanApplied {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'scan.applied';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The scan. */
  data: ScanSnapshot;
}

export interface ScanBatch {
  /** 1 to 1 000 scans, each as in `POST /scans`. */
  scans: Array<ScanCreate>;
}

export interface ScanCompleted {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'scan.completed';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The scan. */
  data: ScanSnapshot;
}

export interface ScanCreate {
  /** Barcode as read by the device. */
  barcode: string;
  /** Purpose of the scan. */
  type?: 'receive' | 'putaway' | 'pick' | 'pack' | 'ship' | 'count' | 'return' | 'lookup' | 'other' | undefined;
  /** SKU of the barcode. It is looked up only for an applied scan, which means the SKU with the barcode where this is left out. */
  sku?: string | null | undefined;
  /** Units, 0 to 1 000 000. */
  quantity?: number | null | undefined;
  /** Location of the scan. It is looked up only for an applied scan. */
  location?: string | null | undefined;
  /** Order of the scan. It is looked up only for an applied `return`. */
  order_id?: string | null | undefined;
  /** Return of the scan. It is looked up only for an applied `return`. */
  return_id?: string | null | undefined;
  /** What becomes of the units of an applied `return`. Default: `inspect`. */
  disposition?: 'inspect' | 'restock' | 'quarantine' | 'scrap' | null | undefined;
  /** Of an applied `return`: true where it is not known which order the units come from. Then it names no return and no order. */
  unlinked?: boolean | undefined;
  /** Id of the device. Events of one device are delivered in order. */
  device_id?: string | null | undefined;
  /** Operator of the device. */
  operator?: string | null | undefined;
  /** The device's clock. */
  scanned_at?: string | null | undefined;
  /** The device's id of the scan, unique within its `device_id`, or among scans without one. A repeat has no effect, without a time limit. */
  client_scan_id?: string | null | undefined;
  /** The device's metadata. */
  metadata?: Record<string, string> | null | undefined;
  /** Also posts the movement of stock, exactly once. `receive` adds `quantity` units at `location`, or at the home of the SKU. `count` sets the units at `location`, or the total without a `location`. `return` receives `quantity` units of the return `return_id`, of the one return of `order_id` that expects them, or, with `unlinked`, of no known order. Needs `quantity`; a `location` is then an id or a path. Without `sku` it moves the SKU that has the barcode, a GTIN in any length or the AI 01 of a GS1 element string; another SKU's barcode than that of `sku` is refused as `wrong_item`. */
  apply?: boolean | undefined;
}

export interface ScanPage {
  /** The records of this page. */
  data: Array<Scan>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface ScanRefusal {
  /** Code of the error catalogue. */
  code: string;
  /** Explanation in one sentence. */
  detail: string;
  /** Every offending field, with the relevant numbers. */
  errors: Array<ProblemItem>;
  /** Time of the refusal. */
  at: string;
}

export interface ScanRefused {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'scan.refused';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The scan. */
  data: ScanSnapshot;
}

export interface ScanResult {
  /** Index in the request, from 0. */
  index: number;
  /** HTTP status of the scan, as for `POST /scans`: 200 and 201 come with its `record`. */
  status: number;
  /** The recorded scan, unless it was refused. */
  record?: Scan | undefined;
  /** The problem of a refused scan, without a request id. */
  error?: ItemProblem | undefined;
}

export interface ScanResults {
  /** One result for each scan, in order. */
  results: Array<ScanResult>;
}

export interface ScanSnapshot {
  /** Scans sort by it as they were received. */
  id: string;
  /** Barcode as read by the device. */
  barcode: string;
  /** Purpose of the scan. */
  type: 'receive' | 'putaway' | 'pick' | 'pack' | 'ship' | 'count' | 'return' | 'lookup' | 'other' | (string & {});
  /** SKU, as sent by the device. */
  sku: string | null;
  /** Units, 0 to 1 000 000. */
  quantity: number | null;
  /** Location, as sent by the device. */
  location: string | null;
  /** Order, as sent by the device. */
  order_id: string | null;
  /** Return, as sent by the device; absent without one. */
  return_id?: string | undefined;
  /** What becomes of returned units, as sent by the device; absent where it was not. */
  disposition?: 'inspect' | 'restock' | 'quarantine' | 'scrap' | (string & {}) | undefined;
  /** Id of the device. */
  device_id: string | null;
  /** Operator of the device. */
  operator: string | null;
  /** The device's clock, in UTC. */
  scanned_at: string | null;
  /** The device's id of the scan. */
  client_scan_id: string | null;
  /** The device's metadata, empty if none was sent. */
  metadata: Record<string, string>;
  /** The service's clock. */
  received_at: string;
  /** State of the movement of stock: `pending` until inventory has answered; null without `apply`. */
  applied?: 'pending' | 'done' | 'refused' | (string & {}) | null | undefined;
  /** Refusal of the movement; null unless refused. */
  refusal?: ScanRefusal | null | undefined;
}

export interface Sku {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Display name. */
  name: string;
  /** Units in stock at all locations. */
  on_hand: number;
  /** Units at locations that are not sellable: no order can have them. */
  unavailable: number;
  /** Units allocated to orders that are not shipped yet. */
  allocated: number;
  /** Units that reservations keep until they expire. */
  reserved: number;
  /** Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold. */
  buffer: number;
  /** Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer. */
  available: number;
  /** Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet. */
  incoming: number;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock: number;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point: number;
  /** Whether on_hand is below reorder_point. */
  low_stock: boolean;
  /** Whether no unit is available. */
  sold_out: boolean;
  /** Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere. */
  location: string | null;
  /** Location by id. */
  location_id: string;
  /** Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse. */
  location_path: string;
  /** Units by location and lot, without empty locations. */
  stock: Array<StockAtLocation>;
  /** Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them. */
  warehouses: Array<StockInWarehouse>;
  /** Barcodes by which it is found. */
  barcodes: Array<string>;
  /** Your own pairs. */
  metadata: Record<string, string>;
  /** Weight of one unit in grams. */
  weight_g: number | null;
  /** Cost of one unit as a decimal text. */
  unit_cost: string | null;
  /** Currency of `unit_cost`, ISO 4217. */
  currency: string | null;
  /** Customs code of the Harmonized System. */
  hs_code: string | null;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin: string | null;
  /** Status of the record. */
  status: 'active' | 'archived' | (string & {});
  /** Increases by one with every change. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of archiving, RFC 3339 in UTC with milliseconds; null while active. */
  archived_at: string | null;
}

export interface SkuCreate {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Display name. */
  name: string;
  /** Units in stock at all locations. */
  on_hand?: number | null | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point?: number | null | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | null | undefined;
  /** Home location; null for the default warehouse itself. */
  location?: string | null | undefined;
  /** Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits. */
  barcodes?: Array<unknown> | null | undefined;
  /** Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500. */
  metadata?: Record<string, string> | null | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text, such as `12.50`; needs `currency`. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System, 6 to 12 digits, with or without dots. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
}

export interface SkuPage {
  /** The records of this page. */
  data: Array<Sku>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface SkuSnapshot {
  /** Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`. */
  sku: string;
  /** Display name. */
  name: string;
  /** Units in stock at all locations. */
  on_hand: number;
  /** Units at locations that are not sellable: no order can have them. */
  unavailable?: number | undefined;
  /** Units allocated to orders that are not shipped yet. */
  allocated: number;
  /** Units that reservations keep until they expire. */
  reserved?: number | undefined;
  /** Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold. */
  buffer?: number | undefined;
  /** Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer. */
  available: number;
  /** Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet. */
  incoming?: number | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point: number;
  /** Whether on_hand is below reorder_point. */
  low_stock: boolean;
  /** Whether no unit is available. */
  sold_out?: boolean | undefined;
  /** Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere. */
  location: string | null;
  /** Location by id. */
  location_id: string;
  /** Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse. */
  location_path?: string | undefined;
  /** Units by location and lot, without empty locations. */
  stock: Array<StockAtLocationSnapshot>;
  /** Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them. */
  warehouses?: Array<StockInWarehouseSnapshot> | undefined;
  /** Barcodes by which it is found. */
  barcodes?: Array<string> | undefined;
  /** Your own pairs. */
  metadata?: Record<string, string> | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
  /** Status of the record. */
  status: 'active' | 'archived' | (string & {});
  /** Increases by one with every change. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of archiving, RFC 3339 in UTC with milliseconds; null while active. */
  archived_at: string | null;
  /** True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all. */
  stock_truncated?: boolean | undefined;
}

export interface SkuUpdate {
  /** Display name. */
  name?: string | null | undefined;
  /** Units in stock at all locations. */
  on_hand?: number | null | undefined;
  /** Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total. */
  expected_on_hand?: number | null | undefined;
  /** The SKU is low in stock while fewer units are on hand. */
  reorder_point?: number | null | undefined;
  /** Units to withhold from new orders and reservations; never taken from orders that hold units already. */
  safety_stock?: number | null | undefined;
  /** Home location; null for the default warehouse itself. */
  location?: string | null | undefined;
  /** `active` restores an archived SKU; `archived` is accepted where the SKU is archived already. */
  status?: 'active' | 'archived' | null | undefined;
  /** Reason of the change in the ledger. Default: `count`. */
  reason?: string | null | undefined;
  /** Note for readers of the ledger. */
  note?: string | null | undefined;
  /** Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits. */
  barcodes?: Array<unknown> | null | undefined;
  /** Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500. */
  metadata?: Record<string, string> | null | undefined;
  /** Weight of one unit in grams. */
  weight_g?: number | null | undefined;
  /** Cost of one unit as a decimal text, such as `12.50`; needs `currency`. */
  unit_cost?: string | null | undefined;
  /** Currency of `unit_cost`, ISO 4217. */
  currency?: string | null | undefined;
  /** Customs code of the Harmonized System, 6 to 12 digits, with or without dots. */
  hs_code?: string | null | undefined;
  /** Country of origin, ISO 3166-1 alpha-2. */
  country_of_origin?: string | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  sku?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  unavailable?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  allocated?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  reserved?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  buffer?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  available?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  incoming?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  low_stock?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  sold_out?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  location_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  location_path?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  stock?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouses?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  archived_at?: unknown | undefined;
}

export interface SkuUpdated {
  /** Id of the event, the same at every attempt and in the feed. */
  id: string;
  /** Type of the event. */
  type: 'sku.updated';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** The record's version at that commit: increasing, with gaps. */
  sequence: number;
  /** The SKU after the change. */
  data: SkuSnapshot;
  /** Changed facts, out of name, location, reorder_point, safety_stock, warehouses, status, barcodes, metadata, weight_g, unit_cost, currency, hs_code and country_of_origin; `warehouses` where settings of a warehouse changed. */
  changed: Array<string>;
  /** Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one. */
  versions?: number | undefined;
}

export interface SkuWarehouseUpdate {
  /** Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set. */
  safety_stock?: number | null | undefined;
  /** The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set. */
  reorder_point?: number | null | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouse_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  warehouse?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  on_hand?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  allocated?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  reserved?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  unavailable?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  buffer?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  available?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  incoming?: unknown | undefined;
}

export interface StockAtLocation {
  /** Location by id. */
  location_id: string;
  /** Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere. */
  location: string;
  /** Whole path of the location from its warehouse down: `MAIN:A3/S2`. */
  location_path: string;
  /** Lot of the units by id; null, since units are not kept by lot yet. */
  lot_id: string | null;
  /** Units at exactly this location. */
  on_hand: number;
  /** Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet. */
  picking: number;
  /** Whether orders can have these units: whether the location is sellable. */
  sellable: boolean;
}

export interface StockAtLocationSnapshot {
  /** Location by id. */
  location_id: string;
  /** Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere. */
  location: string;
  /** Whole path of the location from its warehouse down: `MAIN:A3/S2`. */
  location_path?: string | undefined;
  /** Lot of the units by id; null, since units are not kept by lot yet. */
  lot_id?: string | null | undefined;
  /** Units at exactly this location. */
  on_hand: number;
  /** Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet. */
  picking?: number | undefined;
  /** Whether orders can have these units: whether the location is sellable. */
  sellable?: boolean | undefined;
}

export interface StockInWarehouse {
  /** Warehouse by id. */
  warehouse_id: string;
  /** Code of the warehouse: `MAIN`. */
  warehouse: string;
  /** Units in the warehouse. */
  on_hand: number;
  /** Units there that are allocated to orders. */
  allocated: number;
  /** Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse. */
  reserved: number;
  /** Units at locations of the warehouse that are not sellable. */
  unavailable: number;
  /** Units there that count as withheld as safety stock. */
  buffer: number;
  /** Units there that can be ordered. */
  available: number;
  /** Units that are expected in the warehouse, and not in stock yet: 0 until something announces them. */
  incoming: number;
  /** Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set. */
  safety_stock: number | null;
  /** The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set. */
  reorder_point: number | null;
}

export interface StockInWarehouseSnapshot {
  /** Warehouse by id. */
  warehouse_id: string;
  /** Code of the warehouse: `MAIN`. */
  warehouse: string;
  /** Units in the warehouse. */
  on_hand: number;
  /** Units there that are allocated to orders. */
  allocated: number;
  /** Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse. */
  reserved: number;
  /** Units at locations of the warehouse that are not sellable. */
  unavailable: number;
  /** Units there that count as withheld as safety stock. */
  buffer: number;
  /** Units there that can be ordered. */
  available: number;
  /** Units that are expected in the warehouse, and not in stock yet: 0 until something announces them. */
  incoming?: number | undefined;
  /** Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set. */
  safety_stock?: number | null | undefined;
  /** The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set. */
  reorder_point?: number | null | undefined;
}

export interface TakenFrom {
  /** A line of the order. */
  line_id: string;
  /** Id or path of the location that the units are taken from. */
  location: string;
  /** Units, an integer. */
  quantity: number;
}

export interface TestOfWebhook {
  /** The endpoint under test. */
  webhook_id: string;
  /** Readable message. */
  message: string;
}

export interface Transfer {
  /** Id, which its movements and events carry as `reference`. */
  id: string;
  /** Source. */
  from: TransferEnd;
  /** Destination. */
  to: TransferEnd;
  /** Moved units, as requested. */
  lines: Array<TransferLine>;
  /** Note of the request. */
  note: string | null;
  /** Time of the transfer. */
  created_at: string;
}

export type TransferCreate = TransferOfSku | TransferOfLines;

export interface TransferEnd {
  /** Location id. */
  id: string;
  /** Path at the time of the transfer: `MAIN:A3/S2`. */
  path: string;
}

export interface TransferLine {
  /** SKU to move. */
  sku: string;
  /** Units to move. */
  quantity: number;
}

export interface TransferLineInput {
  /** SKU to move. */
  sku: string;
  /** Units to move. */
  quantity: number;
}

export interface TransferOfLines {
  /** Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created. */
  to: string;
  /** Lines of the same SKU are checked as a sum. */
  lines: Array<TransferLineInput>;
  /** Note in the ledger. */
  note?: string | null | undefined;
}

export interface TransferOfSku {
  /** Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created. */
  to: string;
  /** SKU to move. */
  sku: string;
  /** Units to move. */
  quantity: number;
  /** Note in the ledger. */
  note?: string | null | undefined;
}

export interface UnitsInWarehouse {
  /** Id of the warehouse. */
  warehouse_id: string;
  /** Code of the warehouse. */
  warehouse: string;
  /** Units in it. */
  quantity: number;
}

export interface WebhookTest {
  /** Id of the event, the same at every attempt. */
  id: string;
  /** Type of the event. */
  type: 'webhook.test';
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** API version of the records in the event. */
  api_version: 'v1' | (string & {});
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Marks a test event. */
  test: true;
  /** The test. */
  data: TestOfWebhook;
}

export interface Account {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Display name, 1 to 200 characters. */
  name: string;
  /** `enterprise` opens production; `evaluation` does not. */
  plan: 'enterprise' | 'evaluation' | (string & {});
  /** Time at which the operator suspended the account; null while it is active. */
  suspended_at: string | null;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
}

export interface Actor {
  /** As histories, ledgers and audit logs name it. */
  id: string;
  /** Kind of the actor. */
  type: 'key' | 'member' | (string & {});
  /** Name of a key; e-mail address of a member, for roles without `members:read` the part before its `@`. Null for a key without a name. */
  name: string | null;
}

export interface ActorList {
  /** The actors. */
  data: Array<Actor>;
}

export interface AuditEntry {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Environment of the change; null for both. */
  environment: 'sandbox' | 'production' | (string & {}) | null;
  /** Action, such as `key.rotated`. */
  action: string;
  /** Changed record. */
  target: Reference;
  /** Id of the key or member that made the change, or `operator`, with a name as `operator:jo`. */
  actor: string;
  /** IP address of the client. */
  address: string | null;
  /** Id of the request. */
  request_id: string;
  /** Changed fields; never a secret. */
  details: Record<string, unknown>;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
}

export interface AuditPage {
  /** The records of this page. */
  data: Array<AuditEntry>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface BusiestScanners {
  /** Newest scans of the last 86 400 seconds that were looked at, at most 10 000. */
  looked_at: number;
  /** Devices with the most of these scans, the busiest first. */
  by_device: Array<ScansOfDevice>;
  /** Operators with the most of these scans, the busiest first. */
  by_operator: Array<ScansOfOperator>;
}

export interface BytesUse {
  /** Bytes of all documents that the service stores, before compression: their number times the mean size of some of them, taken at most 600 s ago, sooner where a service has begun to serve the environment lately, or 100 times the duration of counting if that is longer. Null until they are counted for the first time. */
  used: number | null;
  /** Highest number of bytes; null where none is known, while gateways are upgraded. */
  limit: number | null;
}

export interface Delivery {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The endpoint. */
  webhook_id: string;
  /** Id of the event; for a batch, the id of the delivery itself. */
  event_id: string;
  /** Type of the event; `batch` for several events. */
  event_type: string;
  /** `pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own. */
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped' | 'batched' | (string & {});
  /** The batch delivery that contains it; null unless `batched`. */
  batch_id: string | null;
  /** Number of events in the delivery: 1, or the size of the batch. */
  events: number;
  /** Number of attempts made. */
  attempts: number;
  /** Time of the next attempt; null unless `pending`. */
  next_attempt_at: string | null;
  /** Creation time of the event. */
  created_at: string;
  /** Time at which the delivery was delivered, failed or dropped; null before. */
  ended_at: string | null;
  /** Time at which it was delivered; it stays where the delivery is sent again. Null if it never was. */
  delivered_at?: string | null | undefined;
}

export interface DeliveryAttempt {
  /** Attempt number from 1, as in the `Service-Attempt` header of the request. */
  number: number;
  /** Start of the attempt. */
  at: string;
  /** Milliseconds until the complete response, or until the attempt was given up. */
  latency_ms: number;
  /** HTTP status of the response; null without a response. */
  status: number | null;
  /** Reason for a missing or rejected response; null on success. */
  error: string | null;
  /** Details of the error, such as the phase that timed out; null without details. */
  error_detail: string | null;
  /** Effect on the delivery: `retry`: another attempt follows; `failed`: it was the last attempt. */
  outcome: 'delivered' | 'retry' | 'failed' | (string & {});
  /** Ids of the secrets that signed the request. */
  signed_with: Array<string>;
  /** Request headers, without the signatures. */
  request_headers: Record<string, string>;
  /** Selected response headers, by lower-case name. */
  response_headers: Record<string, string>;
  /** First 1 024 bytes of the response as text; null without a response. The content is the receiver's: render it as plain text. */
  response_excerpt: string | null;
}

export interface DeliveryDetails {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The endpoint. */
  webhook_id: string;
  /** Id of the event; for a batch, the id of the delivery itself. */
  event_id: string;
  /** Type of the event; `batch` for several events. */
  event_type: string;
  /** `pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own. */
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped' | 'batched' | (string & {});
  /** The batch delivery that contains it; null unless `batched`. */
  batch_id: string | null;
  /** Number of events in the delivery: 1, or the size of the batch. */
  events: number;
  /** Number of attempts made. */
  attempts: number;
  /** Time of the next attempt; null unless `pending`. */
  next_attempt_at: string | null;
  /** Creation time of the event. */
  created_at: string;
  /** Time at which the delivery was delivered, failed or dropped; null before. */
  ended_at: string | null;
  /** Time at which it was delivered; it stays where the delivery is sent again. Null if it never was. */
  delivered_at?: string | null | undefined;
  /** Exact request body; null once the event is older than 30 days. */
  request_body: string | null;
  /** All attempts of the last 30 days, in order. */
  attempt_log: Array<DeliveryAttempt>;
}

export interface DeliveryPage {
  /** The records of this page. */
  data: Array<Delivery>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface EndedSessions {
  /** The number of sessions that were ended. */
  ended: number;
}

export interface EventTypeEntry {
  /** Event type, as in the `events` of an endpoint. */
  type: 'inventory.updated' | 'inventory.low_stock' | 'inventory.out_of_stock' | 'sku.updated' | 'location.created' | 'location.updated' | 'location.archived' | 'reservation.expired' | 'reservation.released' | 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled' | 'fulfilment.created' | 'fulfilment.updated' | 'fulfilment.packed' | 'fulfilment.unpacked' | 'fulfilment.shipped' | 'fulfilment.cancelled' | 'return.created' | 'return.updated' | 'return.received' | 'return.closed' | 'return.cancelled' | 'scan.completed' | 'scan.applied' | 'scan.refused' | 'endpoint.disabled' | 'webhook.test' | (string & {});
  /** When it is sent. */
  description: string;
  /** Whether endpoints can select it; `webhook.test` is sent on request alone. */
  selectable: boolean;
  /** Whether it is in the feed, `GET /v1/events`. */
  in_feed: boolean;
  /** Sample event as it is delivered. */
  sample: Record<string, unknown>;
}

export interface EventTypes {
  /** Every type of event, in a fixed order. */
  data: Array<EventTypeEntry>;
}

export interface FilterFinding {
  /** JSON pointer into the event (RFC 6901). */
  pointer: string;
  /** Whether a condition matches there. */
  fits: boolean;
  /** Whether the event has a value there. */
  exists: boolean;
  /** The value there; null where there is none. */
  found: unknown;
}

export interface FilterFindings {
  /** Whether the event would be delivered. */
  matches: boolean;
  /** One entry for each path of the filter. */
  fields: Array<FilterFinding>;
}

export interface FilterTest {
  /** Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. */
  filter: Record<string, unknown>;
  /** An event as it is delivered. */
  event: Record<string, unknown>;
}

export interface InventoryOverview {
  /** Active SKUs. */
  skus: number;
  /** Units on hand of these SKUs. */
  on_hand: number;
  /** Units allocated to orders that are not shipped yet. */
  allocated: number;
  /** Units that can be ordered: not allocated, reserved, unavailable or withheld as safety stock. */
  available: number;
  /** SKUs below their reorder point. */
  low_stock: number;
  /** SKUs without available units. */
  sold_out: number;
  /** SKUs that are stored, archived ones included. */
  storage: StorageUse;
  /** Active warehouses. */
  warehouses: StorageUse;
  /** Bytes of SKUs, movements, locations and reservations. */
  stored_bytes: BytesUse;
  /** Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer. */
  as_of: string;
}

export interface IssuedKey {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Role: see the table of permissions. */
  role: 'admin' | 'manager' | 'fulfilment' | 'integration' | 'scanner' | 'viewer' | (string & {});
  /** Purpose, as given; null if none was given. */
  name: string | null;
  /** Start of the key, enough to identify it. */
  prefix: string;
  /** Last four characters of the secret. */
  last4: string;
  /** Valid secrets of the key, newest first. */
  secrets: Array<KeySecretFacts>;
  /** Addresses and ranges that the key is valid from; empty: any address. */
  ip_allowlist: Array<string>;
  /** Burst size in requests. */
  burst: number;
  /** Sustained requests per second. */
  rate: number;
  /** Status of the key. */
  status: 'active' | 'revoked' | 'expired' | (string & {});
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Expiry time; null: never. */
  expires_at: string | null;
  /** Time of revocation; null if not revoked. */
  revoked_at: string | null;
  /** Time of the last use, accurate to a few seconds; null if never. */
  last_used_at: string | null;
  /** IP address of the client that used it last; null if never used. */
  last_used_from: string | null;
  /** The key itself, not shown again. */
  key: string;
}

export interface Key {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Role: see the table of permissions. */
  role: 'admin' | 'manager' | 'fulfilment' | 'integration' | 'scanner' | 'viewer' | (string & {});
  /** Purpose, as given; null if none was given. */
  name: string | null;
  /** Start of the key, enough to identify it. */
  prefix: string;
  /** Last four characters of the secret. */
  last4: string;
  /** Valid secrets of the key, newest first. */
  secrets: Array<KeySecretFacts>;
  /** Addresses and ranges that the key is valid from; empty: any address. */
  ip_allowlist: Array<string>;
  /** Burst size in requests. */
  burst: number;
  /** Sustained requests per second. */
  rate: number;
  /** Status of the key. */
  status: 'active' | 'revoked' | 'expired' | (string & {});
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Expiry time; null: never. */
  expires_at: string | null;
  /** Time of revocation; null if not revoked. */
  revoked_at: string | null;
  /** Time of the last use, accurate to a few seconds; null if never. */
  last_used_at: string | null;
  /** IP address of the client that used it last; null if never used. */
  last_used_from: string | null;
}

export interface KeyCreate {
  /** Purpose of the key, 1 to 200 characters. */
  name: string;
  /** Role of the key: see the table of permissions. */
  role: 'admin' | 'manager' | 'fulfilment' | 'integration' | 'scanner' | 'viewer';
  /** Expiry time. Must be in the future. */
  expires_at?: string | undefined;
  /** Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address. */
  ip_allowlist?: Array<string> | undefined;
  /** Burst size in requests; at most the limit of the environment. */
  burst?: number | undefined;
  /** Sustained requests per second; at most the limit of the environment. */
  rate?: number | undefined;
}

export interface KeyLimit {
  /** Burst size in requests. */
  burst: number;
  /** Sustained requests per second. */
  rate: number;
}

export interface KeyPage {
  /** The records of this page. */
  data: Array<KeyWithQuota>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface KeyRotate {
  /** Seconds for which the replaced secret stays valid: 0 to 2 592 000 (30 days). Default: 86 400 (one day). */
  overlap_seconds?: number | undefined;
}

export interface KeySecretFacts {
  /** Start of the key, enough to identify it. */
  prefix: string;
  /** Last four characters of the secret. */
  last4: string;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time at which it becomes invalid; null for the newest. */
  ends_at: string | null;
}

export interface KeyUpdate {
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  account_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  environment?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  role?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  prefix?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  last4?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  burst?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  rate?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  status?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  revoked_at?: unknown | undefined;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  secrets?: unknown | undefined;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  last_used_at?: unknown | undefined;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  last_used_from?: unknown | undefined;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  remaining?: unknown | undefined;
  /** Purpose of the key, 1 to 200 characters. */
  name?: string | null | undefined;
  /** Expiry time; null: never. */
  expires_at?: string | null | undefined;
  /** Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address. */
  ip_allowlist?: Array<string> | undefined;
}

export interface KeyWithQuota {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The account of the record. */
  account_id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Role: see the table of permissions. */
  role: 'admin' | 'manager' | 'fulfilment' | 'integration' | 'scanner' | 'viewer' | (string & {});
  /** Purpose, as given; null if none was given. */
  name: string | null;
  /** Start of the key, enough to identify it. */
  prefix: string;
  /** Last four characters of the secret. */
  last4: string;
  /** Valid secrets of the key, newest first. */
  secrets: Array<KeySecretFacts>;
  /** Addresses and ranges that the key is valid from; empty: any address. */
  ip_allowlist: Array<string>;
  /** Burst size in requests. */
  burst: number;
  /** Sustained requests per second. */
  rate: number;
  /** Status of the key. */
  status: 'active' | 'revoked' | 'expired' | (string & {});
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Expiry time; null: never. */
  expires_at: string | null;
  /** Time of revocation; null if not revoked. */
  revoked_at: string | null;
  /** Time of the last use, accurate to a few seconds; null if never. */
  last_used_at: string | null;
  /** IP address of the client that used it last; null if never used. */
  last_used_from: string | null;
  /** Requests that the limit of the key admits now; at most `burst`. The limit of the account can admit fewer. */
  remaining: number;
}

export interface LinkRedeem {
  /** The one-time token. */
  token: string;
}

export interface Member {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The account of the record. */
  account_id: string;
  /** In lower case. */
  email: string;
  /** `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members. */
  role: 'owner' | 'developer' | 'manager' | 'fulfilment' | 'scanner' | 'viewer' | (string & {});
  /** `invited` until a password is chosen or single sign-on was used; `removed` for good. */
  status: 'invited' | 'active' | 'removed' | (string & {});
  /** Expiry of the open invitation or password reset; null without one. */
  token_expires_at: string | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of the last request, accurate to a few seconds; null if never. */
  last_seen_at: string | null;
}

export interface MemberInvite {
  /** At most 254 characters. */
  email: string;
  /** `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members. */
  role: 'owner' | 'developer' | 'manager' | 'fulfilment' | 'scanner' | 'viewer';
}

export interface MemberPage {
  /** The records of this page. */
  data: Array<Member>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface MemberUpdate {
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  account_id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  email?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  status?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  token_expires_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  last_seen_at?: unknown | undefined;
  /** `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members. */
  role: 'owner' | 'developer' | 'manager' | 'fulfilment' | 'scanner' | 'viewer';
}

export interface MemberWithToken {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The account of the record. */
  account_id: string;
  /** In lower case. */
  email: string;
  /** `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members. */
  role: 'owner' | 'developer' | 'manager' | 'fulfilment' | 'scanner' | 'viewer' | (string & {});
  /** `invited` until a password is chosen or single sign-on was used; `removed` for good. */
  status: 'invited' | 'active' | 'removed' | (string & {});
  /** Expiry of the open invitation or password reset; null without one. */
  token_expires_at: string | null;
  /** Increases by one with every change; also the `ETag` of the record. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** Time of the last request, accurate to a few seconds; null if never. */
  last_seen_at: string | null;
  /** No e-mail is sent: pass it on through a channel that only the member can read. */
  one_time_token: OneTimeToken;
}

export interface OneTimeToken {
  /** Purpose: to join, to choose another password, or to sign in. */
  purpose: 'invitation' | 'reset' | 'sign_in' | (string & {});
  /** One-time token, not shown again. */
  token: string;
  /** Page of the console that redeems the token. The token is in the fragment (after `#`), so no server receives it. */
  url: string;
  /** Expiry: 7 days after an invitation, one day after a reset, 15 minutes after a sign-in link. */
  expires_at: string;
}

export interface OrdersByAllocation {
  /** Orders with all units allocated, those on hold included; the others are ready to pack. */
  allocated: number;
  /** Orders of `allocated` that are on hold. */
  on_hold: number;
  /** Orders with some units allocated. */
  partial: number;
  /** Orders with no unit allocated. */
  backordered: number;
}

export interface OrdersOfAge {
  /** Least age of these orders since their creation, in days of 24 hours. */
  min_days: number;
  /** The age that they have not reached; null for the eldest. */
  max_days: number | null;
  /** Open orders of this age. */
  orders: number;
}

export interface OrdersOverview {
  /** Orders that wait for the answer of inventory. */
  pending: number;
  /** Orders that are not packed yet, by allocation. */
  created: OrdersByAllocation;
  /** Packed orders that are not shipped yet. */
  packed: number;
  /** Orders that are open: pending, created or packed. */
  storage: StorageUse;
  /** Bytes of orders, their fulfilments and returns, ended ones included. */
  stored_bytes: BytesUse;
  /** Open orders by age, the youngest first. */
  open_by_age: Array<OrdersOfAge>;
  /** The last 14 days, oldest first; the last one is still going on. */
  shipped_by_day: Array<ShippedOfDay>;
  /** Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer. */
  as_of: string;
}

export interface PasswordChange {
  /** The present password. A member without one leaves it out, within 10 minutes of the sign-in by a link. */
  current_password?: string | undefined;
  /** 12 to 200 Unicode characters; not a common password, and not derived from the e-mail address. */
  new_password: string;
}

export interface PasswordSignIn {
  /** Path that takes e-mail address and password. */
  path: string;
}

export interface Plan {
  /** Name of the plan. */
  plan: 'enterprise' | 'evaluation' | (string & {});
  /** Available environments. */
  environments: Array<PlanEnvironment>;
}

export interface PlanEnvironment {
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Default rate limit of a key. */
  key_limit: KeyLimit;
}

export interface PlanList {
  /** The plans. */
  data: Array<Plan>;
}

export interface Redirection {
  /** The same as `Location`. */
  location: string;
}

export interface Replay {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The endpoint. */
  webhook_id: string;
  /** Events stored at or after this time. */
  since: string;
  /** Events stored before this time. */
  until: string;
  /** Selection of events, as requested. */
  selection: 'failed' | 'all' | (string & {});
  /** Deliveries per second; null: as fast as the endpoint accepts them. */
  rate: number | null;
  /** `done`: all selected deliveries are due again and are delivered like any others. */
  status: 'running' | 'done' | 'cancelled' | (string & {});
  /** Number of events or deliveries examined. */
  examined: number;
  /** Number of deliveries that were made due again. */
  resent: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time at which the replay was done or cancelled; null before. */
  ended_at: string | null;
}

export interface ReplayCreate {
  /** Events stored at or after this time, RFC 3339; at most 30 days ago. */
  since: string;
  /** Events stored before this time, RFC 3339. Default: now. */
  until?: string | undefined;
  /** `failed`: deliveries that were given up. `all`: every event that the endpoint received or would receive with its present selection, including delivered ones. */
  status?: 'failed' | 'all' | undefined;
  /** Deliveries per second, 0.1 to 1 000; null: as fast as the endpoint accepts them. */
  rate?: number | null | undefined;
}

export interface ReplayPage {
  /** The records of this page. */
  data: Array<Replay>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface Retention {
  /** Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it. */
  ship_to_days: number | null;
  /** Time of the last change of this setting; null where it was never set. */
  updated_at: string | null;
  /** Id of the key or member that changed it last; null where it was never set. */
  updated_by: string | null;
}

export interface RetentionUpdate {
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_by?: unknown | undefined;
  /** Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it. */
  ship_to_days?: number | null | undefined;
}

export interface ScansOfDevice {
  /** Id of the device; null for scans without one. */
  device_id: string | null;
  /** Number of these scans. */
  scans: number;
}

export interface ScansOfMinute {
  /** Start of the minute, UTC. */
  at: string;
  /** Number of scans received in it. */
  scans: number;
}

export interface ScansOfOperator {
  /** The operator; null for scans without one. */
  operator: string | null;
  /** Number of these scans. */
  scans: number;
}

export interface ScansOverview {
  /** Scans received in the last 60 seconds. */
  last_minute: number;
  /** Scans received in the last 3 600 seconds. */
  last_hour: number;
  /** Scans received in the last 86 400 seconds. */
  last_day: number;
  /** The last 60 minutes of the clock, oldest first; the last one is still going on. */
  minutes: Array<ScansOfMinute>;
  /** Who scanned in the last day. */
  busiest: BusiestScanners;
  /** Bytes of scans. */
  stored_bytes: BytesUse;
  /** Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer. */
  as_of: string;
}

export interface Session {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** True for the session of this request. */
  current: boolean;
  /** Method of sign-in: password, one-time token or link, or identity provider. */
  method: 'password' | 'invitation' | 'reset' | 'single_sign_on' | 'link' | (string & {});
  /** IP address at sign-in. */
  address: string | null;
  /** First 256 characters of the `User-Agent` at sign-in. */
  user_agent: string | null;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last use, accurate to a few seconds. A session ends after 12 hours without use. */
  last_used_at: string;
  /** Absolute expiry: 30 days after sign-in. */
  expires_at: string;
  /** Until then the authentication counts as recent: 10 minutes from the sign-in, or from the last confirmation. */
  recent_until: string;
}

export interface SessionConfirm {
  /** The password of the member. */
  password: string;
}

export interface SessionList {
  /** The sessions. */
  data: Array<Session>;
}

export interface ShippedOfDay {
  /** The day, UTC. */
  day: string;
  /** Orders whose last units left on this day. */
  orders: number;
  /** Units of these orders, with those that had left in parts before. */
  units: number;
}

export interface SignIn {
  /** At most 254 characters. */
  email: string;
  /** The password of the member. */
  password: string;
  /** Required if the credentials are valid for several accounts. */
  account_id?: string | undefined;
}

export interface SignInMethods {
  /** Sign-in by password, always available. */
  password: PasswordSignIn;
  /** Null if the installation has no identity provider. */
  single_sign_on: SingleSignOn | null;
}

export interface SignedIn {
  /** The session of this request. */
  session: Session;
  /** The signed-in member. */
  member: Member;
  /** True if the member has a password to confirm with. */
  has_password: boolean;
  /** The account of the session. */
  account: Account;
  /** Permissions of the role of the member. */
  permissions: Array<'inventory:read' | 'locations:read' | 'inventory:write' | 'locations:write' | 'stock:transfer' | 'reservations:write' | 'orders:read' | 'orders:read_ship_to' | 'orders:create' | 'orders:cancel' | 'orders:fulfil' | 'orders:hold' | 'returns:create' | 'returns:receive' | 'orders:erase' | 'scans:write' | 'scans:read' | 'scans:apply' | 'events:read' | 'integrity:read' | 'account:read' | 'audit:read' | 'keys:read' | 'keys:manage' | 'members:read' | 'members:manage' | 'webhooks:read' | 'webhooks:manage' | (string & {})>;
}

export interface SingleSignOn {
  /** Display name of the identity provider. */
  name: string;
  /** Path at which a browser starts the sign-in. */
  path: string;
}

export interface StorageUse {
  /** Records that are stored, counted at most 10 s ago, or 20 times the duration of counting if that is longer. */
  used: number;
  /** Highest number of records; null where none is known, while gateways are upgraded. */
  limit: number | null;
}

export interface TokenRedeem {
  /** The one-time token. */
  token: string;
  /** 12 to 200 Unicode characters; not a common password, and not derived from the e-mail address. */
  password: string;
}

export interface Webhook {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Where events are sent. */
  url: string;
  /** Event types, or `*` alone. */
  events: Array<string>;
  /** Purpose, as given; null if none was given. */
  description: string | null;
  /** Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter. */
  filter: Record<string, unknown> | null;
  /** Whether events of one record are sent in order: each waits until the previous one is delivered or failed. */
  ordered: boolean;
  /** Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`. */
  batch: WebhookBatch | null;
  /** Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them. */
  max_rate: number | null;
  /** Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed. */
  status: 'active' | 'paused' | 'disabled' | (string & {});
  /** Reason and time of disabling; null unless disabled. */
  disabled: WebhookDisabled | null;
  /** End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. It is no change of the record: `version` stays. */
  rests_until?: string | null | undefined;
  /** Secrets that sign deliveries, newest first. */
  secrets: Array<WebhookSecretFacts>;
  /** Increases by one with every change; also the `ETag`. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
}

export interface WebhookBatch {
  /** Maximum number of events in one request, 2 to 100. */
  max_events: number;
  /** Milliseconds, 10 to 1 000, that the first event waits for others, of any record. */
  max_wait_ms: number;
}

export interface WebhookBatchInput {
  /** Maximum number of events in one request, 2 to 100. */
  max_events?: number | undefined;
  /** Milliseconds, 10 to 1 000, that the first event waits for others, of any record. */
  max_wait_ms?: number | undefined;
}

export interface WebhookChange {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Action, such as `webhook.secret_rotated`. */
  action: string;
  /** Changed record. */
  target: Reference;
  /** Id of the key or member that made the change, `operator` (with a name as `operator:jo`), or `system`. */
  actor: string;
  /** IP address of the client; null where it is unknown, as for changes of the service itself. */
  address: string | null;
  /** Id of the request; null for changes by the system. */
  request_id: string | null;
  /** Changed fields; never a secret. */
  details: Record<string, unknown>;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
}

export interface WebhookChangePage {
  /** The records of this page. */
  data: Array<WebhookChange>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface WebhookCounts {
  /** Number of successful attempts. */
  delivered: number;
  /** Number of failed attempts. */
  refused: number;
  /** Number of deliveries that were given up. */
  failed: number;
  /** Share of successful attempts, 0 to 1; null without attempts. */
  success_rate: number | null;
  /** Median latency of the attempts in milliseconds; null without attempts. */
  latency_p50_ms: number | null;
  /** 95th percentile of the latency of the attempts in milliseconds; null without attempts. */
  latency_p95_ms: number | null;
}

export interface WebhookCreate {
  /** Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses. */
  url: string;
  /** Event types, each once; `["*"]` selects every type, including those of later versions. */
  events?: Array<'*' | 'inventory.updated' | 'inventory.low_stock' | 'inventory.out_of_stock' | 'sku.updated' | 'location.created' | 'location.updated' | 'location.archived' | 'reservation.expired' | 'reservation.released' | 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled' | 'fulfilment.created' | 'fulfilment.updated' | 'fulfilment.packed' | 'fulfilment.unpacked' | 'fulfilment.shipped' | 'fulfilment.cancelled' | 'return.created' | 'return.updated' | 'return.received' | 'return.closed' | 'return.cancelled' | 'scan.completed' | 'scan.applied' | 'scan.refused' | 'endpoint.disabled'> | undefined;
  /** Purpose, 1 to 200 characters; null for none. */
  description?: string | null | undefined;
  /** Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter. */
  filter?: Record<string, unknown> | null | undefined;
  /** Whether events of one record are sent in order: each waits until the previous one is delivered or failed. */
  ordered?: boolean | undefined;
  /** Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`. */
  batch?: WebhookBatchInput | null | undefined;
  /** Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them. */
  max_rate?: number | null | undefined;
}

export interface WebhookDisabled {
  /** `gone`: the receiver answered 410. `failing`: no attempt has succeeded for days. */
  reason: 'gone' | 'failing' | (string & {});
  /** Time of the event, RFC 3339 in UTC with milliseconds. */
  at: string;
}

export interface WebhookHealth {
  /** First failure after the last success, or after two days without an attempt; null while attempts succeed. */
  failing_since: string | null;
  /** Last successful attempt; null if never. */
  last_success_at: string | null;
  /** Last failed attempt; null if never. */
  last_failure_at: string | null;
  /** Number of failed attempts in a row. */
  failures: number;
  /** End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. */
  rests_until: string | null;
}

export interface WebhookInterval {
  /** Start of the interval, UTC. */
  at: string;
  /** Number of successful attempts. */
  delivered: number;
  /** Number of failed attempts. */
  refused: number;
  /** Number of deliveries that were given up. */
  failed: number;
  /** Share of successful attempts, 0 to 1; null without attempts. */
  success_rate: number | null;
  /** Median latency of the attempts in milliseconds; null without attempts. */
  latency_p50_ms: number | null;
  /** 95th percentile of the latency of the attempts in milliseconds; null without attempts. */
  latency_p95_ms: number | null;
}

export interface WebhookMinute {
  /** Start of the minute, UTC. */
  at: string;
  /** Number of successful attempts of all endpoints. */
  delivered: number;
  /** Number of failed attempts of all endpoints. */
  refused: number;
}

export interface WebhookOverview {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** Purpose, as given; null if none was given. */
  description: string | null;
  /** Status of the endpoint. */
  status: 'active' | 'paused' | 'disabled' | (string & {});
  /** Present health. */
  health: WebhookHealth;
  /** Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events. */
  oldest_undelivered_seconds: number | null;
  /** Results of its attempts. */
  last_24_hours: WebhookCounts;
}

export interface WebhookPage {
  /** The records of this page. */
  data: Array<Webhook>;
  /** Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true. */
  has_more: boolean;
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

export interface WebhookResume {
  /** `deliver`: held events are sent now. `drop`: held events are dropped; each can be resent individually. */
  held?: 'deliver' | 'drop' | undefined;
}

export interface WebhookSecret {
  /** Opaque id, as in `signed_with` of an attempt. */
  id: string;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time at which it stops signing; null for the newest. */
  ends_at: string | null;
  /** `whsec_` and base64. */
  secret: string;
}

export interface WebhookSecretFacts {
  /** Opaque id, as in `signed_with` of an attempt. */
  id: string;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time at which it stops signing; null for the newest. */
  ends_at: string | null;
  /** Last four characters of the secret. */
  last4: string;
}

export interface WebhookSecretRotate {
  /** Seconds for which the replaced secrets still sign beside the new one: 0 to 604 800 (7 days). 0 ends all other secrets at once. */
  overlap_seconds?: number | undefined;
}

export interface WebhookSecrets {
  /** Secrets that sign now, newest first. */
  data: Array<WebhookSecret>;
}

export interface WebhookStats {
  /** Present health. */
  health: WebhookHealth;
  /** Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events. */
  oldest_undelivered_seconds: number | null;
  /** Over the whole period. */
  total: WebhookCounts;
  /** Intervals with attempts, oldest first. */
  intervals: Array<WebhookInterval>;
}

export interface WebhookTestRequest {
  /** Event type of the sample, which carries `"test": true`. It is sent whatever types the endpoint selects. */
  type?: 'inventory.updated' | 'inventory.low_stock' | 'inventory.out_of_stock' | 'sku.updated' | 'location.created' | 'location.updated' | 'location.archived' | 'reservation.expired' | 'reservation.released' | 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled' | 'fulfilment.created' | 'fulfilment.updated' | 'fulfilment.packed' | 'fulfilment.unpacked' | 'fulfilment.shipped' | 'fulfilment.cancelled' | 'return.created' | 'return.updated' | 'return.received' | 'return.closed' | 'return.cancelled' | 'scan.completed' | 'scan.applied' | 'scan.refused' | 'endpoint.disabled' | 'webhook.test' | undefined;
}

export interface WebhookUpdate {
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  id?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  environment?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  status?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  disabled?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  secrets?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  version?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  created_at?: unknown | undefined;
  /** Read-only: accepted where it equals the record, so that a record can be sent back. */
  updated_at?: unknown | undefined;
  /** Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back. */
  rests_until?: unknown | undefined;
  /** Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses. */
  url?: string | undefined;
  /** Event types, each once; `["*"]` selects every type, including those of later versions. */
  events?: Array<'*' | 'inventory.updated' | 'inventory.low_stock' | 'inventory.out_of_stock' | 'sku.updated' | 'location.created' | 'location.updated' | 'location.archived' | 'reservation.expired' | 'reservation.released' | 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled' | 'fulfilment.created' | 'fulfilment.updated' | 'fulfilment.packed' | 'fulfilment.unpacked' | 'fulfilment.shipped' | 'fulfilment.cancelled' | 'return.created' | 'return.updated' | 'return.received' | 'return.closed' | 'return.cancelled' | 'scan.completed' | 'scan.applied' | 'scan.refused' | 'endpoint.disabled'> | undefined;
  /** Purpose, 1 to 200 characters; null for none. */
  description?: string | null | undefined;
  /** Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter. */
  filter?: Record<string, unknown> | null | undefined;
  /** Whether events of one record are sent in order: each waits until the previous one is delivered or failed. */
  ordered?: boolean | undefined;
  /** Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`. */
  batch?: WebhookBatchInput | null | undefined;
  /** Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them. */
  max_rate?: number | null | undefined;
}

export interface WebhookWithSecret {
  /** Opaque id with a prefix for its type, sortable by creation. */
  id: string;
  /** The environment of the record. The two environments share nothing. */
  environment: 'sandbox' | 'production' | (string & {});
  /** Where events are sent. */
  url: string;
  /** Event types, or `*` alone. */
  events: Array<string>;
  /** Purpose, as given; null if none was given. */
  description: string | null;
  /** Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter. */
  filter: Record<string, unknown> | null;
  /** Whether events of one record are sent in order: each waits until the previous one is delivered or failed. */
  ordered: boolean;
  /** Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`. */
  batch: WebhookBatch | null;
  /** Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them. */
  max_rate: number | null;
  /** Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed. */
  status: 'active' | 'paused' | 'disabled' | (string & {});
  /** Reason and time of disabling; null unless disabled. */
  disabled: WebhookDisabled | null;
  /** End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. It is no change of the record: `version` stays. */
  rests_until?: string | null | undefined;
  /** Secrets that sign deliveries, newest first. */
  secrets: Array<WebhookSecretFacts>;
  /** Increases by one with every change; also the `ETag`. */
  version: number;
  /** Time of creation, RFC 3339 in UTC with milliseconds. */
  created_at: string;
  /** Time of the last change, RFC 3339 in UTC with milliseconds. */
  updated_at: string;
  /** The newest secret, `whsec_` and base64. */
  secret: string;
}

export interface WebhooksOverview {
  /** All endpoints, oldest first. */
  data: Array<WebhookOverview>;
  /** Attempts a second at all endpoints of the environment together, at most; further due deliveries wait. */
  max_rate: number;
  /** Endpoints that are stored, paused and disabled ones included; they are counted with each request. */
  storage: StorageUse;
  /** Bytes of endpoints, events and deliveries. Events and deliveries expire, and come from other operations: they are not refused. */
  stored_bytes: BytesUse;
  /** The last 60 minutes of the clock, oldest first; the last one is still going on. */
  minutes: Array<WebhookMinute>;
}

/** The events by type. Later versions add types: they come as `OtherEvent`. */
export interface EventsByType {
  'inventory.updated': InventoryUpdated;
  'inventory.low_stock': InventoryLowStock;
  'inventory.out_of_stock': InventoryOutOfStock;
  'sku.updated': SkuUpdated;
  'location.created': LocationCreated;
  'location.updated': LocationUpdated;
  'location.archived': LocationArchived;
  'reservation.expired': ReservationExpired;
  'reservation.released': ReservationReleased;
  'order.created': OrderCreated;
  'order.updated': OrderUpdated;
  'order.packed': OrderPacked;
  'order.shipped': OrderShipped;
  'order.cancelled': OrderCancelled;
  'fulfilment.created': FulfilmentCreated;
  'fulfilment.updated': FulfilmentUpdated;
  'fulfilment.packed': FulfilmentPacked;
  'fulfilment.unpacked': FulfilmentUnpacked;
  'fulfilment.shipped': FulfilmentShipped;
  'fulfilment.cancelled': FulfilmentCancelled;
  'return.created': ReturnCreated;
  'return.updated': ReturnUpdated;
  'return.received': ReturnReceived;
  'return.closed': ReturnClosed;
  'return.cancelled': ReturnCancelled;
  'scan.completed': ScanCompleted;
  'scan.applied': ScanApplied;
  'scan.refused': ScanRefused;
  'endpoint.disabled': EndpointDisabled;
  'webhook.test': WebhookTest;
}

/** A type of events that this version does not know. It is any text, although the compiler is told one: so comparing `type` tells the events apart. */
export type LaterType = 'of a later version';

/** Values of a filter; `laterValue` makes any other. */
export type ListEventsTypes = 'inventory.updated' | 'inventory.low_stock' | 'inventory.out_of_stock' | 'sku.updated' | 'location.created' | 'location.updated' | 'location.archived' | 'reservation.expired' | 'reservation.released' | 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled' | 'fulfilment.created' | 'fulfilment.updated' | 'fulfilment.packed' | 'fulfilment.unpacked' | 'fulfilment.shipped' | 'fulfilment.cancelled' | 'return.created' | 'return.updated' | 'return.received' | 'return.closed' | 'return.cancelled' | 'scan.completed' | 'scan.applied' | 'scan.refused' | 'endpoint.disabled' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListFulfilmentsStatus = 'open' | 'packed' | 'shipped' | 'cancelled' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListSkusStatus = 'active' | 'archived' | 'all' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListSkusSort = 'sku' | 'updated_at' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ExportInventoryStatus = 'active' | 'archived' | 'all' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ExportInventoryBy = 'sku' | 'location' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ImportInventoryBy = 'sku' | 'location' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListLocationsType = 'warehouse' | 'aisle' | 'shelf' | 'bin' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListLocationsStatus = 'active' | 'archived' | 'all' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListLocationsSort = 'created_at' | '-created_at' | 'path' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListOrdersStatus = 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListOrdersAllocation = 'allocated' | 'partial' | 'backordered' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListOrdersFulfilment = 'none' | 'partial' | 'complete' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListOrdersSort = 'created_at' | 'updated_at' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ExportOrdersStatus = 'pending' | 'created' | 'packed' | 'shipped' | 'cancelled' | 'rejected' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ExportOrdersAllocation = 'allocated' | 'partial' | 'backordered' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ExportOrdersFulfilment = 'none' | 'partial' | 'complete' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListReservationsStatus = 'active' | 'converted' | 'released' | 'expired' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListReturnsStatus = 'requested' | 'approved' | 'receiving' | 'closed' | 'cancelled' | 'rejected' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListScansType = 'receive' | 'putaway' | 'pick' | 'pack' | 'ship' | 'count' | 'return' | 'lookup' | 'other' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListScansApplied = 'pending' | 'done' | 'refused' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListKeysStatus = 'active' | 'ended' | 'all' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListMembersStatus = 'current' | 'invited' | 'active' | 'removed' | 'all' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type GetWebhookStatsInterval = 'hour' | 'day' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListDeliveriesStatus = 'pending' | 'held' | 'delivered' | 'failed' | 'dropped' | 'batched' | LaterValue;

/** Values of a filter; `laterValue` makes any other. */
export type ListDeliveriesEventType = 'inventory.updated' | 'inventory.low_stock' | 'inventory.out_of_stock' | 'sku.updated' | 'location.created' | 'location.updated' | 'location.archived' | 'reservation.expired' | 'reservation.released' | 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled' | 'fulfilment.created' | 'fulfilment.updated' | 'fulfilment.packed' | 'fulfilment.unpacked' | 'fulfilment.shipped' | 'fulfilment.cancelled' | 'return.created' | 'return.updated' | 'return.received' | 'return.closed' | 'return.cancelled' | 'scan.completed' | 'scan.applied' | 'scan.refused' | 'endpoint.disabled' | 'webhook.test' | LaterValue;

/** The record of a call that is recorded and not yet done. */
export type PendingRecord = Fulfilment | Order | Return;

/** One result of a batch. */
export type BatchResult = InventoryItemResult | OrderResult | ScanResult;
