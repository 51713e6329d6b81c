// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.

package fulfilment

import (
	"context"
	"io"
	"net/url"
	"time"
)

// Services has all groups of operations; a Client has them as its own.
type Services struct {
	// AllocationRules has the operations of this group.
	AllocationRules *AllocationRulesService

	// Availability has the operations of this group.
	Availability *AvailabilityService

	// Events has the operations of this group.
	Events *EventsService

	// Fulfilments has the operations of this group.
	Fulfilments *FulfilmentsService

	// Integrity has the operations of this group.
	Integrity *IntegrityService

	// Inventory has the operations of this group.
	Inventory *InventoryService

	// Locations has the operations of this group.
	Locations *LocationsService

	// Me has the operations of this group.
	Me *MeService

	// Orders has the operations of this group.
	Orders *OrdersService

	// Reservations has the operations of this group.
	Reservations *ReservationsService

	// Returns has the operations of this group.
	Returns *ReturnsService

	// Scans has the operations of this group.
	Scans *ScansService

	// Account has the operations of this group.
	Account *AccountService

	// Keys has the operations of this group.
	Keys *KeysService

	// AuditLog has the operations of this group.
	AuditLog *AuditLogService

	// Actors has the operations of this group.
	Actors *ActorsService

	// Members has the operations of this group.
	Members *MembersService

	// Plans has the operations of this group.
	Plans *PlansService

	// Overview has the operations of this group.
	Overview *OverviewService

	// Retention has the operations of this group.
	Retention *RetentionService

	// Webhooks has the operations of this group.
	Webhooks *WebhooksService

	// EventTypes has the operations of this group.
	EventTypes *EventTypesService

	// Deliveries has the operations of this group.
	Deliveries *DeliveriesService
}

func newServices(api *transport) Services {
	return Services{
		AllocationRules: &AllocationRulesService{api},
		Availability:    &AvailabilityService{api},
		Events:          &EventsService{api},
		Fulfilments:     &FulfilmentsService{api},
		Integrity:       &IntegrityService{api},
		Inventory:       &InventoryService{api},
		Locations:       &LocationsService{api},
		Me:              &MeService{api},
		Orders:          &OrdersService{api},
		Reservations:    &ReservationsService{api},
		Returns:         &ReturnsService{api},
		Scans:           &ScansService{api},
		Account:         &AccountService{api},
		Keys:            &KeysService{api},
		AuditLog:        &AuditLogService{api},
		Actors:          &ActorsService{api},
		Members:         &MembersService{api},
		Plans:           &PlansService{api},
		Overview:        &OverviewService{api},
		Retention:       &RetentionService{api},
		Webhooks:        &WebhooksService{api},
		EventTypes:      &EventTypesService{api},
		Deliveries:      &DeliveriesService{api},
	}
}

// AllocationRulesService has the operations of client.AllocationRules.
type AllocationRulesService struct{ api *transport }

// Get: Retrieve the rules by which orders get warehouses.
//
// Each environment has one record. Until the rules are set, units are held wherever they lie: `anywhere`, at version 0.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *AllocationRulesService) Get(ctx context.Context, options ...CallOption) (*AllocationRules, error) {
	return send[AllocationRules](ctx, s.api, opGetAllocationRules, given{}, options)
}

// Update: Change the rules by which orders get warehouses.
//
// They apply to orders that are placed after the change, within five seconds; existing orders keep the units that they hold. A change to the present values makes no new version. `priority`, `ships` and `countries` of each warehouse are fields of the location.
//
// Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrIdempotencyInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *AllocationRulesService) Update(ctx context.Context, body AllocationRulesUpdate, options ...CallOption) (*AllocationRules, error) {
	return send[AllocationRules](ctx, s.api, opUpdateAllocationRules, given{body: body}, options)
}

// AvailabilityService has the operations of client.Availability.
type AvailabilityService struct{ api *transport }

// Quote what is available of several SKUs.
//
// A quote holds nothing: what it shows may be gone a moment later. `POST /reservations` keeps units. A SKU that does not exist or is archived is 422 `unknown_sku`. Where the rules of `/v1/allocation-rules` have a strategy, or the request has `ship_from` or `split`, units come from the warehouses that may ship an order of these lines: `available` and `complete` count what these can give, and `planned` names them. Otherwise units are held wherever they lie, and `ship_to_country` has no effect.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU, ErrUnknownLocation.
func (s *AvailabilityService) Quote(ctx context.Context, body AvailabilityRequest, options ...CallOption) (*Availability, error) {
	return send[Availability](ctx, s.api, opQuoteAvailability, given{body: body}, options)
}

// ListEventsQuery has the parameters of listEvents; zero values are left out.
type ListEventsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Starts after this event: the last one that was handled, of any type. A `cursor`, as in `Link`, takes precedence.
	After string

	// Event types. Default: all.
	Types []EventType

	// Starts at the first event that was stored at or after this time: some tens of milliseconds after its `created_at`, or longer after an outage. Before the oldest event it starts there. With `after`, whichever is later.
	CreatedAfter time.Time

	// Ends before the first event that was stored at or after this time, so that consecutive windows neither miss nor repeat one.
	CreatedBefore time.Time
}

func (q ListEventsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "after", q.After)
	addEach(values, "types", q.Types)
	addTime(values, "created_after", q.CreatedAfter)
	addTime(values, "created_before", q.CreatedBefore)
	return values
}

// EventsService has the operations of client.Events.
type EventsService struct{ api *transport }

// List: Read the feed of events.
//
// Every event of the account in this environment, oldest first, for 30 days after it was stored, with or without a subscribed endpoint. Each event is identical to the delivered one, with the same `id`.
//
// The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, start after the last event that was handled (`after`), follow `next_cursor` to the last page, where it is null, and start the next round at its `next_after`: the position up to which the page looked, so that a filter that rarely matches never grows too old. A position whose next event is older than 30 days is refused as `invalid_cursor`: start without one, at the oldest stored event. A page of very large events ends before `limit`.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `events:read`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrInvalidCursor.
func (s *EventsService) List(ctx context.Context, query ListEventsQuery, options ...CallOption) *Pages[Event] {
	return listPages[Event](ctx, s.api, opListEvents, given{query: query.values()}, options)
}

// ListFulfilmentsQuery has the parameters of listFulfilments; zero values are left out.
type ListFulfilmentsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Statuses. Default: all.
	Status []FulfilmentStatus

	// Fulfilments of this order.
	OrderID string

	// Fulfilments with this carrier.
	Carrier string

	// The fulfilment's id in another system.
	ExternalID string

	// Id of the warehouse that the units are held in, or were shipped from, which `GET /locations?path=` finds by its code.
	Warehouse string
}

func (q ListFulfilmentsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addEach(values, "status", q.Status)
	addText(values, "order_id", q.OrderID)
	addText(values, "carrier", q.Carrier)
	addText(values, "external_id", q.ExternalID)
	addText(values, "warehouse", q.Warehouse)
	return values
}

// FulfilmentsService has the operations of client.Fulfilments.
type FulfilmentsService struct{ api *transport }

// List fulfilments, filtered by status.
//
// Sorted by order, newest first, and within an order by fulfilment, newest first. Filters can be combined. With `carrier`, or with `warehouse` and `status`, a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *FulfilmentsService) List(ctx context.Context, query ListFulfilmentsQuery, options ...CallOption) *Pages[Fulfilment] {
	return listPages[Fulfilment](ctx, s.api, opListFulfilments, given{query: query.values()}, options)
}

// Get: Retrieve one fulfilment.
//
// A fulfilment whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *FulfilmentsService) Get(ctx context.Context, id string, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opGetFulfilment, given{path: []string{id}}, options)
}

// Update tracking, delivery or note of a fulfilment.
//
// From any status but `cancelled`; `delivered_at` once it is shipped. A change emits `fulfilment.updated`; a request that changes nothing is answered with the fulfilment as it is.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *FulfilmentsService) Update(ctx context.Context, id string, body FulfilmentUpdate, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opUpdateFulfilment, given{path: []string{id}, body: body}, options)
}

// Cancel a fulfilment.
//
// From `open` or `packed`. Its units stay allocated to the order, in no fulfilment.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *FulfilmentsService) Cancel(ctx context.Context, id string, body OrderCancel, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opCancelFulfilment, given{path: []string{id}, body: body}, options)
}

// Pack: Mark a fulfilment as packed.
//
// From `open`, without holds of the order. Every unit must be allocated; stock that has become available is allocated first. With fewer `lines` than planned, `short` says what becomes of the rest.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrOrderOnHold, ErrInsufficientStock, ErrQuantityExceeded, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *FulfilmentsService) Pack(ctx context.Context, id string, body FulfilmentPack, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opPackFulfilment, given{path: []string{id}, body: body}, options)
}

// Ship: Mark a fulfilment as shipped and decrement inventory.
//
// From `packed`, without holds of the order. 200 means that the stock has been decremented. The order is `shipped` once nothing of it is open any more.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrOrderOnHold, ErrInsufficientStock, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *FulfilmentsService) Ship(ctx context.Context, id string, body FulfilmentShip, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opShipFulfilment, given{path: []string{id}, body: body}, options)
}

// Unpack a fulfilment.
//
// From `packed`: it is `open` again, its units stay allocated, and its parcels are discarded.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *FulfilmentsService) Unpack(ctx context.Context, id string, body OrderCancel, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opUnpackFulfilment, given{path: []string{id}, body: body}, options)
}

// IntegrityService has the operations of client.Integrity.
type IntegrityService struct{ api *transport }

