// Generated from the OpenAPI documents by `npm run generate`: do not edit.
import type { Api, CallOptions, Conditional, Download, Idempotent, IfChanged, Pages, Pending, Readable, Upload, Writable } from '../api.ts';
import { OPERATIONS } from './operations.ts';
import type * as S from './schemas.ts';


/** `client.allocationRules` */
export class AllocationRules {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Retrieve the rules by which orders get warehouses.
   *
   * Each environment has one record. Until the rules are set, units are held wherever they lie: `anywhere`, at version 0.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  get(options: CallOptions & IfChanged = {}): Promise<S.AllocationRules> {
    return this.#api.send(OPERATIONS.getAllocationRules, {}, options);
  }

  /**
   * Change the rules by which orders get warehouses.
   *
   * They apply to orders that are placed after the change, within five seconds; existing orders keep the units that they hold. A change to the present values makes no new version. `priority`, `ships` and `countries` of each warehouse are fields of the location.
   *
   * Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(body: S.AllocationRulesUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.AllocationRules> {
    return this.#api.send(OPERATIONS.updateAllocationRules, { body }, options);
  }
}


/** `client.availability` */
export class Availability {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Quote what is available of several SKUs.
   *
   * A quote holds nothing: what it shows may be gone a moment later. `POST /reservations` keeps units. A SKU that does not exist or is archived is 422 `unknown_sku`. Where the rules of `/v1/allocation-rules` have a strategy, or the request has `ship_from` or `split`, units come from the warehouses that may ship an order of these lines: `available` and `complete` count what these can give, and `planned` names them. Otherwise units are held wherever they lie, and `ship_to_country` has no effect.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`
   */
  quote(body: S.AvailabilityRequest, options: CallOptions & Idempotent = {}): Promise<S.Availability> {
    return this.#api.send(OPERATIONS.quoteAvailability, { body }, options);
  }
}

/** Parameters of `listEvents`. */
export interface ListEventsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Starts after this event: the last one that was handled, of any type. A `cursor`, as in `Link`, takes precedence. */
  after?: string | undefined;
  /** Event types. Default: all. */
  types?: S.ListEventsTypes | Array<S.ListEventsTypes> | undefined;
  /** Starts at the first event that was stored at or after this time: some tens of milliseconds after its `created_at`, or longer after an outage. Before the oldest event it starts there. With `after`, whichever is later. */
  created_after?: string | undefined;
  /** Ends before the first event that was stored at or after this time, so that consecutive windows neither miss nor repeat one. */
  created_before?: string | undefined;
}

/** `client.events` */
export class Events {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Read the feed of events.
   *
   * Every event of the account in this environment, oldest first, for 30 days after it was stored, with or without a subscribed endpoint. Each event is identical to the delivered one, with the same `id`.
   *
   * The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, start after the last event that was handled (`after`), follow `next_cursor` to the last page, where it is null, and start the next round at its `next_after`: the position up to which the page looked, so that a filter that rarely matches never grows too old. A position whose next event is older than 30 days is refused as `invalid_cursor`: start without one, at the oldest stored event. A page of very large events ends before `limit`.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `events:read`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListEventsQuery = {}, options: CallOptions = {}): Pages<S.Event> {
    return this.#api.pages(OPERATIONS.listEvents, { query: { ...query } }, options);
  }
}

/** Parameters of `listFulfilments`. */
export interface ListFulfilmentsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Statuses. Default: all. */
  status?: S.ListFulfilmentsStatus | Array<S.ListFulfilmentsStatus> | undefined;
  /** Fulfilments of this order. */
  order_id?: string | undefined;
  /** Fulfilments with this carrier. */
  carrier?: string | undefined;
  /** The fulfilment's id in another system. */
  external_id?: string | undefined;
  /** Id of the warehouse that the units are held in, or were shipped from, which `GET /locations?path=` finds by its code. */
  warehouse?: string | undefined;
}

/** `client.fulfilments` */
export class Fulfilments {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List fulfilments, filtered by status.
   *
   * Sorted by order, newest first, and within an order by fulfilment, newest first. Filters can be combined. With `carrier`, or with `warehouse` and `status`, a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListFulfilmentsQuery = {}, options: CallOptions = {}): Pages<S.Fulfilment> {
    return this.#api.pages(OPERATIONS.listFulfilments, { query: { ...query } }, options);
  }

  /**
   * Retrieve one fulfilment.
   *
   * A fulfilment whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.getFulfilment, { path: [id] }, options);
  }

  /**
   * Update tracking, delivery or note of a fulfilment.
   *
   * From any status but `cancelled`; `delivered_at` once it is shipped. A change emits `fulfilment.updated`; a request that changes nothing is answered with the fulfilment as it is.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(id: string, body: S.FulfilmentUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.updateFulfilment, { path: [id], body }, options);
  }

  /**
   * Cancel a fulfilment.
   *
   * From `open` or `packed`. Its units stay allocated to the order, in no fulfilment.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  cancel(id: string, body: S.OrderCancel = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.cancelFulfilment, { path: [id], body }, options);
  }

  /**
   * Mark a fulfilment as packed.
   *
   * From `open`, without holds of the order. Every unit must be allocated; stock that has become available is allocated first. With fewer `lines` than planned, `short` says what becomes of the rest.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  pack(id: string, body: S.FulfilmentPack = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.packFulfilment, { path: [id], body }, options);
  }

  /**
   * Mark a fulfilment as shipped and decrement inventory.
   *
   * From `packed`, without holds of the order. 200 means that the stock has been decremented. The order is `shipped` once nothing of it is open any more.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  ship(id: string, body: S.FulfilmentShip = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.shipFulfilment, { path: [id], body }, options);
  }

  /**
   * Unpack a fulfilment.
   *
   * From `packed`: it is `open` again, its units stay allocated, and its parcels are discarded.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  unpack(id: string, body: S.OrderCancel = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.unpackFulfilment, { path: [id], body }, options);
  }
}


/** `client.integrity` */
export class Integrity {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Check stock, holds and ledger against each other.
   *
   * Compares all SKUs with their movements and with what orders hold, in groups of up to 1,000 SKUs, and reports the compared totals and the differences. Each ledger is read from its last checkpoint on: balances at a version, which the service verifies and records every minute for SKUs with 100 changes since. So the time grows with the number of SKUs, and not with the age of the ledger. One check runs at a time; a few of other accounts can wait for it. A check that takes more than 200 seconds, or a second check of the same stock, is answered 503 `upstream_unavailable`.
   *
   * In the rate limit it counts as one request for every 300 SKUs that it reads or part of them, and as 100 where the client leaves before the answer, or the time is over.
   *
   * Needs `integrity:read`, which these roles have: admin, member:owner.
   *
   * @throws ApiError `request_timeout`
   */
  check(options: CallOptions = {}): Promise<S.IntegrityReport> {
    return this.#api.send(OPERATIONS.checkIntegrity, {}, options);
  }
}

/** Parameters of `listSkus`. */
export interface ListSkusQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Status of the record. */
  status?: S.ListSkusStatus | undefined;
  /** `true`: only SKUs below their reorder point; `false`: only the others. */
  low_stock?: boolean | undefined;
  /** `true`: only SKUs without available units; `false`: only the others. */
  sold_out?: boolean | undefined;
  /** Id or path of a location: only SKUs with their home or stock at it or below it. 400 if it does not exist. */
  location?: string | undefined;
  /** Id or code of a warehouse: only SKUs with stock, their home or settings in it, each with the quantities, places, `safety_stock`, `reorder_point`, `low_stock` and `sold_out` of that warehouse alone, and the filters of these names judged by it. Not together with `location`. 400 if it does not exist. */
  warehouse?: string | undefined;
  /** Only SKUs whose `sku`, or a word of whose `name`, starts with this, ignoring case and accents. Every word must match; there are at most 8. */
  q?: string | undefined;
  /** Only these SKUs: repeat the parameter, up to 100 times. */
  sku?: string | Array<string> | undefined;
  /** Only SKUs with one of these barcodes: repeat the parameter, up to 100 times. */
  barcode?: string | Array<string> | undefined;
  /** Only SKUs with a barcode that starts with this, case-sensitive; of digits, leading zeros count for nothing. */
  barcode_prefix?: string | undefined;
  /** Only SKUs that changed at or after this time. A change carries the time of its request and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy. */
  updated_since?: string | undefined;
  /** Ascending. Default: `updated_at` with `updated_since`, else `sku`. By `updated_at`, a SKU that changes between two pages is listed again. */
  sort?: S.ListSkusSort | undefined;
}

/** Parameters of `listMovements`. */
export interface ListMovementsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Path or id of a location: only movements at it, not below it. 400 if it does not exist. */
  location?: string | undefined;
  /** Like `location`, by id only. If both are given, they must name the same location. */
  location_id?: string | undefined;
  /** Movements made at or after this time. */
  created_after?: string | undefined;
  /** Movements made before this time, so that consecutive windows neither miss nor repeat one. */
  created_before?: string | undefined;
}

/** Parameters of `exportInventory`. */
export interface ExportInventoryQuery {
  /** Status of the record. */
  status?: S.ExportInventoryStatus | undefined;
  /** `true`: only SKUs below their reorder point; `false`: only the others. */
  low_stock?: boolean | undefined;
  /** `true`: only SKUs without available units; `false`: only the others. */
  sold_out?: boolean | undefined;
  /** What a row is: a SKU (default), or with `location` a SKU at a location. */
  by?: S.ExportInventoryBy | undefined;
}

/** Parameters of `importInventory`. */
export interface ImportInventoryQuery {
  /** `true`: only report the result of each row, and change nothing. */
  dry_run?: boolean | undefined;
  /** What a row is: a SKU (default), or with `location` a count of a SKU at one location, which leaves other locations as they are. */
  by?: S.ImportInventoryBy | undefined;
}

/** `client.inventory` */
export class Inventory {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List SKUs with their current quantities.
   *
   * Sorted by `sku` by default. Archived SKUs are left out by default. Filters can be combined. With `sold_out`, and if each other filter matches many SKUs and all together few, a page looks through 1,000 SKUs and may have fewer than `limit`, or none, while `has_more` is true.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListSkusQuery = {}, options: CallOptions = {}): Pages<S.Sku> {
    return this.#api.pages(OPERATIONS.listSkus, { query: { ...query } }, options);
  }

  /**
   * Create a SKU.
   *
   * The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `location_archived`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  create(body: S.SkuCreate, options: CallOptions & Idempotent = {}): Promise<S.Sku> {
    return this.#api.send(OPERATIONS.createSku, { body }, options);
  }

  /**
   * Retrieve one SKU.
   *
   * Includes archived SKUs.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(sku: string, options: CallOptions & IfChanged = {}): Promise<S.Sku> {
    return this.#api.send(OPERATIONS.getSku, { path: [sku] }, options);
  }

  /**
   * Update fields of a SKU.
   *
   * `on_hand` sets the total: the difference applies at the home location first, then at the fullest others. A total below the allocated units takes the shortfall back from the newest orders that are not packed; a total below the units of packed orders is refused. A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` the change is made only if the SKU is still as it was read.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `barcode_exists`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  update(sku: string, body: S.SkuUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Sku> {
    return this.#api.send(OPERATIONS.updateSku, { path: [sku], body }, options);
  }

  /**
   * Archive a SKU.
   *
   * Nothing is deleted. Existing orders are still filled and shipped; new orders for the SKU are refused. Archiving again changes nothing.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  archive(sku: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Sku> {
    return this.#api.send(OPERATIONS.archiveSku, { path: [sku] }, options);
  }

  /**
   * Adjust the stock of a SKU.
   *
   * Adjustments are commutative, so they are the way to change stock concurrently with other clients. The result is never below zero, nor below the units of packed orders; a result below the allocated units takes the shortfall back from the newest orders that are not packed.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  adjust(sku: string, body: S.AdjustmentCreate, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Adjustment> {
    return this.#api.send(OPERATIONS.adjustStock, { path: [sku], body }, options);
  }

  /**
   * List the movements of a SKU.
   *
   * The ledger, newest first. It is append-only, and the movements at a location add up to its stock.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  listMovements(sku: string, query: ListMovementsQuery = {}, options: CallOptions = {}): Pages<S.Movement> {
    return this.#api.pages(OPERATIONS.listMovements, { path: [sku], query: { ...query } }, options);
  }

  /**
   * Change the settings of a SKU for a warehouse.
   *
   * `safety_stock` is withheld in that warehouse from new orders, quotes and fills of what is not held yet; orders keep the units that they hold, and nothing is taken back. The SKU withholds its own `safety_stock`, and at least what its warehouses withhold together. `reorder_point` decides, by the units in the warehouse, whether the SKU is low in stock there. The change makes a new version of the SKU.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_archived`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  updateWarehouse(sku: string, warehouse: string, body: S.SkuWarehouseUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Sku> {
    return this.#api.send(OPERATIONS.updateSkuWarehouse, { path: [sku, warehouse], body }, options);
  }

  /**
   * Create, update and adjust up to 1 000 SKUs.
   *
   * In `partial` mode each item succeeds or fails individually, and the 200 response holds a result for each. In `atomic` mode all items succeed, or none: the error then names every failed item. An item whose SKU does not exist is `not_found` in both modes; the refusal of an atomic batch for it is 422 `unknown_sku`. Later items see the effect of earlier ones. The response has at most 4 MB: if several items change one SKU, only the last has the `record`, and beyond 4 MB records are left out; `record_left_out` says so.
   *
   * In the rate limit it counts as one request for every 10 items or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 1 000 places at which the SKUs of its items lie, of each item by itself.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`
   */
  batch(body: S.InventoryBatch, options: CallOptions & Idempotent = {}): Promise<S.InventoryBatchResult> {
    return this.#api.send(OPERATIONS.batchInventory, { body }, options);
  }

  /**
   * Retrieve the SKU with a barcode.
   *
   * Includes archived SKUs. A GTIN is found in each of its lengths, and by a GS1 element string with AI 01, in brackets or with FNC1 (0x1D). The barcode is percent-encoded like any part of a path.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  getByBarcode(code: string, options: CallOptions & IfChanged = {}): Promise<S.Sku> {
    return this.#api.send(OPERATIONS.getSkuByBarcode, { path: [code] }, options);
  }

  /**
   * Export all SKUs.
   *
   * The whole list in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU is listed once, sorted by `sku`, as it is when its line is written. A truncated export fails as a connection error, so a completed response is complete. `by=location` gives a row for each location; an import with `by=location` takes such a file. A client that reads less than 2 KiB a second for a minute is disconnected.
   *
   * In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_acceptable`, `request_timeout`
   */
  export(query: ExportInventoryQuery = {}, options: CallOptions & Readable = {}): Promise<Download> {
    return this.#api.download(OPERATIONS.exportInventory, { query: { ...query } }, options);
  }

  /**
   * Import SKUs from a file.
   *
   * Each row is an item as in the partial mode of `POST /inventory/batch`: it succeeds or fails individually, in the order of the file. Without `op` a row creates the SKU or updates an existing one. 200 means that the file was read to its end: check `failed`. A file that cannot be parsed beyond some row is answered with 4xx, and `imported` reports the rows done before it, if there are any.
   *
   * With `by=location` a row counts one SKU at one location: it sets `on_hand` at `location`, which is created if it does not exist; other locations stay as they are. The SKU must exist.
   *
   * A body that brings less than 2 KiB a second for 30 seconds is refused. With an `Idempotency-Key` an interrupted import can be sent again without a second effect.
   *
   * A dry run shows what each row would change (`changes`, before and after) and the locations that would be created (`new_locations`), with those that differ from another in upper and lower case alone. It checks rows in groups of 200, each against the present stock: later groups do not see the effect of earlier ones.
   *
   * In the rate limit it counts as one request for every 50 lines or part of them, of a dry run for every 500, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills.
   *
   * Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `malformed_csv`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  import(body: Upload, query: ImportInventoryQuery = {}, options: CallOptions & Idempotent & Writable = {}): Promise<S.ImportReport> {
    return this.#api.send(OPERATIONS.importInventory, { body, query: { ...query } }, options);
  }
}

/** Parameters of `listLocations`. */
export interface ListLocationsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Only locations of these types. */
  type?: S.ListLocationsType | Array<S.ListLocationsType> | undefined;
  /** Only direct children of this location. 400 if it does not exist. */
  parent_id?: string | undefined;
  /** Path or id of a location: only that location and all below it. 400 if it does not exist. */
  path?: string | undefined;
  /** Only locations whose code, or a word of whose name, starts with this, ignoring case and accents. Every word must match; there are at most 8. A path matches locations by the prefix of its last code: `A3/S` finds `A3/S1` and `A3/S20`. */
  q?: string | undefined;
  /** Status of the listed locations. */
  status?: S.ListLocationsStatus | undefined;
  /** Order: by creation, by creation with the newest first, or by path. */
  sort?: S.ListLocationsSort | undefined;
}

/** Parameters of `listLocationStock`. */
export interface ListLocationStockQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** `true`: stock at the location or anywhere below it; `false`: only stock at the location itself. */
  recursive?: boolean | undefined;
}

/** `client.locations` */
export class Locations {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List warehouses, aisles, shelves and bins.
   *
   * In the order of creation by default. Archived locations are left out by default. Every tenant starts with the warehouse `MAIN`.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListLocationsQuery = {}, options: CallOptions = {}): Pages<S.Location> {
    return this.#api.pages(OPERATIONS.listLocations, { query: { ...query } }, options);
  }