// Check stock, holds and ledger against each other.
//
// Compares all SKUs with their movements and with what orders hold, in groups of up to 1,000 SKUs, and reports the compared totals and the differences. Each ledger is read from its last checkpoint on: balances at a version, which the service verifies and records every minute for SKUs with 100 changes since. So the time grows with the number of SKUs, and not with the age of the ledger. One check runs at a time; a few of other accounts can wait for it. A check that takes more than 200 seconds, or a second check of the same stock, is answered 503 `upstream_unavailable`.
//
// In the rate limit it counts as one request for every 300 SKUs that it reads or part of them, and as 100 where the client leaves before the answer, or the time is over.
//
// Needs `integrity:read`, which these roles have: admin, member:owner.
func (s *IntegrityService) Check(ctx context.Context, options ...CallOption) (*IntegrityReport, error) {
	return send[IntegrityReport](ctx, s.api, opCheckIntegrity, given{}, options)
}

// ListSKUsQuery has the parameters of listSkus; zero values are left out.
type ListSKUsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Status of the record.
	Status ListSKUsStatus

	// `true`: only SKUs below their reorder point; `false`: only the others.
	LowStock Opt[bool]

	// `true`: only SKUs without available units; `false`: only the others.
	SoldOut Opt[bool]

	// Id or path of a location: only SKUs with their home or stock at it or below it. 400 if it does not exist.
	Location string

	// Id or code of a warehouse: only SKUs with stock, their home or settings in it, each with the quantities, places, `safety_stock`, `reorder_point`, `low_stock` and `sold_out` of that warehouse alone, and the filters of these names judged by it. Not together with `location`. 400 if it does not exist.
	Warehouse string

	// Only SKUs whose `sku`, or a word of whose `name`, starts with this, ignoring case and accents. Every word must match; there are at most 8.
	Q string

	// Only these SKUs: repeat the parameter, up to 100 times.
	SKU []string

	// Only SKUs with one of these barcodes: repeat the parameter, up to 100 times.
	Barcode []string

	// Only SKUs with a barcode that starts with this, case-sensitive; of digits, leading zeros count for nothing.
	BarcodePrefix string

	// Only SKUs that changed at or after this time. A change carries the time of its request and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.
	UpdatedSince time.Time

	// Ascending. Default: `updated_at` with `updated_since`, else `sku`. By `updated_at`, a SKU that changes between two pages is listed again.
	Sort ListSKUsSort
}

func (q ListSKUsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "status", q.Status)
	addFlag(values, "low_stock", q.LowStock)
	addFlag(values, "sold_out", q.SoldOut)
	addText(values, "location", q.Location)
	addText(values, "warehouse", q.Warehouse)
	addText(values, "q", q.Q)
	addEach(values, "sku", q.SKU)
	addEach(values, "barcode", q.Barcode)
	addText(values, "barcode_prefix", q.BarcodePrefix)
	addTime(values, "updated_since", q.UpdatedSince)
	addText(values, "sort", q.Sort)
	return values
}

// ListSKUsStatus is one of the constants below; later versions may add some.
type ListSKUsStatus string

// Values of ListSKUsStatus.
const (
	ListSKUsStatusActive   ListSKUsStatus = "active"
	ListSKUsStatusArchived ListSKUsStatus = "archived"
	ListSKUsStatusAll      ListSKUsStatus = "all"
)

// ListSKUsSort is one of the constants below; later versions may add some.
type ListSKUsSort string

// Values of ListSKUsSort.
const (
	ListSKUsSortSKU       ListSKUsSort = "sku"
	ListSKUsSortUpdatedAt ListSKUsSort = "updated_at"
)

// ListMovementsQuery has the parameters of listMovements; zero values are left out.
type ListMovementsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Path or id of a location: only movements at it, not below it. 400 if it does not exist.
	Location string

	// Like `location`, by id only. If both are given, they must name the same location.
	LocationID string

	// Movements made at or after this time.
	CreatedAfter time.Time

	// Movements made before this time, so that consecutive windows neither miss nor repeat one.
	CreatedBefore time.Time
}

func (q ListMovementsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "location", q.Location)
	addText(values, "location_id", q.LocationID)
	addTime(values, "created_after", q.CreatedAfter)
	addTime(values, "created_before", q.CreatedBefore)
	return values
}

// ExportInventoryQuery has the parameters of exportInventory; zero values are left out.
type ExportInventoryQuery struct {
	// Status of the record.
	Status ExportInventoryStatus

	// `true`: only SKUs below their reorder point; `false`: only the others.
	LowStock Opt[bool]

	// `true`: only SKUs without available units; `false`: only the others.
	SoldOut Opt[bool]

	// What a row is: a SKU (default), or with `location` a SKU at a location.
	By ExportInventoryBy
}

func (q ExportInventoryQuery) values() url.Values {
	values := url.Values{}
	addText(values, "status", q.Status)
	addFlag(values, "low_stock", q.LowStock)
	addFlag(values, "sold_out", q.SoldOut)
	addText(values, "by", q.By)
	return values
}

// ExportInventoryStatus is one of the constants below; later versions may add some.
type ExportInventoryStatus string

// Values of ExportInventoryStatus.
const (
	ExportInventoryStatusActive   ExportInventoryStatus = "active"
	ExportInventoryStatusArchived ExportInventoryStatus = "archived"
	ExportInventoryStatusAll      ExportInventoryStatus = "all"
)

// ExportInventoryBy is one of the constants below; later versions may add some.
type ExportInventoryBy string

// Values of ExportInventoryBy.
const (
	ExportInventoryBySKU      ExportInventoryBy = "sku"
	ExportInventoryByLocation ExportInventoryBy = "location"
)

// ImportInventoryQuery has the parameters of importInventory; zero values are left out.
type ImportInventoryQuery struct {
	// `true`: only report the result of each row, and change nothing.
	DryRun Opt[bool]

	// What a row is: a SKU (default), or with `location` a count of a SKU at one location, which leaves other locations as they are.
	By ImportInventoryBy
}

func (q ImportInventoryQuery) values() url.Values {
	values := url.Values{}
	addFlag(values, "dry_run", q.DryRun)
	addText(values, "by", q.By)
	return values
}

// ImportInventoryBy is one of the constants below; later versions may add some.
type ImportInventoryBy string

// Values of ImportInventoryBy.
const (
	ImportInventoryBySKU      ImportInventoryBy = "sku"
	ImportInventoryByLocation ImportInventoryBy = "location"
)

// InventoryService has the operations of client.Inventory.
type InventoryService struct{ api *transport }

// List SKUs with their current quantities.
//
// Sorted by `sku` by default. Archived SKUs are left out by default. Filters can be combined. With `sold_out`, and if each other filter matches many SKUs and all together few, a page looks through 1,000 SKUs and may have fewer than `limit`, or none, while `has_more` is true.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *InventoryService) List(ctx context.Context, query ListSKUsQuery, options ...CallOption) *Pages[SKU] {
	return listPages[SKU](ctx, s.api, opListSKUs, given{query: query.values()}, options)
}

// Create a SKU.
//
// The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrSKUExists, ErrBarcodeExists, ErrLocationArchived, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *InventoryService) Create(ctx context.Context, body SKUCreate, options ...CallOption) (*SKU, error) {
	return send[SKU](ctx, s.api, opCreateSKU, given{body: body}, options)
}

// Get: Retrieve one SKU.
//
// Includes archived SKUs.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *InventoryService) Get(ctx context.Context, sku string, options ...CallOption) (*SKU, error) {
	return send[SKU](ctx, s.api, opGetSKU, given{path: []string{sku}}, options)
}

// Update fields of a SKU.
//
// `on_hand` sets the total: the difference applies at the home location first, then at the fullest others. A total below the allocated units takes the shortfall back from the newest orders that are not packed; a total below the units of packed orders is refused. A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` the change is made only if the SKU is still as it was read.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrSKUArchived, ErrBarcodeExists, ErrInsufficientStock, ErrLocationArchived, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *InventoryService) Update(ctx context.Context, sku string, body SKUUpdate, options ...CallOption) (*SKU, error) {
	return send[SKU](ctx, s.api, opUpdateSKU, given{path: []string{sku}, body: body}, options)
}

// Archive a SKU.
//
// Nothing is deleted. Existing orders are still filled and shipped; new orders for the SKU are refused. Archiving again changes nothing.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *InventoryService) Archive(ctx context.Context, sku string, options ...CallOption) (*SKU, error) {
	return send[SKU](ctx, s.api, opArchiveSKU, given{path: []string{sku}}, options)
}

// Adjust the stock of a SKU.
//
// Adjustments are commutative, so they are the way to change stock concurrently with other clients. The result is never below zero, nor below the units of packed orders; a result below the allocated units takes the shortfall back from the newest orders that are not packed.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrSKUArchived, ErrInsufficientStock, ErrLocationArchived, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *InventoryService) Adjust(ctx context.Context, sku string, body AdjustmentCreate, options ...CallOption) (*Adjustment, error) {
	return send[Adjustment](ctx, s.api, opAdjustStock, given{path: []string{sku}, body: body}, options)
}

// ListMovements: List the movements of a SKU.
//
// The ledger, newest first. It is append-only, and the movements at a location add up to its stock.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *InventoryService) ListMovements(ctx context.Context, sku string, query ListMovementsQuery, options ...CallOption) *Pages[Movement] {
	return listPages[Movement](ctx, s.api, opListMovements, given{path: []string{sku}, query: query.values()}, options)
}

// UpdateWarehouse: Change the settings of a SKU for a warehouse.
//
// `safety_stock` is withheld in that warehouse from new orders, quotes and fills of what is not held yet; orders keep the units that they hold, and nothing is taken back. The SKU withholds its own `safety_stock`, and at least what its warehouses withhold together. `reorder_point` decides, by the units in the warehouse, whether the SKU is low in stock there. The change makes a new version of the SKU.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrLocationArchived, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *InventoryService) UpdateWarehouse(ctx context.Context, sku string, warehouse string, body SKUWarehouseUpdate, options ...CallOption) (*SKU, error) {
	return send[SKU](ctx, s.api, opUpdateSKUWarehouse, given{path: []string{sku, warehouse}, body: body}, options)
}