  /**
   * Create a location.
   *
   * A warehouse has no parent. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.
   *
   * Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  create(body: S.LocationCreate, options: CallOptions & Idempotent = {}): Promise<S.Location> {
    return this.#api.send(OPERATIONS.createLocation, { body }, options);
  }

  /**
   * Retrieve one location.
   *
   * Includes archived locations.
   *
   * Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Location> {
    return this.#api.send(OPERATIONS.getLocation, { path: [id] }, options);
  }

  /**
   * Rename or restore a location, or change its settings.
   *
   * A new `code` changes the paths and versions of the location and of all locations below it at once; ids and stock stay the same. `status: "active"` restores an archived location whose parent is active. `ships`, `priority` and `countries` of a warehouse apply to later orders, and not to the locations below it. A new `usage` applies to the locations below it that had the same one; `sellable` and `pickable` apply to those below it where they change, and `true` only to those which have it by their use, or have the same use. A location with more than 5 000 others below it cannot be renamed, nor have another purpose. The versions of SKUs stored there do not change: a copy cached by `ETag` shows the old path until the SKU changes; `location_id` stays correct.
   *
   * Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(id: string, body: S.LocationUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Location> {
    return this.#api.send(OPERATIONS.updateLocation, { path: [id], body }, options);
  }

  /**
   * Archive a location.
   *
   * Archives the location and all locations below it. Refused while stock is stored there or an active SKU has its home there. Nothing is deleted, and the code stays taken; archiving again changes nothing. At most 5 000 locations can be archived at once: archive the lower levels first.
   *
   * Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  archive(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Location> {
    return this.#api.send(OPERATIONS.archiveLocation, { path: [id] }, options);
  }

  /**
   * List the stock at a location.
   *
   * SKUs with their units at the location or below it, sorted by `sku`. Includes archived SKUs with stock.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  listStock(id: string, query: ListLocationStockQuery = {}, options: CallOptions = {}): Pages<S.LocationStock> {
    return this.#api.pages(OPERATIONS.listLocationStock, { path: [id], query: { ...query } }, options);
  }

  /**
   * Transfer stock between locations.
   *
   * Moves one SKU, or up to 100 lines, from the location in the path to another, all or nothing. The `on_hand` of the SKUs does not change.
   *
   * Needs `stock:transfer`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `sku_archived`, `location_archived`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`
   */
  transfer(id: string, body: S.TransferCreate, options: CallOptions & Idempotent = {}): Promise<S.Transfer> {
    return this.#api.send(OPERATIONS.transferStock, { path: [id], body }, options);
  }
}