// Batch: Create, update and adjust up to 1 000 SKUs.
//
// In `partial` mode each item succeeds or fails individually, and the 200 response holds a result for each. In `atomic` mode all items succeed, or none: the error then names every failed item. An item whose SKU does not exist is `not_found` in both modes; the refusal of an atomic batch for it is 422 `unknown_sku`. Later items see the effect of earlier ones. The response has at most 4 MB: if several items change one SKU, only the last has the `record`, and beyond 4 MB records are left out; `record_left_out` says so.
//
// In the rate limit it counts as one request for every 10 items or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 1 000 places at which the SKUs of its items lie, of each item by itself.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// When a batch of several requests stops halfway, the results so far come beside a *BatchInterruptedError.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrSKUExists, ErrBarcodeExists, ErrSKUArchived, ErrInsufficientStock, ErrLocationArchived, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU, ErrUnknownLocation.
func (s *InventoryService) Batch(ctx context.Context, body InventoryBatch, options ...CallOption) (*InventoryBatchResult, error) {
	return send[InventoryBatchResult](ctx, s.api, opBatchInventory, given{body: body}, options)
}

// GetByBarcode: Retrieve the SKU with a barcode.
//
// Includes archived SKUs. A GTIN is found in each of its lengths, and by a GS1 element string with AI 01, in brackets or with FNC1 (0x1D). The barcode is percent-encoded like any part of a path.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *InventoryService) GetByBarcode(ctx context.Context, code string, options ...CallOption) (*SKU, error) {
	return send[SKU](ctx, s.api, opGetSKUByBarcode, given{path: []string{code}}, options)
}

// Export all SKUs.
//
// The whole list in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU is listed once, sorted by `sku`, as it is when its line is written. A truncated export fails as a connection error, so a completed response is complete. `by=location` gives a row for each location; an import with `by=location` takes such a file. A client that reads less than 2 KiB a second for a minute is disconnected.
//
// In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotAcceptable.
func (s *InventoryService) Export(ctx context.Context, query ExportInventoryQuery, options ...CallOption) (*Download, error) {
	return download(ctx, s.api, opExportInventory, given{query: query.values()}, options)
}

// Import SKUs from a file.
//
// Each row is an item as in the partial mode of `POST /inventory/batch`: it succeeds or fails individually, in the order of the file. Without `op` a row creates the SKU or updates an existing one. 200 means that the file was read to its end: check `failed`. A file that cannot be parsed beyond some row is answered with 4xx, and `imported` reports the rows done before it, if there are any.
//
// With `by=location` a row counts one SKU at one location: it sets `on_hand` at `location`, which is created if it does not exist; other locations stay as they are. The SKU must exist.
//
// A body that brings less than 2 KiB a second for 30 seconds is refused. With an `Idempotency-Key` an interrupted import can be sent again without a second effect.
//
// A dry run shows what each row would change (`changes`, before and after) and the locations that would be created (`new_locations`), with those that differ from another in upper and lower case alone. It checks rows in groups of 200, each against the present stock: later groups do not see the effect of earlier ones.
//
// In the rate limit it counts as one request for every 50 lines or part of them, of a dry run for every 500, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills.
//
// Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrMalformedCSV, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *InventoryService) Import(ctx context.Context, body io.Reader, query ImportInventoryQuery, options ...CallOption) (*ImportReport, error) {
	return send[ImportReport](ctx, s.api, opImportInventory, given{upload: body, query: query.values()}, options)
}

// ListLocationsQuery has the parameters of listLocations; zero values are left out.
type ListLocationsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Only locations of these types.
	Type []LocationType

	// Only direct children of this location. 400 if it does not exist.
	ParentID string

	// Path or id of a location: only that location and all below it. 400 if it does not exist.
	Path string

	// Only locations whose code, or a word of whose name, starts with this, ignoring case and accents. Every word must match; there are at most 8. A path matches locations by the prefix of its last code: `A3/S` finds `A3/S1` and `A3/S20`.
	Q string

	// Status of the listed locations.
	Status ListLocationsStatus

	// Order: by creation, by creation with the newest first, or by path.
	Sort ListLocationsSort
}

func (q ListLocationsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addEach(values, "type", q.Type)
	addText(values, "parent_id", q.ParentID)
	addText(values, "path", q.Path)
	addText(values, "q", q.Q)
	addText(values, "status", q.Status)
	addText(values, "sort", q.Sort)
	return values
}

// ListLocationsStatus is one of the constants below; later versions may add some.
type ListLocationsStatus string

// Values of ListLocationsStatus.
const (
	ListLocationsStatusActive   ListLocationsStatus = "active"
	ListLocationsStatusArchived ListLocationsStatus = "archived"
	ListLocationsStatusAll      ListLocationsStatus = "all"
)

// ListLocationsSort is one of the constants below; later versions may add some.
type ListLocationsSort string

// Values of ListLocationsSort.
const (
	ListLocationsSortCreatedAt           ListLocationsSort = "created_at"
	ListLocationsSortCreatedAtDescending ListLocationsSort = "-created_at"
	ListLocationsSortPath                ListLocationsSort = "path"
)

// ListLocationStockQuery has the parameters of listLocationStock; zero values are left out.
type ListLocationStockQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// `true`: stock at the location or anywhere below it; `false`: only stock at the location itself.
	Recursive Opt[bool]
}

func (q ListLocationStockQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addFlag(values, "recursive", q.Recursive)
	return values
}

// LocationsService has the operations of client.Locations.
type LocationsService struct{ api *transport }

// List warehouses, aisles, shelves and bins.
//
// In the order of creation by default. Archived locations are left out by default. Every tenant starts with the warehouse `MAIN`.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *LocationsService) List(ctx context.Context, query ListLocationsQuery, options ...CallOption) *Pages[Location] {
	return listPages[Location](ctx, s.api, opListLocations, given{query: query.values()}, options)
}

// Create a location.
//
// A warehouse has no parent. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.
//
// Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrLocationExists, ErrLocationArchived, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *LocationsService) Create(ctx context.Context, body LocationCreate, options ...CallOption) (*Location, error) {
	return send[Location](ctx, s.api, opCreateLocation, given{body: body}, options)
}

// Get: Retrieve one location.
//
// Includes archived locations.
//
// Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *LocationsService) Get(ctx context.Context, id string, options ...CallOption) (*Location, error) {
	return send[Location](ctx, s.api, opGetLocation, given{path: []string{id}}, options)
}

// Update: Rename or restore a location, or change its settings.
//
// A new `code` changes the paths and versions of the location and of all locations below it at once; ids and stock stay the same. `status: "active"` restores an archived location whose parent is active. `ships`, `priority` and `countries` of a warehouse apply to later orders, and not to the locations below it. A new `usage` applies to the locations below it that had the same one; `sellable` and `pickable` apply to those below it where they change, and `true` only to those which have it by their use, or have the same use. A location with more than 5 000 others below it cannot be renamed, nor have another purpose. The versions of SKUs stored there do not change: a copy cached by `ETag` shows the old path until the SKU changes; `location_id` stays correct.
//
// Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrLocationExists, ErrLocationArchived, ErrLocationNotEmpty, ErrDefaultWarehouse, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *LocationsService) Update(ctx context.Context, id string, body LocationUpdate, options ...CallOption) (*Location, error) {
	return send[Location](ctx, s.api, opUpdateLocation, given{path: []string{id}, body: body}, options)
}

// Archive a location.
//
// Archives the location and all locations below it. Refused while stock is stored there or an active SKU has its home there. Nothing is deleted, and the code stays taken; archiving again changes nothing. At most 5 000 locations can be archived at once: archive the lower levels first.
//
// Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrLocationNotEmpty, ErrDefaultWarehouse, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *LocationsService) Archive(ctx context.Context, id string, options ...CallOption) (*Location, error) {
	return send[Location](ctx, s.api, opArchiveLocation, given{path: []string{id}}, options)
}

// ListStock: List the stock at a location.
//
// SKUs with their units at the location or below it, sorted by `sku`. Includes archived SKUs with stock.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *LocationsService) ListStock(ctx context.Context, id string, query ListLocationStockQuery, options ...CallOption) *Pages[LocationStock] {
	return listPages[LocationStock](ctx, s.api, opListLocationStock, given{path: []string{id}, query: query.values()}, options)
}

// Transfer stock between locations.
//
// Moves one SKU, or up to 100 lines, from the location in the path to another, all or nothing. The `on_hand` of the SKUs does not change.
//
// Needs `stock:transfer`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrInsufficientStock, ErrSKUArchived, ErrLocationArchived, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU, ErrUnknownLocation.
func (s *LocationsService) Transfer(ctx context.Context, id string, body TransferCreate, options ...CallOption) (*Transfer, error) {
	return send[Transfer](ctx, s.api, opTransferStock, given{path: []string{id}, body: body}, options)
}

// MeService has the operations of client.Me.
type MeService struct{ api *transport }

// Get: Retrieve the account, role and limits of the API key.
//
// The caller as it was authenticated for this request. Open to every role.
func (s *MeService) Get(ctx context.Context, options ...CallOption) (*Caller, error) {
	return send[Caller](ctx, s.api, opGetCaller, given{}, options)
}