/** `client.me` */
export class Me {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Retrieve the account, role and limits of the API key.
   *
   * The caller as it was authenticated for this request. Open to every role.
   *
   *
   *
   * @throws ApiError `request_timeout`
   */
  get(options: CallOptions = {}): Promise<S.Caller> {
    return this.#api.send(OPERATIONS.getCaller, {}, options);
  }
}

/** Parameters of `listOrders`. */
export interface ListOrdersQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Statuses. Default: all but `pending` and `rejected`. */
  status?: S.ListOrdersStatus | Array<S.ListOrdersStatus> | undefined;
  /** Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`. */
  allocation?: S.ListOrdersAllocation | Array<S.ListOrdersAllocation> | undefined;
  /** Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`. */
  q?: string | undefined;
  /** Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times. */
  id?: string | Array<string> | undefined;
  /** How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true. */
  fulfilment?: S.ListOrdersFulfilment | undefined;
  /** The order's id in the system it comes from. */
  external_id?: string | undefined;
  /** Orders with a line of this SKU. */
  sku?: string | undefined;
  /** Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found. */
  warehouse?: string | undefined;
  /** true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`. */
  on_hold?: boolean | undefined;
  /** Orders created at or after this time. */
  created_after?: string | undefined;
  /** Orders created before this time, so that consecutive windows neither miss nor repeat one. */
  created_before?: string | undefined;
  /** Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy. */
  updated_since?: string | undefined;
  /** `created_at`: newest first; `updated_at`: ascending, an order that changes between two pages is listed again. Default: `updated_at` with `updated_since`, else `created_at`. */
  sort?: S.ListOrdersSort | undefined;
}

/** Parameters of `listOrderFulfilments`. */
export interface ListOrderFulfilmentsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
}

/** Parameters of `getOrderHistory`. */
export interface GetOrderHistoryQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
}

/** Parameters of `listOrderReturns`. */
export interface ListOrderReturnsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
}

/** Parameters of `exportOrders`. */
export interface ExportOrdersQuery {
  /** Statuses. Default: all but `pending` and `rejected`. */
  status?: S.ExportOrdersStatus | Array<S.ExportOrdersStatus> | undefined;
  /** Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`. */
  allocation?: S.ExportOrdersAllocation | Array<S.ExportOrdersAllocation> | undefined;
  /** Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`. */
  q?: string | undefined;
  /** Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times. */
  id?: string | Array<string> | undefined;
  /** How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true. */
  fulfilment?: S.ExportOrdersFulfilment | undefined;
  /** The order's id in the system it comes from. */
  external_id?: string | undefined;
  /** Orders with a line of this SKU. */
  sku?: string | undefined;
  /** Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found. */
  warehouse?: string | undefined;
  /** true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`. */
  on_hold?: boolean | undefined;
  /** Orders created at or after this time. */
  created_after?: string | undefined;
  /** Orders created before this time, so that consecutive windows neither miss nor repeat one. */
  created_before?: string | undefined;
  /** Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy. */
  updated_since?: string | undefined;
}