// ListOrdersQuery has the parameters of listOrders; zero values are left out.
type ListOrdersQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Statuses. Default: all but `pending` and `rejected`.
	Status []OrderStatus

	// Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`.
	Allocation []OrderAllocation

	// Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`.
	Q string

	// Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times.
	ID []string

	// How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true.
	Fulfilment OrderFulfilment

	// The order's id in the system it comes from.
	ExternalID string

	// Orders with a line of this SKU.
	SKU string

	// Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found.
	Warehouse string

	// true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`.
	OnHold Opt[bool]

	// Orders created at or after this time.
	CreatedAfter time.Time

	// Orders created before this time, so that consecutive windows neither miss nor repeat one.
	CreatedBefore time.Time

	// Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.
	UpdatedSince time.Time

	// `created_at`: newest first; `updated_at`: ascending, an order that changes between two pages is listed again. Default: `updated_at` with `updated_since`, else `created_at`.
	Sort ListOrdersSort
}

func (q ListOrdersQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addEach(values, "status", q.Status)
	addEach(values, "allocation", q.Allocation)
	addText(values, "q", q.Q)
	addEach(values, "id", q.ID)
	addText(values, "fulfilment", q.Fulfilment)
	addText(values, "external_id", q.ExternalID)
	addText(values, "sku", q.SKU)
	addText(values, "warehouse", q.Warehouse)
	addFlag(values, "on_hold", q.OnHold)
	addTime(values, "created_after", q.CreatedAfter)
	addTime(values, "created_before", q.CreatedBefore)
	addTime(values, "updated_since", q.UpdatedSince)
	addText(values, "sort", q.Sort)
	return values
}

// ListOrdersSort is one of the constants below; later versions may add some.
type ListOrdersSort string

// Values of ListOrdersSort.
const (
	ListOrdersSortCreatedAt ListOrdersSort = "created_at"
	ListOrdersSortUpdatedAt ListOrdersSort = "updated_at"
)

// ListOrderFulfilmentsQuery has the parameters of listOrderFulfilments; zero values are left out.
type ListOrderFulfilmentsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64
}

func (q ListOrderFulfilmentsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	return values
}

// GetOrderHistoryQuery has the parameters of getOrderHistory; zero values are left out.
type GetOrderHistoryQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64
}

func (q GetOrderHistoryQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	return values
}

// ListOrderReturnsQuery has the parameters of listOrderReturns; zero values are left out.
type ListOrderReturnsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64
}

func (q ListOrderReturnsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	return values
}

// ExportOrdersQuery has the parameters of exportOrders; zero values are left out.
type ExportOrdersQuery struct {
	// Statuses. Default: all but `pending` and `rejected`.
	Status []ExportOrdersStatus

	// Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`.
	Allocation []ExportOrdersAllocation

	// Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`.
	Q string

	// Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times.
	ID []string

	// How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true.
	Fulfilment ExportOrdersFulfilment

	// The order's id in the system it comes from.
	ExternalID string

	// Orders with a line of this SKU.
	SKU string

	// Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found.
	Warehouse string

	// true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`.
	OnHold Opt[bool]

	// Orders created at or after this time.
	CreatedAfter time.Time

	// Orders created before this time, so that consecutive windows neither miss nor repeat one.
	CreatedBefore time.Time

	// Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.
	UpdatedSince time.Time
}

func (q ExportOrdersQuery) values() url.Values {
	values := url.Values{}
	addEach(values, "status", q.Status)
	addEach(values, "allocation", q.Allocation)
	addText(values, "q", q.Q)
	addEach(values, "id", q.ID)
	addText(values, "fulfilment", q.Fulfilment)
	addText(values, "external_id", q.ExternalID)
	addText(values, "sku", q.SKU)
	addText(values, "warehouse", q.Warehouse)
	addFlag(values, "on_hold", q.OnHold)
	addTime(values, "created_after", q.CreatedAfter)
	addTime(values, "created_before", q.CreatedBefore)
	addTime(values, "updated_since", q.UpdatedSince)
	return values
}

// ExportOrdersStatus is one of the constants below; later versions may add some.
type ExportOrdersStatus string

// Values of ExportOrdersStatus.
const (
	ExportOrdersStatusPending   ExportOrdersStatus = "pending"
	ExportOrdersStatusCreated   ExportOrdersStatus = "created"
	ExportOrdersStatusPacked    ExportOrdersStatus = "packed"
	ExportOrdersStatusShipped   ExportOrdersStatus = "shipped"
	ExportOrdersStatusCancelled ExportOrdersStatus = "cancelled"
	ExportOrdersStatusRejected  ExportOrdersStatus = "rejected"
)

// ExportOrdersAllocation is one of the constants below; later versions may add some.
type ExportOrdersAllocation string

// Values of ExportOrdersAllocation.
const (
	ExportOrdersAllocationAllocated   ExportOrdersAllocation = "allocated"
	ExportOrdersAllocationPartial     ExportOrdersAllocation = "partial"
	ExportOrdersAllocationBackordered ExportOrdersAllocation = "backordered"
)

// ExportOrdersFulfilment is one of the constants below; later versions may add some.
type ExportOrdersFulfilment string

// Values of ExportOrdersFulfilment.
const (
	ExportOrdersFulfilmentNone     ExportOrdersFulfilment = "none"
	ExportOrdersFulfilmentPartial  ExportOrdersFulfilment = "partial"
	ExportOrdersFulfilmentComplete ExportOrdersFulfilment = "complete"
)

// OrdersService has the operations of client.Orders.
type OrdersService struct{ api *transport }

// List orders, filtered by status.
//
// Newest first, or by `updated_at`. Filters can be combined; if each of them matches many orders and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. By default `pending` and `rejected` orders are left out. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *OrdersService) List(ctx context.Context, query ListOrdersQuery, options ...CallOption) *Pages[Order] {
	return listPages[Order](ctx, s.api, opListOrders, given{query: query.values()}, options)
}

// Create an order from an external system.
//
// Stock is allocated at once, oldest order first. The rest is a backorder, which is allocated automatically when stock becomes available. With `allow_backorder: false` it is refused instead, and nothing stays allocated. A repeated `external_id` with the same content is answered 200 with the existing order.
//
// Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrInsufficientStock, ErrReservationExpired, ErrDuplicateExternalID, ErrTransitionInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU, ErrUnknownLocation.
func (s *OrdersService) Create(ctx context.Context, body OrderCreate, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opCreateOrder, given{body: body}, options)
}

// Get: Retrieve one order.
//
// Includes rejected orders, with their refusal. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *OrdersService) Get(ctx context.Context, id string, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opGetOrder, given{path: []string{id}}, options)
}

// Update note, metadata, address, tracking or rank of an order.
//
// From any status but `cancelled` and `rejected`; `ship_to` until the order is shipped. `priority` and `ship_by` while it is open. `note`, `metadata`, `ship_to`, `priority` and `ship_by` need `orders:create`; `carrier`, `tracking_number`, `tracking_url` and `packages` need `orders:fulfil`. Lines are changed by an edit. A change emits `order.updated`; a request that changes nothing is answered with the order as it is.
//
// Needs `orders:create` or `orders:fulfil`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Update(ctx context.Context, id string, body OrderUpdate, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opUpdateOrder, given{path: []string{id}, body: body}, options)
}

// Cancel an order.
//
// From `created` or `packed`, while nothing is shipped. Its allocation is released and fills the oldest backorders, its fulfilments are cancelled. Once a part was shipped, `close` drops the rest.
//
// Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Cancel(ctx context.Context, id string, body OrderCancel, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opCancelOrder, given{path: []string{id}, body: body}, options)
}

// Close: Drop the units of an order that are in no fulfilment.
//
// From `created` or `packed`. Allocated units are released and fill the oldest backorders. Units in an open or packed fulfilment stay. If no unit is open afterwards, the order is `shipped`, or `cancelled` if nothing was shipped.
//
// Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrQuantityExceeded, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Close(ctx context.Context, id string, body OrderClose, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opCloseOrder, given{path: []string{id}, body: body}, options)
}

// Edit the lines of an order.
//
// From `created` or `packed`. A line loses waiting units first, then held units in no fulfilment, then units of open fulfilments; shipped, cancelled and packed units stay. Added units are allocated if nothing waits for the SKU; otherwise they wait behind the units of the same priority and `ship_by` that wait already. Units that the order had before keep their rank. If units are added to a packed order, its packed units become a fulfilment. An edit that changes nothing is answered with the order as it is.
//
// Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrQuantityExceeded, ErrInsufficientStock, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU.
func (s *OrdersService) Edit(ctx context.Context, id string, body OrderEdit, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opEditOrder, given{path: []string{id}, body: body}, options)
}

// Erase persons' data of an order.
//
// From `shipped`, `cancelled` or `rejected`. Clears `holds.note`, `ship_to`, `note`, `metadata`, of each fulfilment `note`, and of each return `lines.note`, `note`. Of `ship_to` the `country` stays, and texts that every address has become `[erased]`. It sets `erased_at` and emits `order.updated`. Copies follow within a minute: events of the order in the feed and in deliveries, the answers of receivers to those, and stored answers to idempotency keys. It cannot be undone. An order without such data is answered as it is.
//
// Needs `orders:erase`, which these roles have: admin, member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Erase(ctx context.Context, id string, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opEraseOrder, given{path: []string{id}}, options)
}

// ListFulfilments: List the fulfilments of an order.
//
// Newest first.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *OrdersService) ListFulfilments(ctx context.Context, id string, query ListOrderFulfilmentsQuery, options ...CallOption) *Pages[Fulfilment] {
	return listPages[Fulfilment](ctx, s.api, opListOrderFulfilments, given{path: []string{id}, query: query.values()}, options)
}