/** `client.orders` */
export class Orders {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List orders, filtered by status.
   *
   * Newest first, or by `updated_at`. Filters can be combined; if each of them matches many orders and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. By default `pending` and `rejected` orders are left out. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListOrdersQuery = {}, options: CallOptions = {}): Pages<S.Order> {
    return this.#api.pages(OPERATIONS.listOrders, { query: { ...query } }, options);
  }

  /**
   * Create an order from an external system.
   *
   * Stock is allocated at once, oldest order first. The rest is a backorder, which is allocated automatically when stock becomes available. With `allow_backorder: false` it is refused instead, and nothing stays allocated. A repeated `external_id` with the same content is answered 200 with the existing order.
   *
   * Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `duplicate_external_id`, `transition_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`
   */
  create(body: S.OrderCreate, options: CallOptions & Idempotent & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.createOrder, { body }, options);
  }

  /**
   * Retrieve one order.
   *
   * Includes rejected orders, with their refusal. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.getOrder, { path: [id] }, options);
  }

  /**
   * Update note, metadata, address, tracking or rank of an order.
   *
   * From any status but `cancelled` and `rejected`; `ship_to` until the order is shipped. `priority` and `ship_by` while it is open. `note`, `metadata`, `ship_to`, `priority` and `ship_by` need `orders:create`; `carrier`, `tracking_number`, `tracking_url` and `packages` need `orders:fulfil`. Lines are changed by an edit. A change emits `order.updated`; a request that changes nothing is answered with the order as it is.
   *
   * Needs `orders:create` or `orders:fulfil`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(id: string, body: S.OrderUpdate = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.updateOrder, { path: [id], body }, options);
  }

  /**
   * Cancel an order.
   *
   * From `created` or `packed`, while nothing is shipped. Its allocation is released and fills the oldest backorders, its fulfilments are cancelled. Once a part was shipped, `close` drops the rest.
   *
   * Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  cancel(id: string, body: S.OrderCancel = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.cancelOrder, { path: [id], body }, options);
  }

  /**
   * Drop the units of an order that are in no fulfilment.
   *
   * From `created` or `packed`. Allocated units are released and fill the oldest backorders. Units in an open or packed fulfilment stay. If no unit is open afterwards, the order is `shipped`, or `cancelled` if nothing was shipped.
   *
   * Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  close(id: string, body: S.OrderClose = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.closeOrder, { path: [id], body }, options);
  }

  /**
   * Edit the lines of an order.
   *
   * From `created` or `packed`. A line loses waiting units first, then held units in no fulfilment, then units of open fulfilments; shipped, cancelled and packed units stay. Added units are allocated if nothing waits for the SKU; otherwise they wait behind the units of the same priority and `ship_by` that wait already. Units that the order had before keep their rank. If units are added to a packed order, its packed units become a fulfilment. An edit that changes nothing is answered with the order as it is.
   *
   * Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`
   */
  edit(id: string, body: S.OrderEdit, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.editOrder, { path: [id], body }, options);
  }

  /**
   * Erase persons' data of an order.
   *
   * From `shipped`, `cancelled` or `rejected`. Clears `holds.note`, `ship_to`, `note`, `metadata`, of each fulfilment `note`, and of each return `lines.note`, `note`. Of `ship_to` the `country` stays, and texts that every address has become `[erased]`. It sets `erased_at` and emits `order.updated`. Copies follow within a minute: events of the order in the feed and in deliveries, the answers of receivers to those, and stored answers to idempotency keys. It cannot be undone. An order without such data is answered as it is.
   *
   * Needs `orders:erase`, which these roles have: admin, member:owner.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  erase(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.eraseOrder, { path: [id] }, options);
  }

  /**
   * List the fulfilments of an order.
   *
   * Newest first.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  listFulfilments(id: string, query: ListOrderFulfilmentsQuery = {}, options: CallOptions = {}): Pages<S.Fulfilment> {
    return this.#api.pages(OPERATIONS.listOrderFulfilments, { path: [id], query: { ...query } }, options);
  }

  /**
   * Create a fulfilment: a part of an order that is packed and shipped together.
   *
   * From `created`, without holds. Its units have to be allocated and in no other fulfilment; stock that has become available is allocated first. If the units of the order are held by warehouse, those of a fulfilment are in one warehouse: if they lie in several, `warehouse` chooses one; without it, the request is refused with 409 `insufficient_stock`, which names the warehouses. An order has at most 50 fulfilments with 1000 lines in all. `If-Match` names the version of the order. A repeated `external_id` with the same content is answered 200 with the existing fulfilment.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `duplicate_external_id`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  createFulfilment(id: string, body: S.FulfilmentCreate = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Fulfilment> {
    return this.#api.send(OPERATIONS.createFulfilment, { path: [id], body }, options);
  }

  /**
   * List the history of an order.
   *
   * Every transition with its time, actor and request id, oldest first.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  getHistory(id: string, query: GetOrderHistoryQuery = {}, options: CallOptions = {}): Pages<S.OrderHistoryEntry> {
    return this.#api.pages(OPERATIONS.getOrderHistory, { path: [id], query: { ...query } }, options);
  }

  /**
   * Place a hold on an order.
   *
   * From `pending`, `created` or `packed`. While an order has a hold, its units cannot be planned, packed or shipped; packed units stay packed, and the order can be edited and cancelled. An order has up to 20 holds, several of which may have the same reason. The new hold is the last of `holds`.
   *
   * Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  hold(id: string, body: S.HoldCreate, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.holdOrder, { path: [id], body }, options);
  }

  /**
   * Release one hold of an order.
   *
   * The other holds of the order stay. There is no request that releases all.
   *
   * Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  releaseHold(id: string, hold: string, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.releaseHold, { path: [id, hold] }, options);
  }

  /**
   * Mark the order as packed.
   *
   * From `created`, without holds. Every line must be allocated; stock that has become available is allocated first. If the order has fulfilments, its other units become one more, which is packed; that is refused while a fulfilment is open.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  pack(id: string, body: S.OrderPack = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.packOrder, { path: [id], body }, options);
  }

  /**
   * Hold units of an order in another warehouse.
   *
   * From `created`, also on hold, if the units of the order are held by warehouse: its allocated units that are in no fulfilment are then held in another warehouse, all lines or none. Units in a fulfilment stay; cancel it first.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  reassign(id: string, body: S.OrderReassign, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.reassignOrder, { path: [id], body }, options);
  }

  /**
   * List the returns of an order.
   *
   * Newest first.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  listReturns(id: string, query: ListOrderReturnsQuery = {}, options: CallOptions = {}): Pages<S.Return> {
    return this.#api.pages(OPERATIONS.listOrderReturns, { path: [id], query: { ...query } }, options);
  }

  /**
   * Mark the order as shipped and decrement inventory.
   *
   * From `packed`, without holds. 200 means that the stock has been decremented: the next read of the SKU shows it. If the order has fulfilments, every packed one is shipped, from `created` too.
   *
   * Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  ship(id: string, body: S.OrderShip = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Order> {
    return this.#api.send(OPERATIONS.shipOrder, { path: [id], body }, options);
  }

  /**
   * Create a batch of orders.
   *
   * Up to 200 orders, each as in `POST /orders`. Each succeeds or fails individually, stock is allocated in the order of the list, and errors point into this body (`/orders/3/lines/0/sku`). A repeated request creates orders without an `external_id` or an `idempotency_key` again, unless it has an `Idempotency-Key`. An order that inventory has not answered in time has the status 202 and is `pending`; the same batch under the same key waits for it. The response has at most 4 MB: beyond that, records are left out, and `record_left_out` says so.
   *
   * In the rate limit it counts as one request for every 5 orders or part of them, at most 40, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 50 lines of its orders or part of them.
   *
   * Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  batch(body: S.OrderBatch, options: CallOptions & Idempotent = {}): Promise<S.OrderResults> {
    return this.#api.send(OPERATIONS.createOrders, { body }, options);
  }

  /**
   * Export orders.
   *
   * All orders of the filter in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each order is listed once, newest first, as it is when it is written. A truncated export fails as a connection error, so a completed response is complete. A client that reads less than 2 KiB a second for a minute is disconnected. The audit log notes each export as `orders.exported`, with the address of the client and the number of rows. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
   *
   * In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_acceptable`, `request_timeout`
   */
  export(query: ExportOrdersQuery = {}, options: CallOptions & Readable = {}): Promise<Download> {
    return this.#api.download(OPERATIONS.exportOrders, { query: { ...query } }, options);
  }
}