// CreateFulfilment: Create a fulfilment: a part of an order that is packed and shipped together.
//
// From `created`, without holds. Its units have to be allocated and in no other fulfilment; stock that has become available is allocated first. If the units of the order are held by warehouse, those of a fulfilment are in one warehouse: if they lie in several, `warehouse` chooses one; without it, the request is refused with 409 `insufficient_stock`, which names the warehouses. An order has at most 50 fulfilments with 1000 lines in all. `If-Match` names the version of the order. A repeated `external_id` with the same content is answered 200 with the existing fulfilment.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrOrderOnHold, ErrInsufficientStock, ErrQuantityExceeded, ErrDuplicateExternalID, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *OrdersService) CreateFulfilment(ctx context.Context, id string, body FulfilmentCreate, options ...CallOption) (*Fulfilment, error) {
	return send[Fulfilment](ctx, s.api, opCreateFulfilment, given{path: []string{id}, body: body}, options)
}

// GetHistory: List the history of an order.
//
// Every transition with its time, actor and request id, oldest first.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *OrdersService) GetHistory(ctx context.Context, id string, query GetOrderHistoryQuery, options ...CallOption) *Pages[OrderHistoryEntry] {
	return listPages[OrderHistoryEntry](ctx, s.api, opGetOrderHistory, given{path: []string{id}, query: query.values()}, options)
}

// Hold: Place a hold on an order.
//
// From `pending`, `created` or `packed`. While an order has a hold, its units cannot be planned, packed or shipped; packed units stay packed, and the order can be edited and cancelled. An order has up to 20 holds, several of which may have the same reason. The new hold is the last of `holds`.
//
// Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Hold(ctx context.Context, id string, body HoldCreate, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opHoldOrder, given{path: []string{id}, body: body}, options)
}

// ReleaseHold: Release one hold of an order.
//
// The other holds of the order stay. There is no request that releases all.
//
// Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) ReleaseHold(ctx context.Context, id string, hold string, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opReleaseHold, given{path: []string{id, hold}}, options)
}

// Pack: Mark the order as packed.
//
// From `created`, without holds. Every line must be allocated; stock that has become available is allocated first. If the order has fulfilments, its other units become one more, which is packed; that is refused while a fulfilment is open.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrOrderOnHold, ErrTransitionInProgress, ErrInsufficientStock, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Pack(ctx context.Context, id string, body OrderPack, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opPackOrder, given{path: []string{id}, body: body}, options)
}

// Reassign: Hold units of an order in another warehouse.
//
// From `created`, also on hold, if the units of the order are held by warehouse: its allocated units that are in no fulfilment are then held in another warehouse, all lines or none. Units in a fulfilment stay; cancel it first.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrQuantityExceeded, ErrInsufficientStock, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *OrdersService) Reassign(ctx context.Context, id string, body OrderReassign, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opReassignOrder, given{path: []string{id}, body: body}, options)
}

// ListReturns: List the returns of an order.
//
// Newest first.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *OrdersService) ListReturns(ctx context.Context, id string, query ListOrderReturnsQuery, options ...CallOption) *Pages[Return] {
	return listPages[Return](ctx, s.api, opListOrderReturns, given{path: []string{id}, query: query.values()}, options)
}

// Ship: Mark the order as shipped and decrement inventory.
//
// From `packed`, without holds. 200 means that the stock has been decremented: the next read of the SKU shows it. If the order has fulfilments, every packed one is shipped, from `created` too.
//
// Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrOrderOnHold, ErrTransitionInProgress, ErrInsufficientStock, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Ship(ctx context.Context, id string, body OrderShip, options ...CallOption) (*Order, error) {
	return send[Order](ctx, s.api, opShipOrder, given{path: []string{id}, body: body}, options)
}

// Batch: Create a batch of orders.
//
// Up to 200 orders, each as in `POST /orders`. Each succeeds or fails individually, stock is allocated in the order of the list, and errors point into this body (`/orders/3/lines/0/sku`). A repeated request creates orders without an `external_id` or an `idempotency_key` again, unless it has an `Idempotency-Key`. An order that inventory has not answered in time has the status 202 and is `pending`; the same batch under the same key waits for it. The response has at most 4 MB: beyond that, records are left out, and `record_left_out` says so.
//
// In the rate limit it counts as one request for every 5 orders or part of them, at most 40, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 50 lines of its orders or part of them.
//
// Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// When a batch of several requests stops halfway, the results so far come beside a *BatchInterruptedError.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *OrdersService) Batch(ctx context.Context, body OrderBatch, options ...CallOption) (*OrderResults, error) {
	return send[OrderResults](ctx, s.api, opCreateOrders, given{body: body}, options)
}

// Export orders.
//
// All orders of the filter in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each order is listed once, newest first, as it is when it is written. A truncated export fails as a connection error, so a completed response is complete. A client that reads less than 2 KiB a second for a minute is disconnected. The audit log notes each export as `orders.exported`, with the address of the client and the number of rows. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
//
// In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotAcceptable.
func (s *OrdersService) Export(ctx context.Context, query ExportOrdersQuery, options ...CallOption) (*Download, error) {
	return download(ctx, s.api, opExportOrders, given{query: query.values()}, options)
}

// ListReservationsQuery has the parameters of listReservations; zero values are left out.
type ListReservationsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Statuses. Default: all.
	Status []ReservationStatus

	// Reservations with a line of this SKU.
	SKU string

	// The reservation's id in the system it comes from.
	ExternalID string

	// Reservations that keep their units in this warehouse, by id or code.
	Warehouse string
}

func (q ListReservationsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addEach(values, "status", q.Status)
	addText(values, "sku", q.SKU)
	addText(values, "external_id", q.ExternalID)
	addText(values, "warehouse", q.Warehouse)
	return values
}

// ReservationsService has the operations of client.Reservations.
type ReservationsService struct{ api *transport }

// List reservations, filtered by status, SKU, warehouse or external id.
//
// Newest first. Filters can be combined; if each of them matches many reservations and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. Reservations that ended more than 30 days ago are gone.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *ReservationsService) List(ctx context.Context, query ListReservationsQuery, options ...CallOption) *Pages[Reservation] {
	return listPages[Reservation](ctx, s.api, opListReservations, given{query: query.values()}, options)
}

// Create: Keep units for a cart or quote until a time.
//
// Only units that are available are reserved: orders that wait for stock come first. Without `partial` all lines are reserved whole, or the request is refused. A SKU has at most 1000 active reservations. A repeated `external_id` with the same content is answered 200 with the existing reservation. With `warehouse`, only available units of that warehouse are reserved, and they are kept there. `POST /orders` with `reservation_id` converts it into an order.
//
// Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrInsufficientStock, ErrDuplicateExternalID, ErrTooManyReservations, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU, ErrUnknownLocation.
func (s *ReservationsService) Create(ctx context.Context, body ReservationCreate, options ...CallOption) (*Reservation, error) {
	return send[Reservation](ctx, s.api, opCreateReservation, given{body: body}, options)
}

// Get: Retrieve one reservation.
//
// Includes those that ended in the last 30 days.
//
// Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *ReservationsService) Get(ctx context.Context, id string, options ...CallOption) (*Reservation, error) {
	return send[Reservation](ctx, s.api, opGetReservation, given{path: []string{id}}, options)
}

// Update: Extend a reservation, or change its lines.
//
// Only while it is active. `expires_in` counts from now; `lines` replaces all present lines, in the same warehouse. Added units must be available; removed units are free at once. An expired reservation is refused with 409 `reservation_expired`; its units are not reserved again.
//
// Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInsufficientStock, ErrReservationExpired, ErrInvalidTransition, ErrTooManyReservations, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU.
func (s *ReservationsService) Update(ctx context.Context, id string, body ReservationUpdate, options ...CallOption) (*Reservation, error) {
	return send[Reservation](ctx, s.api, opUpdateReservation, given{path: []string{id}, body: body}, options)
}

// Release a reservation.
//
// Its units are free at once, for the oldest order that waits for them. Releasing a released or expired reservation changes nothing; a converted one is refused with 409 `invalid_transition`.
//
// Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ReservationsService) Release(ctx context.Context, id string, options ...CallOption) (*Reservation, error) {
	return send[Reservation](ctx, s.api, opReleaseReservation, given{path: []string{id}}, options)
}

// ListReturnsQuery has the parameters of listReturns; zero values are left out.
type ListReturnsQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Statuses. Default: all.
	Status []ReturnStatus

	// Returns of this order.
	OrderID string

	// true: returns without an order; false: those of orders. Default: both.
	Unlinked Opt[bool]

	// The return's id in another system.
	ExternalID string
}

func (q ListReturnsQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addEach(values, "status", q.Status)
	addText(values, "order_id", q.OrderID)
	addFlag(values, "unlinked", q.Unlinked)
	addText(values, "external_id", q.ExternalID)
	return values
}

// GetReturnHistoryQuery has the parameters of getReturnHistory; zero values are left out.
type GetReturnHistoryQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64
}

func (q GetReturnHistoryQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	return values
}

// ReturnsService has the operations of client.Returns.
type ReturnsService struct{ api *transport }

// List returns, filtered by status.
//
// Sorted by order, newest first, and within an order by return, newest first; a return without an order is sorted as an order of its time would be. Filters can be combined. With `unlinked=false` a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *ReturnsService) List(ctx context.Context, query ListReturnsQuery, options ...CallOption) *Pages[Return] {
	return listPages[Return](ctx, s.api, opListReturns, given{query: query.values()}, options)
}