/** Parameters of `listReservations`. */
export interface ListReservationsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Statuses. Default: all. */
  status?: S.ListReservationsStatus | Array<S.ListReservationsStatus> | undefined;
  /** Reservations with a line of this SKU. */
  sku?: string | undefined;
  /** The reservation's id in the system it comes from. */
  external_id?: string | undefined;
  /** Reservations that keep their units in this warehouse, by id or code. */
  warehouse?: string | undefined;
}

/** `client.reservations` */
export class Reservations {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List reservations, filtered by status, SKU, warehouse or external id.
   *
   * Newest first. Filters can be combined; if each of them matches many reservations and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. Reservations that ended more than 30 days ago are gone.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListReservationsQuery = {}, options: CallOptions = {}): Pages<S.Reservation> {
    return this.#api.pages(OPERATIONS.listReservations, { query: { ...query } }, options);
  }

  /**
   * Keep units for a cart or quote until a time.
   *
   * Only units that are available are reserved: orders that wait for stock come first. Without `partial` all lines are reserved whole, or the request is refused. A SKU has at most 1000 active reservations. A repeated `external_id` with the same content is answered 200 with the existing reservation. With `warehouse`, only available units of that warehouse are reserved, and they are kept there. `POST /orders` with `reservation_id` converts it into an order.
   *
   * Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `duplicate_external_id`, `too_many_reservations`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`
   */
  create(body: S.ReservationCreate, options: CallOptions & Idempotent = {}): Promise<S.Reservation> {
    return this.#api.send(OPERATIONS.createReservation, { body }, options);
  }

  /**
   * Retrieve one reservation.
   *
   * Includes those that ended in the last 30 days.
   *
   * Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Reservation> {
    return this.#api.send(OPERATIONS.getReservation, { path: [id] }, options);
  }

  /**
   * Extend a reservation, or change its lines.
   *
   * Only while it is active. `expires_in` counts from now; `lines` replaces all present lines, in the same warehouse. Added units must be available; removed units are free at once. An expired reservation is refused with 409 `reservation_expired`; its units are not reserved again.
   *
   * Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `invalid_transition`, `too_many_reservations`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`
   */
  update(id: string, body: S.ReservationUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Reservation> {
    return this.#api.send(OPERATIONS.updateReservation, { path: [id], body }, options);
  }

  /**
   * Release a reservation.
   *
   * Its units are free at once, for the oldest order that waits for them. Releasing a released or expired reservation changes nothing; a converted one is refused with 409 `invalid_transition`.
   *
   * Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  release(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Reservation> {
    return this.#api.send(OPERATIONS.releaseReservation, { path: [id] }, options);
  }
}

/** Parameters of `listReturns`. */
export interface ListReturnsQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Statuses. Default: all. */
  status?: S.ListReturnsStatus | Array<S.ListReturnsStatus> | undefined;
  /** Returns of this order. */
  order_id?: string | undefined;
  /** true: returns without an order; false: those of orders. Default: both. */
  unlinked?: boolean | undefined;
  /** The return's id in another system. */
  external_id?: string | undefined;
}

/** Parameters of `getReturnHistory`. */
export interface GetReturnHistoryQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
}

/** `client.returns` */
export class Returns {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List returns, filtered by status.
   *
   * Sorted by order, newest first, and within an order by return, newest first; a return without an order is sorted as an order of its time would be. Filters can be combined. With `unlinked=false` a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListReturnsQuery = {}, options: CallOptions = {}): Pages<S.Return> {
    return this.#api.pages(OPERATIONS.listReturns, { query: { ...query } }, options);
  }

  /**
   * Create a return: units that come back.
   *
   * A return of an order needs `returns:create`; one with `order_id: null`, of units whose order is not known, needs `returns:receive`. A line can return at most the shipped units that have not come back and that no other return expects: more is refused with the `allowed` number. It is `requested`, or `approved` at once with `approved: true`. An order has at most 50 returns with 1000 lines in all. Without an order the lines name SKUs, and what is received is bounded by their quantities alone. With `exchange` an order is created together with it, or neither is: `exchange_order_id` names it. A repeated `external_id` with the same content is answered 200 with the existing return.
   *
   * Needs `returns:create` or `returns:receive`, which these roles have: admin, manager, fulfilment, integration, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `duplicate_external_id`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`
   */
  create(body: S.ReturnCreate, options: CallOptions & Idempotent & Pending = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.createReturn, { body }, options);
  }

  /**
   * Retrieve one return.
   *
   * A return whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why, or without an order a repeat of the request with its `Idempotency-Key`.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.getReturn, { path: [id] }, options);
  }

  /**
   * Approve a requested return.
   *
   * From `requested`: its units may be received from then on.
   *
   * Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  approve(id: string, body: S.ReturnApprove = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.approveReturn, { path: [id], body }, options);
  }

  /**
   * Cancel a return.
   *
   * From `requested` or `approved`. Once units have been received, close it instead.
   *
   * Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  cancel(id: string, body: S.OrderCancel = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.cancelReturn, { path: [id], body }, options);
  }

  /**
   * Close a return before all its units have come.
   *
   * From `approved` or `receiving`. Units that are still expected are waived, and can be returned again.
   *
   * Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  close(id: string, body: S.OrderCancel = {}, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.closeReturn, { path: [id], body }, options);
  }

  /**
   * Decide what becomes of returned units.
   *
   * From `receiving` or `closed`, any number of times: inspected units are restocked, quarantined or scrapped, and every decision but `scrap` can be changed.
   *
   * Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  dispose(id: string, body: S.ReturnDispose, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.disposeReturn, { path: [id], body }, options);
  }

  /**
   * Erase persons' data of a return without an order.
   *
   * Clears its `note` and those of its lines, and emits `return.updated` with `note` among `changed`. Copies are erased as those of an order are. It cannot be undone. A return without notes is answered as it is; a return of an order loses its notes when the order is erased.
   *
   * Needs `orders:erase`, which these roles have: admin, member:owner.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  erase(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.eraseReturn, { path: [id] }, options);
  }

  /**
   * List the history of a return.
   *
   * Every step with its time, actor and request id, oldest first; for a return of an order, the steps of the order that are about the return.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  getHistory(id: string, query: GetReturnHistoryQuery = {}, options: CallOptions = {}): Pages<S.ReturnHistoryEntry> {
    return this.#api.pages(OPERATIONS.getReturnHistory, { path: [id], query: { ...query } }, options);
  }

  /**
   * Receive units of a return.
   *
   * From `approved` or `receiving`, any number of times. 200 means that the units are in stock: `on_hand` rises by all of them, `available` only by those with the disposition `restock`. The return is `closed` once nothing is expected any more.
   *
   * Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`
   */
  receive(id: string, body: S.ReturnReceive, options: CallOptions & Idempotent & Conditional & Pending = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.receiveReturn, { path: [id], body }, options);
  }

  /**
   * Reject a requested return.
   *
   * From `requested`. Its units can be returned again.
   *
   * Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  reject(id: string, body: S.OrderCancel = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Return> {
    return this.#api.send(OPERATIONS.rejectReturn, { path: [id], body }, options);
  }
}

/** Parameters of `listScans`. */
export interface ListScansQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Scans of this SKU, as sent by the device. */
  sku?: string | undefined;
  /** Scans of this barcode, of a GTIN in each of its lengths. */
  barcode?: string | undefined;
  /** Scans of these types. */
  type?: S.ListScansType | Array<S.ListScansType> | undefined;
  /** Scans at this location, under whichever of its names the device sent: its id, its path (`A3/S2` and `MAIN:A3/S2` are one), and the last 20 paths that it had before it, or a location above it, was renamed. A path that passed to another location counts for each in its own time. A name that no location has is searched as it was sent. Repeat the parameter, up to 5 times, for several locations. */
  location?: string | Array<string> | undefined;
  /** Scans of this order, as sent by the device. */
  order_id?: string | undefined;
  /** Scans of these devices: repeat the parameter, up to 20 times. */
  device_id?: string | Array<string> | undefined;
  /** Scans of this operator. */
  operator?: string | undefined;
  /** Only applied scans whose movement is in one of these states. */
  applied?: S.ListScansApplied | Array<S.ListScansApplied> | undefined;
  /** Scans received at or after this time. */
  from?: string | undefined;
  /** Scans received before this time, so that consecutive windows neither miss nor repeat one. */
  to?: string | undefined;
}