// Create a return: units that come back.
//
// A return of an order needs `returns:create`; one with `order_id: null`, of units whose order is not known, needs `returns:receive`. A line can return at most the shipped units that have not come back and that no other return expects: more is refused with the `allowed` number. It is `requested`, or `approved` at once with `approved: true`. An order has at most 50 returns with 1000 lines in all. Without an order the lines name SKUs, and what is received is bounded by their quantities alone. With `exchange` an order is created together with it, or neither is: `exchange_order_id` names it. A repeated `external_id` with the same content is answered 200 with the existing return.
//
// Needs `returns:create` or `returns:receive`, which these roles have: admin, manager, fulfilment, integration, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrQuantityExceeded, ErrDuplicateExternalID, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownSKU.
func (s *ReturnsService) Create(ctx context.Context, body ReturnCreate, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opCreateReturn, given{body: body}, options)
}

// Get: Retrieve one return.
//
// A return whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why, or without an order a repeat of the request with its `Idempotency-Key`.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *ReturnsService) Get(ctx context.Context, id string, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opGetReturn, given{path: []string{id}}, options)
}

// Approve a requested return.
//
// From `requested`: its units may be received from then on.
//
// Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ReturnsService) Approve(ctx context.Context, id string, body ReturnApprove, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opApproveReturn, given{path: []string{id}, body: body}, options)
}

// Cancel a return.
//
// From `requested` or `approved`. Once units have been received, close it instead.
//
// Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ReturnsService) Cancel(ctx context.Context, id string, body OrderCancel, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opCancelReturn, given{path: []string{id}, body: body}, options)
}

// Close a return before all its units have come.
//
// From `approved` or `receiving`. Units that are still expected are waived, and can be returned again.
//
// Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ReturnsService) Close(ctx context.Context, id string, body OrderCancel, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opCloseReturn, given{path: []string{id}, body: body}, options)
}

// Dispose: Decide what becomes of returned units.
//
// From `receiving` or `closed`, any number of times: inspected units are restocked, quarantined or scrapped, and every decision but `scrap` can be changed.
//
// Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrQuantityExceeded, ErrInsufficientStock, ErrLocationArchived, ErrSKUArchived, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *ReturnsService) Dispose(ctx context.Context, id string, body ReturnDispose, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opDisposeReturn, given{path: []string{id}, body: body}, options)
}

// Erase persons' data of a return without an order.
//
// Clears its `note` and those of its lines, and emits `return.updated` with `note` among `changed`. Copies are erased as those of an order are. It cannot be undone. A return without notes is answered as it is; a return of an order loses its notes when the order is erased.
//
// Needs `orders:erase`, which these roles have: admin, member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ReturnsService) Erase(ctx context.Context, id string, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opEraseReturn, given{path: []string{id}}, options)
}

// GetHistory: List the history of a return.
//
// Every step with its time, actor and request id, oldest first; for a return of an order, the steps of the order that are about the return.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *ReturnsService) GetHistory(ctx context.Context, id string, query GetReturnHistoryQuery, options ...CallOption) *Pages[ReturnHistoryEntry] {
	return listPages[ReturnHistoryEntry](ctx, s.api, opGetReturnHistory, given{path: []string{id}, query: query.values()}, options)
}

// Receive units of a return.
//
// From `approved` or `receiving`, any number of times. 200 means that the units are in stock: `on_hand` rises by all of them, `available` only by those with the disposition `restock`. The return is `closed` once nothing is expected any more.
//
// Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrQuantityExceeded, ErrLocationArchived, ErrSKUArchived, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused, ErrUnknownLocation.
func (s *ReturnsService) Receive(ctx context.Context, id string, body ReturnReceive, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opReceiveReturn, given{path: []string{id}, body: body}, options)
}

// Reject a requested return.
//
// From `requested`. Its units can be returned again.
//
// Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrInvalidTransition, ErrTransitionInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ReturnsService) Reject(ctx context.Context, id string, body OrderCancel, options ...CallOption) (*Return, error) {
	return send[Return](ctx, s.api, opRejectReturn, given{path: []string{id}, body: body}, options)
}

// ListScansQuery has the parameters of listScans; zero values are left out.
type ListScansQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Scans of this SKU, as sent by the device.
	SKU string

	// Scans of this barcode, of a GTIN in each of its lengths.
	Barcode string

	// Scans of these types.
	Type []ScanType

	// Scans at this location, under whichever of its names the device sent: its id, its path (`A3/S2` and `MAIN:A3/S2` are one), and the last 20 paths that it had before it, or a location above it, was renamed. A path that passed to another location counts for each in its own time. A name that no location has is searched as it was sent. Repeat the parameter, up to 5 times, for several locations.
	Location []string

	// Scans of this order, as sent by the device.
	OrderID string

	// Scans of these devices: repeat the parameter, up to 20 times.
	DeviceID []string

	// Scans of this operator.
	Operator string

	// Only applied scans whose movement is in one of these states.
	Applied []ScanAppliedValue

	// Scans received at or after this time.
	From time.Time

	// Scans received before this time, so that consecutive windows neither miss nor repeat one.
	To time.Time
}

func (q ListScansQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "sku", q.SKU)
	addText(values, "barcode", q.Barcode)
	addEach(values, "type", q.Type)
	addEach(values, "location", q.Location)
	addText(values, "order_id", q.OrderID)
	addEach(values, "device_id", q.DeviceID)
	addText(values, "operator", q.Operator)
	addEach(values, "applied", q.Applied)
	addTime(values, "from", q.From)
	addTime(values, "to", q.To)
	return values
}

// ScansService has the operations of client.Scans.
type ScansService struct{ api *transport }

// List: Read the history of scans.
//
// Newest first. Filters can be combined. Where several match over 1,000 scans each, a page looks through 1,000 of them and may have fewer than `limit`, or none, while `has_more` is true.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *ScansService) List(ctx context.Context, query ListScansQuery, options ...CallOption) *Pages[Scan] {
	return listPages[Scan](ctx, s.api, opListScans, given{query: query.values()}, options)
}

// Create: Record a scan.
//
// Records the scan of a device: `sku`, `location` and `order_id` are not looked up. A repeated `client_scan_id` with the same content is answered 200 with the first scan.
//
// `apply: true`, for types `receive`, `count` and `return`, also posts the movement of stock, exactly once; it needs the permission `scans:apply` as well. The scan is answered at once with `applied: "pending"`: read it again for `done`, or for `refused` with its `refusal`.
//
// Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrDuplicateClientScanID, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ScansService) Create(ctx context.Context, body ScanCreate, options ...CallOption) (*Scan, error) {
	return send[Scan](ctx, s.api, opCreateScan, given{body: body}, options)
}

// Get: Retrieve one scan.
//
// The state of its movement of stock is in `applied`.
//
// Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
//
// Errors: ErrNotFound.
func (s *ScansService) Get(ctx context.Context, id string, options ...CallOption) (*Scan, error) {
	return send[Scan](ctx, s.api, opGetScan, given{path: []string{id}}, options)
}

// Batch: Record a batch of scans.
//
// Up to 1 000 scans, each as in `POST /scans`. Each succeeds or fails individually, and its errors point into this body (`/scans/3/barcode`). A repeated request records scans without a `client_scan_id` again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs the permission `scans:apply` as well.
//
// In the rate limit it counts as one request for every 10 scans or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done.
//
// Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
//
// When a batch of several requests stops halfway, the results so far come beside a *BatchInterruptedError.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *ScansService) Batch(ctx context.Context, body ScanBatch, options ...CallOption) (*ScanResults, error) {
	return send[ScanResults](ctx, s.api, opCreateScans, given{body: body}, options)
}

// AccountService has the operations of client.Account.
type AccountService struct{ api *transport }

// Get: Retrieve the account.
//
// Returns its name and its plan. Production needs the Enterprise plan.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *AccountService) Get(ctx context.Context, options ...CallOption) (*Account, error) {
	return send[Account](ctx, s.api, opGetAccount, given{}, options)
}

// ListKeysQuery has the parameters of listKeys; zero values are left out.
type ListKeysQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// `ended`: revoked or expired.
	Status ListKeysStatus
}

func (q ListKeysQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "status", q.Status)
	return values
}

// ListKeysStatus is one of the constants below; later versions may add some.
type ListKeysStatus string

// Values of ListKeysStatus.
const (
	ListKeysStatusActive ListKeysStatus = "active"
	ListKeysStatusEnded  ListKeysStatus = "ended"
	ListKeysStatusAll    ListKeysStatus = "all"
)

// KeysService has the operations of client.Keys.
type KeysService struct{ api *transport }

// List API keys.
//
// Keys of one environment, newest first, each with its remaining limit. Revoked and expired keys are left out by default.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *KeysService) List(ctx context.Context, query ListKeysQuery, options ...CallOption) *Pages[KeyWithQuota] {
	return listPages[KeyWithQuota](ctx, s.api, opListKeys, given{query: query.values()}, options)
}

// Create an API key.
//
// The response holds the key, which cannot be shown again. Production keys need the Enterprise plan.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *KeysService) Create(ctx context.Context, body KeyCreate, options ...CallOption) (*IssuedKey, error) {
	return send[IssuedKey](ctx, s.api, opCreateKey, given{body: body}, options)
}

// Get: Retrieve one API key.
//
// Includes revoked and expired keys.
//
// Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrNotFound.
func (s *KeysService) Get(ctx context.Context, id string, options ...CallOption) (*KeyWithQuota, error) {
	return send[KeyWithQuota](ctx, s.api, opGetKey, given{path: []string{id}}, options)
}

// Update an API key.
//
// Changes its name, allowed addresses or expiry. Takes effect on every gateway within a second.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `expires_at` or `ip_allowlist`.
//
// Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrKeyNotActive, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *KeysService) Update(ctx context.Context, id string, body KeyUpdate, options ...CallOption) (*Key, error) {
	return send[Key](ctx, s.api, opUpdateKey, given{path: []string{id}, body: body}, options)
}