/** `client.scans` */
export class Scans {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Read the history of scans.
   *
   * Newest first. Filters can be combined. Where several match over 1,000 scans each, a page looks through 1,000 of them and may have fewer than `limit`, or none, while `has_more` is true.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListScansQuery = {}, options: CallOptions = {}): Pages<S.Scan> {
    return this.#api.pages(OPERATIONS.listScans, { query: { ...query } }, options);
  }

  /**
   * Record a scan.
   *
   * Records the scan of a device: `sku`, `location` and `order_id` are not looked up. A repeated `client_scan_id` with the same content is answered 200 with the first scan.
   *
   * `apply: true`, for types `receive`, `count` and `return`, also posts the movement of stock, exactly once; it needs the permission `scans:apply` as well. The scan is answered at once with `applied: "pending"`: read it again for `done`, or for `refused` with its `refusal`.
   *
   * Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `duplicate_client_scan_id`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  create(body: S.ScanCreate, options: CallOptions & Idempotent = {}): Promise<S.Scan> {
    return this.#api.send(OPERATIONS.createScan, { body }, options);
  }

  /**
   * Retrieve one scan.
   *
   * The state of its movement of stock is in `applied`.
   *
   * Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions = {}): Promise<S.Scan> {
    return this.#api.send(OPERATIONS.getScan, { path: [id] }, options);
  }

  /**
   * Record a batch of scans.
   *
   * Up to 1 000 scans, each as in `POST /scans`. Each succeeds or fails individually, and its errors point into this body (`/scans/3/barcode`). A repeated request records scans without a `client_scan_id` again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs the permission `scans:apply` as well.
   *
   * In the rate limit it counts as one request for every 10 scans or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done.
   *
   * Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  batch(body: S.ScanBatch, options: CallOptions & Idempotent = {}): Promise<S.ScanResults> {
    return this.#api.send(OPERATIONS.createScans, { body }, options);
  }
}


/** `client.account` */
export class Account {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Retrieve the account.
   *
   * Returns its name and its plan. Production needs the Enterprise plan.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  get(options: CallOptions = {}): Promise<S.Account> {
    return this.#api.send(OPERATIONS.getAccount, {}, options);
  }
}

/** Parameters of `listKeys`. */
export interface ListKeysQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** `ended`: revoked or expired. */
  status?: S.ListKeysStatus | undefined;
}

/** `client.keys` */
export class Keys {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List API keys.
   *
   * Keys of one environment, newest first, each with its remaining limit. Revoked and expired keys are left out by default.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListKeysQuery = {}, options: CallOptions = {}): Pages<S.KeyWithQuota> {
    return this.#api.pages(OPERATIONS.listKeys, { query: { ...query } }, options);
  }

  /**
   * Create an API key.
   *
   * The response holds the key, which cannot be shown again. Production keys need the Enterprise plan.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  create(body: S.KeyCreate, options: CallOptions & Idempotent = {}): Promise<S.IssuedKey> {
    return this.#api.send(OPERATIONS.createKey, { body }, options);
  }

  /**
   * Retrieve one API key.
   *
   * Includes revoked and expired keys.
   *
   * Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions = {}): Promise<S.KeyWithQuota> {
    return this.#api.send(OPERATIONS.getKey, { path: [id] }, options);
  }

  /**
   * Update an API key.
   *
   * Changes its name, allowed addresses or expiry. Takes effect on every gateway within a second.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `expires_at` or `ip_allowlist`.
   *
   * Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(id: string, body: S.KeyUpdate = {}, options: CallOptions & Idempotent = {}): Promise<S.Key> {
    return this.#api.send(OPERATIONS.updateKey, { path: [id], body }, options);
  }

  /**
   * Rotate the secret of an API key.
   *
   * The key keeps its id, role, limits and history. The response holds the new secret, which cannot be shown again; the replaced secret stays valid for `overlap_seconds`.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `too_many_secrets`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  rotate(id: string, body: S.KeyRotate = {}, options: CallOptions & Idempotent = {}): Promise<S.IssuedKey> {
    return this.#api.send(OPERATIONS.rotateKey, { path: [id], body }, options);
  }

  /**
   * Revoke an API key.
   *
   * Revokes the key and all its secrets permanently, on every gateway within a second. Repeating the request changes nothing.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  revoke(id: string, options: CallOptions & Idempotent = {}): Promise<S.Key> {
    return this.#api.send(OPERATIONS.revokeKey, { path: [id] }, options);
  }
}

/** Parameters of `listAuditLog`. */
export interface ListAuditLogQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Only changes by this key or member, or by `operator`; one with a name is `operator:jo`. */
  actor?: string | undefined;
  /** Changes made at or after this time. */
  created_after?: string | undefined;
  /** Changes made before this time, so that consecutive windows neither miss nor repeat one. */
  created_before?: string | undefined;
  /** Only changes of this key, member or account. */
  target_id?: string | undefined;
}

/** `client.auditLog` */
export class AuditLog {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List the audit log.
   *
   * Changes of the account, its keys and members, and exports of orders, newest first. Entries are never changed or removed.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `audit:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListAuditLogQuery = {}, options: CallOptions = {}): Pages<S.AuditEntry> {
    return this.#api.pages(OPERATIONS.listAuditLog, { query: { ...query } }, options);
  }
}

/** Parameters of `listActors`. */
export interface ListActorsQuery {
  /** Ids of keys and members: repeat the parameter, up to 100 times. Without it the list is empty. */
  id?: string | Array<string> | undefined;
}

/** `client.actors` */
export class Actors {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Name the actors of changes.
   *
   * Names the keys of one environment and the members whose ids are given, also those that have ended or were removed: so a history shows every member who changed what. It shows nothing else of them. Unknown ids are left out.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  list(query: ListActorsQuery = {}, options: CallOptions = {}): Promise<S.ActorList> {
    return this.#api.send(OPERATIONS.listActors, { query: { ...query } }, options);
  }
}

/** Parameters of `listMembers`. */
export interface ListMembersQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** `current`: invited and active. */
  status?: S.ListMembersStatus | undefined;
}

/** `client.members` */
export class Members {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List members.
   *
   * Members of the account in the order of their invitation. Removed members are left out by default.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListMembersQuery = {}, options: CallOptions = {}): Pages<S.Member> {
    return this.#api.pages(OPERATIONS.listMembers, { query: { ...query } }, options);
  }

  /**
   * Invite a member.
   *
   * The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.
   *
   * A session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `members:manage`, which these roles have: member:owner.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `member_exists`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  invite(body: S.MemberInvite, options: CallOptions & Idempotent = {}): Promise<S.MemberWithToken> {
    return this.#api.send(OPERATIONS.inviteMember, { body }, options);
  }

  /**
   * Retrieve one member.
   *
   * Includes removed members.
   *
   * Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Member> {
    return this.#api.send(OPERATIONS.getMember, { path: [id] }, options);
  }

  /**
   * Change the role of a member.
   *
   * Takes effect on every gateway within a second. The role of the last owner cannot be changed.
   *
   * A session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `members:manage`, which these roles have: member:owner.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `last_owner`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(id: string, body: S.MemberUpdate, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Member> {
    return this.#api.send(OPERATIONS.updateMember, { path: [id], body }, options);
  }

  /**
   * Remove a member.
   *
   * Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot be removed. A removed member can be invited again, as a new member.
   *
   * A session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `members:manage`, which these roles have: member:owner.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `last_owner`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  remove(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Member> {
    return this.#api.send(OPERATIONS.removeMember, { path: [id] }, options);
  }

  /**
   * Renew an invitation.
   *
   * Issues a new token for another 7 days and revokes the previous one.
   *
   * A session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `members:manage`, which these roles have: member:owner.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  renewInvitation(id: string, options: CallOptions & Idempotent = {}): Promise<S.MemberWithToken> {
    return this.#api.send(OPERATIONS.renewInvitation, { path: [id] }, options);
  }

  /**
   * Issue a password reset token.
   *
   * The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.
   *
   * A session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `members:manage`, which these roles have: member:owner.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  issuePasswordReset(id: string, options: CallOptions & Idempotent = {}): Promise<S.MemberWithToken> {
    return this.#api.send(OPERATIONS.issuePasswordReset, { path: [id] }, options);
  }
}


/** `client.plans` */
export class Plans {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List the plans.
   *
   * Environments and default rate limits of each plan. The plan of the account is part of the account.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  list(options: CallOptions = {}): Promise<S.PlanList> {
    return this.#api.send(OPERATIONS.listPlans, {}, options);
  }
}


/** `client.overview` */
export class Overview {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Retrieve an overview of stock.
   *
   * The numbers are cached: `as_of` is the time of the count.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  getInventoryOverview(options: CallOptions = {}): Promise<S.InventoryOverview> {
    return this.#api.send(OPERATIONS.getInventoryOverview, {}, options);
  }

  /**
   * Retrieve an overview of open orders.
   *
   * The numbers are cached: `as_of` is the time of the count.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  getOrdersOverview(options: CallOptions = {}): Promise<S.OrdersOverview> {
    return this.#api.send(OPERATIONS.getOrdersOverview, {}, options);
  }

  /**
   * Retrieve an overview of scans.
   *
   * The numbers are cached: `as_of` is the time of the count.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  getScansOverview(options: CallOptions = {}): Promise<S.ScansOverview> {
    return this.#api.send(OPERATIONS.getScansOverview, {}, options);
  }

  /**
   * Retrieve an overview of webhook endpoints.
   *
   * Each endpoint with its status, its health and the stats of the last 24 hours; attempts of all endpoints by the minute.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  getWebhooksOverview(options: CallOptions = {}): Promise<S.WebhooksOverview> {
    return this.#api.send(OPERATIONS.getWebhooksOverview, {}, options);
  }
}


/** `client.retention` */
export class Retention {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Retrieve the retention of persons' data.
   *
   * Each environment has its own.
   *
   * Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  get(options: CallOptions = {}): Promise<S.Retention> {
    return this.#api.send(OPERATIONS.getRetention, {}, options);
  }

  /**
   * Change the retention of persons' data.
   *
   * From then on persons' data of ended orders is erased automatically, as `POST /v1/orders/{id}/erase` does it, once the days are over: of orders that are older already as well, within hours. A longer retention does not bring erased data back. The audit log notes each change as `retention.changed`.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `orders:erase`, which these roles have: admin, member:owner.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(body: S.RetentionUpdate = {}, options: CallOptions & Idempotent = {}): Promise<S.Retention> {
    return this.#api.send(OPERATIONS.updateRetention, { body }, options);
  }
}

/** Parameters of `listWebhooks`. */
export interface ListWebhooksQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
}

/** Parameters of `listWebhookChanges`. */
export interface ListWebhookChangesQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Only changes by this key or member, or by `operator`; one with a name is `operator:jo`. */
  actor?: string | undefined;
  /** Changes made at or after this time. */
  created_after?: string | undefined;
  /** Changes made before this time, so that consecutive windows neither miss nor repeat one. */
  created_before?: string | undefined;
  /** Only changes of this endpoint, which may be removed. */
  webhook_id?: string | undefined;
}

/** Parameters of `getWebhookStats`. */
export interface GetWebhookStatsQuery {
  /** From the hour of this time on, RFC 3339. Default: 24 hours ago. */
  since?: string | undefined;
  /** Up to the hour of this time, RFC 3339. Default: now. */
  until?: string | undefined;
  /** Length of an interval, in UTC. */
  interval?: S.GetWebhookStatsInterval | undefined;
}

/** Parameters of `listDeliveries`. */
export interface ListDeliveriesQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
  /** Only deliveries with these statuses. Default: all. */
  status?: S.ListDeliveriesStatus | Array<S.ListDeliveriesStatus> | undefined;
  /** Only deliveries of these event types. */
  event_type?: S.ListDeliveriesEventType | Array<S.ListDeliveriesEventType> | undefined;
  /** Only the delivery of this event. */
  event_id?: string | undefined;
  /** Only deliveries created at or after this time, RFC 3339. */
  since?: string | undefined;
  /** Only deliveries created before this time, RFC 3339. */
  until?: string | undefined;
}

/** Parameters of `listReplays`. */
export interface ListReplaysQuery {
  /** Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`. */
  limit?: number | undefined;
}

/** `client.webhooks` */
export class Webhooks {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List webhook endpoints.
   *
   * Endpoints of one environment, oldest first. The plan limits their number, usually to 50.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  list(query: ListWebhooksQuery = {}, options: CallOptions = {}): Pages<S.Webhook> {
    return this.#api.pages(OPERATIONS.listWebhooks, { query: { ...query } }, options);
  }