// Rotate the secret of an API key.
//
// The key keeps its id, role, limits and history. The response holds the new secret, which cannot be shown again; the replaced secret stays valid for `overlap_seconds`.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrKeyNotActive, ErrTooManySecrets, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *KeysService) Rotate(ctx context.Context, id string, body KeyRotate, options ...CallOption) (*IssuedKey, error) {
	return send[IssuedKey](ctx, s.api, opRotateKey, given{path: []string{id}, body: body}, options)
}

// Revoke an API key.
//
// Revokes the key and all its secrets permanently, on every gateway within a second. Repeating the request changes nothing.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *KeysService) Revoke(ctx context.Context, id string, options ...CallOption) (*Key, error) {
	return send[Key](ctx, s.api, opRevokeKey, given{path: []string{id}}, options)
}

// ListAuditLogQuery has the parameters of listAuditLog; zero values are left out.
type ListAuditLogQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Only changes by this key or member, or by `operator`; one with a name is `operator:jo`.
	Actor string

	// Changes made at or after this time.
	CreatedAfter time.Time

	// Changes made before this time, so that consecutive windows neither miss nor repeat one.
	CreatedBefore time.Time

	// Only changes of this key, member or account.
	TargetID string
}

func (q ListAuditLogQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "actor", q.Actor)
	addTime(values, "created_after", q.CreatedAfter)
	addTime(values, "created_before", q.CreatedBefore)
	addText(values, "target_id", q.TargetID)
	return values
}

// AuditLogService has the operations of client.AuditLog.
type AuditLogService struct{ api *transport }

// List the audit log.
//
// Changes of the account, its keys and members, and exports of orders, newest first. Entries are never changed or removed.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `audit:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *AuditLogService) List(ctx context.Context, query ListAuditLogQuery, options ...CallOption) *Pages[AuditEntry] {
	return listPages[AuditEntry](ctx, s.api, opListAuditLog, given{query: query.values()}, options)
}

// ListActorsQuery has the parameters of listActors; zero values are left out.
type ListActorsQuery struct {
	// Ids of keys and members: repeat the parameter, up to 100 times. Without it the list is empty.
	ID []string
}

func (q ListActorsQuery) values() url.Values {
	values := url.Values{}
	addEach(values, "id", q.ID)
	return values
}

// ActorsService has the operations of client.Actors.
type ActorsService struct{ api *transport }

// List: Name the actors of changes.
//
// Names the keys of one environment and the members whose ids are given, also those that have ended or were removed: so a history shows every member who changed what. It shows nothing else of them. Unknown ids are left out.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *ActorsService) List(ctx context.Context, query ListActorsQuery, options ...CallOption) (*ActorList, error) {
	return send[ActorList](ctx, s.api, opListActors, given{query: query.values()}, options)
}

// ListMembersQuery has the parameters of listMembers; zero values are left out.
type ListMembersQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// `current`: invited and active.
	Status ListMembersStatus
}

func (q ListMembersQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "status", q.Status)
	return values
}

// ListMembersStatus is one of the constants below; later versions may add some.
type ListMembersStatus string

// Values of ListMembersStatus.
const (
	ListMembersStatusCurrent ListMembersStatus = "current"
	ListMembersStatusInvited ListMembersStatus = "invited"
	ListMembersStatusActive  ListMembersStatus = "active"
	ListMembersStatusRemoved ListMembersStatus = "removed"
	ListMembersStatusAll     ListMembersStatus = "all"
)

// MembersService has the operations of client.Members.
type MembersService struct{ api *transport }

// List members.
//
// Members of the account in the order of their invitation. Removed members are left out by default.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *MembersService) List(ctx context.Context, query ListMembersQuery, options ...CallOption) *Pages[Member] {
	return listPages[Member](ctx, s.api, opListMembers, given{query: query.values()}, options)
}

// Invite a member.
//
// The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.
//
// A session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `members:manage`, which these roles have: member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrIdempotencyInProgress, ErrMemberExists, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *MembersService) Invite(ctx context.Context, body MemberInvite, options ...CallOption) (*MemberWithToken, error) {
	return send[MemberWithToken](ctx, s.api, opInviteMember, given{body: body}, options)
}

// Get: Retrieve one member.
//
// Includes removed members.
//
// Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrNotFound.
func (s *MembersService) Get(ctx context.Context, id string, options ...CallOption) (*Member, error) {
	return send[Member](ctx, s.api, opGetMember, given{path: []string{id}}, options)
}

// Update: Change the role of a member.
//
// Takes effect on every gateway within a second. The role of the last owner cannot be changed.
//
// A session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `members:manage`, which these roles have: member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrMemberNotActive, ErrLastOwner, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *MembersService) Update(ctx context.Context, id string, body MemberUpdate, options ...CallOption) (*Member, error) {
	return send[Member](ctx, s.api, opUpdateMember, given{path: []string{id}, body: body}, options)
}

// Remove a member.
//
// Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot be removed. A removed member can be invited again, as a new member.
//
// A session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `members:manage`, which these roles have: member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrLastOwner, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *MembersService) Remove(ctx context.Context, id string, options ...CallOption) (*Member, error) {
	return send[Member](ctx, s.api, opRemoveMember, given{path: []string{id}}, options)
}

// RenewInvitation: Renew an invitation.
//
// Issues a new token for another 7 days and revokes the previous one.
//
// A session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `members:manage`, which these roles have: member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrMemberNotActive, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *MembersService) RenewInvitation(ctx context.Context, id string, options ...CallOption) (*MemberWithToken, error) {
	return send[MemberWithToken](ctx, s.api, opRenewInvitation, given{path: []string{id}}, options)
}

// IssuePasswordReset: Issue a password reset token.
//
// The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.
//
// A session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `members:manage`, which these roles have: member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrMemberNotActive, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *MembersService) IssuePasswordReset(ctx context.Context, id string, options ...CallOption) (*MemberWithToken, error) {
	return send[MemberWithToken](ctx, s.api, opIssuePasswordReset, given{path: []string{id}}, options)
}

// PlansService has the operations of client.Plans.
type PlansService struct{ api *transport }

// List the plans.
//
// Environments and default rate limits of each plan. The plan of the account is part of the account.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *PlansService) List(ctx context.Context, options ...CallOption) (*PlanList, error) {
	return send[PlanList](ctx, s.api, opListPlans, given{}, options)
}

// OverviewService has the operations of client.Overview.
type OverviewService struct{ api *transport }

// GetInventoryOverview: Retrieve an overview of stock.
//
// The numbers are cached: `as_of` is the time of the count.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *OverviewService) GetInventoryOverview(ctx context.Context, options ...CallOption) (*InventoryOverview, error) {
	return send[InventoryOverview](ctx, s.api, opGetInventoryOverview, given{}, options)
}

// GetOrdersOverview: Retrieve an overview of open orders.
//
// The numbers are cached: `as_of` is the time of the count.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *OverviewService) GetOrdersOverview(ctx context.Context, options ...CallOption) (*OrdersOverview, error) {
	return send[OrdersOverview](ctx, s.api, opGetOrdersOverview, given{}, options)
}

// GetScansOverview: Retrieve an overview of scans.
//
// The numbers are cached: `as_of` is the time of the count.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *OverviewService) GetScansOverview(ctx context.Context, options ...CallOption) (*ScansOverview, error) {
	return send[ScansOverview](ctx, s.api, opGetScansOverview, given{}, options)
}

// GetWebhooksOverview: Retrieve an overview of webhook endpoints.
//
// Each endpoint with its status, its health and the stats of the last 24 hours; attempts of all endpoints by the minute.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
func (s *OverviewService) GetWebhooksOverview(ctx context.Context, options ...CallOption) (*WebhooksOverview, error) {
	return send[WebhooksOverview](ctx, s.api, opGetWebhooksOverview, given{}, options)
}

// RetentionService has the operations of client.Retention.
type RetentionService struct{ api *transport }

// Get: Retrieve the retention of persons' data.
//
// Each environment has its own.
//
// Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
func (s *RetentionService) Get(ctx context.Context, options ...CallOption) (*Retention, error) {
	return send[Retention](ctx, s.api, opGetRetention, given{}, options)
}

// Update: Change the retention of persons' data.
//
// From then on persons' data of ended orders is erased automatically, as `POST /v1/orders/{id}/erase` does it, once the days are over: of orders that are older already as well, within hours. A longer retention does not bring erased data back. The audit log notes each change as `retention.changed`.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `orders:erase`, which these roles have: admin, member:owner.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *RetentionService) Update(ctx context.Context, body RetentionUpdate, options ...CallOption) (*Retention, error) {
	return send[Retention](ctx, s.api, opUpdateRetention, given{body: body}, options)
}

// ListWebhooksQuery has the parameters of listWebhooks; zero values are left out.
type ListWebhooksQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64
}

func (q ListWebhooksQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	return values
}

// ListWebhookChangesQuery has the parameters of listWebhookChanges; zero values are left out.
type ListWebhookChangesQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Only changes by this key or member, or by `operator`; one with a name is `operator:jo`.
	Actor string

	// Changes made at or after this time.
	CreatedAfter time.Time

	// Changes made before this time, so that consecutive windows neither miss nor repeat one.
	CreatedBefore time.Time

	// Only changes of this endpoint, which may be removed.
	WebhookID string
}

func (q ListWebhookChangesQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addText(values, "actor", q.Actor)
	addTime(values, "created_after", q.CreatedAfter)
	addTime(values, "created_before", q.CreatedBefore)
	addText(values, "webhook_id", q.WebhookID)
	return values
}

// GetWebhookStatsQuery has the parameters of getWebhookStats; zero values are left out.
type GetWebhookStatsQuery struct {
	// From the hour of this time on, RFC 3339. Default: 24 hours ago.
	Since time.Time

	// Up to the hour of this time, RFC 3339. Default: now.
	Until time.Time

	// Length of an interval, in UTC.
	Interval GetWebhookStatsInterval
}

func (q GetWebhookStatsQuery) values() url.Values {
	values := url.Values{}
	addTime(values, "since", q.Since)
	addTime(values, "until", q.Until)
	addText(values, "interval", q.Interval)
	return values
}

// GetWebhookStatsInterval is one of the constants below; later versions may add some.
type GetWebhookStatsInterval string

// Values of GetWebhookStatsInterval.
const (
	GetWebhookStatsIntervalHour GetWebhookStatsInterval = "hour"
	GetWebhookStatsIntervalDay  GetWebhookStatsInterval = "day"
)

// ListDeliveriesQuery has the parameters of listDeliveries; zero values are left out.
type ListDeliveriesQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64

	// Only deliveries with these statuses. Default: all.
	Status []DeliveryStatus

	// Only deliveries of these event types.
	EventType []EventType

	// Only the delivery of this event.
	EventID string

	// Only deliveries created at or after this time, RFC 3339.
	Since time.Time

	// Only deliveries created before this time, RFC 3339.
	Until time.Time
}

func (q ListDeliveriesQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	addEach(values, "status", q.Status)
	addEach(values, "event_type", q.EventType)
	addText(values, "event_id", q.EventID)
	addTime(values, "since", q.Since)
	addTime(values, "until", q.Until)
	return values
}

// ListReplaysQuery has the parameters of listReplays; zero values are left out.
type ListReplaysQuery struct {
	// Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
	Limit int64
}

func (q ListReplaysQuery) values() url.Values {
	values := url.Values{}
	addNumber(values, "limit", q.Limit)
	return values
}

// WebhooksService has the operations of client.Webhooks.
type WebhooksService struct{ api *transport }

// List webhook endpoints.
//
// Endpoints of one environment, oldest first. The plan limits their number, usually to 50.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *WebhooksService) List(ctx context.Context, query ListWebhooksQuery, options ...CallOption) *Pages[Webhook] {
	return listPages[Webhook](ctx, s.api, opListWebhooks, given{query: query.values()}, options)
}

// Create: Add a webhook endpoint.
//
// The endpoint receives every event that is committed after this response. URLs with private addresses are refused here and again at every connection. An account has a limit of endpoints in each environment: `storage` of the overview.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrStorageLimitReached, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) Create(ctx context.Context, body WebhookCreate, options ...CallOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, s.api, opCreateWebhook, given{body: body}, options)
}

// Get: Retrieve one webhook endpoint.
//
// Includes the facts of its secrets. Its health and success rate are in its stats.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrNotFound.
func (s *WebhooksService) Get(ctx context.Context, id string, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, s.api, opGetWebhook, given{path: []string{id}}, options)
}

// Update a webhook endpoint.
//
// Omitted fields keep their values. A change of `events` or `filter` applies to later events; any other change applies from the next attempt on, also for pending deliveries.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `url`.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) Update(ctx context.Context, id string, body WebhookUpdate, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, s.api, opUpdateWebhook, given{path: []string{id}, body: body}, options)
}

// Delete: Remove a webhook endpoint.
//
// Removes the endpoint permanently and drops its undelivered events. To hold them instead, pause the endpoint.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) Delete(ctx context.Context, id string, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, s.api, opDeleteWebhook, given{path: []string{id}}, options)
}

// Pause a webhook endpoint.
//
// Stops sending and holds events, each for 30 days. Pausing a paused or disabled endpoint changes nothing.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) Pause(ctx context.Context, id string, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, s.api, opPauseWebhook, given{path: []string{id}}, options)
}

// Resume a webhook endpoint.
//
// Makes a paused or disabled endpoint active again, and sends or drops the held events: those that wait for a later try are due now. It ends the rest of an active endpoint in the same way; resuming one that does not rest changes nothing.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) Resume(ctx context.Context, id string, body WebhookResume, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, s.api, opResumeWebhook, given{path: []string{id}, body: body}, options)
}

// RevealSecret: Reveal the secrets of a webhook endpoint.
//
// Returns the secrets that sign now. The request is recorded in the audit log.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) RevealSecret(ctx context.Context, id string, options ...CallOption) (*WebhookSecrets, error) {
	return send[WebhookSecrets](ctx, s.api, opRevealWebhookSecret, given{path: []string{id}}, options)
}

// RotateSecret: Rotate the secret of a webhook endpoint.
//
// From the next attempt on, deliveries are signed with the new secret, and with the previous ones for `overlap_seconds`. At most five secrets sign at once.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrNotFound, ErrIdempotencyInProgress, ErrTooManySecrets, ErrVersionConflict, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) RotateSecret(ctx context.Context, id string, body WebhookSecretRotate, options ...CallOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, s.api, opRotateWebhookSecret, given{path: []string{id}, body: body}, options)
}

// TestFilter: Try a content filter on an event.
//
// Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) TestFilter(ctx context.Context, body FilterTest, options ...CallOption) (*FilterFindings, error) {
	return send[FilterFindings](ctx, s.api, opTestFilter, given{body: body}, options)
}

// ListChanges: List the audit log of webhooks.
//
// Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor.
func (s *WebhooksService) ListChanges(ctx context.Context, query ListWebhookChangesQuery, options ...CallOption) *Pages[WebhookChange] {
	return listPages[WebhookChange](ctx, s.api, opListWebhookChanges, given{query: query.values()}, options)
}

// GetStats: Retrieve the stats of a webhook endpoint.
//
// Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrNotFound.
func (s *WebhooksService) GetStats(ctx context.Context, id string, query GetWebhookStatsQuery, options ...CallOption) (*WebhookStats, error) {
	return send[WebhookStats](ctx, s.api, opGetWebhookStats, given{path: []string{id}, query: query.values()}, options)
}

// Test: Send a test event to a webhook endpoint.
//
// The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrWebhookNotActive, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) Test(ctx context.Context, id string, body WebhookTestRequest, options ...CallOption) (*Delivery, error) {
	return send[Delivery](ctx, s.api, opTestWebhook, given{path: []string{id}, body: body}, options)
}

// ListDeliveries: List the deliveries of a webhook endpoint.
//
// Newest first, for 30 days after each ended.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *WebhooksService) ListDeliveries(ctx context.Context, id string, query ListDeliveriesQuery, options ...CallOption) *Pages[Delivery] {
	return listPages[Delivery](ctx, s.api, opListDeliveries, given{path: []string{id}, query: query.values()}, options)
}

// CreateReplay: Replay events to a webhook endpoint.
//
// Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrReplayInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) CreateReplay(ctx context.Context, id string, body ReplayCreate, options ...CallOption) (*Replay, error) {
	return send[Replay](ctx, s.api, opCreateReplay, given{path: []string{id}, body: body}, options)
}

// ListReplays: List the replays of a webhook endpoint.
//
// Newest first, for 30 days after each ended.
//
// In the rate limit a page counts as one request for every 256 KB or part of them.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrInvalidCursor, ErrNotFound.
func (s *WebhooksService) ListReplays(ctx context.Context, id string, query ListReplaysQuery, options ...CallOption) *Pages[Replay] {
	return listPages[Replay](ctx, s.api, opListReplays, given{path: []string{id}, query: query.values()}, options)
}

// GetReplay: Retrieve one replay.
//
// Shows its progress.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrNotFound.
func (s *WebhooksService) GetReplay(ctx context.Context, id string, replayID string, options ...CallOption) (*Replay, error) {
	return send[Replay](ctx, s.api, opGetReplay, given{path: []string{id, replayID}}, options)
}

// CancelReplay: Cancel a replay.
//
// Deliveries that are due stay due. Cancelling a replay that has ended changes nothing.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrNotFound, ErrIdempotencyInProgress, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *WebhooksService) CancelReplay(ctx context.Context, id string, replayID string, options ...CallOption) (*Replay, error) {
	return send[Replay](ctx, s.api, opCancelReplay, given{path: []string{id, replayID}}, options)
}

// EventTypesService has the operations of client.EventTypes.
type EventTypesService struct{ api *transport }

// List every type of event.
//
// Describes each type, with a sample as it is delivered.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
func (s *EventTypesService) List(ctx context.Context, options ...CallOption) (*EventTypes, error) {
	return send[EventTypes](ctx, s.api, opListEventTypes, given{}, options)
}

// DeliveriesService has the operations of client.Deliveries.
type DeliveriesService struct{ api *transport }

// Get: Retrieve one delivery.
//
// Includes the request body and every attempt with its response.
//
// Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
//
// Errors: ErrNotFound.
func (s *DeliveriesService) Get(ctx context.Context, id string, options ...CallOption) (*DeliveryDetails, error) {
	return send[DeliveryDetails](ctx, s.api, opGetDelivery, given{path: []string{id}}, options)
}

// Resend: Send one delivery again.
//
// A delivery that was delivered, failed or dropped keeps its ids and attempts, and its retry schedule starts again. A pending one is tried at once, and its schedule goes on. It is held while the endpoint is paused or disabled; resending ends a rest of the endpoint.
//
// In production, a session must have been authenticated or confirmed within the last 10 minutes.
//
// Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
//
// Errors: ErrMalformedJSON, ErrCrossOrigin, ErrRecentAuthenticationRequired, ErrStorageLimitReached, ErrNotFound, ErrIdempotencyInProgress, ErrDeliveryNotEnded, ErrEventExpired, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrValidationFailed, ErrIdempotencyKeyReused.
func (s *DeliveriesService) Resend(ctx context.Context, id string, options ...CallOption) (*Delivery, error) {
	return send[Delivery](ctx, s.api, opResendDelivery, given{path: []string{id}}, options)
}