  /**
   * Add a webhook endpoint.
   *
   * The endpoint receives every event that is committed after this response. URLs with private addresses are refused here and again at every connection. An account has a limit of endpoints in each environment: `storage` of the overview.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  create(body: S.WebhookCreate, options: CallOptions & Idempotent = {}): Promise<S.WebhookWithSecret> {
    return this.#api.send(OPERATIONS.createWebhook, { body }, options);
  }

  /**
   * Retrieve one webhook endpoint.
   *
   * Includes the facts of its secrets. Its health and success rate are in its stats.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions & IfChanged = {}): Promise<S.Webhook> {
    return this.#api.send(OPERATIONS.getWebhook, { path: [id] }, options);
  }

  /**
   * Update a webhook endpoint.
   *
   * Omitted fields keep their values. A change of `events` or `filter` applies to later events; any other change applies from the next attempt on, also for pending deliveries.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `url`.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  update(id: string, body: S.WebhookUpdate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Webhook> {
    return this.#api.send(OPERATIONS.updateWebhook, { path: [id], body }, options);
  }

  /**
   * Remove a webhook endpoint.
   *
   * Removes the endpoint permanently and drops its undelivered events. To hold them instead, pause the endpoint.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  delete(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Webhook> {
    return this.#api.send(OPERATIONS.deleteWebhook, { path: [id] }, options);
  }

  /**
   * Pause a webhook endpoint.
   *
   * Stops sending and holds events, each for 30 days. Pausing a paused or disabled endpoint changes nothing.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  pause(id: string, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Webhook> {
    return this.#api.send(OPERATIONS.pauseWebhook, { path: [id] }, options);
  }

  /**
   * Resume a webhook endpoint.
   *
   * Makes a paused or disabled endpoint active again, and sends or drops the held events: those that wait for a later try are due now. It ends the rest of an active endpoint in the same way; resuming one that does not rest changes nothing.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  resume(id: string, body: S.WebhookResume = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.Webhook> {
    return this.#api.send(OPERATIONS.resumeWebhook, { path: [id], body }, options);
  }

  /**
   * Reveal the secrets of a webhook endpoint.
   *
   * Returns the secrets that sign now. The request is recorded in the audit log.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  revealSecret(id: string, options: CallOptions & Idempotent = {}): Promise<S.WebhookSecrets> {
    return this.#api.send(OPERATIONS.revealWebhookSecret, { path: [id] }, options);
  }

  /**
   * Rotate the secret of a webhook endpoint.
   *
   * From the next attempt on, deliveries are signed with the new secret, and with the previous ones for `overlap_seconds`. At most five secrets sign at once.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `too_many_secrets`, `version_conflict`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  rotateSecret(id: string, body: S.WebhookSecretRotate = {}, options: CallOptions & Idempotent & Conditional = {}): Promise<S.WebhookWithSecret> {
    return this.#api.send(OPERATIONS.rotateWebhookSecret, { path: [id], body }, options);
  }

  /**
   * Try a content filter on an event.
   *
   * Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  testFilter(body: S.FilterTest, options: CallOptions & Idempotent = {}): Promise<S.FilterFindings> {
    return this.#api.send(OPERATIONS.testFilter, { body }, options);
  }

  /**
   * List the audit log of webhooks.
   *
   * Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `request_timeout`
   */
  listChanges(query: ListWebhookChangesQuery = {}, options: CallOptions = {}): Pages<S.WebhookChange> {
    return this.#api.pages(OPERATIONS.listWebhookChanges, { query: { ...query } }, options);
  }

  /**
   * Retrieve the stats of a webhook endpoint.
   *
   * Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  getStats(id: string, query: GetWebhookStatsQuery = {}, options: CallOptions = {}): Promise<S.WebhookStats> {
    return this.#api.send(OPERATIONS.getWebhookStats, { path: [id], query: { ...query } }, options);
  }

  /**
   * Send a test event to a webhook endpoint.
   *
   * The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `webhook_not_active`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  test(id: string, body: S.WebhookTestRequest = {}, options: CallOptions & Idempotent = {}): Promise<S.Delivery> {
    return this.#api.send(OPERATIONS.testWebhook, { path: [id], body }, options);
  }

  /**
   * List the deliveries of a webhook endpoint.
   *
   * Newest first, for 30 days after each ended.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  listDeliveries(id: string, query: ListDeliveriesQuery = {}, options: CallOptions = {}): Pages<S.Delivery> {
    return this.#api.pages(OPERATIONS.listDeliveries, { path: [id], query: { ...query } }, options);
  }

  /**
   * Replay events to a webhook endpoint.
   *
   * Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `replay_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  createReplay(id: string, body: S.ReplayCreate, options: CallOptions & Idempotent = {}): Promise<S.Replay> {
    return this.#api.send(OPERATIONS.createReplay, { path: [id], body }, options);
  }

  /**
   * List the replays of a webhook endpoint.
   *
   * Newest first, for 30 days after each ended.
   *
   * In the rate limit a page counts as one request for every 256 KB or part of them.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `invalid_cursor`, `not_found`, `request_timeout`
   */
  listReplays(id: string, query: ListReplaysQuery = {}, options: CallOptions = {}): Pages<S.Replay> {
    return this.#api.pages(OPERATIONS.listReplays, { path: [id], query: { ...query } }, options);
  }

  /**
   * Retrieve one replay.
   *
   * Shows its progress.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  getReplay(id: string, replayId: string, options: CallOptions = {}): Promise<S.Replay> {
    return this.#api.send(OPERATIONS.getReplay, { path: [id, replayId] }, options);
  }

  /**
   * Cancel a replay.
   *
   * Deliveries that are due stay due. Cancelling a replay that has ended changes nothing.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  cancelReplay(id: string, replayId: string, options: CallOptions & Idempotent = {}): Promise<S.Replay> {
    return this.#api.send(OPERATIONS.cancelReplay, { path: [id, replayId] }, options);
  }
}


/** `client.eventTypes` */
export class EventTypes {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * List every type of event.
   *
   * Describes each type, with a sample as it is delivered.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `request_timeout`
   */
  list(options: CallOptions = {}): Promise<S.EventTypes> {
    return this.#api.send(OPERATIONS.listEventTypes, {}, options);
  }
}


/** `client.deliveries` */
export class Deliveries {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Retrieve one delivery.
   *
   * Includes the request body and every attempt with its response.
   *
   * Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
   *
   * @throws ApiError `not_found`, `request_timeout`
   */
  get(id: string, options: CallOptions = {}): Promise<S.DeliveryDetails> {
    return this.#api.send(OPERATIONS.getDelivery, { path: [id] }, options);
  }

  /**
   * Send one delivery again.
   *
   * A delivery that was delivered, failed or dropped keeps its ids and attempts, and its retry schedule starts again. A pending one is tried at once, and its schedule goes on. It is held while the endpoint is paused or disabled; resending ends a rest of the endpoint.
   *
   * In production, a session must have been authenticated or confirmed within the last 10 minutes.
   *
   * Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
   *
   * @throws ApiError `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `delivery_not_ended`, `event_expired`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`
   */
  resend(id: string, options: CallOptions & Idempotent = {}): Promise<S.Delivery> {
    return this.#api.send(OPERATIONS.resendDelivery, { path: [id] }, options);
  }
}

/** All groups of operations. */
export class Resources {
  readonly allocationRules: AllocationRules;
  readonly availability: Availability;
  readonly events: Events;
  readonly fulfilments: Fulfilments;
  readonly integrity: Integrity;
  readonly inventory: Inventory;
  readonly locations: Locations;
  readonly me: Me;
  readonly orders: Orders;
  readonly reservations: Reservations;
  readonly returns: Returns;
  readonly scans: Scans;
  readonly account: Account;
  readonly keys: Keys;
  readonly auditLog: AuditLog;
  readonly actors: Actors;
  readonly members: Members;
  readonly plans: Plans;
  readonly overview: Overview;
  readonly retention: Retention;
  readonly webhooks: Webhooks;
  readonly eventTypes: EventTypes;
  readonly deliveries: Deliveries;

  constructor(api: Api) {
    this.allocationRules = new AllocationRules(api);
    this.availability = new Availability(api);
    this.events = new Events(api);
    this.fulfilments = new Fulfilments(api);
    this.integrity = new Integrity(api);
    this.inventory = new Inventory(api);
    this.locations = new Locations(api);
    this.me = new Me(api);
    this.orders = new Orders(api);
    this.reservations = new Reservations(api);
    this.returns = new Returns(api);
    this.scans = new Scans(api);
    this.account = new Account(api);
    this.keys = new Keys(api);
    this.auditLog = new AuditLog(api);
    this.actors = new Actors(api);
    this.members = new Members(api);
    this.plans = new Plans(api);
    this.overview = new Overview(api);
    this.retention = new Retention(api);
    this.webhooks = new Webhooks(api);
    this.eventTypes = new EventTypes(api);
    this.deliveries = new Deliveries(api);
  }
}
