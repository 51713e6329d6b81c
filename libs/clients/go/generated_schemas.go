// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.

package fulfilment

import (
	"encoding/json"
	"time"
)

// AccountChoice is a record of the API.
type AccountChoice struct {
	// Id of the account.
	ID string `json:"id"`

	// Display name, 1 to 200 characters.
	Name string `json:"name"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *AccountChoice) UnmarshalJSON(data []byte) error {
	type plain AccountChoice
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r AccountChoice) MarshalJSON() ([]byte, error) {
	type plain AccountChoice
	return encodeRecord(plain(r), r.Extra)
}

// Address is a record of the API.
type Address struct {
	// Recipient, 1 to 200 characters.
	Name string `json:"name"`

	// 1 to 200 characters.
	Company *string `json:"company,omitempty"`

	// Street and number, 1 to 200 characters.
	Address1 string `json:"address1"`

	// Further address line, 1 to 200 characters.
	Address2 *string `json:"address2,omitempty"`

	// 1 to 100 characters.
	City string `json:"city"`

	// State, province or county, 1 to 100 characters.
	Region *string `json:"region,omitempty"`

	// 1 to 20 characters.
	PostalCode *string `json:"postal_code,omitempty"`

	// ISO 3166-1 alpha-2: `DE`.
	Country string `json:"country"`

	// 1 to 40 characters.
	Phone *string `json:"phone,omitempty"`

	// At most 254 characters.
	Email *string `json:"email,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Address) UnmarshalJSON(data []byte) error {
	type plain Address
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Address) MarshalJSON() ([]byte, error) {
	type plain Address
	return encodeRecord(plain(r), r.Extra)
}

// AddressInput is the body, or a part of the body, of a request.
type AddressInput struct {
	// Recipient, 1 to 200 characters.
	Name string `json:"name"`

	// 1 to 200 characters.
	Company Opt[string] `json:"company"`

	// Street and number, 1 to 200 characters.
	Address1 string `json:"address1"`

	// Further address line, 1 to 200 characters.
	Address2 Opt[string] `json:"address2"`

	// 1 to 100 characters.
	City string `json:"city"`

	// State, province or county, 1 to 100 characters.
	Region Opt[string] `json:"region"`

	// 1 to 20 characters.
	PostalCode Opt[string] `json:"postal_code"`

	// ISO 3166-1 alpha-2: `DE`.
	Country string `json:"country"`

	// 1 to 40 characters.
	Phone Opt[string] `json:"phone"`

	// At most 254 characters.
	Email Opt[string] `json:"email"`
}

// MarshalJSON leaves out what was not set.
func (r AddressInput) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// Adjustment is a record of the API.
type Adjustment struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units to add, or to remove if negative.
	Delta int64 `json:"delta"`

	// Reason given by the caller.
	Reason string `json:"reason"`

	// Free text.
	Note *string `json:"note"`

	// Entries in the ledger, one for each location.
	Movements []Movement `json:"movements"`

	// The SKU after the adjustment.
	Record SKU `json:"record"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Adjustment) UnmarshalJSON(data []byte) error {
	type plain Adjustment
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Adjustment) MarshalJSON() ([]byte, error) {
	type plain Adjustment
	return encodeRecord(plain(r), r.Extra)
}

// AdjustmentCreate is the body, or a part of the body, of a request.
type AdjustmentCreate struct {
	// Units to add, or to remove if negative.
	Delta int64 `json:"delta"`

	// Reason in the ledger, such as `damaged`, `found` or `receipt`.
	Reason string `json:"reason"`

	// Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others.
	Location Opt[string] `json:"location"`

	// Note for readers of the ledger.
	Note Opt[string] `json:"note"`
}

// MarshalJSON leaves out what was not set.
func (r AdjustmentCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// AllocationRules is a record of the API.
type AllocationRules struct {
	// Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code.
	Strategy AllocationRulesStrategy `json:"strategy"`

	// How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock.
	Split AllocationRulesSplit `json:"split"`

	// Increases by one with every change; 0 where the rules were never set.
	Version int64 `json:"version"`

	// When the rules last changed; null where they were never set.
	UpdatedAt *time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *AllocationRules) UnmarshalJSON(data []byte) error {
	type plain AllocationRules
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r AllocationRules) MarshalJSON() ([]byte, error) {
	type plain AllocationRules
	return encodeRecord(plain(r), r.Extra)
}

// AllocationRulesStrategy is one of the constants below; later versions may add some.
type AllocationRulesStrategy string

// Values of AllocationRulesStrategy.
const (
	AllocationRulesStrategyAnywhere     AllocationRulesStrategy = "anywhere"
	AllocationRulesStrategyPriority     AllocationRulesStrategy = "priority"
	AllocationRulesStrategyMostStock    AllocationRulesStrategy = "most_stock"
	AllocationRulesStrategyFewestSplits AllocationRulesStrategy = "fewest_splits"
)

// AllocationRulesSplit is one of the constants below; later versions may add some.
type AllocationRulesSplit string

// Values of AllocationRulesSplit.
const (
	AllocationRulesSplitNever      AllocationRulesSplit = "never"
	AllocationRulesSplitByLine     AllocationRulesSplit = "by_line"
	AllocationRulesSplitWithinLine AllocationRulesSplit = "within_line"
)

// AllocationRulesUpdate is the body, or a part of the body, of a request.
type AllocationRulesUpdate struct {
	// Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code.
	Strategy Opt[AllocationRulesStrategy] `json:"strategy"`

	// How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock.
	Split Opt[AllocationRulesSplit] `json:"split"`
}

// MarshalJSON leaves out what was not set.
func (r AllocationRulesUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// Availability is a record of the API.
type Availability struct {
	// In the order of the request.
	Lines []AvailabilityLine `json:"lines"`

	// Whether every line could be ordered whole, all of them together.
	Complete bool `json:"complete"`

	// Time of the answer, RFC 3339 in UTC with milliseconds.
	AsOf time.Time `json:"as_of"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Availability) UnmarshalJSON(data []byte) error {
	type plain Availability
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Availability) MarshalJSON() ([]byte, error) {
	type plain Availability
	return encodeRecord(plain(r), r.Extra)
}

// AvailabilityInWarehouse is a record of the API.
type AvailabilityInWarehouse struct {
	// Warehouse by id.
	WarehouseID string `json:"warehouse_id"`

	// Code of the warehouse: `MAIN`.
	Warehouse string `json:"warehouse"`

	// Units there that could be ordered, less those of earlier lines.
	Available int64 `json:"available"`

	// Units that an order would hold there; null where it would hold them wherever they lie.
	Planned *int64 `json:"planned"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *AvailabilityInWarehouse) UnmarshalJSON(data []byte) error {
	type plain AvailabilityInWarehouse
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r AvailabilityInWarehouse) MarshalJSON() ([]byte, error) {
	type plain AvailabilityInWarehouse
	return encodeRecord(plain(r), r.Extra)
}

// AvailabilityLine is a record of the API.
type AvailabilityLine struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units of the line.
	Requested int64 `json:"requested"`

	// Units of the SKU that could be ordered, less those of earlier lines of the same SKU. Where units come from warehouses: those that warehouses which may ship it can give under the split.
	Available int64 `json:"available"`

	// Warehouses that have available units and may ship it, in the order in which they are chosen; in that of their creation where none is. The first 100.
	Warehouses []AvailabilityInWarehouse `json:"warehouses"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *AvailabilityLine) UnmarshalJSON(data []byte) error {
	type plain AvailabilityLine
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r AvailabilityLine) MarshalJSON() ([]byte, error) {
	type plain AvailabilityLine
	return encodeRecord(plain(r), r.Extra)
}

// AvailabilityRequest is the body, or a part of the body, of a request.
type AvailabilityRequest struct {
	// One SKU with its units each.
	Lines []QuoteLine `json:"lines"`

	// Warehouses that it may be shipped from, by id or code. Default: all. An archived one ships nothing.
	ShipFrom Opt[[]string] `json:"ship_from"`

	// Country that it is shipped to: warehouses that do not ship there are left out. ISO 3166-1 alpha-2.
	ShipToCountry Opt[string] `json:"ship_to_country"`

	// How it may be split over warehouses. Default: as the rules say.
	Split Opt[AvailabilityRequestSplit] `json:"split"`
}

// MarshalJSON leaves out what was not set.
func (r AvailabilityRequest) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// AvailabilityRequestSplit is one of the constants below; later versions may add some.
type AvailabilityRequestSplit string

// Values of AvailabilityRequestSplit.
const (
	AvailabilityRequestSplitNever      AvailabilityRequestSplit = "never"
	AvailabilityRequestSplitByLine     AvailabilityRequestSplit = "by_line"
	AvailabilityRequestSplitWithinLine AvailabilityRequestSplit = "within_line"
)

// BatchAdjust is the body, or a part of the body, of a request.
type BatchAdjust struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units to add, or to remove if negative.
	Delta int64 `json:"delta"`

	// Reason in the ledger, such as `damaged`, `found` or `receipt`.
	Reason string `json:"reason"`

	// Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others.
	Location Opt[string] `json:"location"`

	// Note for readers of the ledger.
	Note Opt[string] `json:"note"`

	// Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer.
	IdempotencyKey Opt[string] `json:"idempotency_key"`
}

// MarshalJSON leaves out what was not set.
func (r BatchAdjust) MarshalJSON() ([]byte, error) {
	return encodeBody(r, "op", "adjust")
}

// BatchCreate is the body, or a part of the body, of a request.
type BatchCreate struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Display name.
	Name string `json:"name"`

	// Units in stock at all locations.
	OnHand Opt[int64] `json:"on_hand"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint Opt[int64] `json:"reorder_point"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock Opt[int64] `json:"safety_stock"`

	// Home location; null for the default warehouse itself.
	Location Opt[string] `json:"location"`

	// Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.
	Barcodes Opt[[]any] `json:"barcodes"`

	// Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.
	Metadata Opt[map[string]string] `json:"metadata"`

	// Weight of one unit in grams.
	WeightG Opt[int64] `json:"weight_g"`

	// Cost of one unit as a decimal text, such as `12.50`; needs `currency`.
	UnitCost Opt[string] `json:"unit_cost"`

	// Currency of `unit_cost`, ISO 4217.
	Currency Opt[string] `json:"currency"`

	// Customs code of the Harmonized System, 6 to 12 digits, with or without dots.
	HSCode Opt[string] `json:"hs_code"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin Opt[string] `json:"country_of_origin"`

	// Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer.
	IdempotencyKey Opt[string] `json:"idempotency_key"`
}

// MarshalJSON leaves out what was not set.
func (r BatchCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r, "op", "create")
}

// BatchItem: Create, update or adjust one SKU.
type BatchItem interface{ isBatchItem() }

func (BatchCreate) isBatchItem() {}

func (BatchUpdate) isBatchItem() {}

func (BatchAdjust) isBatchItem() {}

// BatchOrder is the body, or a part of the body, of a request.
type BatchOrder struct {
	// The order's id in the system it comes from; unique.
	ExternalID Opt[string] `json:"external_id"`

	// A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other.
	Replaces Opt[string] `json:"replaces"`

	// One SKU with its units each.
	Lines []OrderLineCreate `json:"lines"`

	// The return that this order is in exchange for. It is allocated like any other order.
	ExchangeFor Opt[string] `json:"exchange_for"`

	// Delivery address.
	ShipTo Opt[AddressInput] `json:"ship_to"`

	// Free text.
	Note Opt[string] `json:"note"`

	// Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500.
	Metadata Opt[map[string]string] `json:"metadata"`

	// 0 to 9: backorders of the highest are filled first. Default: 5.
	Priority Opt[int64] `json:"priority"`

	// Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last.
	ShipBy Opt[time.Time] `json:"ship_by"`

	// The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say.
	ShipFrom Opt[[]string] `json:"ship_from"`

	// `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say.
	Split Opt[BatchOrderSplit] `json:"split"`

	// false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder.
	AllowBackorder Opt[bool] `json:"allow_backorder"`

	// A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist.
	ReservationID Opt[string] `json:"reservation_id"`

	// true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation.
	RequireReservation Opt[bool] `json:"require_reservation"`

	// Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer.
	IdempotencyKey Opt[string] `json:"idempotency_key"`
}

// MarshalJSON leaves out what was not set.
func (r BatchOrder) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// BatchOrderSplit is one of the constants below; later versions may add some.
type BatchOrderSplit string

// Values of BatchOrderSplit.
const (
	BatchOrderSplitNever      BatchOrderSplit = "never"
	BatchOrderSplitByLine     BatchOrderSplit = "by_line"
	BatchOrderSplitWithinLine BatchOrderSplit = "within_line"
)

// BatchUpdate is the body, or a part of the body, of a request.
type BatchUpdate struct {
	// Display name.
	Name Opt[string] `json:"name"`

	// Units in stock at all locations.
	OnHand Opt[int64] `json:"on_hand"`

	// Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total.
	ExpectedOnHand Opt[int64] `json:"expected_on_hand"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint Opt[int64] `json:"reorder_point"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock Opt[int64] `json:"safety_stock"`

	// Home location; null for the default warehouse itself.
	Location Opt[string] `json:"location"`

	// `active` restores an archived SKU; `archived` is accepted where the SKU is archived already.
	Status Opt[BatchUpdateStatus] `json:"status"`

	// Reason of the change in the ledger. Default: `count`.
	Reason Opt[string] `json:"reason"`

	// Note for readers of the ledger.
	Note Opt[string] `json:"note"`

	// Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.
	Barcodes Opt[[]any] `json:"barcodes"`

	// Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.
	Metadata Opt[map[string]string] `json:"metadata"`

	// Weight of one unit in grams.
	WeightG Opt[int64] `json:"weight_g"`

	// Cost of one unit as a decimal text, such as `12.50`; needs `currency`.
	UnitCost Opt[string] `json:"unit_cost"`

	// Currency of `unit_cost`, ISO 4217.
	Currency Opt[string] `json:"currency"`

	// Customs code of the Harmonized System, 6 to 12 digits, with or without dots.
	HSCode Opt[string] `json:"hs_code"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin Opt[string] `json:"country_of_origin"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer.
	IdempotencyKey Opt[string] `json:"idempotency_key"`
}

// MarshalJSON leaves out what was not set.
func (r BatchUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r, "op", "update")
}

// BatchUpdateStatus is one of the constants below; later versions may add some.
type BatchUpdateStatus string

// Values of BatchUpdateStatus.
const (
	BatchUpdateStatusActive   BatchUpdateStatus = "active"
	BatchUpdateStatusArchived BatchUpdateStatus = "archived"
)

// Caller is a record of the API.
type Caller struct {
	// The account that the caller belongs to.
	Account CallerAccount `json:"account"`

	// The environment of the record. The two environments share nothing.
	Environment CallerEnvironment `json:"environment"`

	// Role: see the table of permissions.
	Role CallerRole `json:"role"`

	// What the role may do, in the order of the table of permissions.
	Permissions []CallerPermissions `json:"permissions"`

	// The API key; null for the session of a member.
	Key *CallerKey `json:"key"`

	// The signed-in member; null for an API key.
	Member *CallerMember `json:"member"`

	// The rate limits that each request counts in.
	Limits CallerLimits `json:"limits"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Caller) UnmarshalJSON(data []byte) error {
	type plain Caller
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Caller) MarshalJSON() ([]byte, error) {
	type plain Caller
	return encodeRecord(plain(r), r.Extra)
}

// CallerEnvironment is one of the constants below; later versions may add some.
type CallerEnvironment string

// Values of CallerEnvironment.
const (
	CallerEnvironmentSandbox    CallerEnvironment = "sandbox"
	CallerEnvironmentProduction CallerEnvironment = "production"
)

// CallerRole is one of the constants below; later versions may add some.
type CallerRole string

// Values of CallerRole.
const (
	CallerRoleAdmin            CallerRole = "admin"
	CallerRoleManager          CallerRole = "manager"
	CallerRoleFulfilment       CallerRole = "fulfilment"
	CallerRoleIntegration      CallerRole = "integration"
	CallerRoleScanner          CallerRole = "scanner"
	CallerRoleViewer           CallerRole = "viewer"
	CallerRoleMemberOwner      CallerRole = "member:owner"
	CallerRoleMemberDeveloper  CallerRole = "member:developer"
	CallerRoleMemberManager    CallerRole = "member:manager"
	CallerRoleMemberFulfilment CallerRole = "member:fulfilment"
	CallerRoleMemberScanner    CallerRole = "member:scanner"
	CallerRoleMemberViewer     CallerRole = "member:viewer"
)

// CallerPermissions is one of the constants below; later versions may add some.
type CallerPermissions string

// Values of CallerPermissions.
const (
	CallerPermissionsInventoryRead     CallerPermissions = "inventory:read"
	CallerPermissionsLocationsRead     CallerPermissions = "locations:read"
	CallerPermissionsInventoryWrite    CallerPermissions = "inventory:write"
	CallerPermissionsLocationsWrite    CallerPermissions = "locations:write"
	CallerPermissionsStockTransfer     CallerPermissions = "stock:transfer"
	CallerPermissionsReservationsWrite CallerPermissions = "reservations:write"
	CallerPermissionsOrdersRead        CallerPermissions = "orders:read"
	CallerPermissionsOrdersReadShipTo  CallerPermissions = "orders:read_ship_to"
	CallerPermissionsOrdersCreate      CallerPermissions = "orders:create"
	CallerPermissionsOrdersCancel      CallerPermissions = "orders:cancel"
	CallerPermissionsOrdersFulfil      CallerPermissions = "orders:fulfil"
	CallerPermissionsOrdersHold        CallerPermissions = "orders:hold"
	CallerPermissionsReturnsCreate     CallerPermissions = "returns:create"
	CallerPermissionsReturnsReceive    CallerPermissions = "returns:receive"
	CallerPermissionsOrdersErase       CallerPermissions = "orders:erase"
	CallerPermissionsScansWrite        CallerPermissions = "scans:write"
	CallerPermissionsScansRead         CallerPermissions = "scans:read"
	CallerPermissionsScansApply        CallerPermissions = "scans:apply"
	CallerPermissionsEventsRead        CallerPermissions = "events:read"
	CallerPermissionsIntegrityRead     CallerPermissions = "integrity:read"
	CallerPermissionsAccountRead       CallerPermissions = "account:read"
	CallerPermissionsAuditRead         CallerPermissions = "audit:read"
	CallerPermissionsKeysRead          CallerPermissions = "keys:read"
	CallerPermissionsKeysManage        CallerPermissions = "keys:manage"
	CallerPermissionsMembersRead       CallerPermissions = "members:read"
	CallerPermissionsMembersManage     CallerPermissions = "members:manage"
	CallerPermissionsWebhooksRead      CallerPermissions = "webhooks:read"
	CallerPermissionsWebhooksManage    CallerPermissions = "webhooks:manage"
)

// CallerAccount is a record of the API.
type CallerAccount struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Name of the account.
	Name string `json:"name"`

	// `enterprise` opens production; `evaluation` does not.
	Plan CallerAccountPlan `json:"plan"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *CallerAccount) UnmarshalJSON(data []byte) error {
	type plain CallerAccount
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r CallerAccount) MarshalJSON() ([]byte, error) {
	type plain CallerAccount
	return encodeRecord(plain(r), r.Extra)
}

// CallerAccountPlan is one of the constants below; later versions may add some.
type CallerAccountPlan string

// Values of CallerAccountPlan.
const (
	CallerAccountPlanEnterprise CallerAccountPlan = "enterprise"
	CallerAccountPlanEvaluation CallerAccountPlan = "evaluation"
)

// CallerKey is a record of the API.
type CallerKey struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Purpose of the key, as given; null if none was given.
	Name *string `json:"name"`

	// Time at which the secret in use becomes invalid: the expiry of the key, or the end of the overlap after it was rotated; null: never.
	ExpiresAt *time.Time `json:"expires_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *CallerKey) UnmarshalJSON(data []byte) error {
	type plain CallerKey
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r CallerKey) MarshalJSON() ([]byte, error) {
	type plain CallerKey
	return encodeRecord(plain(r), r.Extra)
}

// CallerLimits is a record of the API.
type CallerLimits struct {
	// Of the key, or of the session.
	Own RateLimit `json:"own"`

	// Shared by all keys of the account in this environment, or by its sessions in this environment.
	Shared RateLimit `json:"shared"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *CallerLimits) UnmarshalJSON(data []byte) error {
	type plain CallerLimits
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r CallerLimits) MarshalJSON() ([]byte, error) {
	type plain CallerLimits
	return encodeRecord(plain(r), r.Extra)
}

// CallerMember is a record of the API.
type CallerMember struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// In lower case.
	Email string `json:"email"`

	// Role of the member in the account.
	Role CallerMemberRole `json:"role"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *CallerMember) UnmarshalJSON(data []byte) error {
	type plain CallerMember
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r CallerMember) MarshalJSON() ([]byte, error) {
	type plain CallerMember
	return encodeRecord(plain(r), r.Extra)
}

// CallerMemberRole is one of the constants below; later versions may add some.
type CallerMemberRole string

// Values of CallerMemberRole.
const (
	CallerMemberRoleOwner      CallerMemberRole = "owner"
	CallerMemberRoleDeveloper  CallerMemberRole = "developer"
	CallerMemberRoleManager    CallerMemberRole = "manager"
	CallerMemberRoleFulfilment CallerMemberRole = "fulfilment"
	CallerMemberRoleScanner    CallerMemberRole = "scanner"
	CallerMemberRoleViewer     CallerMemberRole = "viewer"
)

// DisabledEndpoint is a record of the API.
type DisabledEndpoint struct {
	// The endpoint.
	ID string `json:"id"`

	// Scheme, host and port of its URL. The path is left out, since it can hold secrets.
	Origin string `json:"origin"`

	// Description of the endpoint; null if none was given.
	Description *string `json:"description"`

	// `gone`: the receiver answered 410. `failing`: no attempt has succeeded for days.
	Reason DisabledEndpointReason `json:"reason"`

	// When it was disabled, RFC 3339 in UTC with milliseconds.
	DisabledAt time.Time `json:"disabled_at"`

	// First failure after the last success, or after two days without an attempt.
	FailingSince *time.Time `json:"failing_since"`

	// Last successful attempt; null if never.
	LastSuccessAt *time.Time `json:"last_success_at"`

	// Number of failed attempts in a row.
	Failures int64 `json:"failures"`

	// HTTP status of the last response; null without one.
	LastStatus *int64 `json:"last_status"`

	// Reason for the missing response of the last attempt; null if there was a response.
	LastError *string `json:"last_error"`

	// Readable message, with the way to enable the endpoint again.
	Message string `json:"message"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *DisabledEndpoint) UnmarshalJSON(data []byte) error {
	type plain DisabledEndpoint
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r DisabledEndpoint) MarshalJSON() ([]byte, error) {
	type plain DisabledEndpoint
	return encodeRecord(plain(r), r.Extra)
}

// DisabledEndpointReason is one of the constants below; later versions may add some.
type DisabledEndpointReason string

// Values of DisabledEndpointReason.
const (
	DisabledEndpointReasonGone    DisabledEndpointReason = "gone"
	DisabledEndpointReasonFailing DisabledEndpointReason = "failing"
)

// EndpointDisabled is a record of the API.
type EndpointDisabled struct {
	// Id of the event, the same at every attempt.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The disabled endpoint.
	Data DisabledEndpoint `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *EndpointDisabled) UnmarshalJSON(data []byte) error {
	type plain EndpointDisabled
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r EndpointDisabled) MarshalJSON() ([]byte, error) {
	type plain EndpointDisabled
	return encodeRecord(plain(r), r.Extra)
}

// Fulfilment is a record of the API.
type Fulfilment struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Opaque id with a prefix for its type, sortable by creation.
	OrderID string `json:"order_id"`

	// The fulfilment's id in another system, 1 to 200 characters, unique.
	ExternalID *string `json:"external_id"`

	// `open` until it is packed; shipped and cancelled fulfilments are final.
	Status FulfilmentStatus `json:"status"`

	// Units of lines of the order.
	Lines []FulfilmentLine `json:"lines"`

	// The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse.
	WarehouseID *string `json:"warehouse_id"`

	// The warehouse's code; null where `warehouse_id` is.
	Warehouse *string `json:"warehouse"`

	// The parcels, at most 100.
	Packages []FulfilmentPackage `json:"packages"`

	// Carrier of the parcels, 1 to 100 characters.
	Carrier *string `json:"carrier"`

	// The carrier's tracking number, 1 to 100 characters.
	TrackingNumber *string `json:"tracking_number"`

	// Tracking page: http or https, at most 2 000 characters.
	TrackingURL *string `json:"tracking_url"`

	// Free text.
	Note *string `json:"note"`

	// Reason given with the cancellation; null without one.
	CancelReason *string `json:"cancel_reason"`

	// A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation.
	PendingTransition *FulfilmentPendingTransition `json:"pending_transition"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of packing, RFC 3339 in UTC with milliseconds; null unless packed.
	PackedAt *time.Time `json:"packed_at"`

	// Time of shipping, RFC 3339 in UTC with milliseconds; null before.
	ShippedAt *time.Time `json:"shipped_at"`

	// Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before.
	DeliveredAt *time.Time `json:"delivered_at"`

	// Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.
	CancelledAt *time.Time `json:"cancelled_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Fulfilment) UnmarshalJSON(data []byte) error {
	type plain Fulfilment
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Fulfilment) MarshalJSON() ([]byte, error) {
	type plain Fulfilment
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentStatus is one of the constants below; later versions may add some.
type FulfilmentStatus string

// Values of FulfilmentStatus.
const (
	FulfilmentStatusOpen      FulfilmentStatus = "open"
	FulfilmentStatusPacked    FulfilmentStatus = "packed"
	FulfilmentStatusShipped   FulfilmentStatus = "shipped"
	FulfilmentStatusCancelled FulfilmentStatus = "cancelled"
)

// FulfilmentPendingTransition is one of the constants below; later versions may add some.
type FulfilmentPendingTransition string

// Values of FulfilmentPendingTransition.
const (
	FulfilmentPendingTransitionFulfil FulfilmentPendingTransition = "fulfil"
	FulfilmentPendingTransitionPack   FulfilmentPendingTransition = "pack"
	FulfilmentPendingTransitionUnpack FulfilmentPendingTransition = "unpack"
	FulfilmentPendingTransitionShip   FulfilmentPendingTransition = "ship"
	FulfilmentPendingTransitionCancel FulfilmentPendingTransition = "cancel"
)

// FulfilmentCancelled is a record of the API.
type FulfilmentCancelled struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The fulfilment after the change.
	Data FulfilmentSnapshot `json:"data"`

	// Its order after the change.
	Order OrderOfFulfilmentSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentCancelled) UnmarshalJSON(data []byte) error {
	type plain FulfilmentCancelled
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentCancelled) MarshalJSON() ([]byte, error) {
	type plain FulfilmentCancelled
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentCreate is the body, or a part of the body, of a request.
type FulfilmentCreate struct {
	// Units of lines, each line once. Default: all that is allocated and in no other fulfilment.
	Lines Opt[[]LineUnitsInput] `json:"lines"`

	// Id or code of the warehouse that the units are held in; without `lines` it is all that is allocated there and in no other fulfilment. Default: the one that holds them all.
	Warehouse Opt[string] `json:"warehouse"`

	// The fulfilment's id in another system; unique among fulfilments.
	ExternalID Opt[string] `json:"external_id"`

	// Free text.
	Note Opt[string] `json:"note"`
}

// MarshalJSON leaves out what was not set.
func (r FulfilmentCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// FulfilmentCreated is a record of the API.
type FulfilmentCreated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The fulfilment after the change.
	Data FulfilmentSnapshot `json:"data"`

	// Its order after the change.
	Order OrderOfFulfilmentSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentCreated) UnmarshalJSON(data []byte) error {
	type plain FulfilmentCreated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentCreated) MarshalJSON() ([]byte, error) {
	type plain FulfilmentCreated
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentLine is a record of the API.
type FulfilmentLine struct {
	// Opaque id with a prefix for its type, sortable by creation.
	LineID string `json:"line_id"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// The SKU's name when the order was created.
	Name *string `json:"name"`

	// Units of the line in this fulfilment.
	Quantity int64 `json:"quantity"`

	// Units of them that are allocated; 0 once it is shipped or cancelled.
	Allocated int64 `json:"allocated"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentLine) UnmarshalJSON(data []byte) error {
	type plain FulfilmentLine
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentLine) MarshalJSON() ([]byte, error) {
	type plain FulfilmentLine
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentOfOrder is a record of the API.
type FulfilmentOfOrder struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Its status.
	Status FulfilmentOfOrderStatus `json:"status"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentOfOrder) UnmarshalJSON(data []byte) error {
	type plain FulfilmentOfOrder
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentOfOrder) MarshalJSON() ([]byte, error) {
	type plain FulfilmentOfOrder
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentOfOrderStatus is one of the constants below; later versions may add some.
type FulfilmentOfOrderStatus string

// Values of FulfilmentOfOrderStatus.
const (
	FulfilmentOfOrderStatusOpen      FulfilmentOfOrderStatus = "open"
	FulfilmentOfOrderStatusPacked    FulfilmentOfOrderStatus = "packed"
	FulfilmentOfOrderStatusShipped   FulfilmentOfOrderStatus = "shipped"
	FulfilmentOfOrderStatusCancelled FulfilmentOfOrderStatus = "cancelled"
)

// FulfilmentPack is the body, or a part of the body, of a request.
type FulfilmentPack struct {
	// The parcels, at most 100. If one has `lines`, the contents of all parcels together are packed.
	Packages Opt[[]FulfilmentPackageInput] `json:"packages"`

	// What is packed, where it is less than the fulfilment plans; `short` is required then.
	Lines Opt[[]LineUnitsInput] `json:"lines"`

	// What becomes of units that are not packed: `backorder` puts them back into the order, `cancel` drops them from it, `reallocate` puts them back and holds them in other warehouses, as far as the order may be shipped from those and they have units free.
	Short Opt[FulfilmentPackShort] `json:"short"`
}

// MarshalJSON leaves out what was not set.
func (r FulfilmentPack) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// FulfilmentPackShort is one of the constants below; later versions may add some.
type FulfilmentPackShort string

// Values of FulfilmentPackShort.
const (
	FulfilmentPackShortBackorder  FulfilmentPackShort = "backorder"
	FulfilmentPackShortCancel     FulfilmentPackShort = "cancel"
	FulfilmentPackShortReallocate FulfilmentPackShort = "reallocate"
)

// FulfilmentPackage is a record of the API.
type FulfilmentPackage struct {
	// Weight in grams.
	WeightG *int64 `json:"weight_g,omitempty"`

	// Length in millimetres.
	LengthMM *int64 `json:"length_mm,omitempty"`

	// Width in millimetres.
	WidthMM *int64 `json:"width_mm,omitempty"`

	// Height in millimetres.
	HeightMM *int64 `json:"height_mm,omitempty"`

	// Tracking number of this parcel, 1 to 100 characters.
	Tracking *string `json:"tracking,omitempty"`

	// What is in the parcel, where that was said.
	Lines []LineUnits `json:"lines,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentPackage) UnmarshalJSON(data []byte) error {
	type plain FulfilmentPackage
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentPackage) MarshalJSON() ([]byte, error) {
	type plain FulfilmentPackage
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentPackageInput is the body, or a part of the body, of a request.
type FulfilmentPackageInput struct {
	// Weight in grams.
	WeightG Opt[int64] `json:"weight_g"`

	// Length in millimetres.
	LengthMM Opt[int64] `json:"length_mm"`

	// Width in millimetres.
	WidthMM Opt[int64] `json:"width_mm"`

	// Height in millimetres.
	HeightMM Opt[int64] `json:"height_mm"`

	// Tracking number of this parcel, 1 to 100 characters.
	Tracking Opt[string] `json:"tracking"`

	// What is in the parcel.
	Lines Opt[[]LineUnitsInput] `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r FulfilmentPackageInput) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// FulfilmentPackageUpdate is the body, or a part of the body, of a request.
type FulfilmentPackageUpdate struct {
	// Tracking number of this parcel; null clears it.
	Tracking Opt[string] `json:"tracking"`
}

// MarshalJSON leaves out what was not set.
func (r FulfilmentPackageUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// FulfilmentPacked is a record of the API.
type FulfilmentPacked struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The fulfilment after the change.
	Data FulfilmentSnapshot `json:"data"`

	// Its order after the change.
	Order OrderOfFulfilmentSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentPacked) UnmarshalJSON(data []byte) error {
	type plain FulfilmentPacked
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentPacked) MarshalJSON() ([]byte, error) {
	type plain FulfilmentPacked
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentShip is the body, or a part of the body, of a request.
type FulfilmentShip struct {
	// Carrier of the parcels, 1 to 100 characters.
	Carrier Opt[string] `json:"carrier"`

	// The carrier's tracking number, 1 to 100 characters.
	TrackingNumber Opt[string] `json:"tracking_number"`

	// Tracking page: http or https, at most 2 000 characters.
	TrackingURL Opt[string] `json:"tracking_url"`

	// The locations that units are taken from: for each line that is named, all its units. Default: the home location, then the fullest others.
	From Opt[[]TakenFrom] `json:"from"`
}

// MarshalJSON leaves out what was not set.
func (r FulfilmentShip) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// FulfilmentShipped is a record of the API.
type FulfilmentShipped struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The fulfilment after the change.
	Data FulfilmentSnapshot `json:"data"`

	// Its order after the change.
	Order OrderOfFulfilmentSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentShipped) UnmarshalJSON(data []byte) error {
	type plain FulfilmentShipped
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentShipped) MarshalJSON() ([]byte, error) {
	type plain FulfilmentShipped
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentSnapshot is a record of the API.
type FulfilmentSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Opaque id with a prefix for its type, sortable by creation.
	OrderID string `json:"order_id"`

	// The fulfilment's id in another system, 1 to 200 characters, unique.
	ExternalID *string `json:"external_id"`

	// `open` until it is packed; shipped and cancelled fulfilments are final.
	Status FulfilmentSnapshotStatus `json:"status"`

	// Units of lines of the order.
	Lines []FulfilmentLine `json:"lines"`

	// The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse.
	WarehouseID *string `json:"warehouse_id,omitempty"`

	// The warehouse's code; null where `warehouse_id` is.
	Warehouse *string `json:"warehouse,omitempty"`

	// The parcels, at most 100.
	Packages []FulfilmentPackage `json:"packages"`

	// Carrier of the parcels, 1 to 100 characters.
	Carrier *string `json:"carrier"`

	// The carrier's tracking number, 1 to 100 characters.
	TrackingNumber *string `json:"tracking_number"`

	// Tracking page: http or https, at most 2 000 characters.
	TrackingURL *string `json:"tracking_url"`

	// Free text.
	Note *string `json:"note"`

	// Reason given with the cancellation; null without one.
	CancelReason *string `json:"cancel_reason"`

	// A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation.
	PendingTransition *FulfilmentSnapshotPendingTransition `json:"pending_transition"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of packing, RFC 3339 in UTC with milliseconds; null unless packed.
	PackedAt *time.Time `json:"packed_at"`

	// Time of shipping, RFC 3339 in UTC with milliseconds; null before.
	ShippedAt *time.Time `json:"shipped_at"`

	// Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before.
	DeliveredAt *time.Time `json:"delivered_at"`

	// Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.
	CancelledAt *time.Time `json:"cancelled_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentSnapshot) UnmarshalJSON(data []byte) error {
	type plain FulfilmentSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentSnapshot) MarshalJSON() ([]byte, error) {
	type plain FulfilmentSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentSnapshotStatus is one of the constants below; later versions may add some.
type FulfilmentSnapshotStatus string

// Values of FulfilmentSnapshotStatus.
const (
	FulfilmentSnapshotStatusOpen      FulfilmentSnapshotStatus = "open"
	FulfilmentSnapshotStatusPacked    FulfilmentSnapshotStatus = "packed"
	FulfilmentSnapshotStatusShipped   FulfilmentSnapshotStatus = "shipped"
	FulfilmentSnapshotStatusCancelled FulfilmentSnapshotStatus = "cancelled"
)

// FulfilmentSnapshotPendingTransition is one of the constants below; later versions may add some.
type FulfilmentSnapshotPendingTransition string

// Values of FulfilmentSnapshotPendingTransition.
const (
	FulfilmentSnapshotPendingTransitionFulfil FulfilmentSnapshotPendingTransition = "fulfil"
	FulfilmentSnapshotPendingTransitionPack   FulfilmentSnapshotPendingTransition = "pack"
	FulfilmentSnapshotPendingTransitionUnpack FulfilmentSnapshotPendingTransition = "unpack"
	FulfilmentSnapshotPendingTransitionShip   FulfilmentSnapshotPendingTransition = "ship"
	FulfilmentSnapshotPendingTransitionCancel FulfilmentSnapshotPendingTransition = "cancel"
)

// FulfilmentUnpacked is a record of the API.
type FulfilmentUnpacked struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The fulfilment after the change.
	Data FulfilmentSnapshot `json:"data"`

	// Its order after the change.
	Order OrderOfFulfilmentSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentUnpacked) UnmarshalJSON(data []byte) error {
	type plain FulfilmentUnpacked
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentUnpacked) MarshalJSON() ([]byte, error) {
	type plain FulfilmentUnpacked
	return encodeRecord(plain(r), r.Extra)
}

// FulfilmentUpdate is the body, or a part of the body, of a request.
type FulfilmentUpdate struct {
	// Carrier of the parcels; null clears it.
	Carrier Opt[string] `json:"carrier"`

	// The carrier's tracking number; null clears it.
	TrackingNumber Opt[string] `json:"tracking_number"`

	// Tracking page: http or https; null clears it.
	TrackingURL Opt[string] `json:"tracking_url"`

	// Free text; null clears it.
	Note Opt[string] `json:"note"`

	// Time of delivery, of a shipped fulfilment; null clears it.
	DeliveredAt Opt[time.Time] `json:"delivered_at"`

	// One entry for each parcel, in the order of `packages`; what else a parcel has is accepted where it equals it.
	Packages Opt[[]FulfilmentPackageUpdate] `json:"packages"`
}

// MarshalJSON leaves out what was not set.
func (r FulfilmentUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// FulfilmentUpdated is a record of the API.
type FulfilmentUpdated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The fulfilment after the change.
	Data FulfilmentSnapshot `json:"data"`

	// Its order after the change.
	Order OrderOfFulfilmentSnapshot `json:"order"`

	// Changed fields of the fulfilment, such as `lines`, `tracking_number` or `delivered_at`.
	Changed []string `json:"changed"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FulfilmentUpdated) UnmarshalJSON(data []byte) error {
	type plain FulfilmentUpdated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FulfilmentUpdated) MarshalJSON() ([]byte, error) {
	type plain FulfilmentUpdated
	return encodeRecord(plain(r), r.Extra)
}

// Hold is a record of the API.
type Hold struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The word that was given: 1 to 64 of a-z, 0-9 and `_`.
	Reason string `json:"reason"`

	// Free text.
	Note *string `json:"note"`

	// Whether units that are not packed were given back.
	ReleaseStock bool `json:"release_stock"`

	// Time at which the hold ends by itself, RFC 3339 in UTC with milliseconds; null where it is to be released.
	Until *time.Time `json:"until"`

	// Id of the API key or member that placed it.
	PlacedBy string `json:"placed_by"`

	// Time at which it was placed, RFC 3339 in UTC with milliseconds.
	PlacedAt time.Time `json:"placed_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Hold) UnmarshalJSON(data []byte) error {
	type plain Hold
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Hold) MarshalJSON() ([]byte, error) {
	type plain Hold
	return encodeRecord(plain(r), r.Extra)
}

// HoldCreate is the body, or a part of the body, of a request.
type HoldCreate struct {
	// A word of your own, such as `awaiting_payment`: 1 to 64 of a-z, 0-9 and `_`.
	Reason string `json:"reason"`

	// Free text.
	Note Opt[string] `json:"note"`

	// The hold ends by itself at this time, which is to come. Default: it ends when it is released.
	Until Opt[time.Time] `json:"until"`

	// true: units that are not packed are given back, and other orders get them; the order waits for them at its rank once its last hold of this kind has ended.
	ReleaseStock Opt[bool] `json:"release_stock"`
}

// MarshalJSON leaves out what was not set.
func (r HoldCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// HoldOfOrder is a record of the API.
type HoldOfOrder struct {
	// Id of the hold.
	ID string `json:"id"`

	// Its reason.
	Reason string `json:"reason"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *HoldOfOrder) UnmarshalJSON(data []byte) error {
	type plain HoldOfOrder
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r HoldOfOrder) MarshalJSON() ([]byte, error) {
	type plain HoldOfOrder
	return encodeRecord(plain(r), r.Extra)
}

// ImportChange is a record of the API.
type ImportChange struct {
	// Row number, counted as in `errors`.
	Row int64 `json:"row"`

	// Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count.
	Line int64 `json:"line"`

	// Code of the SKU.
	SKU string `json:"sku"`

	// With `by=location`: the location at which `on_hand` would change.
	Location *string `json:"location,omitempty"`

	// The facts that would change, as they are before the row; null: the row would create the SKU.
	Before *ImportFacts `json:"before"`

	// The same facts after it; of a new SKU those that it would have.
	After ImportFacts `json:"after"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ImportChange) UnmarshalJSON(data []byte) error {
	type plain ImportChange
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ImportChange) MarshalJSON() ([]byte, error) {
	type plain ImportChange
	return encodeRecord(plain(r), r.Extra)
}

// ImportDuplicate is a record of the API.
type ImportDuplicate struct {
	// Code of the SKU.
	SKU string `json:"sku"`

	// The later row, counted as in `errors`.
	Row int64 `json:"row"`

	// Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count.
	Line int64 `json:"line"`

	// The first row with this SKU.
	FirstRow int64 `json:"first_row"`

	// Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count.
	FirstLine int64 `json:"first_line"`

	// With `by=location`: the location that both rows count, as the later row names it.
	Location *string `json:"location,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ImportDuplicate) UnmarshalJSON(data []byte) error {
	type plain ImportDuplicate
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ImportDuplicate) MarshalJSON() ([]byte, error) {
	type plain ImportDuplicate
	return encodeRecord(plain(r), r.Extra)
}

// ImportError is a record of the API.
type ImportError struct {
	// Row number from 1, without the header line and empty lines.
	Row int64 `json:"row"`

	// Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count.
	Line *int64 `json:"line,omitempty"`

	// Faulty column or member; null for the row as a whole.
	Column *string `json:"column"`

	// Error code, as for a batch item or its fields.
	Code string `json:"code"`

	// Explanation for people.
	Message string `json:"message"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ImportError) UnmarshalJSON(data []byte) error {
	type plain ImportError
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ImportError) MarshalJSON() ([]byte, error) {
	type plain ImportError
	return encodeRecord(plain(r), r.Extra)
}

// ImportFacts is a record of the API.
type ImportFacts struct {
	// Display name.
	Name *string `json:"name,omitempty"`

	// Status of the record.
	Status *ImportFactsStatus `json:"status,omitempty"`

	// Units in stock at all locations.
	OnHand *int64 `json:"on_hand,omitempty"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint *int64 `json:"reorder_point,omitempty"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock *int64 `json:"safety_stock,omitempty"`

	// Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.
	Location *string `json:"location,omitempty"`

	// Barcodes by which it is found.
	Barcodes []string `json:"barcodes,omitempty"`

	// Your own pairs.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Weight of one unit in grams.
	WeightG *int64 `json:"weight_g,omitempty"`

	// Cost of one unit as a decimal text.
	UnitCost *string `json:"unit_cost,omitempty"`

	// Currency of `unit_cost`, ISO 4217.
	Currency *string `json:"currency,omitempty"`

	// Customs code of the Harmonized System.
	HSCode *string `json:"hs_code,omitempty"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin *string `json:"country_of_origin,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ImportFacts) UnmarshalJSON(data []byte) error {
	type plain ImportFacts
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ImportFacts) MarshalJSON() ([]byte, error) {
	type plain ImportFacts
	return encodeRecord(plain(r), r.Extra)
}

// ImportFactsStatus is one of the constants below; later versions may add some.
type ImportFactsStatus string

// Values of ImportFactsStatus.
const (
	ImportFactsStatusActive   ImportFactsStatus = "active"
	ImportFactsStatusArchived ImportFactsStatus = "archived"
)

// ImportLocation is a record of the API.
type ImportLocation struct {
	// Its path, as answers show it.
	Location string `json:"location"`

	// A location, existing or of this file, whose path differs in upper and lower case alone: probably a typing error.
	SimilarTo *string `json:"similar_to,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ImportLocation) UnmarshalJSON(data []byte) error {
	type plain ImportLocation
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ImportLocation) MarshalJSON() ([]byte, error) {
	type plain ImportLocation
	return encodeRecord(plain(r), r.Extra)
}

// ImportReport is a record of the API.
type ImportReport struct {
	// True for a dry run: nothing was changed, and the numbers are a forecast.
	DryRun bool `json:"dry_run"`

	// Rows read.
	Rows int64 `json:"rows"`

	// Rows that created a SKU.
	Created int64 `json:"created"`

	// Rows that updated a SKU.
	Updated int64 `json:"updated"`

	// Rows with `op` `adjust` that moved stock.
	Adjusted int64 `json:"adjusted"`

	// Rows that match the SKU as it is.
	Unchanged int64 `json:"unchanged"`

	// Rows that failed and changed nothing.
	Failed int64 `json:"failed"`

	// Errors of failed rows, in order: the first 1 000.
	Errors []ImportError `json:"errors"`

	// Number of further errors.
	ErrorsLeftOut int64 `json:"errors_left_out"`

	// Rows without `op` and `expected_on_hand` whose SKU is that of an earlier one, with `by=location` whose SKU and place are. They are done in the order of the file, so the last one counts. The first 100000 SKUs of a file are compared.
	DuplicateRows *int64 `json:"duplicate_rows,omitempty"`

	// The duplicate rows, in order: the first 1 000.
	Duplicates []ImportDuplicate `json:"duplicates,omitempty"`

	// Dry runs: what each row would change, in order: the first 1 000 of 1 MB at most.
	Changes []ImportChange `json:"changes,omitempty"`

	// Dry runs: number of further rows that would change a SKU.
	ChangesLeftOut *int64 `json:"changes_left_out,omitempty"`

	// Dry runs: locations that would be created, in the order of the file, each after the locations that contain it: the first 1 000.
	NewLocations []ImportLocation `json:"new_locations,omitempty"`

	// Dry runs: number of further new locations, of the first 100 000.
	NewLocationsLeftOut *int64 `json:"new_locations_left_out,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ImportReport) UnmarshalJSON(data []byte) error {
	type plain ImportReport
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ImportReport) MarshalJSON() ([]byte, error) {
	type plain ImportReport
	return encodeRecord(plain(r), r.Extra)
}

// IntegrityDifference is a record of the API.
type IntegrityDifference struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// The violated rule. `places_add_up`: on_hand is the sum of the stock at all locations. `unavailable_adds_up`: unavailable is the sum at locations that are not sellable. `quantities_add_up`: on_hand is the sum of allocated, reserved, unavailable, buffer and available, none of them below 0. `reservations_add_up`: reserved is the sum of active reservations, in each warehouse of those that name it. `ledger_adds_up`: the movements at each location add up to its stock. `ledger_is_whole`: each movement results in the balance that it records. `holds_add_up`: allocated is the sum of the holds of orders, packed ones included. `holds_are_on_hand`: 0 ≤ held by packed orders ≤ allocated ≤ on_hand - unavailable. `portions_add_up`: the quantity of each order line is the sum of what is allocated, waits, was shipped and was cancelled, and what waits is what SKUs are waited for. `portions_are_held`: no line has more units in fulfilments than are allocated to it. `shipments_are_in_ledger`: the movements of each order that is shipped in part add up to what it has shipped. `returns_are_in_ledger`: the movements of the returns of each order add up to what came back of it, and no more came back than was shipped. `warehouses_add_up`: the units of each warehouse are those at its locations, and no more are allocated and reserved in it than are sellable there. `sources_add_up`: the units that orders hold in each warehouse are those allocated in it, packed ones included, and all units of an order that chose warehouses are in them. `sku_exists`: the SKUs of movements and orders exist.
	Check IntegrityDifferenceCheck `json:"check"`

	// Location of the difference; null if it concerns no single location.
	LocationID *string `json:"location_id"`

	// Expected units; null if the rule concerns no units.
	Expected *int64 `json:"expected"`

	// Units found; null if the rule concerns no units.
	Found *int64 `json:"found"`

	// Explanation for people.
	Message string `json:"message"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *IntegrityDifference) UnmarshalJSON(data []byte) error {
	type plain IntegrityDifference
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r IntegrityDifference) MarshalJSON() ([]byte, error) {
	type plain IntegrityDifference
	return encodeRecord(plain(r), r.Extra)
}

// IntegrityDifferenceCheck is one of the constants below; later versions may add some.
type IntegrityDifferenceCheck string

// Values of IntegrityDifferenceCheck.
const (
	IntegrityDifferenceCheckPlacesAddUp          IntegrityDifferenceCheck = "places_add_up"
	IntegrityDifferenceCheckUnavailableAddsUp    IntegrityDifferenceCheck = "unavailable_adds_up"
	IntegrityDifferenceCheckQuantitiesAddUp      IntegrityDifferenceCheck = "quantities_add_up"
	IntegrityDifferenceCheckReservationsAddUp    IntegrityDifferenceCheck = "reservations_add_up"
	IntegrityDifferenceCheckLedgerAddsUp         IntegrityDifferenceCheck = "ledger_adds_up"
	IntegrityDifferenceCheckLedgerIsWhole        IntegrityDifferenceCheck = "ledger_is_whole"
	IntegrityDifferenceCheckHoldsAddUp           IntegrityDifferenceCheck = "holds_add_up"
	IntegrityDifferenceCheckHoldsAreOnHand       IntegrityDifferenceCheck = "holds_are_on_hand"
	IntegrityDifferenceCheckPortionsAddUp        IntegrityDifferenceCheck = "portions_add_up"
	IntegrityDifferenceCheckPortionsAreHeld      IntegrityDifferenceCheck = "portions_are_held"
	IntegrityDifferenceCheckShipmentsAreInLedger IntegrityDifferenceCheck = "shipments_are_in_ledger"
	IntegrityDifferenceCheckReturnsAreInLedger   IntegrityDifferenceCheck = "returns_are_in_ledger"
	IntegrityDifferenceCheckWarehousesAddUp      IntegrityDifferenceCheck = "warehouses_add_up"
	IntegrityDifferenceCheckSourcesAddUp         IntegrityDifferenceCheck = "sources_add_up"
	IntegrityDifferenceCheckSKUExists            IntegrityDifferenceCheck = "sku_exists"
)

// IntegrityReport is a record of the API.
type IntegrityReport struct {
	// Time of the first snapshot. SKUs are read in groups, each with its movements and holds in one snapshot.
	AsOf time.Time `json:"as_of"`

	// True without differences.
	Consistent bool `json:"consistent"`

	// Number of records read.
	Compared IntegrityTotals `json:"compared"`

	// Number of differences.
	Differing int64 `json:"differing"`

	// The first 100 differences, by SKU.
	Differences []IntegrityDifference `json:"differences"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *IntegrityReport) UnmarshalJSON(data []byte) error {
	type plain IntegrityReport
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r IntegrityReport) MarshalJSON() ([]byte, error) {
	type plain IntegrityReport
	return encodeRecord(plain(r), r.Extra)
}

// IntegrityTotals is a record of the API.
type IntegrityTotals struct {
	// SKUs, including archived ones.
	SKUs int64 `json:"skus"`

	// Pairs of a SKU and a location that holds stock of it.
	Places int64 `json:"places"`

	// Entries of the ledger, without those before a checkpoint.
	Movements int64 `json:"movements"`

	// Lines of orders that are neither shipped nor cancelled.
	Holds int64 `json:"holds"`

	// Number of lines of active reservations.
	Reservations int64 `json:"reservations"`

	// SKUs whose ledger was read from its last verified checkpoint on.
	Checkpoints int64 `json:"checkpoints"`

	// Entries of the ledger before these checkpoints: verified earlier, and not read again.
	EarlierMovements int64 `json:"earlier_movements"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *IntegrityTotals) UnmarshalJSON(data []byte) error {
	type plain IntegrityTotals
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r IntegrityTotals) MarshalJSON() ([]byte, error) {
	type plain IntegrityTotals
	return encodeRecord(plain(r), r.Extra)
}

// InventoryBatch is the body, or a part of the body, of a request.
type InventoryBatch struct {
	// `partial`: each item individually, in order; `atomic`: all or none.
	Mode Opt[InventoryBatchMode] `json:"mode"`

	// The items, in order.
	Items []BatchItem `json:"items"`
}

// MarshalJSON leaves out what was not set.
func (r InventoryBatch) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// InventoryBatchMode is one of the constants below; later versions may add some.
type InventoryBatchMode string

// Values of InventoryBatchMode.
const (
	InventoryBatchModePartial InventoryBatchMode = "partial"
	InventoryBatchModeAtomic  InventoryBatchMode = "atomic"
)

// InventoryBatchResult is a record of the API.
type InventoryBatchResult struct {
	// In the order of the items.
	Results []InventoryItemResult `json:"results"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *InventoryBatchResult) UnmarshalJSON(data []byte) error {
	type plain InventoryBatchResult
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r InventoryBatchResult) MarshalJSON() ([]byte, error) {
	type plain InventoryBatchResult
	return encodeRecord(plain(r), r.Extra)
}

// InventoryItemResult is a record of the API.
type InventoryItemResult struct {
	// Index of the item in the request, from 0.
	Index int64 `json:"index"`

	// HTTP status of the item, as for a request of its own: with 200 and 201 it is done.
	Status int64 `json:"status"`

	// Version of the SKU after the item; absent where it was refused.
	Version *int64 `json:"version,omitempty"`

	// The SKU after the item; absent where it was refused or `record_left_out` says why.
	Record *SKU `json:"record,omitempty"`

	// Why a successful item has no `record`. `changed_later`: a later item of the batch is about the same SKU, and the last of them has the record. `answer_size`: the results before it have 4 MB. The item is done all the same; `GET /inventory/{sku}` has the SKU.
	RecordLeftOut *InventoryItemResultRecordLeftOut `json:"record_left_out,omitempty"`

	// The problem of a refused item, without a request id.
	Error *ItemProblem `json:"error,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *InventoryItemResult) UnmarshalJSON(data []byte) error {
	type plain InventoryItemResult
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r InventoryItemResult) MarshalJSON() ([]byte, error) {
	type plain InventoryItemResult
	return encodeRecord(plain(r), r.Extra)
}

// InventoryItemResultRecordLeftOut is one of the constants below; later versions may add some.
type InventoryItemResultRecordLeftOut string

// Values of InventoryItemResultRecordLeftOut.
const (
	InventoryItemResultRecordLeftOutChangedLater InventoryItemResultRecordLeftOut = "changed_later"
	InventoryItemResultRecordLeftOutAnswerSize   InventoryItemResultRecordLeftOut = "answer_size"
)

// InventoryLowStock is a record of the API.
type InventoryLowStock struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The SKU after the change, with its reorder point.
	Data LowStockSKU `json:"data"`

	// Quantities before the change; null at the creation of the SKU.
	Previous *Quantities `json:"previous"`

	// Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already.
	Changed []string `json:"changed"`

	// Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive.
	Reason string `json:"reason"`

	// The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one.
	Reference *Reference `json:"reference"`

	// Time at which the units were moved or counted, where that was before they were booked at `created_at`.
	OccurredAt *time.Time `json:"occurred_at,omitempty"`

	// Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one.
	Versions *int64 `json:"versions,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *InventoryLowStock) UnmarshalJSON(data []byte) error {
	type plain InventoryLowStock
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r InventoryLowStock) MarshalJSON() ([]byte, error) {
	type plain InventoryLowStock
	return encodeRecord(plain(r), r.Extra)
}

// InventoryOutOfStock is a record of the API.
type InventoryOutOfStock struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The SKU after the change.
	Data SKUSnapshot `json:"data"`

	// Quantities before the change; null at the creation of the SKU.
	Previous *Quantities `json:"previous"`

	// Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already.
	Changed []string `json:"changed"`

	// Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive.
	Reason string `json:"reason"`

	// The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one.
	Reference *Reference `json:"reference"`

	// Time at which the units were moved or counted, where that was before they were booked at `created_at`.
	OccurredAt *time.Time `json:"occurred_at,omitempty"`

	// Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one.
	Versions *int64 `json:"versions,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *InventoryOutOfStock) UnmarshalJSON(data []byte) error {
	type plain InventoryOutOfStock
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r InventoryOutOfStock) MarshalJSON() ([]byte, error) {
	type plain InventoryOutOfStock
	return encodeRecord(plain(r), r.Extra)
}

// InventoryUpdated is a record of the API.
type InventoryUpdated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The SKU after the change.
	Data SKUSnapshot `json:"data"`

	// Quantities before the change; null at the creation of the SKU.
	Previous *Quantities `json:"previous"`

	// Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already.
	Changed []string `json:"changed"`

	// Reason as in the ledger: opening, count, transfer, shipment, receipt, return, scrap, or the reason that the caller gave; of a change that moves no units allocation, release, edit, reservation, expiry, reorder_point, archive.
	Reason string `json:"reason"`

	// The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one.
	Reference *Reference `json:"reference"`

	// Time at which the units were moved or counted, where that was before they were booked at `created_at`.
	OccurredAt *time.Time `json:"occurred_at,omitempty"`

	// Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one.
	Versions *int64 `json:"versions,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *InventoryUpdated) UnmarshalJSON(data []byte) error {
	type plain InventoryUpdated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r InventoryUpdated) MarshalJSON() ([]byte, error) {
	type plain InventoryUpdated
	return encodeRecord(plain(r), r.Extra)
}

// ItemProblem is a record of the API.
type ItemProblem struct {
	// Short name of the code.
	Title string `json:"title"`

	// Stable, documented error code for programs.
	Code string `json:"code"`

	// Explanation of this occurrence.
	Detail string `json:"detail"`

	// Whether the same item can still succeed.
	Retryable bool `json:"retryable"`

	// Offending fields, at most 100, and the first alone once the batch lists 1 000; pointers begin at the request's body.
	Errors []ProblemItem `json:"errors,omitempty"`

	// Number of further errors: `errors` lists at most 100.
	ErrorsLeftOut *int64 `json:"errors_left_out,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ItemProblem) UnmarshalJSON(data []byte) error {
	type plain ItemProblem
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ItemProblem) MarshalJSON() ([]byte, error) {
	type plain ItemProblem
	return encodeRecord(plain(r), r.Extra)
}

// LineAllocation is a record of the API.
type LineAllocation struct {
	// Opaque id with a prefix for its type, sortable by creation.
	WarehouseID string `json:"warehouse_id"`

	// The warehouse's code.
	Warehouse string `json:"warehouse"`

	// Units of `allocated` that are held there.
	Quantity int64 `json:"quantity"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LineAllocation) UnmarshalJSON(data []byte) error {
	type plain LineAllocation
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LineAllocation) MarshalJSON() ([]byte, error) {
	type plain LineAllocation
	return encodeRecord(plain(r), r.Extra)
}

// LineReassign is the body, or a part of the body, of a request.
type LineReassign struct {
	// A line of the order.
	LineID string `json:"line_id"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`

	// Id or code of the warehouse that holds the units now. Default: those that hold most of the line first.
	From Opt[string] `json:"from"`

	// Id or code of the warehouse that is to hold them.
	To string `json:"to"`
}

// MarshalJSON leaves out what was not set.
func (r LineReassign) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// LineUnits is a record of the API.
type LineUnits struct {
	// A line of the order.
	LineID string `json:"line_id"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LineUnits) UnmarshalJSON(data []byte) error {
	type plain LineUnits
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LineUnits) MarshalJSON() ([]byte, error) {
	type plain LineUnits
	return encodeRecord(plain(r), r.Extra)
}

// LineUnitsInput is the body, or a part of the body, of a request.
type LineUnitsInput struct {
	// A line of the order.
	LineID string `json:"line_id"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`
}

// MarshalJSON leaves out what was not set.
func (r LineUnitsInput) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// Location is a record of the API.
type Location struct {
	// Immutable id.
	ID string `json:"id"`

	// A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse.
	Type LocationType `json:"type"`

	// Unique within its parent, including archived locations.
	Code string `json:"code"`

	// Null for a warehouse.
	ParentID *string `json:"parent_id"`

	// Display name; null for none.
	Name *string `json:"name"`

	// Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable.
	Usage LocationUsage `json:"usage"`

	// Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.
	Sellable bool `json:"sellable"`

	// Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.
	Pickable bool `json:"pickable"`

	// Position in the order in which people pick; null for none.
	PickSequence *int64 `json:"pick_sequence"`

	// Whether orders may be shipped from the warehouse; null for any other location.
	Ships *bool `json:"ships"`

	// Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location.
	Priority *int64 `json:"priority"`

	// Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location.
	Countries []string `json:"countries"`

	// Codes from the warehouse down: `MAIN:A3/S2`.
	Path string `json:"path"`

	// An archived location accepts neither stock nor new locations below it.
	Status LocationStatus `json:"status"`

	// Increases by one with every change, including a change of its path.
	Version int64 `json:"version"`

	// When it was created.
	CreatedAt time.Time `json:"created_at"`

	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Location) UnmarshalJSON(data []byte) error {
	type plain Location
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Location) MarshalJSON() ([]byte, error) {
	type plain Location
	return encodeRecord(plain(r), r.Extra)
}

// LocationType is one of the constants below; later versions may add some.
type LocationType string

// Values of LocationType.
const (
	LocationTypeWarehouse LocationType = "warehouse"
	LocationTypeAisle     LocationType = "aisle"
	LocationTypeShelf     LocationType = "shelf"
	LocationTypeBin       LocationType = "bin"
)

// LocationUsage is one of the constants below; later versions may add some.
type LocationUsage string

// Values of LocationUsage.
const (
	LocationUsageStorage    LocationUsage = "storage"
	LocationUsageReceiving  LocationUsage = "receiving"
	LocationUsageStaging    LocationUsage = "staging"
	LocationUsageTote       LocationUsage = "tote"
	LocationUsageQuarantine LocationUsage = "quarantine"
	LocationUsageReturns    LocationUsage = "returns"
	LocationUsageDamaged    LocationUsage = "damaged"
)

// LocationStatus is one of the constants below; later versions may add some.
type LocationStatus string

// Values of LocationStatus.
const (
	LocationStatusActive   LocationStatus = "active"
	LocationStatusArchived LocationStatus = "archived"
)

// LocationArchived is a record of the API.
type LocationArchived struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The location after the change.
	Data LocationSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LocationArchived) UnmarshalJSON(data []byte) error {
	type plain LocationArchived
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LocationArchived) MarshalJSON() ([]byte, error) {
	type plain LocationArchived
	return encodeRecord(plain(r), r.Extra)
}

// LocationCreate is the body, or a part of the body, of a request.
type LocationCreate struct {
	// Kind of location.
	Type LocationType `json:"type"`

	// Code, unique within its parent.
	Code string `json:"code"`

	// None for a warehouse. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.
	ParentID Opt[string] `json:"parent_id"`

	// Display name; null for none.
	Name Opt[string] `json:"name"`

	// Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable.
	Usage Opt[LocationUsage] `json:"usage"`

	// Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.
	Sellable Opt[bool] `json:"sellable"`

	// Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.
	Pickable Opt[bool] `json:"pickable"`

	// Position in the order in which people pick.
	PickSequence Opt[int64] `json:"pick_sequence"`

	// Whether orders may be shipped from the warehouse. Warehouses only; default: true.
	Ships Opt[bool] `json:"ships"`

	// Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0.
	Priority Opt[int64] `json:"priority"`

	// Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all.
	Countries Opt[[]string] `json:"countries"`
}

// MarshalJSON leaves out what was not set.
func (r LocationCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// LocationCreated is a record of the API.
type LocationCreated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The location after the change.
	Data LocationSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LocationCreated) UnmarshalJSON(data []byte) error {
	type plain LocationCreated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LocationCreated) MarshalJSON() ([]byte, error) {
	type plain LocationCreated
	return encodeRecord(plain(r), r.Extra)
}

// LocationSnapshot is a record of the API.
type LocationSnapshot struct {
	// Immutable id.
	ID string `json:"id"`

	// A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse.
	Type LocationSnapshotType `json:"type"`

	// Unique within its parent, including archived locations.
	Code string `json:"code"`

	// Null for a warehouse.
	ParentID *string `json:"parent_id"`

	// Display name; null for none.
	Name *string `json:"name"`

	// Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable.
	Usage *LocationSnapshotUsage `json:"usage,omitempty"`

	// Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.
	Sellable *bool `json:"sellable,omitempty"`

	// Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.
	Pickable *bool `json:"pickable,omitempty"`

	// Position in the order in which people pick; null for none.
	PickSequence *int64 `json:"pick_sequence,omitempty"`

	// Whether orders may be shipped from the warehouse; null for any other location.
	Ships *bool `json:"ships,omitempty"`

	// Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location.
	Priority *int64 `json:"priority,omitempty"`

	// Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location.
	Countries []string `json:"countries,omitempty"`

	// Codes from the warehouse down: `MAIN:A3/S2`.
	Path string `json:"path"`

	// An archived location accepts neither stock nor new locations below it.
	Status LocationSnapshotStatus `json:"status"`

	// Increases by one with every change, including a change of its path.
	Version int64 `json:"version"`

	// When it was created.
	CreatedAt time.Time `json:"created_at"`

	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LocationSnapshot) UnmarshalJSON(data []byte) error {
	type plain LocationSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LocationSnapshot) MarshalJSON() ([]byte, error) {
	type plain LocationSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// LocationSnapshotType is one of the constants below; later versions may add some.
type LocationSnapshotType string

// Values of LocationSnapshotType.
const (
	LocationSnapshotTypeWarehouse LocationSnapshotType = "warehouse"
	LocationSnapshotTypeAisle     LocationSnapshotType = "aisle"
	LocationSnapshotTypeShelf     LocationSnapshotType = "shelf"
	LocationSnapshotTypeBin       LocationSnapshotType = "bin"
)

// LocationSnapshotUsage is one of the constants below; later versions may add some.
type LocationSnapshotUsage string

// Values of LocationSnapshotUsage.
const (
	LocationSnapshotUsageStorage    LocationSnapshotUsage = "storage"
	LocationSnapshotUsageReceiving  LocationSnapshotUsage = "receiving"
	LocationSnapshotUsageStaging    LocationSnapshotUsage = "staging"
	LocationSnapshotUsageTote       LocationSnapshotUsage = "tote"
	LocationSnapshotUsageQuarantine LocationSnapshotUsage = "quarantine"
	LocationSnapshotUsageReturns    LocationSnapshotUsage = "returns"
	LocationSnapshotUsageDamaged    LocationSnapshotUsage = "damaged"
)

// LocationSnapshotStatus is one of the constants below; later versions may add some.
type LocationSnapshotStatus string

// Values of LocationSnapshotStatus.
const (
	LocationSnapshotStatusActive   LocationSnapshotStatus = "active"
	LocationSnapshotStatusArchived LocationSnapshotStatus = "archived"
)

// LocationStock is a record of the API.
type LocationStock struct {
	// SKU stored there.
	SKU string `json:"sku"`

	// Display name.
	Name string `json:"name"`

	// The SKU's status; an archived SKU keeps its stock.
	Status LocationStockStatus `json:"status"`

	// Units stored there, the sum of `stock`.
	OnHand int64 `json:"on_hand"`

	// The units by location: the location itself, or one below it.
	Stock []StockAtLocation `json:"stock"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LocationStock) UnmarshalJSON(data []byte) error {
	type plain LocationStock
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LocationStock) MarshalJSON() ([]byte, error) {
	type plain LocationStock
	return encodeRecord(plain(r), r.Extra)
}

// LocationStockStatus is one of the constants below; later versions may add some.
type LocationStockStatus string

// Values of LocationStockStatus.
const (
	LocationStockStatusActive   LocationStockStatus = "active"
	LocationStockStatusArchived LocationStockStatus = "archived"
)

// LocationUpdate is the body, or a part of the body, of a request.
type LocationUpdate struct {
	// Display name; null for none.
	Name Opt[string] `json:"name"`

	// A new code changes the path of the location and of all locations below it at once. The code of `MAIN` is fixed.
	Code Opt[string] `json:"code"`

	// `active` restores an archived location, without the locations below it; `archived` is accepted where it is archived already.
	Status Opt[LocationStatus] `json:"status"`

	// Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable.
	Usage Opt[LocationUsage] `json:"usage"`

	// Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.
	Sellable Opt[bool] `json:"sellable"`

	// Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.
	Pickable Opt[bool] `json:"pickable"`

	// Position in the order in which people pick.
	PickSequence Opt[int64] `json:"pick_sequence"`

	// Whether orders may be shipped from the warehouse. Warehouses only; default: true.
	Ships Opt[bool] `json:"ships"`

	// Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0.
	Priority Opt[int64] `json:"priority"`

	// Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all.
	Countries Opt[[]string] `json:"countries"`
}

// MarshalJSON leaves out what was not set.
func (r LocationUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// LocationUpdated is a record of the API.
type LocationUpdated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The location after the change.
	Data LocationSnapshot `json:"data"`

	// Changed facts, out of name, code, path, usage, sellable, pickable, pick_sequence, ships, priority, countries and status.
	Changed []string `json:"changed"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LocationUpdated) UnmarshalJSON(data []byte) error {
	type plain LocationUpdated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LocationUpdated) MarshalJSON() ([]byte, error) {
	type plain LocationUpdated
	return encodeRecord(plain(r), r.Extra)
}

// LowStockSKU is a record of the API.
type LowStockSKU struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Display name.
	Name string `json:"name"`

	// Units in stock at all locations.
	OnHand int64 `json:"on_hand"`

	// Units at locations that are not sellable: no order can have them.
	Unavailable *int64 `json:"unavailable,omitempty"`

	// Units allocated to orders that are not shipped yet.
	Allocated int64 `json:"allocated"`

	// Units that reservations keep until they expire.
	Reserved *int64 `json:"reserved,omitempty"`

	// Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold.
	Buffer *int64 `json:"buffer,omitempty"`

	// Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer.
	Available int64 `json:"available"`

	// Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet.
	Incoming *int64 `json:"incoming,omitempty"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock *int64 `json:"safety_stock,omitempty"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint int64 `json:"reorder_point"`

	// Whether on_hand is below reorder_point.
	LowStock bool `json:"low_stock"`

	// Whether no unit is available.
	SoldOut *bool `json:"sold_out,omitempty"`

	// Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.
	Location *string `json:"location"`

	// Location by id.
	LocationID string `json:"location_id"`

	// Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse.
	LocationPath *string `json:"location_path,omitempty"`

	// Units by location and lot, without empty locations.
	Stock []StockAtLocationSnapshot `json:"stock"`

	// Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them.
	Warehouses []StockInWarehouseSnapshot `json:"warehouses,omitempty"`

	// Barcodes by which it is found.
	Barcodes []string `json:"barcodes,omitempty"`

	// Your own pairs.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Weight of one unit in grams.
	WeightG *int64 `json:"weight_g,omitempty"`

	// Cost of one unit as a decimal text.
	UnitCost *string `json:"unit_cost,omitempty"`

	// Currency of `unit_cost`, ISO 4217.
	Currency *string `json:"currency,omitempty"`

	// Customs code of the Harmonized System.
	HSCode *string `json:"hs_code,omitempty"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin *string `json:"country_of_origin,omitempty"`

	// Status of the record.
	Status LowStockSKUStatus `json:"status"`

	// Increases by one with every change.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of archiving, RFC 3339 in UTC with milliseconds; null while active.
	ArchivedAt *time.Time `json:"archived_at"`

	// True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all.
	StockTruncated *bool `json:"stock_truncated,omitempty"`

	// Reorder point of the SKU.
	Threshold int64 `json:"threshold"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *LowStockSKU) UnmarshalJSON(data []byte) error {
	type plain LowStockSKU
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r LowStockSKU) MarshalJSON() ([]byte, error) {
	type plain LowStockSKU
	return encodeRecord(plain(r), r.Extra)
}

// LowStockSKUStatus is one of the constants below; later versions may add some.
type LowStockSKUStatus string

// Values of LowStockSKUStatus.
const (
	LowStockSKUStatusActive   LowStockSKUStatus = "active"
	LowStockSKUStatusArchived LowStockSKUStatus = "archived"
)

// Movement is a record of the API.
type Movement struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Location by id.
	LocationID string `json:"location_id"`

	// Present path of the location.
	Location string `json:"location"`

	// Present whole path of the location, from its warehouse down: `MAIN:A3/S2`.
	LocationPath string `json:"location_path"`

	// Units added to the location, or removed if negative.
	Delta int64 `json:"delta"`

	// Units of the SKU at the location after the movement.
	Balance int64 `json:"balance"`

	// `opening`, `count`, `transfer`, `shipment`, `receipt`, `return`, `scrap`, or the reason of the request.
	Reason string `json:"reason"`

	// The order, transfer or scan that caused the movement; of a `count` beside a late `receipt`, the earlier count.
	Reference *Reference `json:"reference"`

	// Free text.
	Note *string `json:"note"`

	// Id of the API key or member, or name of the service, that caused the movement.
	Actor string `json:"actor"`

	// The SKU's version after the change; movements of one change share it.
	Version int64 `json:"version"`

	// Time at which the units were moved or counted: of a scan the earlier of its `scanned_at` and its receipt, else `created_at`.
	OccurredAt time.Time `json:"occurred_at"`

	// Time at which it was booked. Of the movements of a SKU it never runs backwards.
	CreatedAt time.Time `json:"created_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Movement) UnmarshalJSON(data []byte) error {
	type plain Movement
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Movement) MarshalJSON() ([]byte, error) {
	type plain Movement
	return encodeRecord(plain(r), r.Extra)
}

// Order is a record of the API.
type Order struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The order's id in the external system, 1 to 200 characters, unique.
	ExternalID *string `json:"external_id"`

	// `pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`.
	Status OrderStatus `json:"status"`

	// How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; a pending or rejected order is always `backordered`.
	Allocation OrderAllocation `json:"allocation"`

	// `none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more.
	Fulfilment OrderFulfilment `json:"fulfilment"`

	// One SKU with its units each.
	Lines []OrderLine `json:"lines"`

	// The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order.
	Fulfilments []FulfilmentOfOrder `json:"fulfilments"`

	// 0 to 9: backorders of the highest are filled first. Default: 5.
	Priority int64 `json:"priority"`

	// Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. RFC 3339 in UTC with milliseconds.
	ShipBy *time.Time `json:"ship_by"`

	// The reasons why the order may not be packed or shipped, until each is released or its time has come.
	Holds []Hold `json:"holds"`

	// The warehouses that the order may be shipped from, by id or code, as they were given; null where the order leaves it to the allocation rules.
	ShipFrom []string `json:"ship_from"`

	// `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Null where the order leaves it to the allocation rules.
	Split *OrderSplit `json:"split"`

	// `no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order.
	AllocationReason *OrderAllocationReason `json:"allocation_reason"`

	// The returns of the order, oldest first.
	Returns []ReturnOfOrder `json:"returns"`

	// The return that the order is in exchange for; null of any other order.
	ExchangeFor *string `json:"exchange_for"`

	// Delivery address.
	ShipTo *Address `json:"ship_to"`

	// Free text.
	Note *string `json:"note"`

	// The metadata of the order.
	Metadata map[string]string `json:"metadata"`

	// The parcels, at most 100.
	Packages []Package `json:"packages"`

	// Carrier of the parcels, 1 to 100 characters.
	Carrier *string `json:"carrier"`

	// The carrier's tracking number, 1 to 100 characters.
	TrackingNumber *string `json:"tracking_number"`

	// Tracking page: http or https, at most 2 000 characters.
	TrackingURL *string `json:"tracking_url"`

	// Reason given with the cancellation; null without one.
	CancelReason *string `json:"cancel_reason"`

	// A step that was answered with 202 and waits for the answer of inventory.
	PendingTransition *OrderPendingTransition `json:"pending_transition"`

	// The fulfilment that `pending_transition` is about; null for a step of the whole order.
	PendingFulfilmentID *string `json:"pending_fulfilment_id"`

	// The return that `pending_transition` is about; null for any other step.
	PendingReturnID *string `json:"pending_return_id"`

	// Refusal of the last step that was answered with 202; null once a step is accepted.
	Refusal *Refusal `json:"refusal"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of packing, RFC 3339 in UTC with milliseconds; null before.
	PackedAt *time.Time `json:"packed_at"`

	// Time of shipping, RFC 3339 in UTC with milliseconds; null before.
	ShippedAt *time.Time `json:"shipped_at"`

	// Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.
	CancelledAt *time.Time `json:"cancelled_at"`

	// Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before.
	ErasedAt *time.Time `json:"erased_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Order) UnmarshalJSON(data []byte) error {
	type plain Order
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Order) MarshalJSON() ([]byte, error) {
	type plain Order
	return encodeRecord(plain(r), r.Extra)
}

// OrderStatus is one of the constants below; later versions may add some.
type OrderStatus string

// Values of OrderStatus.
const (
	OrderStatusPending   OrderStatus = "pending"
	OrderStatusCreated   OrderStatus = "created"
	OrderStatusPacked    OrderStatus = "packed"
	OrderStatusShipped   OrderStatus = "shipped"
	OrderStatusCancelled OrderStatus = "cancelled"
	OrderStatusRejected  OrderStatus = "rejected"
)

// OrderAllocation is one of the constants below; later versions may add some.
type OrderAllocation string

// Values of OrderAllocation.
const (
	OrderAllocationAllocated   OrderAllocation = "allocated"
	OrderAllocationPartial     OrderAllocation = "partial"
	OrderAllocationBackordered OrderAllocation = "backordered"
)

// OrderFulfilment is one of the constants below; later versions may add some.
type OrderFulfilment string

// Values of OrderFulfilment.
const (
	OrderFulfilmentNone     OrderFulfilment = "none"
	OrderFulfilmentPartial  OrderFulfilment = "partial"
	OrderFulfilmentComplete OrderFulfilment = "complete"
)

// OrderSplit is one of the constants below; later versions may add some.
type OrderSplit string

// Values of OrderSplit.
const (
	OrderSplitNever      OrderSplit = "never"
	OrderSplitByLine     OrderSplit = "by_line"
	OrderSplitWithinLine OrderSplit = "within_line"
)

// OrderAllocationReason is one of the constants below; later versions may add some.
type OrderAllocationReason string

// Values of OrderAllocationReason.
const (
	OrderAllocationReasonNoEligibleWarehouse OrderAllocationReason = "no_eligible_warehouse"
)

// OrderPendingTransition is one of the constants below; later versions may add some.
type OrderPendingTransition string

// Values of OrderPendingTransition.
const (
	OrderPendingTransitionCreate      OrderPendingTransition = "create"
	OrderPendingTransitionPack        OrderPendingTransition = "pack"
	OrderPendingTransitionShip        OrderPendingTransition = "ship"
	OrderPendingTransitionCancel      OrderPendingTransition = "cancel"
	OrderPendingTransitionFulfil      OrderPendingTransition = "fulfil"
	OrderPendingTransitionUnpack      OrderPendingTransition = "unpack"
	OrderPendingTransitionClose       OrderPendingTransition = "close"
	OrderPendingTransitionEdit        OrderPendingTransition = "edit"
	OrderPendingTransitionHold        OrderPendingTransition = "hold"
	OrderPendingTransitionReleaseHold OrderPendingTransition = "release_hold"
	OrderPendingTransitionReassign    OrderPendingTransition = "reassign"
	OrderPendingTransitionReturn      OrderPendingTransition = "return"
	OrderPendingTransitionApprove     OrderPendingTransition = "approve"
	OrderPendingTransitionReceive     OrderPendingTransition = "receive"
	OrderPendingTransitionDispose     OrderPendingTransition = "dispose"
)

// OrderBatch is the body, or a part of the body, of a request.
type OrderBatch struct {
	// 1 to 200 orders, each as in `POST /orders`, optionally with a key of its own; stock is allocated in this order.
	Orders []BatchOrder `json:"orders"`
}

// MarshalJSON leaves out what was not set.
func (r OrderBatch) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderCancel is the body, or a part of the body, of a request.
type OrderCancel struct {
	// Reason given by the caller.
	Reason Opt[string] `json:"reason"`
}

// MarshalJSON leaves out what was not set.
func (r OrderCancel) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderCancelled is a record of the API.
type OrderCancelled struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The order after the change.
	Data OrderSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderCancelled) UnmarshalJSON(data []byte) error {
	type plain OrderCancelled
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderCancelled) MarshalJSON() ([]byte, error) {
	type plain OrderCancelled
	return encodeRecord(plain(r), r.Extra)
}

// OrderClose is the body, or a part of the body, of a request.
type OrderClose struct {
	// Reason given by the caller.
	Reason Opt[string] `json:"reason"`

	// Units of lines, each line once. Default: all that is in no fulfilment.
	Lines Opt[[]LineUnitsInput] `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r OrderClose) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderCreate is the body, or a part of the body, of a request.
type OrderCreate struct {
	// The order's id in the system it comes from; unique.
	ExternalID Opt[string] `json:"external_id"`

	// A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other.
	Replaces Opt[string] `json:"replaces"`

	// One SKU with its units each.
	Lines []OrderLineCreate `json:"lines"`

	// The return that this order is in exchange for. It is allocated like any other order.
	ExchangeFor Opt[string] `json:"exchange_for"`

	// Delivery address.
	ShipTo Opt[AddressInput] `json:"ship_to"`

	// Free text.
	Note Opt[string] `json:"note"`

	// Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500.
	Metadata Opt[map[string]string] `json:"metadata"`

	// 0 to 9: backorders of the highest are filled first. Default: 5.
	Priority Opt[int64] `json:"priority"`

	// Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last.
	ShipBy Opt[time.Time] `json:"ship_by"`

	// The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say.
	ShipFrom Opt[[]string] `json:"ship_from"`

	// `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say.
	Split Opt[OrderSplit] `json:"split"`

	// false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder.
	AllowBackorder Opt[bool] `json:"allow_backorder"`

	// A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist.
	ReservationID Opt[string] `json:"reservation_id"`

	// true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation.
	RequireReservation Opt[bool] `json:"require_reservation"`
}

// MarshalJSON leaves out what was not set.
func (r OrderCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderCreated is a record of the API.
type OrderCreated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The order after the change.
	Data OrderSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderCreated) UnmarshalJSON(data []byte) error {
	type plain OrderCreated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderCreated) MarshalJSON() ([]byte, error) {
	type plain OrderCreated
	return encodeRecord(plain(r), r.Extra)
}

// OrderEdit is the body, or a part of the body, of a request.
type OrderEdit struct {
	// The lines, each once. Two new lines may have one SKU.
	Lines []OrderLineEdit `json:"lines"`

	// `replace`: lines that are not named are removed; `patch`: they stay as they are.
	Mode Opt[OrderEditMode] `json:"mode"`

	// false: the edit is refused with 409 `insufficient_stock` if added units cannot be allocated at once. Default: as the order was created.
	AllowBackorder Opt[bool] `json:"allow_backorder"`
}

// MarshalJSON leaves out what was not set.
func (r OrderEdit) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderEditMode is one of the constants below; later versions may add some.
type OrderEditMode string

// Values of OrderEditMode.
const (
	OrderEditModeReplace OrderEditMode = "replace"
	OrderEditModePatch   OrderEditMode = "patch"
)

// OrderHistoryEntry is a record of the API.
type OrderHistoryEntry struct {
	// The step that was done or refused; `allocate` for a change of the allocation, `update` for one of note, metadata, address or tracking, of the order or of a fulfilment, for a return that was requested or rejected, and for a step that was answered with 202.
	Transition OrderHistoryEntryTransition `json:"transition"`

	// Whether the step was refused.
	Refused bool `json:"refused"`

	// Status of the order after the step.
	Status OrderHistoryEntryStatus `json:"status"`

	// Version of the order after the step; a refused step leaves it as it was.
	Version int64 `json:"version"`

	// Error code of the refusal; null unless refused.
	Code *string `json:"code"`

	// The fulfilment that the step was about; null for one of the whole order.
	FulfilmentID *string `json:"fulfilment_id"`

	// The return that the step was about; null for any other step.
	ReturnID *string `json:"return_id"`

	// Reason given by the caller.
	Reason *string `json:"reason"`

	// Id of the API key or member, or name of the service, that took the step.
	Actor string `json:"actor"`

	// The `X-Request-Id` of the request.
	RequestID string `json:"request_id"`

	// Time of the step, RFC 3339 in UTC with milliseconds.
	At time.Time `json:"at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderHistoryEntry) UnmarshalJSON(data []byte) error {
	type plain OrderHistoryEntry
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderHistoryEntry) MarshalJSON() ([]byte, error) {
	type plain OrderHistoryEntry
	return encodeRecord(plain(r), r.Extra)
}

// OrderHistoryEntryTransition is one of the constants below; later versions may add some.
type OrderHistoryEntryTransition string

// Values of OrderHistoryEntryTransition.
const (
	OrderHistoryEntryTransitionCreate      OrderHistoryEntryTransition = "create"
	OrderHistoryEntryTransitionPack        OrderHistoryEntryTransition = "pack"
	OrderHistoryEntryTransitionShip        OrderHistoryEntryTransition = "ship"
	OrderHistoryEntryTransitionCancel      OrderHistoryEntryTransition = "cancel"
	OrderHistoryEntryTransitionFulfil      OrderHistoryEntryTransition = "fulfil"
	OrderHistoryEntryTransitionUnpack      OrderHistoryEntryTransition = "unpack"
	OrderHistoryEntryTransitionClose       OrderHistoryEntryTransition = "close"
	OrderHistoryEntryTransitionEdit        OrderHistoryEntryTransition = "edit"
	OrderHistoryEntryTransitionHold        OrderHistoryEntryTransition = "hold"
	OrderHistoryEntryTransitionReleaseHold OrderHistoryEntryTransition = "release_hold"
	OrderHistoryEntryTransitionReassign    OrderHistoryEntryTransition = "reassign"
	OrderHistoryEntryTransitionReturn      OrderHistoryEntryTransition = "return"
	OrderHistoryEntryTransitionApprove     OrderHistoryEntryTransition = "approve"
	OrderHistoryEntryTransitionReceive     OrderHistoryEntryTransition = "receive"
	OrderHistoryEntryTransitionDispose     OrderHistoryEntryTransition = "dispose"
	OrderHistoryEntryTransitionAllocate    OrderHistoryEntryTransition = "allocate"
	OrderHistoryEntryTransitionUpdate      OrderHistoryEntryTransition = "update"
)

// OrderHistoryEntryStatus is one of the constants below; later versions may add some.
type OrderHistoryEntryStatus string

// Values of OrderHistoryEntryStatus.
const (
	OrderHistoryEntryStatusPending   OrderHistoryEntryStatus = "pending"
	OrderHistoryEntryStatusCreated   OrderHistoryEntryStatus = "created"
	OrderHistoryEntryStatusPacked    OrderHistoryEntryStatus = "packed"
	OrderHistoryEntryStatusShipped   OrderHistoryEntryStatus = "shipped"
	OrderHistoryEntryStatusCancelled OrderHistoryEntryStatus = "cancelled"
	OrderHistoryEntryStatusRejected  OrderHistoryEntryStatus = "rejected"
)

// OrderLine is a record of the API.
type OrderLine struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// The SKU's name when the order was created.
	Name *string `json:"name"`

	// Ordered units: allocated + backordered + shipped + cancelled.
	Quantity int64 `json:"quantity"`

	// Units allocated to the line; 0 once it is shipped.
	Allocated int64 `json:"allocated"`

	// The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse.
	Allocations []LineAllocation `json:"allocations"`

	// Units of `allocated` that are packed.
	Packed int64 `json:"packed"`

	// Units that wait for stock.
	Backordered int64 `json:"backordered"`

	// Shipped units.
	Shipped int64 `json:"shipped"`

	// Units of `shipped` that came back.
	Returned int64 `json:"returned"`

	// Units that were dropped from the order.
	Cancelled int64 `json:"cancelled"`

	// The line's id in the external system, 1 to 200 characters.
	ExternalLineID *string `json:"external_line_id"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderLine) UnmarshalJSON(data []byte) error {
	type plain OrderLine
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderLine) MarshalJSON() ([]byte, error) {
	type plain OrderLine
	return encodeRecord(plain(r), r.Extra)
}

// OrderLineCreate is the body, or a part of the body, of a request.
type OrderLineCreate struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`

	// The line's id in the external system, 1 to 200 characters.
	ExternalLineID Opt[string] `json:"external_line_id"`
}

// MarshalJSON leaves out what was not set.
func (r OrderLineCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderLineEdit is the body, or a part of the body, of a request.
type OrderLineEdit struct {
	// A line of the order. Left out for a new line, which has a `sku` then.
	ID Opt[string] `json:"id"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU Opt[string] `json:"sku"`

	// Units that the line is to have in all, those that were shipped or cancelled included; 0 removes it.
	Quantity int64 `json:"quantity"`

	// A new line's id in the external system, 1 to 200 characters.
	ExternalLineID Opt[string] `json:"external_line_id"`
}

// MarshalJSON leaves out what was not set.
func (r OrderLineEdit) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderLineSnapshot is a record of the API.
type OrderLineSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// The SKU's name when the order was created.
	Name *string `json:"name"`

	// Ordered units: allocated + backordered + shipped + cancelled.
	Quantity int64 `json:"quantity"`

	// Units allocated to the line; 0 once it is shipped.
	Allocated int64 `json:"allocated"`

	// The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse.
	Allocations []LineAllocation `json:"allocations,omitempty"`

	// Units of `allocated` that are packed.
	Packed *int64 `json:"packed,omitempty"`

	// Units that wait for stock.
	Backordered *int64 `json:"backordered,omitempty"`

	// Shipped units.
	Shipped int64 `json:"shipped"`

	// Units of `shipped` that came back.
	Returned *int64 `json:"returned,omitempty"`

	// Units that were dropped from the order.
	Cancelled *int64 `json:"cancelled,omitempty"`

	// The line's id in the external system, 1 to 200 characters.
	ExternalLineID *string `json:"external_line_id"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderLineSnapshot) UnmarshalJSON(data []byte) error {
	type plain OrderLineSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderLineSnapshot) MarshalJSON() ([]byte, error) {
	type plain OrderLineSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// OrderOfFulfilmentSnapshot is a record of the API.
type OrderOfFulfilmentSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The order's id in the external system.
	ExternalID *string `json:"external_id"`

	// Status of the order.
	Status OrderOfFulfilmentSnapshotStatus `json:"status"`

	// How much of the order is shipped.
	Fulfilment OrderOfFulfilmentSnapshotFulfilment `json:"fulfilment"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderOfFulfilmentSnapshot) UnmarshalJSON(data []byte) error {
	type plain OrderOfFulfilmentSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderOfFulfilmentSnapshot) MarshalJSON() ([]byte, error) {
	type plain OrderOfFulfilmentSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// OrderOfFulfilmentSnapshotStatus is one of the constants below; later versions may add some.
type OrderOfFulfilmentSnapshotStatus string

// Values of OrderOfFulfilmentSnapshotStatus.
const (
	OrderOfFulfilmentSnapshotStatusPending   OrderOfFulfilmentSnapshotStatus = "pending"
	OrderOfFulfilmentSnapshotStatusCreated   OrderOfFulfilmentSnapshotStatus = "created"
	OrderOfFulfilmentSnapshotStatusPacked    OrderOfFulfilmentSnapshotStatus = "packed"
	OrderOfFulfilmentSnapshotStatusShipped   OrderOfFulfilmentSnapshotStatus = "shipped"
	OrderOfFulfilmentSnapshotStatusCancelled OrderOfFulfilmentSnapshotStatus = "cancelled"
	OrderOfFulfilmentSnapshotStatusRejected  OrderOfFulfilmentSnapshotStatus = "rejected"
)

// OrderOfFulfilmentSnapshotFulfilment is one of the constants below; later versions may add some.
type OrderOfFulfilmentSnapshotFulfilment string

// Values of OrderOfFulfilmentSnapshotFulfilment.
const (
	OrderOfFulfilmentSnapshotFulfilmentNone     OrderOfFulfilmentSnapshotFulfilment = "none"
	OrderOfFulfilmentSnapshotFulfilmentPartial  OrderOfFulfilmentSnapshotFulfilment = "partial"
	OrderOfFulfilmentSnapshotFulfilmentComplete OrderOfFulfilmentSnapshotFulfilment = "complete"
)

// OrderOfReturnSnapshot is a record of the API.
type OrderOfReturnSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The order's id in the external system.
	ExternalID *string `json:"external_id"`

	// Status of the order.
	Status OrderOfReturnSnapshotStatus `json:"status"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderOfReturnSnapshot) UnmarshalJSON(data []byte) error {
	type plain OrderOfReturnSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderOfReturnSnapshot) MarshalJSON() ([]byte, error) {
	type plain OrderOfReturnSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// OrderOfReturnSnapshotStatus is one of the constants below; later versions may add some.
type OrderOfReturnSnapshotStatus string

// Values of OrderOfReturnSnapshotStatus.
const (
	OrderOfReturnSnapshotStatusPending   OrderOfReturnSnapshotStatus = "pending"
	OrderOfReturnSnapshotStatusCreated   OrderOfReturnSnapshotStatus = "created"
	OrderOfReturnSnapshotStatusPacked    OrderOfReturnSnapshotStatus = "packed"
	OrderOfReturnSnapshotStatusShipped   OrderOfReturnSnapshotStatus = "shipped"
	OrderOfReturnSnapshotStatusCancelled OrderOfReturnSnapshotStatus = "cancelled"
	OrderOfReturnSnapshotStatusRejected  OrderOfReturnSnapshotStatus = "rejected"
)

// OrderPack is the body, or a part of the body, of a request.
type OrderPack struct {
	// The parcels, at most 100.
	Packages Opt[[]PackageInput] `json:"packages"`
}

// MarshalJSON leaves out what was not set.
func (r OrderPack) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderPacked is a record of the API.
type OrderPacked struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The order after the change.
	Data OrderSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderPacked) UnmarshalJSON(data []byte) error {
	type plain OrderPacked
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderPacked) MarshalJSON() ([]byte, error) {
	type plain OrderPacked
	return encodeRecord(plain(r), r.Extra)
}

// OrderReassign is the body, or a part of the body, of a request.
type OrderReassign struct {
	// Units of lines; a line may be named more than once.
	Lines []LineReassign `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r OrderReassign) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderResult is a record of the API.
type OrderResult struct {
	// Index of the order in the request, from 0.
	Index int64 `json:"index"`

	// HTTP status of the order, as for `POST /orders`: with 200, 201 and 202 it exists.
	Status int64 `json:"status"`

	// Id of the order; absent where it was refused.
	ID *string `json:"id,omitempty"`

	// Version of the order; absent where it was refused.
	Version *int64 `json:"version,omitempty"`

	// The order; absent where it was refused or `record_left_out` says why. With 202 it is `pending`.
	Record *Order `json:"record,omitempty"`

	// Why an order that exists has no `record`: the results before it have 4 MB. `GET /orders/{id}` has the order.
	RecordLeftOut *OrderResultRecordLeftOut `json:"record_left_out,omitempty"`

	// The problem of a refused order, without a request id.
	Error *ItemProblem `json:"error,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderResult) UnmarshalJSON(data []byte) error {
	type plain OrderResult
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderResult) MarshalJSON() ([]byte, error) {
	type plain OrderResult
	return encodeRecord(plain(r), r.Extra)
}

// OrderResultRecordLeftOut is one of the constants below; later versions may add some.
type OrderResultRecordLeftOut string

// Values of OrderResultRecordLeftOut.
const (
	OrderResultRecordLeftOutAnswerSize OrderResultRecordLeftOut = "answer_size"
)

// OrderResults is a record of the API.
type OrderResults struct {
	// One result for each order, in order.
	Results []OrderResult `json:"results"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderResults) UnmarshalJSON(data []byte) error {
	type plain OrderResults
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderResults) MarshalJSON() ([]byte, error) {
	type plain OrderResults
	return encodeRecord(plain(r), r.Extra)
}

// OrderShip is the body, or a part of the body, of a request.
type OrderShip struct {
	// Carrier of the parcels, 1 to 100 characters.
	Carrier Opt[string] `json:"carrier"`

	// The carrier's tracking number, 1 to 100 characters.
	TrackingNumber Opt[string] `json:"tracking_number"`

	// Tracking page: http or https, at most 2 000 characters.
	TrackingURL Opt[string] `json:"tracking_url"`
}

// MarshalJSON leaves out what was not set.
func (r OrderShip) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderShipped is a record of the API.
type OrderShipped struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The order after the change.
	Data OrderSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderShipped) UnmarshalJSON(data []byte) error {
	type plain OrderShipped
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderShipped) MarshalJSON() ([]byte, error) {
	type plain OrderShipped
	return encodeRecord(plain(r), r.Extra)
}

// OrderSnapshot is a record of the API.
type OrderSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The order's id in the external system, 1 to 200 characters, unique.
	ExternalID *string `json:"external_id"`

	// `pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`.
	Status OrderSnapshotStatus `json:"status"`

	// How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; a pending or rejected order is always `backordered`.
	Allocation OrderSnapshotAllocation `json:"allocation"`

	// `none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more.
	Fulfilment *OrderSnapshotFulfilment `json:"fulfilment,omitempty"`

	// One SKU with its units each.
	Lines []OrderLineSnapshot `json:"lines"`

	// The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order.
	Fulfilments []FulfilmentOfOrder `json:"fulfilments,omitempty"`

	// 0 to 9: backorders of the highest are filled first. Default: 5.
	Priority *int64 `json:"priority,omitempty"`

	// Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last. RFC 3339 in UTC with milliseconds.
	ShipBy *time.Time `json:"ship_by,omitempty"`

	// The reasons why the order may not be packed or shipped, until each is released or its time has come.
	Holds []Hold `json:"holds,omitempty"`

	// The warehouses that the order may be shipped from, by id or code, as they were given; null where the order leaves it to the allocation rules.
	ShipFrom []string `json:"ship_from,omitempty"`

	// `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Null where the order leaves it to the allocation rules.
	Split *OrderSnapshotSplit `json:"split,omitempty"`

	// `no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order.
	AllocationReason *OrderSnapshotAllocationReason `json:"allocation_reason,omitempty"`

	// The returns of the order, oldest first.
	Returns []ReturnOfOrder `json:"returns,omitempty"`

	// The return that the order is in exchange for; null of any other order.
	ExchangeFor *string `json:"exchange_for,omitempty"`

	// Delivery address.
	ShipTo *Address `json:"ship_to"`

	// Free text.
	Note *string `json:"note"`

	// The metadata of the order.
	Metadata map[string]string `json:"metadata"`

	// The parcels, at most 100.
	Packages []Package `json:"packages"`

	// Carrier of the parcels, 1 to 100 characters.
	Carrier *string `json:"carrier"`

	// The carrier's tracking number, 1 to 100 characters.
	TrackingNumber *string `json:"tracking_number"`

	// Tracking page: http or https, at most 2 000 characters.
	TrackingURL *string `json:"tracking_url"`

	// Reason given with the cancellation; null without one.
	CancelReason *string `json:"cancel_reason,omitempty"`

	// A step that was answered with 202 and waits for the answer of inventory.
	PendingTransition *OrderSnapshotPendingTransition `json:"pending_transition"`

	// The fulfilment that `pending_transition` is about; null for a step of the whole order.
	PendingFulfilmentID *string `json:"pending_fulfilment_id,omitempty"`

	// The return that `pending_transition` is about; null for any other step.
	PendingReturnID *string `json:"pending_return_id,omitempty"`

	// Refusal of the last step that was answered with 202; null once a step is accepted.
	Refusal *RefusalSnapshot `json:"refusal"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of packing, RFC 3339 in UTC with milliseconds; null before.
	PackedAt *time.Time `json:"packed_at"`

	// Time of shipping, RFC 3339 in UTC with milliseconds; null before.
	ShippedAt *time.Time `json:"shipped_at"`

	// Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.
	CancelledAt *time.Time `json:"cancelled_at"`

	// Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before.
	ErasedAt *time.Time `json:"erased_at,omitempty"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderSnapshot) UnmarshalJSON(data []byte) error {
	type plain OrderSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderSnapshot) MarshalJSON() ([]byte, error) {
	type plain OrderSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// OrderSnapshotStatus is one of the constants below; later versions may add some.
type OrderSnapshotStatus string

// Values of OrderSnapshotStatus.
const (
	OrderSnapshotStatusPending   OrderSnapshotStatus = "pending"
	OrderSnapshotStatusCreated   OrderSnapshotStatus = "created"
	OrderSnapshotStatusPacked    OrderSnapshotStatus = "packed"
	OrderSnapshotStatusShipped   OrderSnapshotStatus = "shipped"
	OrderSnapshotStatusCancelled OrderSnapshotStatus = "cancelled"
	OrderSnapshotStatusRejected  OrderSnapshotStatus = "rejected"
)

// OrderSnapshotAllocation is one of the constants below; later versions may add some.
type OrderSnapshotAllocation string

// Values of OrderSnapshotAllocation.
const (
	OrderSnapshotAllocationAllocated   OrderSnapshotAllocation = "allocated"
	OrderSnapshotAllocationPartial     OrderSnapshotAllocation = "partial"
	OrderSnapshotAllocationBackordered OrderSnapshotAllocation = "backordered"
)

// OrderSnapshotFulfilment is one of the constants below; later versions may add some.
type OrderSnapshotFulfilment string

// Values of OrderSnapshotFulfilment.
const (
	OrderSnapshotFulfilmentNone     OrderSnapshotFulfilment = "none"
	OrderSnapshotFulfilmentPartial  OrderSnapshotFulfilment = "partial"
	OrderSnapshotFulfilmentComplete OrderSnapshotFulfilment = "complete"
)

// OrderSnapshotSplit is one of the constants below; later versions may add some.
type OrderSnapshotSplit string

// Values of OrderSnapshotSplit.
const (
	OrderSnapshotSplitNever      OrderSnapshotSplit = "never"
	OrderSnapshotSplitByLine     OrderSnapshotSplit = "by_line"
	OrderSnapshotSplitWithinLine OrderSnapshotSplit = "within_line"
)

// OrderSnapshotAllocationReason is one of the constants below; later versions may add some.
type OrderSnapshotAllocationReason string

// Values of OrderSnapshotAllocationReason.
const (
	OrderSnapshotAllocationReasonNoEligibleWarehouse OrderSnapshotAllocationReason = "no_eligible_warehouse"
)

// OrderSnapshotPendingTransition is one of the constants below; later versions may add some.
type OrderSnapshotPendingTransition string

// Values of OrderSnapshotPendingTransition.
const (
	OrderSnapshotPendingTransitionCreate      OrderSnapshotPendingTransition = "create"
	OrderSnapshotPendingTransitionPack        OrderSnapshotPendingTransition = "pack"
	OrderSnapshotPendingTransitionShip        OrderSnapshotPendingTransition = "ship"
	OrderSnapshotPendingTransitionCancel      OrderSnapshotPendingTransition = "cancel"
	OrderSnapshotPendingTransitionFulfil      OrderSnapshotPendingTransition = "fulfil"
	OrderSnapshotPendingTransitionUnpack      OrderSnapshotPendingTransition = "unpack"
	OrderSnapshotPendingTransitionClose       OrderSnapshotPendingTransition = "close"
	OrderSnapshotPendingTransitionEdit        OrderSnapshotPendingTransition = "edit"
	OrderSnapshotPendingTransitionHold        OrderSnapshotPendingTransition = "hold"
	OrderSnapshotPendingTransitionReleaseHold OrderSnapshotPendingTransition = "release_hold"
	OrderSnapshotPendingTransitionReassign    OrderSnapshotPendingTransition = "reassign"
	OrderSnapshotPendingTransitionReturn      OrderSnapshotPendingTransition = "return"
	OrderSnapshotPendingTransitionApprove     OrderSnapshotPendingTransition = "approve"
	OrderSnapshotPendingTransitionReceive     OrderSnapshotPendingTransition = "receive"
	OrderSnapshotPendingTransitionDispose     OrderSnapshotPendingTransition = "dispose"
)

// OrderUpdate is the body, or a part of the body, of a request.
type OrderUpdate struct {
	// Free text; null clears it.
	Note Opt[string] `json:"note"`

	// All metadata of the order, in place of the present; null clears it.
	Metadata Opt[map[string]string] `json:"metadata"`

	// 0 to 9, of an open order; null makes it 5.
	Priority Opt[int64] `json:"priority"`

	// Time by which an open order is to be shipped; null clears it.
	ShipBy Opt[time.Time] `json:"ship_by"`

	// Delivery address, until the order is shipped; null clears it.
	ShipTo Opt[AddressInput] `json:"ship_to"`

	// Carrier of the parcels; null clears it.
	Carrier Opt[string] `json:"carrier"`

	// The carrier's tracking number; null clears it.
	TrackingNumber Opt[string] `json:"tracking_number"`

	// Tracking page: http or https; null clears it.
	TrackingURL Opt[string] `json:"tracking_url"`

	// One entry for each parcel of a packed order, in the order of `packages`; weight and measures are accepted if they equal those of the parcel.
	Packages Opt[[]PackageUpdate] `json:"packages"`
}

// MarshalJSON leaves out what was not set.
func (r OrderUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// OrderUpdated is a record of the API.
type OrderUpdated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The order after the change.
	Data OrderSnapshot `json:"data"`

	// Changed fields of the order, such as `lines` and `allocation`, `note`, `ship_to` or `packages`.
	Changed []string `json:"changed,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrderUpdated) UnmarshalJSON(data []byte) error {
	type plain OrderUpdated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrderUpdated) MarshalJSON() ([]byte, error) {
	type plain OrderUpdated
	return encodeRecord(plain(r), r.Extra)
}

// OtherEvent is a record of the API.
type OtherEvent struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence *int64 `json:"sequence,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OtherEvent) UnmarshalJSON(data []byte) error {
	type plain OtherEvent
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OtherEvent) MarshalJSON() ([]byte, error) {
	type plain OtherEvent
	return encodeRecord(plain(r), r.Extra)
}

// Package is a record of the API.
type Package struct {
	// Weight in grams.
	WeightG *int64 `json:"weight_g,omitempty"`

	// Length in millimetres.
	LengthMM *int64 `json:"length_mm,omitempty"`

	// Width in millimetres.
	WidthMM *int64 `json:"width_mm,omitempty"`

	// Height in millimetres.
	HeightMM *int64 `json:"height_mm,omitempty"`

	// Tracking number of this parcel, 1 to 100 characters.
	Tracking *string `json:"tracking,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Package) UnmarshalJSON(data []byte) error {
	type plain Package
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Package) MarshalJSON() ([]byte, error) {
	type plain Package
	return encodeRecord(plain(r), r.Extra)
}

// PackageInput is the body, or a part of the body, of a request.
type PackageInput struct {
	// Weight in grams.
	WeightG Opt[int64] `json:"weight_g"`

	// Length in millimetres.
	LengthMM Opt[int64] `json:"length_mm"`

	// Width in millimetres.
	WidthMM Opt[int64] `json:"width_mm"`

	// Height in millimetres.
	HeightMM Opt[int64] `json:"height_mm"`

	// Tracking number of this parcel, 1 to 100 characters.
	Tracking Opt[string] `json:"tracking"`
}

// MarshalJSON leaves out what was not set.
func (r PackageInput) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// PackageUpdate is the body, or a part of the body, of a request.
type PackageUpdate struct {
	// Tracking number of this parcel; null clears it.
	Tracking Opt[string] `json:"tracking"`
}

// MarshalJSON leaves out what was not set.
func (r PackageUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// Problem is a record of the API.
type Problem struct {
	// URL of the documentation of the code.
	Type string `json:"type"`

	// Short name of the code.
	Title string `json:"title"`

	// HTTP status of the response.
	Status int64 `json:"status"`

	// Stable, documented error code for programs.
	Code string `json:"code"`

	// Explanation of this occurrence.
	Detail string `json:"detail"`

	// The `X-Request-Id` of the response.
	RequestID string `json:"request_id"`

	// Whether the same request can still succeed.
	Retryable bool `json:"retryable"`

	// Offending fields or lines: the first 100.
	Errors []ProblemItem `json:"errors,omitempty"`

	// Number of further errors: `errors` lists at most 100.
	ErrorsLeftOut *int64 `json:"errors_left_out,omitempty"`

	// `several_accounts`: the accounts for which the credentials are valid.
	Accounts []AccountChoice `json:"accounts,omitempty"`

	// `method_not_allowed`: the methods of the path, as in `Allow`.
	Allow []string `json:"allow,omitempty"`

	// `not_acceptable`, `unsupported_media_type`: the media types that there are.
	Available []string `json:"available,omitempty"`

	// `sso_not_trusted`: the claim that failed.
	Check *string `json:"check,omitempty"`

	// `recent_authentication_required`: the path that takes the password, with POST.
	ConfirmAt *string `json:"confirm_at,omitempty"`

	// `version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together.
	Current map[string]any `json:"current,omitempty"`

	// `version_conflict`: the present version of the record.
	CurrentVersion *int64 `json:"current_version,omitempty"`

	// `version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known.
	ChangedBy *string `json:"changed_by,omitempty"`

	// Refused steps: the present status of the record.
	CurrentStatus *string `json:"current_status,omitempty"`

	// `too_many_secrets`: when the first secret ends, RFC 3339 in UTC with milliseconds.
	EndsAt *string `json:"ends_at,omitempty"`

	// Refused fulfilments: id of the fulfilment.
	FulfilmentID *string `json:"fulfilment_id,omitempty"`

	// `order_on_hold`: the holds of the order.
	Holds []HoldOfOrder `json:"holds,omitempty"`

	// Refused imports: the report of the rows done before the fault.
	Imported *ImportReport `json:"imported,omitempty"`

	// `rate_limited`: the limit that was reached: `key`, `tenant`, `client`, `connections` or `in-flight`.
	Limit *string `json:"limit,omitempty"`

	// Requests that are too large: the bound in bytes.
	MaxBytes *int64 `json:"max_bytes,omitempty"`

	// `headers_too_large`: the maximum number of header fields.
	MaxFields *int64 `json:"max_fields,omitempty"`

	// `member_exists`: id of the member.
	MemberID *string `json:"member_id,omitempty"`

	// Refused orders: id of the order.
	OrderID *string `json:"order_id,omitempty"`

	// `forbidden`: the permission that the role lacks.
	Permission *string `json:"permission,omitempty"`

	// `sso_denied`: the error of the identity provider.
	ProviderError *string `json:"provider_error,omitempty"`

	// `replay_in_progress`: id of the replay.
	ReplayID *string `json:"replay_id,omitempty"`

	// Refused returns: id of the return.
	ReturnID *string `json:"return_id,omitempty"`

	// `rate_limited`: seconds to wait, as in `Retry-After`.
	RetryAfter *int64 `json:"retry_after,omitempty"`

	// `malformed_csv`: number of the faulty row, from 1.
	Row *int64 `json:"row,omitempty"`

	// `duplicate_client_scan_id`: id of the scan.
	ScanID *string `json:"scan_id,omitempty"`

	// `key_not_active`: status of the API key.
	StatusOfKey *string `json:"status_of_key,omitempty"`

	// `member_not_active`: status of the member.
	StatusOfMember *string `json:"status_of_member,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Problem) UnmarshalJSON(data []byte) error {
	type plain Problem
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Problem) MarshalJSON() ([]byte, error) {
	type plain Problem
	return encodeRecord(plain(r), r.Extra)
}

// ProblemItem is a record of the API.
type ProblemItem struct {
	// JSON pointer into the body (RFC 6901); for a parameter or header field, `/` and its name; empty for the whole request.
	Pointer string `json:"pointer"`

	// Stable, documented error code for programs.
	Code string `json:"code"`

	// Explanation for people.
	Message string `json:"message"`

	// SKU of the fault.
	SKU *string `json:"sku,omitempty"`

	// `sku_exists`: status of the SKU that exists, `active` or `archived`.
	StatusOfSKU *string `json:"status_of_sku,omitempty"`

	// Path or id of the location of the fault.
	Location *string `json:"location,omitempty"`

	// Units that were requested.
	Requested *int64 `json:"requested,omitempty"`

	// Units that were available.
	Available *int64 `json:"available,omitempty"`

	// Units that the order holds.
	Allocated *int64 `json:"allocated,omitempty"`

	// Units that are on hand.
	OnHand *int64 `json:"on_hand,omitempty"`

	// Lowest allowed number of units.
	Minimum *int64 `json:"minimum,omitempty"`

	// Highest allowed number of units; of records or bytes, for `storage_limit_reached`.
	Maximum *int64 `json:"maximum,omitempty"`

	// `storage_limit_reached`: kind of the records, `skus`, `open_orders`, `webhook_endpoints` or `warehouses`; `stored_bytes` for bytes of all records.
	Stored *string `json:"stored,omitempty"`

	// `storage_limit_reached`: number of the records or bytes.
	Used *int64 `json:"used,omitempty"`

	// Id of the reservation that the fault is about.
	ReservationID *string `json:"reservation_id,omitempty"`

	// Status of that reservation: `active`, `converted`, `released` or `expired`.
	StatusOfReservation *string `json:"status_of_reservation,omitempty"`

	// `version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together.
	Current map[string]any `json:"current,omitempty"`

	// `version_conflict`: the present version of the record.
	CurrentVersion *int64 `json:"current_version,omitempty"`

	// `version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known.
	ChangedBy *string `json:"changed_by,omitempty"`

	// Line of the order that the fault is about.
	LineID *string `json:"line_id,omitempty"`

	// `quantity_exceeded`: units that may be named, or records that there may be.
	Allowed *int64 `json:"allowed,omitempty"`

	// `quantity_exceeded`: the units or records that the numbers are of: `open`, `planned`, `fulfilments`, or `lines of fulfilments`.
	Limit *string `json:"limit,omitempty"`

	// Warehouses that the units are held in.
	Warehouses []UnitsInWarehouse `json:"warehouses,omitempty"`

	// `quantity_mismatch`: units that the request names of the line, in all.
	Named *int64 `json:"named,omitempty"`

	// `quantity_mismatch`: units that the line requires.
	Expected *int64 `json:"expected,omitempty"`

	// Time of a count that is out of date, RFC 3339 in UTC with milliseconds.
	CountedAt *string `json:"counted_at,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ProblemItem) UnmarshalJSON(data []byte) error {
	type plain ProblemItem
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ProblemItem) MarshalJSON() ([]byte, error) {
	type plain ProblemItem
	return encodeRecord(plain(r), r.Extra)
}

// Quantities is a record of the API.
type Quantities struct {
	// Units in stock, 0 to 2 147 483 647.
	OnHand int64 `json:"on_hand"`

	// Units at locations that are not sellable. Absent in events of releases that had none.
	Unavailable *int64 `json:"unavailable,omitempty"`

	// Units allocated to orders that are not shipped yet.
	Allocated int64 `json:"allocated"`

	// Units that reservations kept. Absent in events of releases that had none.
	Reserved *int64 `json:"reserved,omitempty"`

	// Units that were withheld as safety stock. Absent in events of releases that had none.
	Buffer *int64 `json:"buffer,omitempty"`

	// Units that could be ordered: on_hand - unavailable - allocated - reserved - buffer, never below 0.
	Available int64 `json:"available"`

	// Stock by location before the change; present if `changed` names `stock`.
	Stock []StockAtLocationSnapshot `json:"stock,omitempty"`

	// True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all.
	StockTruncated *bool `json:"stock_truncated,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Quantities) UnmarshalJSON(data []byte) error {
	type plain Quantities
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Quantities) MarshalJSON() ([]byte, error) {
	type plain Quantities
	return encodeRecord(plain(r), r.Extra)
}

// QuoteLine is the body, or a part of the body, of a request.
type QuoteLine struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`
}

// MarshalJSON leaves out what was not set.
func (r QuoteLine) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// RateLimit is a record of the API.
type RateLimit struct {
	// Number of requests that are admitted at once.
	Burst int64 `json:"burst"`

	// Number of requests per second that are admitted in the long run.
	Rate float64 `json:"rate"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *RateLimit) UnmarshalJSON(data []byte) error {
	type plain RateLimit
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r RateLimit) MarshalJSON() ([]byte, error) {
	type plain RateLimit
	return encodeRecord(plain(r), r.Extra)
}

// Reference is a record of the API.
type Reference struct {
	// Kind of the record.
	Type string `json:"type"`

	// Id of the record.
	ID string `json:"id"`

	// The order, where the record is a part of one, such as a fulfilment.
	OrderID *string `json:"order_id,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Reference) UnmarshalJSON(data []byte) error {
	type plain Reference
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Reference) MarshalJSON() ([]byte, error) {
	type plain Reference
	return encodeRecord(plain(r), r.Extra)
}

// Refusal is a record of the API.
type Refusal struct {
	// Step of the order.
	Transition RefusalTransition `json:"transition"`

	// The fulfilment that the step was about; null for one of the whole order.
	FulfilmentID *string `json:"fulfilment_id"`

	// The return that the step was about; null for any other step.
	ReturnID *string `json:"return_id"`

	// Code of the error catalogue.
	Code string `json:"code"`

	// Explanation in one sentence.
	Detail string `json:"detail"`

	// Every offending line or field, with a JSON pointer into the request.
	Errors []ProblemItem `json:"errors"`

	// Time of the refusal, RFC 3339 in UTC with milliseconds.
	At time.Time `json:"at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Refusal) UnmarshalJSON(data []byte) error {
	type plain Refusal
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Refusal) MarshalJSON() ([]byte, error) {
	type plain Refusal
	return encodeRecord(plain(r), r.Extra)
}

// RefusalTransition is one of the constants below; later versions may add some.
type RefusalTransition string

// Values of RefusalTransition.
const (
	RefusalTransitionCreate      RefusalTransition = "create"
	RefusalTransitionPack        RefusalTransition = "pack"
	RefusalTransitionShip        RefusalTransition = "ship"
	RefusalTransitionCancel      RefusalTransition = "cancel"
	RefusalTransitionFulfil      RefusalTransition = "fulfil"
	RefusalTransitionUnpack      RefusalTransition = "unpack"
	RefusalTransitionClose       RefusalTransition = "close"
	RefusalTransitionEdit        RefusalTransition = "edit"
	RefusalTransitionHold        RefusalTransition = "hold"
	RefusalTransitionReleaseHold RefusalTransition = "release_hold"
	RefusalTransitionReassign    RefusalTransition = "reassign"
	RefusalTransitionReturn      RefusalTransition = "return"
	RefusalTransitionApprove     RefusalTransition = "approve"
	RefusalTransitionReceive     RefusalTransition = "receive"
	RefusalTransitionDispose     RefusalTransition = "dispose"
)

// RefusalSnapshot is a record of the API.
type RefusalSnapshot struct {
	// Step of the order.
	Transition RefusalSnapshotTransition `json:"transition"`

	// The fulfilment that the step was about; null for one of the whole order.
	FulfilmentID *string `json:"fulfilment_id,omitempty"`

	// The return that the step was about; null for any other step.
	ReturnID *string `json:"return_id,omitempty"`

	// Code of the error catalogue.
	Code string `json:"code"`

	// Explanation in one sentence.
	Detail string `json:"detail"`

	// Every offending line or field, with a JSON pointer into the request.
	Errors []ProblemItem `json:"errors"`

	// Time of the refusal, RFC 3339 in UTC with milliseconds.
	At time.Time `json:"at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *RefusalSnapshot) UnmarshalJSON(data []byte) error {
	type plain RefusalSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r RefusalSnapshot) MarshalJSON() ([]byte, error) {
	type plain RefusalSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// RefusalSnapshotTransition is one of the constants below; later versions may add some.
type RefusalSnapshotTransition string

// Values of RefusalSnapshotTransition.
const (
	RefusalSnapshotTransitionCreate      RefusalSnapshotTransition = "create"
	RefusalSnapshotTransitionPack        RefusalSnapshotTransition = "pack"
	RefusalSnapshotTransitionShip        RefusalSnapshotTransition = "ship"
	RefusalSnapshotTransitionCancel      RefusalSnapshotTransition = "cancel"
	RefusalSnapshotTransitionFulfil      RefusalSnapshotTransition = "fulfil"
	RefusalSnapshotTransitionUnpack      RefusalSnapshotTransition = "unpack"
	RefusalSnapshotTransitionClose       RefusalSnapshotTransition = "close"
	RefusalSnapshotTransitionEdit        RefusalSnapshotTransition = "edit"
	RefusalSnapshotTransitionHold        RefusalSnapshotTransition = "hold"
	RefusalSnapshotTransitionReleaseHold RefusalSnapshotTransition = "release_hold"
	RefusalSnapshotTransitionReassign    RefusalSnapshotTransition = "reassign"
	RefusalSnapshotTransitionReturn      RefusalSnapshotTransition = "return"
	RefusalSnapshotTransitionApprove     RefusalSnapshotTransition = "approve"
	RefusalSnapshotTransitionReceive     RefusalSnapshotTransition = "receive"
	RefusalSnapshotTransitionDispose     RefusalSnapshotTransition = "dispose"
)

// Reservation is a record of the API.
type Reservation struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The reservation's id in another system, such as that of a cart, 1 to 200 characters. Null for none.
	ExternalID *string `json:"external_id"`

	// `active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later.
	Status ReservationStatus `json:"status"`

	// One SKU with its units each.
	Lines []ReservationLine `json:"lines"`

	// Whether lines may be reserved in part.
	Partial bool `json:"partial"`

	// The one warehouse that its units are kept in; null where they are kept wherever they lie.
	WarehouseID *string `json:"warehouse_id"`

	// Code that this warehouse had when units were reserved in it: `MAIN`. Null for none.
	Warehouse *string `json:"warehouse"`

	// Time at which an active one expires, RFC 3339 in UTC with milliseconds.
	ExpiresAt time.Time `json:"expires_at"`

	// The order that it was converted into; null for none.
	OrderID *string `json:"order_id"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active.
	EndedAt *time.Time `json:"ended_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Reservation) UnmarshalJSON(data []byte) error {
	type plain Reservation
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Reservation) MarshalJSON() ([]byte, error) {
	type plain Reservation
	return encodeRecord(plain(r), r.Extra)
}

// ReservationStatus is one of the constants below; later versions may add some.
type ReservationStatus string

// Values of ReservationStatus.
const (
	ReservationStatusActive    ReservationStatus = "active"
	ReservationStatusConverted ReservationStatus = "converted"
	ReservationStatusReleased  ReservationStatus = "released"
	ReservationStatusExpired   ReservationStatus = "expired"
)

// ReservationCreate is the body, or a part of the body, of a request.
type ReservationCreate struct {
	// One SKU with its units each; a SKU stands in one line only.
	Lines []ReservationLineCreate `json:"lines"`

	// Seconds from now until the reservation expires, 30 to 86 400.
	ExpiresIn int64 `json:"expires_in"`

	// The reservation's id in another system, such as that of a cart, 1 to 200 characters. Unique among reservations that are active or converted.
	ExternalID Opt[string] `json:"external_id"`

	// false: all lines are reserved whole, or the request is refused. true: of each line what is available.
	Partial Opt[bool] `json:"partial"`

	// The one warehouse to keep the units in, by id or code. Default: null, they are kept wherever they lie.
	Warehouse Opt[string] `json:"warehouse"`
}

// MarshalJSON leaves out what was not set.
func (r ReservationCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReservationExpired is a record of the API.
type ReservationExpired struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The reservation after the change.
	Data ReservationSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReservationExpired) UnmarshalJSON(data []byte) error {
	type plain ReservationExpired
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReservationExpired) MarshalJSON() ([]byte, error) {
	type plain ReservationExpired
	return encodeRecord(plain(r), r.Extra)
}

// ReservationLine is a record of the API.
type ReservationLine struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units that were asked for.
	Quantity int64 `json:"quantity"`

	// Units that are kept; 0 once the reservation has ended.
	Reserved int64 `json:"reserved"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReservationLine) UnmarshalJSON(data []byte) error {
	type plain ReservationLine
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReservationLine) MarshalJSON() ([]byte, error) {
	type plain ReservationLine
	return encodeRecord(plain(r), r.Extra)
}

// ReservationLineCreate is the body, or a part of the body, of a request.
type ReservationLineCreate struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`
}

// MarshalJSON leaves out what was not set.
func (r ReservationLineCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReservationReleased is a record of the API.
type ReservationReleased struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The reservation after the change.
	Data ReservationSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReservationReleased) UnmarshalJSON(data []byte) error {
	type plain ReservationReleased
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReservationReleased) MarshalJSON() ([]byte, error) {
	type plain ReservationReleased
	return encodeRecord(plain(r), r.Extra)
}

// ReservationSnapshot is a record of the API.
type ReservationSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The reservation's id in another system, such as that of a cart, 1 to 200 characters. Null for none.
	ExternalID *string `json:"external_id"`

	// `active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later.
	Status ReservationSnapshotStatus `json:"status"`

	// One SKU with its units each.
	Lines []ReservationLine `json:"lines"`

	// Whether lines may be reserved in part.
	Partial bool `json:"partial"`

	// The one warehouse that its units are kept in; null where they are kept wherever they lie.
	WarehouseID *string `json:"warehouse_id,omitempty"`

	// Code that this warehouse had when units were reserved in it: `MAIN`. Null for none.
	Warehouse *string `json:"warehouse,omitempty"`

	// Time at which an active one expires, RFC 3339 in UTC with milliseconds.
	ExpiresAt time.Time `json:"expires_at"`

	// The order that it was converted into; null for none.
	OrderID *string `json:"order_id"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active.
	EndedAt *time.Time `json:"ended_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReservationSnapshot) UnmarshalJSON(data []byte) error {
	type plain ReservationSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReservationSnapshot) MarshalJSON() ([]byte, error) {
	type plain ReservationSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// ReservationSnapshotStatus is one of the constants below; later versions may add some.
type ReservationSnapshotStatus string

// Values of ReservationSnapshotStatus.
const (
	ReservationSnapshotStatusActive    ReservationSnapshotStatus = "active"
	ReservationSnapshotStatusConverted ReservationSnapshotStatus = "converted"
	ReservationSnapshotStatusReleased  ReservationSnapshotStatus = "released"
	ReservationSnapshotStatusExpired   ReservationSnapshotStatus = "expired"
)

// ReservationUpdate is the body, or a part of the body, of a request.
type ReservationUpdate struct {
	// Seconds from now until the reservation expires, 30 to 86 400.
	ExpiresIn Opt[int64] `json:"expires_in"`

	// One SKU with its units each; a SKU stands in one line only.
	Lines Opt[[]ReservationLineCreate] `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r ReservationUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// Return is a record of the API.
type Return struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Id of the order; null of a return without one.
	OrderID *string `json:"order_id"`

	// The return's id in another system, 1 to 200 characters, unique.
	ExternalID *string `json:"external_id"`

	// `requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more.
	Status ReturnStatus `json:"status"`

	// Units by line: of those of the order, or of SKUs without an order.
	Lines []ReturnLine `json:"lines"`

	// Free text.
	Note *string `json:"note"`

	// Reason given with the rejection, cancellation or closing; null without one.
	Reason *string `json:"reason"`

	// A step that was answered with 202 and waits for the answer of inventory; `return` is its creation.
	PendingTransition *ReturnPendingTransition `json:"pending_transition"`

	// Id of the order that was made together with the return, in exchange for it; null for none.
	ExchangeOrderID *string `json:"exchange_order_id"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of approval, RFC 3339 in UTC with milliseconds; null before.
	ApprovedAt *time.Time `json:"approved_at"`

	// Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before.
	ReceivedAt *time.Time `json:"received_at"`

	// Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before.
	EndedAt *time.Time `json:"ended_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Return) UnmarshalJSON(data []byte) error {
	type plain Return
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Return) MarshalJSON() ([]byte, error) {
	type plain Return
	return encodeRecord(plain(r), r.Extra)
}

// ReturnStatus is one of the constants below; later versions may add some.
type ReturnStatus string

// Values of ReturnStatus.
const (
	ReturnStatusRequested ReturnStatus = "requested"
	ReturnStatusApproved  ReturnStatus = "approved"
	ReturnStatusReceiving ReturnStatus = "receiving"
	ReturnStatusClosed    ReturnStatus = "closed"
	ReturnStatusCancelled ReturnStatus = "cancelled"
	ReturnStatusRejected  ReturnStatus = "rejected"
)

// ReturnPendingTransition is one of the constants below; later versions may add some.
type ReturnPendingTransition string

// Values of ReturnPendingTransition.
const (
	ReturnPendingTransitionReturn  ReturnPendingTransition = "return"
	ReturnPendingTransitionApprove ReturnPendingTransition = "approve"
	ReturnPendingTransitionReceive ReturnPendingTransition = "receive"
	ReturnPendingTransitionDispose ReturnPendingTransition = "dispose"
	ReturnPendingTransitionCancel  ReturnPendingTransition = "cancel"
	ReturnPendingTransitionClose   ReturnPendingTransition = "close"
)

// ReturnApprove is the body, or a part of the body, of a request.
type ReturnApprove struct {
}

// MarshalJSON leaves out what was not set.
func (r ReturnApprove) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnCancelled is a record of the API.
type ReturnCancelled struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The return after the change.
	Data ReturnSnapshot `json:"data"`

	// Its order after the change; null of a return without one.
	Order *OrderOfReturnSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnCancelled) UnmarshalJSON(data []byte) error {
	type plain ReturnCancelled
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnCancelled) MarshalJSON() ([]byte, error) {
	type plain ReturnCancelled
	return encodeRecord(plain(r), r.Extra)
}

// ReturnClosed is a record of the API.
type ReturnClosed struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The return after the change.
	Data ReturnSnapshot `json:"data"`

	// Its order after the change; null of a return without one.
	Order *OrderOfReturnSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnClosed) UnmarshalJSON(data []byte) error {
	type plain ReturnClosed
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnClosed) MarshalJSON() ([]byte, error) {
	type plain ReturnClosed
	return encodeRecord(plain(r), r.Extra)
}

// ReturnCreate is the body, or a part of the body, of a request.
type ReturnCreate struct {
	// The order whose units were shipped; null if it is not known.
	OrderID Opt[string] `json:"order_id"`

	// The return's id in another system; unique among returns.
	ExternalID Opt[string] `json:"external_id"`

	// Units of lines of the order, each line once; without an order, units of SKUs.
	Lines []ReturnLineCreate `json:"lines"`

	// true: the return begins as `approved`, and its units may be received.
	Approved Opt[bool] `json:"approved"`

	// Free text.
	Note Opt[string] `json:"note"`

	// Of an approved return of an order: an order in exchange, to the same address, that is created together with the return, or neither is.
	Exchange Opt[ReturnExchange] `json:"exchange"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnCreated is a record of the API.
type ReturnCreated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The return after the change.
	Data ReturnSnapshot `json:"data"`

	// Its order after the change; null of a return without one.
	Order *OrderOfReturnSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnCreated) UnmarshalJSON(data []byte) error {
	type plain ReturnCreated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnCreated) MarshalJSON() ([]byte, error) {
	type plain ReturnCreated
	return encodeRecord(plain(r), r.Extra)
}

// ReturnDispose is the body, or a part of the body, of a request.
type ReturnDispose struct {
	// Units of lines of the return.
	Lines []ReturnLineDispose `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnDispose) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnExchange is the body, or a part of the body, of a request.
type ReturnExchange struct {
	// Lines of the order. What is not in stock is backordered.
	Lines []OrderLineCreate `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnExchange) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnHistoryEntry is a record of the API.
type ReturnHistoryEntry struct {
	// Whether the step was refused.
	Refused bool `json:"refused"`

	// Error code of the refusal; null unless refused.
	Code *string `json:"code"`

	// Reason given by the caller.
	Reason *string `json:"reason"`

	// Id of the API key or member, or name of the service, that took the step.
	Actor string `json:"actor"`

	// The `X-Request-Id` of the request.
	RequestID string `json:"request_id"`

	// Time of the step, RFC 3339 in UTC with milliseconds.
	At time.Time `json:"at"`

	// The step that was done or refused: `return`, `approve`, `receive`, `dispose`, `cancel` or `close`; `update` for a return that was requested, rejected or erased, and for a step that was answered with 202.
	Transition ReturnHistoryEntryTransition `json:"transition"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnHistoryEntry) UnmarshalJSON(data []byte) error {
	type plain ReturnHistoryEntry
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnHistoryEntry) MarshalJSON() ([]byte, error) {
	type plain ReturnHistoryEntry
	return encodeRecord(plain(r), r.Extra)
}

// ReturnHistoryEntryTransition is one of the constants below; later versions may add some.
type ReturnHistoryEntryTransition string

// Values of ReturnHistoryEntryTransition.
const (
	ReturnHistoryEntryTransitionCreate      ReturnHistoryEntryTransition = "create"
	ReturnHistoryEntryTransitionPack        ReturnHistoryEntryTransition = "pack"
	ReturnHistoryEntryTransitionShip        ReturnHistoryEntryTransition = "ship"
	ReturnHistoryEntryTransitionCancel      ReturnHistoryEntryTransition = "cancel"
	ReturnHistoryEntryTransitionFulfil      ReturnHistoryEntryTransition = "fulfil"
	ReturnHistoryEntryTransitionUnpack      ReturnHistoryEntryTransition = "unpack"
	ReturnHistoryEntryTransitionClose       ReturnHistoryEntryTransition = "close"
	ReturnHistoryEntryTransitionEdit        ReturnHistoryEntryTransition = "edit"
	ReturnHistoryEntryTransitionHold        ReturnHistoryEntryTransition = "hold"
	ReturnHistoryEntryTransitionReleaseHold ReturnHistoryEntryTransition = "release_hold"
	ReturnHistoryEntryTransitionReassign    ReturnHistoryEntryTransition = "reassign"
	ReturnHistoryEntryTransitionReturn      ReturnHistoryEntryTransition = "return"
	ReturnHistoryEntryTransitionApprove     ReturnHistoryEntryTransition = "approve"
	ReturnHistoryEntryTransitionReceive     ReturnHistoryEntryTransition = "receive"
	ReturnHistoryEntryTransitionDispose     ReturnHistoryEntryTransition = "dispose"
	ReturnHistoryEntryTransitionAllocate    ReturnHistoryEntryTransition = "allocate"
	ReturnHistoryEntryTransitionUpdate      ReturnHistoryEntryTransition = "update"
)

// ReturnLine is a record of the API.
type ReturnLine struct {
	// Opaque id with a prefix for its type, sortable by creation.
	LineID string `json:"line_id"`

	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// The SKU's name when the order, or the return without one, was created.
	Name *string `json:"name"`

	// Units of the line in this return: expected + received + missing + waived.
	Quantity int64 `json:"quantity"`

	// Why the units come back, 1 to 64 of a-z, 0-9 and "_".
	Reason string `json:"reason"`

	// Free text.
	Note *string `json:"note"`

	// Units that may still come; 0 once the return is closed, cancelled or rejected.
	Expected int64 `json:"expected"`

	// Units that came back: inspecting + restocked + quarantined + scrapped.
	Received int64 `json:"received"`

	// Units that were reported as missing.
	Missing int64 `json:"missing"`

	// Units that were still expected when the return was closed, cancelled or rejected.
	Waived int64 `json:"waived"`

	// Units that wait for a decision.
	Inspecting int64 `json:"inspecting"`

	// Units that can be sold again.
	Restocked int64 `json:"restocked"`

	// Units that are kept apart.
	Quarantined int64 `json:"quarantined"`

	// Units that were taken out of stock.
	Scrapped int64 `json:"scrapped"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnLine) UnmarshalJSON(data []byte) error {
	type plain ReturnLine
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnLine) MarshalJSON() ([]byte, error) {
	type plain ReturnLine
	return encodeRecord(plain(r), r.Extra)
}

// ReturnLineCreate is the body, or a part of the body, of a request.
type ReturnLineCreate struct {
	// Of a return of an order, and required there: a line of it.
	LineID Opt[string] `json:"line_id"`

	// Of a return without an order, and required there: the SKU.
	SKU Opt[string] `json:"sku"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`

	// Why the units come back, such as `wrong_size` or `damaged`. Required of a return of an order; without one the default is `unlinked`.
	Reason Opt[string] `json:"reason"`

	// Free text.
	Note Opt[string] `json:"note"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnLineCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnLineDispose is the body, or a part of the body, of a request.
type ReturnLineDispose struct {
	// A line of the return.
	LineID string `json:"line_id"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`

	// Disposition that the units have had so far.
	From Opt[ReturnLineDisposeFrom] `json:"from"`

	// Disposition that they get: another than `from`.
	Disposition ReturnLineDisposeDisposition `json:"disposition"`

	// Id or path of the location that the units are taken from. Default: the location that the return put them at.
	FromLocation Opt[string] `json:"from_location"`

	// Id or path of the location that the units come to; none with `scrap`. Only `restock` takes one that is sellable. By default units to inspect come to the location of usage `returns`, units in quarantine to that of usage `quarantine`, and restocked units to the home location of the SKU.
	Location Opt[string] `json:"location"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnLineDispose) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnLineDisposeFrom is one of the constants below; later versions may add some.
type ReturnLineDisposeFrom string

// Values of ReturnLineDisposeFrom.
const (
	ReturnLineDisposeFromInspect    ReturnLineDisposeFrom = "inspect"
	ReturnLineDisposeFromRestock    ReturnLineDisposeFrom = "restock"
	ReturnLineDisposeFromQuarantine ReturnLineDisposeFrom = "quarantine"
)

// ReturnLineDisposeDisposition is one of the constants below; later versions may add some.
type ReturnLineDisposeDisposition string

// Values of ReturnLineDisposeDisposition.
const (
	ReturnLineDisposeDispositionInspect    ReturnLineDisposeDisposition = "inspect"
	ReturnLineDisposeDispositionRestock    ReturnLineDisposeDisposition = "restock"
	ReturnLineDisposeDispositionQuarantine ReturnLineDisposeDisposition = "quarantine"
	ReturnLineDisposeDispositionScrap      ReturnLineDisposeDisposition = "scrap"
)

// ReturnLineReceive is the body, or a part of the body, of a request.
type ReturnLineReceive struct {
	// A line of the return.
	LineID string `json:"line_id"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`

	// What becomes of the units. `missing`: they do not come, and can be returned again.
	Disposition Opt[ReturnLineReceiveDisposition] `json:"disposition"`

	// Id or path of the location that the units come to. Only `restock` takes one that is sellable. By default units to inspect come to the location of usage `returns`, units in quarantine to that of usage `quarantine`, and restocked units to the home location of the SKU.
	Location Opt[string] `json:"location"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnLineReceive) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnLineReceiveDisposition is one of the constants below; later versions may add some.
type ReturnLineReceiveDisposition string

// Values of ReturnLineReceiveDisposition.
const (
	ReturnLineReceiveDispositionInspect    ReturnLineReceiveDisposition = "inspect"
	ReturnLineReceiveDispositionRestock    ReturnLineReceiveDisposition = "restock"
	ReturnLineReceiveDispositionQuarantine ReturnLineReceiveDisposition = "quarantine"
	ReturnLineReceiveDispositionScrap      ReturnLineReceiveDisposition = "scrap"
	ReturnLineReceiveDispositionMissing    ReturnLineReceiveDisposition = "missing"
)

// ReturnOfOrder is a record of the API.
type ReturnOfOrder struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Its status.
	Status ReturnOfOrderStatus `json:"status"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnOfOrder) UnmarshalJSON(data []byte) error {
	type plain ReturnOfOrder
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnOfOrder) MarshalJSON() ([]byte, error) {
	type plain ReturnOfOrder
	return encodeRecord(plain(r), r.Extra)
}

// ReturnOfOrderStatus is one of the constants below; later versions may add some.
type ReturnOfOrderStatus string

// Values of ReturnOfOrderStatus.
const (
	ReturnOfOrderStatusRequested ReturnOfOrderStatus = "requested"
	ReturnOfOrderStatusApproved  ReturnOfOrderStatus = "approved"
	ReturnOfOrderStatusReceiving ReturnOfOrderStatus = "receiving"
	ReturnOfOrderStatusClosed    ReturnOfOrderStatus = "closed"
	ReturnOfOrderStatusCancelled ReturnOfOrderStatus = "cancelled"
	ReturnOfOrderStatusRejected  ReturnOfOrderStatus = "rejected"
)

// ReturnReceive is the body, or a part of the body, of a request.
type ReturnReceive struct {
	// Units of lines of the return.
	Lines []ReturnLineReceive `json:"lines"`
}

// MarshalJSON leaves out what was not set.
func (r ReturnReceive) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReturnReceived is a record of the API.
type ReturnReceived struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The return after the change.
	Data ReturnSnapshot `json:"data"`

	// Its order after the change; null of a return without one.
	Order *OrderOfReturnSnapshot `json:"order"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnReceived) UnmarshalJSON(data []byte) error {
	type plain ReturnReceived
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnReceived) MarshalJSON() ([]byte, error) {
	type plain ReturnReceived
	return encodeRecord(plain(r), r.Extra)
}

// ReturnSnapshot is a record of the API.
type ReturnSnapshot struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Id of the order; null of a return without one.
	OrderID *string `json:"order_id"`

	// The return's id in another system, 1 to 200 characters, unique.
	ExternalID *string `json:"external_id"`

	// `requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more.
	Status ReturnSnapshotStatus `json:"status"`

	// Units by line: of those of the order, or of SKUs without an order.
	Lines []ReturnLine `json:"lines"`

	// Free text.
	Note *string `json:"note"`

	// Reason given with the rejection, cancellation or closing; null without one.
	Reason *string `json:"reason"`

	// A step that was answered with 202 and waits for the answer of inventory; `return` is its creation.
	PendingTransition *ReturnSnapshotPendingTransition `json:"pending_transition"`

	// Id of the order that was made together with the return, in exchange for it; null for none.
	ExchangeOrderID *string `json:"exchange_order_id,omitempty"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of approval, RFC 3339 in UTC with milliseconds; null before.
	ApprovedAt *time.Time `json:"approved_at"`

	// Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before.
	ReceivedAt *time.Time `json:"received_at"`

	// Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before.
	EndedAt *time.Time `json:"ended_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnSnapshot) UnmarshalJSON(data []byte) error {
	type plain ReturnSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnSnapshot) MarshalJSON() ([]byte, error) {
	type plain ReturnSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// ReturnSnapshotStatus is one of the constants below; later versions may add some.
type ReturnSnapshotStatus string

// Values of ReturnSnapshotStatus.
const (
	ReturnSnapshotStatusRequested ReturnSnapshotStatus = "requested"
	ReturnSnapshotStatusApproved  ReturnSnapshotStatus = "approved"
	ReturnSnapshotStatusReceiving ReturnSnapshotStatus = "receiving"
	ReturnSnapshotStatusClosed    ReturnSnapshotStatus = "closed"
	ReturnSnapshotStatusCancelled ReturnSnapshotStatus = "cancelled"
	ReturnSnapshotStatusRejected  ReturnSnapshotStatus = "rejected"
)

// ReturnSnapshotPendingTransition is one of the constants below; later versions may add some.
type ReturnSnapshotPendingTransition string

// Values of ReturnSnapshotPendingTransition.
const (
	ReturnSnapshotPendingTransitionReturn  ReturnSnapshotPendingTransition = "return"
	ReturnSnapshotPendingTransitionApprove ReturnSnapshotPendingTransition = "approve"
	ReturnSnapshotPendingTransitionReceive ReturnSnapshotPendingTransition = "receive"
	ReturnSnapshotPendingTransitionDispose ReturnSnapshotPendingTransition = "dispose"
	ReturnSnapshotPendingTransitionCancel  ReturnSnapshotPendingTransition = "cancel"
	ReturnSnapshotPendingTransitionClose   ReturnSnapshotPendingTransition = "close"
)

// ReturnUpdated is a record of the API.
type ReturnUpdated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The return after the change.
	Data ReturnSnapshot `json:"data"`

	// Its order after the change; null of a return without one.
	Order *OrderOfReturnSnapshot `json:"order"`

	// Changed fields of the return, such as `status` or `lines`.
	Changed []string `json:"changed"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ReturnUpdated) UnmarshalJSON(data []byte) error {
	type plain ReturnUpdated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ReturnUpdated) MarshalJSON() ([]byte, error) {
	type plain ReturnUpdated
	return encodeRecord(plain(r), r.Extra)
}

// Scan is a record of the API.
type Scan struct {
	// Scans sort by it as they were received.
	ID string `json:"id"`

	// Barcode as read by the device.
	Barcode string `json:"barcode"`

	// Purpose of the scan.
	Type ScanType `json:"type"`

	// SKU, as sent by the device.
	SKU *string `json:"sku"`

	// Units, 0 to 1 000 000.
	Quantity *int64 `json:"quantity"`

	// Location, as sent by the device.
	Location *string `json:"location"`

	// Order, as sent by the device.
	OrderID *string `json:"order_id"`

	// Return, as sent by the device; absent without one.
	ReturnID *string `json:"return_id,omitempty"`

	// What becomes of returned units, as sent by the device; absent where it was not.
	Disposition *ScanDisposition `json:"disposition,omitempty"`

	// Id of the device.
	DeviceID *string `json:"device_id"`

	// Operator of the device.
	Operator *string `json:"operator"`

	// The device's clock, in UTC.
	ScannedAt *time.Time `json:"scanned_at"`

	// The device's id of the scan.
	ClientScanID *string `json:"client_scan_id"`

	// The device's metadata, empty if none was sent.
	Metadata map[string]string `json:"metadata"`

	// The service's clock.
	ReceivedAt time.Time `json:"received_at"`

	// State of the movement of stock: `pending` until inventory has answered; null without `apply`.
	Applied *ScanAppliedValue `json:"applied"`

	// Refusal of the movement; null unless refused.
	Refusal *ScanRefusal `json:"refusal"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Scan) UnmarshalJSON(data []byte) error {
	type plain Scan
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Scan) MarshalJSON() ([]byte, error) {
	type plain Scan
	return encodeRecord(plain(r), r.Extra)
}

// ScanType is one of the constants below; later versions may add some.
type ScanType string

// Values of ScanType.
const (
	ScanTypeReceive ScanType = "receive"
	ScanTypePutaway ScanType = "putaway"
	ScanTypePick    ScanType = "pick"
	ScanTypePack    ScanType = "pack"
	ScanTypeShip    ScanType = "ship"
	ScanTypeCount   ScanType = "count"
	ScanTypeReturn  ScanType = "return"
	ScanTypeLookup  ScanType = "lookup"
	ScanTypeOther   ScanType = "other"
)

// ScanDisposition is one of the constants below; later versions may add some.
type ScanDisposition string

// Values of ScanDisposition.
const (
	ScanDispositionInspect    ScanDisposition = "inspect"
	ScanDispositionRestock    ScanDisposition = "restock"
	ScanDispositionQuarantine ScanDisposition = "quarantine"
	ScanDispositionScrap      ScanDisposition = "scrap"
)

// ScanAppliedValue is one of the constants below; later versions may add some.
type ScanAppliedValue string

// Values of ScanAppliedValue.
const (
	ScanAppliedValuePending ScanAppliedValue = "pending"
	ScanAppliedValueDone    ScanAppliedValue = "done"
	ScanAppliedValueRefused ScanAppliedValue = "refused"
)

// ScanApplied is a record of the API.
type ScanApplied struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The scan.
	Data ScanSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanApplied) UnmarshalJSON(data []byte) error {
	type plain ScanApplied
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanApplied) MarshalJSON() ([]byte, error) {
	type plain ScanApplied
	return encodeRecord(plain(r), r.Extra)
}

// ScanBatch is the body, or a part of the body, of a request.
type ScanBatch struct {
	// 1 to 1 000 scans, each as in `POST /scans`.
	Scans []ScanCreate `json:"scans"`
}

// MarshalJSON leaves out what was not set.
func (r ScanBatch) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ScanCompleted is a record of the API.
type ScanCompleted struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The scan.
	Data ScanSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanCompleted) UnmarshalJSON(data []byte) error {
	type plain ScanCompleted
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanCompleted) MarshalJSON() ([]byte, error) {
	type plain ScanCompleted
	return encodeRecord(plain(r), r.Extra)
}

// ScanCreate is the body, or a part of the body, of a request.
type ScanCreate struct {
	// Barcode as read by the device.
	Barcode string `json:"barcode"`

	// Purpose of the scan.
	Type Opt[ScanType] `json:"type"`

	// SKU of the barcode. It is looked up only for an applied scan, which means the SKU with the barcode where this is left out.
	SKU Opt[string] `json:"sku"`

	// Units, 0 to 1 000 000.
	Quantity Opt[int64] `json:"quantity"`

	// Location of the scan. It is looked up only for an applied scan.
	Location Opt[string] `json:"location"`

	// Order of the scan. It is looked up only for an applied `return`.
	OrderID Opt[string] `json:"order_id"`

	// Return of the scan. It is looked up only for an applied `return`.
	ReturnID Opt[string] `json:"return_id"`

	// What becomes of the units of an applied `return`. Default: `inspect`.
	Disposition Opt[ScanDisposition] `json:"disposition"`

	// Of an applied `return`: true where it is not known which order the units come from. Then it names no return and no order.
	Unlinked Opt[bool] `json:"unlinked"`

	// Id of the device. Events of one device are delivered in order.
	DeviceID Opt[string] `json:"device_id"`

	// Operator of the device.
	Operator Opt[string] `json:"operator"`

	// The device's clock.
	ScannedAt Opt[time.Time] `json:"scanned_at"`

	// The device's id of the scan, unique within its `device_id`, or among scans without one. A repeat has no effect, without a time limit.
	ClientScanID Opt[string] `json:"client_scan_id"`

	// The device's metadata.
	Metadata Opt[map[string]string] `json:"metadata"`

	// Also posts the movement of stock, exactly once. `receive` adds `quantity` units at `location`, or at the home of the SKU. `count` sets the units at `location`, or the total without a `location`. `return` receives `quantity` units of the return `return_id`, of the one return of `order_id` that expects them, or, with `unlinked`, of no known order. Needs `quantity`; a `location` is then an id or a path. Without `sku` it moves the SKU that has the barcode, a GTIN in any length or the AI 01 of a GS1 element string; another SKU's barcode than that of `sku` is refused as `wrong_item`.
	Apply Opt[bool] `json:"apply"`
}

// MarshalJSON leaves out what was not set.
func (r ScanCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ScanRefusal is a record of the API.
type ScanRefusal struct {
	// Code of the error catalogue.
	Code string `json:"code"`

	// Explanation in one sentence.
	Detail string `json:"detail"`

	// Every offending field, with the relevant numbers.
	Errors []ProblemItem `json:"errors"`

	// Time of the refusal.
	At time.Time `json:"at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanRefusal) UnmarshalJSON(data []byte) error {
	type plain ScanRefusal
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanRefusal) MarshalJSON() ([]byte, error) {
	type plain ScanRefusal
	return encodeRecord(plain(r), r.Extra)
}

// ScanRefused is a record of the API.
type ScanRefused struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The scan.
	Data ScanSnapshot `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanRefused) UnmarshalJSON(data []byte) error {
	type plain ScanRefused
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanRefused) MarshalJSON() ([]byte, error) {
	type plain ScanRefused
	return encodeRecord(plain(r), r.Extra)
}

// ScanResult is a record of the API.
type ScanResult struct {
	// Index in the request, from 0.
	Index int64 `json:"index"`

	// HTTP status of the scan, as for `POST /scans`: 200 and 201 come with its `record`.
	Status int64 `json:"status"`

	// The recorded scan, unless it was refused.
	Record *Scan `json:"record,omitempty"`

	// The problem of a refused scan, without a request id.
	Error *ItemProblem `json:"error,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanResult) UnmarshalJSON(data []byte) error {
	type plain ScanResult
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanResult) MarshalJSON() ([]byte, error) {
	type plain ScanResult
	return encodeRecord(plain(r), r.Extra)
}

// ScanResults is a record of the API.
type ScanResults struct {
	// One result for each scan, in order.
	Results []ScanResult `json:"results"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanResults) UnmarshalJSON(data []byte) error {
	type plain ScanResults
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanResults) MarshalJSON() ([]byte, error) {
	type plain ScanResults
	return encodeRecord(plain(r), r.Extra)
}

// ScanSnapshot is a record of the API.
type ScanSnapshot struct {
	// Scans sort by it as they were received.
	ID string `json:"id"`

	// Barcode as read by the device.
	Barcode string `json:"barcode"`

	// Purpose of the scan.
	Type ScanSnapshotType `json:"type"`

	// SKU, as sent by the device.
	SKU *string `json:"sku"`

	// Units, 0 to 1 000 000.
	Quantity *int64 `json:"quantity"`

	// Location, as sent by the device.
	Location *string `json:"location"`

	// Order, as sent by the device.
	OrderID *string `json:"order_id"`

	// Return, as sent by the device; absent without one.
	ReturnID *string `json:"return_id,omitempty"`

	// What becomes of returned units, as sent by the device; absent where it was not.
	Disposition *ScanSnapshotDisposition `json:"disposition,omitempty"`

	// Id of the device.
	DeviceID *string `json:"device_id"`

	// Operator of the device.
	Operator *string `json:"operator"`

	// The device's clock, in UTC.
	ScannedAt *time.Time `json:"scanned_at"`

	// The device's id of the scan.
	ClientScanID *string `json:"client_scan_id"`

	// The device's metadata, empty if none was sent.
	Metadata map[string]string `json:"metadata"`

	// The service's clock.
	ReceivedAt time.Time `json:"received_at"`

	// State of the movement of stock: `pending` until inventory has answered; null without `apply`.
	Applied *ScanSnapshotApplied `json:"applied,omitempty"`

	// Refusal of the movement; null unless refused.
	Refusal *ScanRefusal `json:"refusal,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScanSnapshot) UnmarshalJSON(data []byte) error {
	type plain ScanSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScanSnapshot) MarshalJSON() ([]byte, error) {
	type plain ScanSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// ScanSnapshotType is one of the constants below; later versions may add some.
type ScanSnapshotType string

// Values of ScanSnapshotType.
const (
	ScanSnapshotTypeReceive ScanSnapshotType = "receive"
	ScanSnapshotTypePutaway ScanSnapshotType = "putaway"
	ScanSnapshotTypePick    ScanSnapshotType = "pick"
	ScanSnapshotTypePack    ScanSnapshotType = "pack"
	ScanSnapshotTypeShip    ScanSnapshotType = "ship"
	ScanSnapshotTypeCount   ScanSnapshotType = "count"
	ScanSnapshotTypeReturn  ScanSnapshotType = "return"
	ScanSnapshotTypeLookup  ScanSnapshotType = "lookup"
	ScanSnapshotTypeOther   ScanSnapshotType = "other"
)

// ScanSnapshotDisposition is one of the constants below; later versions may add some.
type ScanSnapshotDisposition string

// Values of ScanSnapshotDisposition.
const (
	ScanSnapshotDispositionInspect    ScanSnapshotDisposition = "inspect"
	ScanSnapshotDispositionRestock    ScanSnapshotDisposition = "restock"
	ScanSnapshotDispositionQuarantine ScanSnapshotDisposition = "quarantine"
	ScanSnapshotDispositionScrap      ScanSnapshotDisposition = "scrap"
)

// ScanSnapshotApplied is one of the constants below; later versions may add some.
type ScanSnapshotApplied string

// Values of ScanSnapshotApplied.
const (
	ScanSnapshotAppliedPending ScanSnapshotApplied = "pending"
	ScanSnapshotAppliedDone    ScanSnapshotApplied = "done"
	ScanSnapshotAppliedRefused ScanSnapshotApplied = "refused"
)

// SKU is a record of the API.
type SKU struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Display name.
	Name string `json:"name"`

	// Units in stock at all locations.
	OnHand int64 `json:"on_hand"`

	// Units at locations that are not sellable: no order can have them.
	Unavailable int64 `json:"unavailable"`

	// Units allocated to orders that are not shipped yet.
	Allocated int64 `json:"allocated"`

	// Units that reservations keep until they expire.
	Reserved int64 `json:"reserved"`

	// Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold.
	Buffer int64 `json:"buffer"`

	// Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer.
	Available int64 `json:"available"`

	// Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet.
	Incoming int64 `json:"incoming"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock int64 `json:"safety_stock"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint int64 `json:"reorder_point"`

	// Whether on_hand is below reorder_point.
	LowStock bool `json:"low_stock"`

	// Whether no unit is available.
	SoldOut bool `json:"sold_out"`

	// Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.
	Location *string `json:"location"`

	// Location by id.
	LocationID string `json:"location_id"`

	// Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse.
	LocationPath string `json:"location_path"`

	// Units by location and lot, without empty locations.
	Stock []StockAtLocation `json:"stock"`

	// Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them.
	Warehouses []StockInWarehouse `json:"warehouses"`

	// Barcodes by which it is found.
	Barcodes []string `json:"barcodes"`

	// Your own pairs.
	Metadata map[string]string `json:"metadata"`

	// Weight of one unit in grams.
	WeightG *int64 `json:"weight_g"`

	// Cost of one unit as a decimal text.
	UnitCost *string `json:"unit_cost"`

	// Currency of `unit_cost`, ISO 4217.
	Currency *string `json:"currency"`

	// Customs code of the Harmonized System.
	HSCode *string `json:"hs_code"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin *string `json:"country_of_origin"`

	// Status of the record.
	Status SKUStatus `json:"status"`

	// Increases by one with every change.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of archiving, RFC 3339 in UTC with milliseconds; null while active.
	ArchivedAt *time.Time `json:"archived_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *SKU) UnmarshalJSON(data []byte) error {
	type plain SKU
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r SKU) MarshalJSON() ([]byte, error) {
	type plain SKU
	return encodeRecord(plain(r), r.Extra)
}

// SKUStatus is one of the constants below; later versions may add some.
type SKUStatus string

// Values of SKUStatus.
const (
	SKUStatusActive   SKUStatus = "active"
	SKUStatusArchived SKUStatus = "archived"
)

// SKUCreate is the body, or a part of the body, of a request.
type SKUCreate struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Display name.
	Name string `json:"name"`

	// Units in stock at all locations.
	OnHand Opt[int64] `json:"on_hand"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint Opt[int64] `json:"reorder_point"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock Opt[int64] `json:"safety_stock"`

	// Home location; null for the default warehouse itself.
	Location Opt[string] `json:"location"`

	// Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.
	Barcodes Opt[[]any] `json:"barcodes"`

	// Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.
	Metadata Opt[map[string]string] `json:"metadata"`

	// Weight of one unit in grams.
	WeightG Opt[int64] `json:"weight_g"`

	// Cost of one unit as a decimal text, such as `12.50`; needs `currency`.
	UnitCost Opt[string] `json:"unit_cost"`

	// Currency of `unit_cost`, ISO 4217.
	Currency Opt[string] `json:"currency"`

	// Customs code of the Harmonized System, 6 to 12 digits, with or without dots.
	HSCode Opt[string] `json:"hs_code"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin Opt[string] `json:"country_of_origin"`
}

// MarshalJSON leaves out what was not set.
func (r SKUCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// SKUSnapshot is a record of the API.
type SKUSnapshot struct {
	// Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
	SKU string `json:"sku"`

	// Display name.
	Name string `json:"name"`

	// Units in stock at all locations.
	OnHand int64 `json:"on_hand"`

	// Units at locations that are not sellable: no order can have them.
	Unavailable *int64 `json:"unavailable,omitempty"`

	// Units allocated to orders that are not shipped yet.
	Allocated int64 `json:"allocated"`

	// Units that reservations keep until they expire.
	Reserved *int64 `json:"reserved,omitempty"`

	// Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold.
	Buffer *int64 `json:"buffer,omitempty"`

	// Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer.
	Available int64 `json:"available"`

	// Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet.
	Incoming *int64 `json:"incoming,omitempty"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock *int64 `json:"safety_stock,omitempty"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint int64 `json:"reorder_point"`

	// Whether on_hand is below reorder_point.
	LowStock bool `json:"low_stock"`

	// Whether no unit is available.
	SoldOut *bool `json:"sold_out,omitempty"`

	// Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.
	Location *string `json:"location"`

	// Location by id.
	LocationID string `json:"location_id"`

	// Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse.
	LocationPath *string `json:"location_path,omitempty"`

	// Units by location and lot, without empty locations.
	Stock []StockAtLocationSnapshot `json:"stock"`

	// Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first 100 in the order in which the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them.
	Warehouses []StockInWarehouseSnapshot `json:"warehouses,omitempty"`

	// Barcodes by which it is found.
	Barcodes []string `json:"barcodes,omitempty"`

	// Your own pairs.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Weight of one unit in grams.
	WeightG *int64 `json:"weight_g,omitempty"`

	// Cost of one unit as a decimal text.
	UnitCost *string `json:"unit_cost,omitempty"`

	// Currency of `unit_cost`, ISO 4217.
	Currency *string `json:"currency,omitempty"`

	// Customs code of the Harmonized System.
	HSCode *string `json:"hs_code,omitempty"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin *string `json:"country_of_origin,omitempty"`

	// Status of the record.
	Status SKUSnapshotStatus `json:"status"`

	// Increases by one with every change.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of archiving, RFC 3339 in UTC with milliseconds; null while active.
	ArchivedAt *time.Time `json:"archived_at"`

	// True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all.
	StockTruncated *bool `json:"stock_truncated,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *SKUSnapshot) UnmarshalJSON(data []byte) error {
	type plain SKUSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r SKUSnapshot) MarshalJSON() ([]byte, error) {
	type plain SKUSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// SKUSnapshotStatus is one of the constants below; later versions may add some.
type SKUSnapshotStatus string

// Values of SKUSnapshotStatus.
const (
	SKUSnapshotStatusActive   SKUSnapshotStatus = "active"
	SKUSnapshotStatusArchived SKUSnapshotStatus = "archived"
)

// SKUUpdate is the body, or a part of the body, of a request.
type SKUUpdate struct {
	// Display name.
	Name Opt[string] `json:"name"`

	// Units in stock at all locations.
	OnHand Opt[int64] `json:"on_hand"`

	// Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total.
	ExpectedOnHand Opt[int64] `json:"expected_on_hand"`

	// The SKU is low in stock while fewer units are on hand.
	ReorderPoint Opt[int64] `json:"reorder_point"`

	// Units to withhold from new orders and reservations; never taken from orders that hold units already.
	SafetyStock Opt[int64] `json:"safety_stock"`

	// Home location; null for the default warehouse itself.
	Location Opt[string] `json:"location"`

	// `active` restores an archived SKU; `archived` is accepted where the SKU is archived already.
	Status Opt[SKUStatus] `json:"status"`

	// Reason of the change in the ledger. Default: `count`.
	Reason Opt[string] `json:"reason"`

	// Note for readers of the ledger.
	Note Opt[string] `json:"note"`

	// Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.
	Barcodes Opt[[]any] `json:"barcodes"`

	// Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.
	Metadata Opt[map[string]string] `json:"metadata"`

	// Weight of one unit in grams.
	WeightG Opt[int64] `json:"weight_g"`

	// Cost of one unit as a decimal text, such as `12.50`; needs `currency`.
	UnitCost Opt[string] `json:"unit_cost"`

	// Currency of `unit_cost`, ISO 4217.
	Currency Opt[string] `json:"currency"`

	// Customs code of the Harmonized System, 6 to 12 digits, with or without dots.
	HSCode Opt[string] `json:"hs_code"`

	// Country of origin, ISO 3166-1 alpha-2.
	CountryOfOrigin Opt[string] `json:"country_of_origin"`
}

// MarshalJSON leaves out what was not set.
func (r SKUUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// SKUUpdated is a record of the API.
type SKUUpdated struct {
	// Id of the event, the same at every attempt and in the feed.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// The record's version at that commit: increasing, with gaps.
	Sequence int64 `json:"sequence"`

	// The SKU after the change.
	Data SKUSnapshot `json:"data"`

	// Changed facts, out of name, location, reorder_point, safety_stock, warehouses, status, barcodes, metadata, weight_g, unit_cost, currency, hs_code and country_of_origin; `warehouses` where settings of a warehouse changed.
	Changed []string `json:"changed"`

	// Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one.
	Versions *int64 `json:"versions,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *SKUUpdated) UnmarshalJSON(data []byte) error {
	type plain SKUUpdated
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r SKUUpdated) MarshalJSON() ([]byte, error) {
	type plain SKUUpdated
	return encodeRecord(plain(r), r.Extra)
}

// SKUWarehouseUpdate is the body, or a part of the body, of a request.
type SKUWarehouseUpdate struct {
	// Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set.
	SafetyStock Opt[int64] `json:"safety_stock"`

	// The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set.
	ReorderPoint Opt[int64] `json:"reorder_point"`
}

// MarshalJSON leaves out what was not set.
func (r SKUWarehouseUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// StockAtLocation is a record of the API.
type StockAtLocation struct {
	// Location by id.
	LocationID string `json:"location_id"`

	// Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.
	Location string `json:"location"`

	// Whole path of the location from its warehouse down: `MAIN:A3/S2`.
	LocationPath string `json:"location_path"`

	// Lot of the units by id; null, since units are not kept by lot yet.
	LotID *string `json:"lot_id"`

	// Units at exactly this location.
	OnHand int64 `json:"on_hand"`

	// Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet.
	Picking int64 `json:"picking"`

	// Whether orders can have these units: whether the location is sellable.
	Sellable bool `json:"sellable"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *StockAtLocation) UnmarshalJSON(data []byte) error {
	type plain StockAtLocation
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r StockAtLocation) MarshalJSON() ([]byte, error) {
	type plain StockAtLocation
	return encodeRecord(plain(r), r.Extra)
}

// StockAtLocationSnapshot is a record of the API.
type StockAtLocationSnapshot struct {
	// Location by id.
	LocationID string `json:"location_id"`

	// Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.
	Location string `json:"location"`

	// Whole path of the location from its warehouse down: `MAIN:A3/S2`.
	LocationPath *string `json:"location_path,omitempty"`

	// Lot of the units by id; null, since units are not kept by lot yet.
	LotID *string `json:"lot_id,omitempty"`

	// Units at exactly this location.
	OnHand int64 `json:"on_hand"`

	// Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet.
	Picking *int64 `json:"picking,omitempty"`

	// Whether orders can have these units: whether the location is sellable.
	Sellable *bool `json:"sellable,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *StockAtLocationSnapshot) UnmarshalJSON(data []byte) error {
	type plain StockAtLocationSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r StockAtLocationSnapshot) MarshalJSON() ([]byte, error) {
	type plain StockAtLocationSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// StockInWarehouse is a record of the API.
type StockInWarehouse struct {
	// Warehouse by id.
	WarehouseID string `json:"warehouse_id"`

	// Code of the warehouse: `MAIN`.
	Warehouse string `json:"warehouse"`

	// Units in the warehouse.
	OnHand int64 `json:"on_hand"`

	// Units there that are allocated to orders.
	Allocated int64 `json:"allocated"`

	// Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse.
	Reserved int64 `json:"reserved"`

	// Units at locations of the warehouse that are not sellable.
	Unavailable int64 `json:"unavailable"`

	// Units there that count as withheld as safety stock.
	Buffer int64 `json:"buffer"`

	// Units there that can be ordered.
	Available int64 `json:"available"`

	// Units that are expected in the warehouse, and not in stock yet: 0 until something announces them.
	Incoming int64 `json:"incoming"`

	// Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set.
	SafetyStock *int64 `json:"safety_stock"`

	// The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set.
	ReorderPoint *int64 `json:"reorder_point"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *StockInWarehouse) UnmarshalJSON(data []byte) error {
	type plain StockInWarehouse
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r StockInWarehouse) MarshalJSON() ([]byte, error) {
	type plain StockInWarehouse
	return encodeRecord(plain(r), r.Extra)
}

// StockInWarehouseSnapshot is a record of the API.
type StockInWarehouseSnapshot struct {
	// Warehouse by id.
	WarehouseID string `json:"warehouse_id"`

	// Code of the warehouse: `MAIN`.
	Warehouse string `json:"warehouse"`

	// Units in the warehouse.
	OnHand int64 `json:"on_hand"`

	// Units there that are allocated to orders.
	Allocated int64 `json:"allocated"`

	// Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse.
	Reserved int64 `json:"reserved"`

	// Units at locations of the warehouse that are not sellable.
	Unavailable int64 `json:"unavailable"`

	// Units there that count as withheld as safety stock.
	Buffer int64 `json:"buffer"`

	// Units there that can be ordered.
	Available int64 `json:"available"`

	// Units that are expected in the warehouse, and not in stock yet: 0 until something announces them.
	Incoming *int64 `json:"incoming,omitempty"`

	// Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set.
	SafetyStock *int64 `json:"safety_stock,omitempty"`

	// The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set.
	ReorderPoint *int64 `json:"reorder_point,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *StockInWarehouseSnapshot) UnmarshalJSON(data []byte) error {
	type plain StockInWarehouseSnapshot
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r StockInWarehouseSnapshot) MarshalJSON() ([]byte, error) {
	type plain StockInWarehouseSnapshot
	return encodeRecord(plain(r), r.Extra)
}

// TakenFrom is the body, or a part of the body, of a request.
type TakenFrom struct {
	// A line of the order.
	LineID string `json:"line_id"`

	// Id or path of the location that the units are taken from.
	Location string `json:"location"`

	// Units, an integer.
	Quantity int64 `json:"quantity"`
}

// MarshalJSON leaves out what was not set.
func (r TakenFrom) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// TestOfWebhook is a record of the API.
type TestOfWebhook struct {
	// The endpoint under test.
	WebhookID string `json:"webhook_id"`

	// Readable message.
	Message string `json:"message"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *TestOfWebhook) UnmarshalJSON(data []byte) error {
	type plain TestOfWebhook
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r TestOfWebhook) MarshalJSON() ([]byte, error) {
	type plain TestOfWebhook
	return encodeRecord(plain(r), r.Extra)
}

// Transfer is a record of the API.
type Transfer struct {
	// Id, which its movements and events carry as `reference`.
	ID string `json:"id"`

	// Source.
	From TransferEnd `json:"from"`

	// Destination.
	To TransferEnd `json:"to"`

	// Moved units, as requested.
	Lines []TransferLine `json:"lines"`

	// Note of the request.
	Note *string `json:"note"`

	// Time of the transfer.
	CreatedAt time.Time `json:"created_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Transfer) UnmarshalJSON(data []byte) error {
	type plain Transfer
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Transfer) MarshalJSON() ([]byte, error) {
	type plain Transfer
	return encodeRecord(plain(r), r.Extra)
}

// TransferCreate is one of TransferOfSKU, TransferOfLines.
type TransferCreate interface{ isTransferCreate() }

func (TransferOfSKU) isTransferCreate() {}

func (TransferOfLines) isTransferCreate() {}

// TransferEnd is a record of the API.
type TransferEnd struct {
	// Location id.
	ID string `json:"id"`

	// Path at the time of the transfer: `MAIN:A3/S2`.
	Path string `json:"path"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *TransferEnd) UnmarshalJSON(data []byte) error {
	type plain TransferEnd
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r TransferEnd) MarshalJSON() ([]byte, error) {
	type plain TransferEnd
	return encodeRecord(plain(r), r.Extra)
}

// TransferLine is a record of the API.
type TransferLine struct {
	// SKU to move.
	SKU string `json:"sku"`

	// Units to move.
	Quantity int64 `json:"quantity"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *TransferLine) UnmarshalJSON(data []byte) error {
	type plain TransferLine
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r TransferLine) MarshalJSON() ([]byte, error) {
	type plain TransferLine
	return encodeRecord(plain(r), r.Extra)
}

// TransferLineInput is the body, or a part of the body, of a request.
type TransferLineInput struct {
	// SKU to move.
	SKU string `json:"sku"`

	// Units to move.
	Quantity int64 `json:"quantity"`
}

// MarshalJSON leaves out what was not set.
func (r TransferLineInput) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// TransferOfLines is the body, or a part of the body, of a request.
type TransferOfLines struct {
	// Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created.
	To string `json:"to"`

	// Lines of the same SKU are checked as a sum.
	Lines []TransferLineInput `json:"lines"`

	// Note in the ledger.
	Note Opt[string] `json:"note"`
}

// MarshalJSON leaves out what was not set.
func (r TransferOfLines) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// TransferOfSKU is the body, or a part of the body, of a request.
type TransferOfSKU struct {
	// Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created.
	To string `json:"to"`

	// SKU to move.
	SKU string `json:"sku"`

	// Units to move.
	Quantity int64 `json:"quantity"`

	// Note in the ledger.
	Note Opt[string] `json:"note"`
}

// MarshalJSON leaves out what was not set.
func (r TransferOfSKU) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// UnitsInWarehouse is a record of the API.
type UnitsInWarehouse struct {
	// Id of the warehouse.
	WarehouseID string `json:"warehouse_id"`

	// Code of the warehouse.
	Warehouse string `json:"warehouse"`

	// Units in it.
	Quantity int64 `json:"quantity"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *UnitsInWarehouse) UnmarshalJSON(data []byte) error {
	type plain UnitsInWarehouse
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r UnitsInWarehouse) MarshalJSON() ([]byte, error) {
	type plain UnitsInWarehouse
	return encodeRecord(plain(r), r.Extra)
}

// WebhookTest is a record of the API.
type WebhookTest struct {
	// Id of the event, the same at every attempt.
	ID string `json:"id"`

	// Type of the event.
	Type EventType `json:"type"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// API version of the records in the event.
	APIVersion string `json:"api_version"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment string `json:"environment"`

	// Marks a test event.
	Test bool `json:"test"`

	// The test.
	Data TestOfWebhook `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookTest) UnmarshalJSON(data []byte) error {
	type plain WebhookTest
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookTest) MarshalJSON() ([]byte, error) {
	type plain WebhookTest
	return encodeRecord(plain(r), r.Extra)
}

// Account is a record of the API.
type Account struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Display name, 1 to 200 characters.
	Name string `json:"name"`

	// `enterprise` opens production; `evaluation` does not.
	Plan AccountPlan `json:"plan"`

	// Time at which the operator suspended the account; null while it is active.
	SuspendedAt *time.Time `json:"suspended_at"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Account) UnmarshalJSON(data []byte) error {
	type plain Account
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Account) MarshalJSON() ([]byte, error) {
	type plain Account
	return encodeRecord(plain(r), r.Extra)
}

// AccountPlan is one of the constants below; later versions may add some.
type AccountPlan string

// Values of AccountPlan.
const (
	AccountPlanEnterprise AccountPlan = "enterprise"
	AccountPlanEvaluation AccountPlan = "evaluation"
)

// Actor is a record of the API.
type Actor struct {
	// As histories, ledgers and audit logs name it.
	ID string `json:"id"`

	// Kind of the actor.
	Type ActorType `json:"type"`

	// Name of a key; e-mail address of a member, for roles without `members:read` the part before its `@`. Null for a key without a name.
	Name *string `json:"name"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Actor) UnmarshalJSON(data []byte) error {
	type plain Actor
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Actor) MarshalJSON() ([]byte, error) {
	type plain Actor
	return encodeRecord(plain(r), r.Extra)
}

// ActorType is one of the constants below; later versions may add some.
type ActorType string

// Values of ActorType.
const (
	ActorTypeKey    ActorType = "key"
	ActorTypeMember ActorType = "member"
)

// ActorList is a record of the API.
type ActorList struct {
	// The actors.
	Data []Actor `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ActorList) UnmarshalJSON(data []byte) error {
	type plain ActorList
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ActorList) MarshalJSON() ([]byte, error) {
	type plain ActorList
	return encodeRecord(plain(r), r.Extra)
}

// AuditEntry is a record of the API.
type AuditEntry struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Environment of the change; null for both.
	Environment *AuditEntryEnvironment `json:"environment"`

	// Action, such as `key.rotated`.
	Action string `json:"action"`

	// Changed record.
	Target Reference `json:"target"`

	// Id of the key or member that made the change, or `operator`, with a name as `operator:jo`.
	Actor string `json:"actor"`

	// IP address of the client.
	Address *string `json:"address"`

	// Id of the request.
	RequestID string `json:"request_id"`

	// Changed fields; never a secret.
	Details map[string]any `json:"details"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *AuditEntry) UnmarshalJSON(data []byte) error {
	type plain AuditEntry
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r AuditEntry) MarshalJSON() ([]byte, error) {
	type plain AuditEntry
	return encodeRecord(plain(r), r.Extra)
}

// AuditEntryEnvironment is one of the constants below; later versions may add some.
type AuditEntryEnvironment string

// Values of AuditEntryEnvironment.
const (
	AuditEntryEnvironmentSandbox    AuditEntryEnvironment = "sandbox"
	AuditEntryEnvironmentProduction AuditEntryEnvironment = "production"
)

// BusiestScanners is a record of the API.
type BusiestScanners struct {
	// Newest scans of the last 86 400 seconds that were looked at, at most 10 000.
	LookedAt int64 `json:"looked_at"`

	// Devices with the most of these scans, the busiest first.
	ByDevice []ScansOfDevice `json:"by_device"`

	// Operators with the most of these scans, the busiest first.
	ByOperator []ScansOfOperator `json:"by_operator"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *BusiestScanners) UnmarshalJSON(data []byte) error {
	type plain BusiestScanners
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r BusiestScanners) MarshalJSON() ([]byte, error) {
	type plain BusiestScanners
	return encodeRecord(plain(r), r.Extra)
}

// BytesUse is a record of the API.
type BytesUse struct {
	// Bytes of all documents that the service stores, before compression: their number times the mean size of some of them, taken at most 600 s ago, sooner where a service has begun to serve the environment lately, or 100 times the duration of counting if that is longer. Null until they are counted for the first time.
	Used *int64 `json:"used"`

	// Highest number of bytes; null where none is known, while gateways are upgraded.
	Limit *int64 `json:"limit"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *BytesUse) UnmarshalJSON(data []byte) error {
	type plain BytesUse
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r BytesUse) MarshalJSON() ([]byte, error) {
	type plain BytesUse
	return encodeRecord(plain(r), r.Extra)
}

// Delivery is a record of the API.
type Delivery struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The endpoint.
	WebhookID string `json:"webhook_id"`

	// Id of the event; for a batch, the id of the delivery itself.
	EventID string `json:"event_id"`

	// Type of the event; `batch` for several events.
	EventType string `json:"event_type"`

	// `pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own.
	Status DeliveryStatus `json:"status"`

	// The batch delivery that contains it; null unless `batched`.
	BatchID *string `json:"batch_id"`

	// Number of events in the delivery: 1, or the size of the batch.
	Events int64 `json:"events"`

	// Number of attempts made.
	Attempts int64 `json:"attempts"`

	// Time of the next attempt; null unless `pending`.
	NextAttemptAt *time.Time `json:"next_attempt_at"`

	// Creation time of the event.
	CreatedAt time.Time `json:"created_at"`

	// Time at which the delivery was delivered, failed or dropped; null before.
	EndedAt *time.Time `json:"ended_at"`

	// Time at which it was delivered; it stays where the delivery is sent again. Null if it never was.
	DeliveredAt *time.Time `json:"delivered_at,omitempty"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Delivery) UnmarshalJSON(data []byte) error {
	type plain Delivery
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Delivery) MarshalJSON() ([]byte, error) {
	type plain Delivery
	return encodeRecord(plain(r), r.Extra)
}

// DeliveryStatus is one of the constants below; later versions may add some.
type DeliveryStatus string

// Values of DeliveryStatus.
const (
	DeliveryStatusPending   DeliveryStatus = "pending"
	DeliveryStatusHeld      DeliveryStatus = "held"
	DeliveryStatusDelivered DeliveryStatus = "delivered"
	DeliveryStatusFailed    DeliveryStatus = "failed"
	DeliveryStatusDropped   DeliveryStatus = "dropped"
	DeliveryStatusBatched   DeliveryStatus = "batched"
)

// DeliveryAttempt is a record of the API.
type DeliveryAttempt struct {
	// Attempt number from 1, as in the `Service-Attempt` header of the request.
	Number int64 `json:"number"`

	// Start of the attempt.
	At time.Time `json:"at"`

	// Milliseconds until the complete response, or until the attempt was given up.
	LatencyMS int64 `json:"latency_ms"`

	// HTTP status of the response; null without a response.
	Status *int64 `json:"status"`

	// Reason for a missing or rejected response; null on success.
	Error *string `json:"error"`

	// Details of the error, such as the phase that timed out; null without details.
	ErrorDetail *string `json:"error_detail"`

	// Effect on the delivery: `retry`: another attempt follows; `failed`: it was the last attempt.
	Outcome DeliveryAttemptOutcome `json:"outcome"`

	// Ids of the secrets that signed the request.
	SignedWith []string `json:"signed_with"`

	// Request headers, without the signatures.
	RequestHeaders map[string]string `json:"request_headers"`

	// Selected response headers, by lower-case name.
	ResponseHeaders map[string]string `json:"response_headers"`

	// First 1 024 bytes of the response as text; null without a response. The content is the receiver's: render it as plain text.
	ResponseExcerpt *string `json:"response_excerpt"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *DeliveryAttempt) UnmarshalJSON(data []byte) error {
	type plain DeliveryAttempt
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r DeliveryAttempt) MarshalJSON() ([]byte, error) {
	type plain DeliveryAttempt
	return encodeRecord(plain(r), r.Extra)
}

// DeliveryAttemptOutcome is one of the constants below; later versions may add some.
type DeliveryAttemptOutcome string

// Values of DeliveryAttemptOutcome.
const (
	DeliveryAttemptOutcomeDelivered DeliveryAttemptOutcome = "delivered"
	DeliveryAttemptOutcomeRetry     DeliveryAttemptOutcome = "retry"
	DeliveryAttemptOutcomeFailed    DeliveryAttemptOutcome = "failed"
)

// DeliveryDetails is a record of the API.
type DeliveryDetails struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The endpoint.
	WebhookID string `json:"webhook_id"`

	// Id of the event; for a batch, the id of the delivery itself.
	EventID string `json:"event_id"`

	// Type of the event; `batch` for several events.
	EventType string `json:"event_type"`

	// `pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own.
	Status DeliveryDetailsStatus `json:"status"`

	// The batch delivery that contains it; null unless `batched`.
	BatchID *string `json:"batch_id"`

	// Number of events in the delivery: 1, or the size of the batch.
	Events int64 `json:"events"`

	// Number of attempts made.
	Attempts int64 `json:"attempts"`

	// Time of the next attempt; null unless `pending`.
	NextAttemptAt *time.Time `json:"next_attempt_at"`

	// Creation time of the event.
	CreatedAt time.Time `json:"created_at"`

	// Time at which the delivery was delivered, failed or dropped; null before.
	EndedAt *time.Time `json:"ended_at"`

	// Time at which it was delivered; it stays where the delivery is sent again. Null if it never was.
	DeliveredAt *time.Time `json:"delivered_at,omitempty"`

	// Exact request body; null once the event is older than 30 days.
	RequestBody *string `json:"request_body"`

	// All attempts of the last 30 days, in order.
	AttemptLog []DeliveryAttempt `json:"attempt_log"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *DeliveryDetails) UnmarshalJSON(data []byte) error {
	type plain DeliveryDetails
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r DeliveryDetails) MarshalJSON() ([]byte, error) {
	type plain DeliveryDetails
	return encodeRecord(plain(r), r.Extra)
}

// DeliveryDetailsStatus is one of the constants below; later versions may add some.
type DeliveryDetailsStatus string

// Values of DeliveryDetailsStatus.
const (
	DeliveryDetailsStatusPending   DeliveryDetailsStatus = "pending"
	DeliveryDetailsStatusHeld      DeliveryDetailsStatus = "held"
	DeliveryDetailsStatusDelivered DeliveryDetailsStatus = "delivered"
	DeliveryDetailsStatusFailed    DeliveryDetailsStatus = "failed"
	DeliveryDetailsStatusDropped   DeliveryDetailsStatus = "dropped"
	DeliveryDetailsStatusBatched   DeliveryDetailsStatus = "batched"
)

// EventTypeEntry is a record of the API.
type EventTypeEntry struct {
	// Event type, as in the `events` of an endpoint.
	Type EventType `json:"type"`

	// When it is sent.
	Description string `json:"description"`

	// Whether endpoints can select it; `webhook.test` is sent on request alone.
	Selectable bool `json:"selectable"`

	// Whether it is in the feed, `GET /v1/events`.
	InFeed bool `json:"in_feed"`

	// Sample event as it is delivered.
	Sample map[string]any `json:"sample"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *EventTypeEntry) UnmarshalJSON(data []byte) error {
	type plain EventTypeEntry
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r EventTypeEntry) MarshalJSON() ([]byte, error) {
	type plain EventTypeEntry
	return encodeRecord(plain(r), r.Extra)
}

// EventTypes is a record of the API.
type EventTypes struct {
	// Every type of event, in a fixed order.
	Data []EventTypeEntry `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *EventTypes) UnmarshalJSON(data []byte) error {
	type plain EventTypes
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r EventTypes) MarshalJSON() ([]byte, error) {
	type plain EventTypes
	return encodeRecord(plain(r), r.Extra)
}

// FilterFinding is a record of the API.
type FilterFinding struct {
	// JSON pointer into the event (RFC 6901).
	Pointer string `json:"pointer"`

	// Whether a condition matches there.
	Fits bool `json:"fits"`

	// Whether the event has a value there.
	Exists bool `json:"exists"`

	// The value there; null where there is none.
	Found any `json:"found"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FilterFinding) UnmarshalJSON(data []byte) error {
	type plain FilterFinding
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FilterFinding) MarshalJSON() ([]byte, error) {
	type plain FilterFinding
	return encodeRecord(plain(r), r.Extra)
}

// FilterFindings is a record of the API.
type FilterFindings struct {
	// Whether the event would be delivered.
	Matches bool `json:"matches"`

	// One entry for each path of the filter.
	Fields []FilterFinding `json:"fields"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *FilterFindings) UnmarshalJSON(data []byte) error {
	type plain FilterFindings
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r FilterFindings) MarshalJSON() ([]byte, error) {
	type plain FilterFindings
	return encodeRecord(plain(r), r.Extra)
}

// FilterTest is the body, or a part of the body, of a request.
type FilterTest struct {
	// Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered.
	Filter map[string]any `json:"filter"`

	// An event as it is delivered.
	Event map[string]any `json:"event"`
}

// MarshalJSON leaves out what was not set.
func (r FilterTest) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// InventoryOverview is a record of the API.
type InventoryOverview struct {
	// Active SKUs.
	SKUs int64 `json:"skus"`

	// Units on hand of these SKUs.
	OnHand int64 `json:"on_hand"`

	// Units allocated to orders that are not shipped yet.
	Allocated int64 `json:"allocated"`

	// Units that can be ordered: not allocated, reserved, unavailable or withheld as safety stock.
	Available int64 `json:"available"`

	// SKUs below their reorder point.
	LowStock int64 `json:"low_stock"`

	// SKUs without available units.
	SoldOut int64 `json:"sold_out"`

	// SKUs that are stored, archived ones included.
	Storage StorageUse `json:"storage"`

	// Active warehouses.
	Warehouses StorageUse `json:"warehouses"`

	// Bytes of SKUs, movements, locations and reservations.
	StoredBytes BytesUse `json:"stored_bytes"`

	// Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer.
	AsOf time.Time `json:"as_of"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *InventoryOverview) UnmarshalJSON(data []byte) error {
	type plain InventoryOverview
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r InventoryOverview) MarshalJSON() ([]byte, error) {
	type plain InventoryOverview
	return encodeRecord(plain(r), r.Extra)
}

// IssuedKey is a record of the API.
type IssuedKey struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment IssuedKeyEnvironment `json:"environment"`

	// Role: see the table of permissions.
	Role IssuedKeyRole `json:"role"`

	// Purpose, as given; null if none was given.
	Name *string `json:"name"`

	// Start of the key, enough to identify it.
	Prefix string `json:"prefix"`

	// Last four characters of the secret.
	Last4 string `json:"last4"`

	// Valid secrets of the key, newest first.
	Secrets []KeySecretFacts `json:"secrets"`

	// Addresses and ranges that the key is valid from; empty: any address.
	IPAllowlist []string `json:"ip_allowlist"`

	// Burst size in requests.
	Burst int64 `json:"burst"`

	// Sustained requests per second.
	Rate int64 `json:"rate"`

	// Status of the key.
	Status IssuedKeyStatus `json:"status"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Expiry time; null: never.
	ExpiresAt *time.Time `json:"expires_at"`

	// Time of revocation; null if not revoked.
	RevokedAt *time.Time `json:"revoked_at"`

	// Time of the last use, accurate to a few seconds; null if never.
	LastUsedAt *time.Time `json:"last_used_at"`

	// IP address of the client that used it last; null if never used.
	LastUsedFrom *string `json:"last_used_from"`

	// The key itself, not shown again.
	Key string `json:"key"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *IssuedKey) UnmarshalJSON(data []byte) error {
	type plain IssuedKey
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r IssuedKey) MarshalJSON() ([]byte, error) {
	type plain IssuedKey
	return encodeRecord(plain(r), r.Extra)
}

// IssuedKeyEnvironment is one of the constants below; later versions may add some.
type IssuedKeyEnvironment string

// Values of IssuedKeyEnvironment.
const (
	IssuedKeyEnvironmentSandbox    IssuedKeyEnvironment = "sandbox"
	IssuedKeyEnvironmentProduction IssuedKeyEnvironment = "production"
)

// IssuedKeyRole is one of the constants below; later versions may add some.
type IssuedKeyRole string

// Values of IssuedKeyRole.
const (
	IssuedKeyRoleAdmin       IssuedKeyRole = "admin"
	IssuedKeyRoleManager     IssuedKeyRole = "manager"
	IssuedKeyRoleFulfilment  IssuedKeyRole = "fulfilment"
	IssuedKeyRoleIntegration IssuedKeyRole = "integration"
	IssuedKeyRoleScanner     IssuedKeyRole = "scanner"
	IssuedKeyRoleViewer      IssuedKeyRole = "viewer"
)

// IssuedKeyStatus is one of the constants below; later versions may add some.
type IssuedKeyStatus string

// Values of IssuedKeyStatus.
const (
	IssuedKeyStatusActive  IssuedKeyStatus = "active"
	IssuedKeyStatusRevoked IssuedKeyStatus = "revoked"
	IssuedKeyStatusExpired IssuedKeyStatus = "expired"
)

// Key is a record of the API.
type Key struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment KeyEnvironment `json:"environment"`

	// Role: see the table of permissions.
	Role KeyRole `json:"role"`

	// Purpose, as given; null if none was given.
	Name *string `json:"name"`

	// Start of the key, enough to identify it.
	Prefix string `json:"prefix"`

	// Last four characters of the secret.
	Last4 string `json:"last4"`

	// Valid secrets of the key, newest first.
	Secrets []KeySecretFacts `json:"secrets"`

	// Addresses and ranges that the key is valid from; empty: any address.
	IPAllowlist []string `json:"ip_allowlist"`

	// Burst size in requests.
	Burst int64 `json:"burst"`

	// Sustained requests per second.
	Rate int64 `json:"rate"`

	// Status of the key.
	Status KeyStatus `json:"status"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Expiry time; null: never.
	ExpiresAt *time.Time `json:"expires_at"`

	// Time of revocation; null if not revoked.
	RevokedAt *time.Time `json:"revoked_at"`

	// Time of the last use, accurate to a few seconds; null if never.
	LastUsedAt *time.Time `json:"last_used_at"`

	// IP address of the client that used it last; null if never used.
	LastUsedFrom *string `json:"last_used_from"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Key) UnmarshalJSON(data []byte) error {
	type plain Key
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Key) MarshalJSON() ([]byte, error) {
	type plain Key
	return encodeRecord(plain(r), r.Extra)
}

// KeyEnvironment is one of the constants below; later versions may add some.
type KeyEnvironment string

// Values of KeyEnvironment.
const (
	KeyEnvironmentSandbox    KeyEnvironment = "sandbox"
	KeyEnvironmentProduction KeyEnvironment = "production"
)

// KeyRole is one of the constants below; later versions may add some.
type KeyRole string

// Values of KeyRole.
const (
	KeyRoleAdmin       KeyRole = "admin"
	KeyRoleManager     KeyRole = "manager"
	KeyRoleFulfilment  KeyRole = "fulfilment"
	KeyRoleIntegration KeyRole = "integration"
	KeyRoleScanner     KeyRole = "scanner"
	KeyRoleViewer      KeyRole = "viewer"
)

// KeyStatus is one of the constants below; later versions may add some.
type KeyStatus string

// Values of KeyStatus.
const (
	KeyStatusActive  KeyStatus = "active"
	KeyStatusRevoked KeyStatus = "revoked"
	KeyStatusExpired KeyStatus = "expired"
)

// KeyCreate is the body, or a part of the body, of a request.
type KeyCreate struct {
	// Purpose of the key, 1 to 200 characters.
	Name string `json:"name"`

	// Role of the key: see the table of permissions.
	Role KeyRole `json:"role"`

	// Expiry time. Must be in the future.
	ExpiresAt Opt[time.Time] `json:"expires_at"`

	// Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address.
	IPAllowlist Opt[[]string] `json:"ip_allowlist"`

	// Burst size in requests; at most the limit of the environment.
	Burst Opt[int64] `json:"burst"`

	// Sustained requests per second; at most the limit of the environment.
	Rate Opt[int64] `json:"rate"`
}

// MarshalJSON leaves out what was not set.
func (r KeyCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// KeyLimit is a record of the API.
type KeyLimit struct {
	// Burst size in requests.
	Burst int64 `json:"burst"`

	// Sustained requests per second.
	Rate int64 `json:"rate"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *KeyLimit) UnmarshalJSON(data []byte) error {
	type plain KeyLimit
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r KeyLimit) MarshalJSON() ([]byte, error) {
	type plain KeyLimit
	return encodeRecord(plain(r), r.Extra)
}

// KeyRotate is the body, or a part of the body, of a request.
type KeyRotate struct {
	// Seconds for which the replaced secret stays valid: 0 to 2 592 000 (30 days). Default: 86 400 (one day).
	OverlapSeconds Opt[int64] `json:"overlap_seconds"`
}

// MarshalJSON leaves out what was not set.
func (r KeyRotate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// KeySecretFacts is a record of the API.
type KeySecretFacts struct {
	// Start of the key, enough to identify it.
	Prefix string `json:"prefix"`

	// Last four characters of the secret.
	Last4 string `json:"last4"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time at which it becomes invalid; null for the newest.
	EndsAt *time.Time `json:"ends_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *KeySecretFacts) UnmarshalJSON(data []byte) error {
	type plain KeySecretFacts
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r KeySecretFacts) MarshalJSON() ([]byte, error) {
	type plain KeySecretFacts
	return encodeRecord(plain(r), r.Extra)
}

// KeyUpdate is the body, or a part of the body, of a request.
type KeyUpdate struct {
	// Purpose of the key, 1 to 200 characters.
	Name Opt[string] `json:"name"`

	// Expiry time; null: never.
	ExpiresAt Opt[time.Time] `json:"expires_at"`

	// Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address.
	IPAllowlist Opt[[]string] `json:"ip_allowlist"`
}

// MarshalJSON leaves out what was not set.
func (r KeyUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// KeyWithQuota is a record of the API.
type KeyWithQuota struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// The environment of the record. The two environments share nothing.
	Environment KeyWithQuotaEnvironment `json:"environment"`

	// Role: see the table of permissions.
	Role KeyWithQuotaRole `json:"role"`

	// Purpose, as given; null if none was given.
	Name *string `json:"name"`

	// Start of the key, enough to identify it.
	Prefix string `json:"prefix"`

	// Last four characters of the secret.
	Last4 string `json:"last4"`

	// Valid secrets of the key, newest first.
	Secrets []KeySecretFacts `json:"secrets"`

	// Addresses and ranges that the key is valid from; empty: any address.
	IPAllowlist []string `json:"ip_allowlist"`

	// Burst size in requests.
	Burst int64 `json:"burst"`

	// Sustained requests per second.
	Rate int64 `json:"rate"`

	// Status of the key.
	Status KeyWithQuotaStatus `json:"status"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Expiry time; null: never.
	ExpiresAt *time.Time `json:"expires_at"`

	// Time of revocation; null if not revoked.
	RevokedAt *time.Time `json:"revoked_at"`

	// Time of the last use, accurate to a few seconds; null if never.
	LastUsedAt *time.Time `json:"last_used_at"`

	// IP address of the client that used it last; null if never used.
	LastUsedFrom *string `json:"last_used_from"`

	// Requests that the limit of the key admits now; at most `burst`. The limit of the account can admit fewer.
	Remaining int64 `json:"remaining"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *KeyWithQuota) UnmarshalJSON(data []byte) error {
	type plain KeyWithQuota
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r KeyWithQuota) MarshalJSON() ([]byte, error) {
	type plain KeyWithQuota
	return encodeRecord(plain(r), r.Extra)
}

// KeyWithQuotaEnvironment is one of the constants below; later versions may add some.
type KeyWithQuotaEnvironment string

// Values of KeyWithQuotaEnvironment.
const (
	KeyWithQuotaEnvironmentSandbox    KeyWithQuotaEnvironment = "sandbox"
	KeyWithQuotaEnvironmentProduction KeyWithQuotaEnvironment = "production"
)

// KeyWithQuotaRole is one of the constants below; later versions may add some.
type KeyWithQuotaRole string

// Values of KeyWithQuotaRole.
const (
	KeyWithQuotaRoleAdmin       KeyWithQuotaRole = "admin"
	KeyWithQuotaRoleManager     KeyWithQuotaRole = "manager"
	KeyWithQuotaRoleFulfilment  KeyWithQuotaRole = "fulfilment"
	KeyWithQuotaRoleIntegration KeyWithQuotaRole = "integration"
	KeyWithQuotaRoleScanner     KeyWithQuotaRole = "scanner"
	KeyWithQuotaRoleViewer      KeyWithQuotaRole = "viewer"
)

// KeyWithQuotaStatus is one of the constants below; later versions may add some.
type KeyWithQuotaStatus string

// Values of KeyWithQuotaStatus.
const (
	KeyWithQuotaStatusActive  KeyWithQuotaStatus = "active"
	KeyWithQuotaStatusRevoked KeyWithQuotaStatus = "revoked"
	KeyWithQuotaStatusExpired KeyWithQuotaStatus = "expired"
)

// Member is a record of the API.
type Member struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// In lower case.
	Email string `json:"email"`

	// `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members.
	Role MemberRole `json:"role"`

	// `invited` until a password is chosen or single sign-on was used; `removed` for good.
	Status MemberStatus `json:"status"`

	// Expiry of the open invitation or password reset; null without one.
	TokenExpiresAt *time.Time `json:"token_expires_at"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of the last request, accurate to a few seconds; null if never.
	LastSeenAt *time.Time `json:"last_seen_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Member) UnmarshalJSON(data []byte) error {
	type plain Member
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Member) MarshalJSON() ([]byte, error) {
	type plain Member
	return encodeRecord(plain(r), r.Extra)
}

// MemberRole is one of the constants below; later versions may add some.
type MemberRole string

// Values of MemberRole.
const (
	MemberRoleOwner      MemberRole = "owner"
	MemberRoleDeveloper  MemberRole = "developer"
	MemberRoleManager    MemberRole = "manager"
	MemberRoleFulfilment MemberRole = "fulfilment"
	MemberRoleScanner    MemberRole = "scanner"
	MemberRoleViewer     MemberRole = "viewer"
)

// MemberStatus is one of the constants below; later versions may add some.
type MemberStatus string

// Values of MemberStatus.
const (
	MemberStatusInvited MemberStatus = "invited"
	MemberStatusActive  MemberStatus = "active"
	MemberStatusRemoved MemberStatus = "removed"
)

// MemberInvite is the body, or a part of the body, of a request.
type MemberInvite struct {
	// At most 254 characters.
	Email string `json:"email"`

	// `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members.
	Role MemberRole `json:"role"`
}

// MarshalJSON leaves out what was not set.
func (r MemberInvite) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// MemberUpdate is the body, or a part of the body, of a request.
type MemberUpdate struct {
	// `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members.
	Role MemberRole `json:"role"`
}

// MarshalJSON leaves out what was not set.
func (r MemberUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// MemberWithToken is a record of the API.
type MemberWithToken struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The account of the record.
	AccountID string `json:"account_id"`

	// In lower case.
	Email string `json:"email"`

	// `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members.
	Role MemberWithTokenRole `json:"role"`

	// `invited` until a password is chosen or single sign-on was used; `removed` for good.
	Status MemberWithTokenStatus `json:"status"`

	// Expiry of the open invitation or password reset; null without one.
	TokenExpiresAt *time.Time `json:"token_expires_at"`

	// Increases by one with every change; also the `ETag` of the record.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Time of the last request, accurate to a few seconds; null if never.
	LastSeenAt *time.Time `json:"last_seen_at"`

	// No e-mail is sent: pass it on through a channel that only the member can read.
	OneTimeToken OneTimeToken `json:"one_time_token"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *MemberWithToken) UnmarshalJSON(data []byte) error {
	type plain MemberWithToken
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r MemberWithToken) MarshalJSON() ([]byte, error) {
	type plain MemberWithToken
	return encodeRecord(plain(r), r.Extra)
}

// MemberWithTokenRole is one of the constants below; later versions may add some.
type MemberWithTokenRole string

// Values of MemberWithTokenRole.
const (
	MemberWithTokenRoleOwner      MemberWithTokenRole = "owner"
	MemberWithTokenRoleDeveloper  MemberWithTokenRole = "developer"
	MemberWithTokenRoleManager    MemberWithTokenRole = "manager"
	MemberWithTokenRoleFulfilment MemberWithTokenRole = "fulfilment"
	MemberWithTokenRoleScanner    MemberWithTokenRole = "scanner"
	MemberWithTokenRoleViewer     MemberWithTokenRole = "viewer"
)

// MemberWithTokenStatus is one of the constants below; later versions may add some.
type MemberWithTokenStatus string

// Values of MemberWithTokenStatus.
const (
	MemberWithTokenStatusInvited MemberWithTokenStatus = "invited"
	MemberWithTokenStatusActive  MemberWithTokenStatus = "active"
	MemberWithTokenStatusRemoved MemberWithTokenStatus = "removed"
)

// OneTimeToken is a record of the API.
type OneTimeToken struct {
	// Purpose: to join, to choose another password, or to sign in.
	Purpose OneTimeTokenPurpose `json:"purpose"`

	// One-time token, not shown again.
	Token string `json:"token"`

	// Page of the console that redeems the token. The token is in the fragment (after `#`), so no server receives it.
	URL string `json:"url"`

	// Expiry: 7 days after an invitation, one day after a reset, 15 minutes after a sign-in link.
	ExpiresAt time.Time `json:"expires_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OneTimeToken) UnmarshalJSON(data []byte) error {
	type plain OneTimeToken
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OneTimeToken) MarshalJSON() ([]byte, error) {
	type plain OneTimeToken
	return encodeRecord(plain(r), r.Extra)
}

// OneTimeTokenPurpose is one of the constants below; later versions may add some.
type OneTimeTokenPurpose string

// Values of OneTimeTokenPurpose.
const (
	OneTimeTokenPurposeInvitation OneTimeTokenPurpose = "invitation"
	OneTimeTokenPurposeReset      OneTimeTokenPurpose = "reset"
	OneTimeTokenPurposeSignIn     OneTimeTokenPurpose = "sign_in"
)

// OrdersByAllocation is a record of the API.
type OrdersByAllocation struct {
	// Orders with all units allocated, those on hold included; the others are ready to pack.
	Allocated int64 `json:"allocated"`

	// Orders of `allocated` that are on hold.
	OnHold int64 `json:"on_hold"`

	// Orders with some units allocated.
	Partial int64 `json:"partial"`

	// Orders with no unit allocated.
	Backordered int64 `json:"backordered"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrdersByAllocation) UnmarshalJSON(data []byte) error {
	type plain OrdersByAllocation
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrdersByAllocation) MarshalJSON() ([]byte, error) {
	type plain OrdersByAllocation
	return encodeRecord(plain(r), r.Extra)
}

// OrdersOfAge is a record of the API.
type OrdersOfAge struct {
	// Least age of these orders since their creation, in days of 24 hours.
	MinDays int64 `json:"min_days"`

	// The age that they have not reached; null for the eldest.
	MaxDays *int64 `json:"max_days"`

	// Open orders of this age.
	Orders int64 `json:"orders"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrdersOfAge) UnmarshalJSON(data []byte) error {
	type plain OrdersOfAge
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrdersOfAge) MarshalJSON() ([]byte, error) {
	type plain OrdersOfAge
	return encodeRecord(plain(r), r.Extra)
}

// OrdersOverview is a record of the API.
type OrdersOverview struct {
	// Orders that wait for the answer of inventory.
	Pending int64 `json:"pending"`

	// Orders that are not packed yet, by allocation.
	Created OrdersByAllocation `json:"created"`

	// Packed orders that are not shipped yet.
	Packed int64 `json:"packed"`

	// Orders that are open: pending, created or packed.
	Storage StorageUse `json:"storage"`

	// Bytes of orders, their fulfilments and returns, ended ones included.
	StoredBytes BytesUse `json:"stored_bytes"`

	// Open orders by age, the youngest first.
	OpenByAge []OrdersOfAge `json:"open_by_age"`

	// The last 14 days, oldest first; the last one is still going on.
	ShippedByDay []ShippedOfDay `json:"shipped_by_day"`

	// Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer.
	AsOf time.Time `json:"as_of"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *OrdersOverview) UnmarshalJSON(data []byte) error {
	type plain OrdersOverview
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r OrdersOverview) MarshalJSON() ([]byte, error) {
	type plain OrdersOverview
	return encodeRecord(plain(r), r.Extra)
}

// Plan is a record of the API.
type Plan struct {
	// Name of the plan.
	Plan PlanPlan `json:"plan"`

	// Available environments.
	Environments []PlanEnvironment `json:"environments"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Plan) UnmarshalJSON(data []byte) error {
	type plain Plan
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Plan) MarshalJSON() ([]byte, error) {
	type plain Plan
	return encodeRecord(plain(r), r.Extra)
}

// PlanPlan is one of the constants below; later versions may add some.
type PlanPlan string

// Values of PlanPlan.
const (
	PlanPlanEnterprise PlanPlan = "enterprise"
	PlanPlanEvaluation PlanPlan = "evaluation"
)

// PlanEnvironment is a record of the API.
type PlanEnvironment struct {
	// The environment of the record. The two environments share nothing.
	Environment PlanEnvironmentEnvironment `json:"environment"`

	// Default rate limit of a key.
	KeyLimit KeyLimit `json:"key_limit"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *PlanEnvironment) UnmarshalJSON(data []byte) error {
	type plain PlanEnvironment
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r PlanEnvironment) MarshalJSON() ([]byte, error) {
	type plain PlanEnvironment
	return encodeRecord(plain(r), r.Extra)
}

// PlanEnvironmentEnvironment is one of the constants below; later versions may add some.
type PlanEnvironmentEnvironment string

// Values of PlanEnvironmentEnvironment.
const (
	PlanEnvironmentEnvironmentSandbox    PlanEnvironmentEnvironment = "sandbox"
	PlanEnvironmentEnvironmentProduction PlanEnvironmentEnvironment = "production"
)

// PlanList is a record of the API.
type PlanList struct {
	// The plans.
	Data []Plan `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *PlanList) UnmarshalJSON(data []byte) error {
	type plain PlanList
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r PlanList) MarshalJSON() ([]byte, error) {
	type plain PlanList
	return encodeRecord(plain(r), r.Extra)
}

// Replay is a record of the API.
type Replay struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The endpoint.
	WebhookID string `json:"webhook_id"`

	// Events stored at or after this time.
	Since time.Time `json:"since"`

	// Events stored before this time.
	Until time.Time `json:"until"`

	// Selection of events, as requested.
	Selection ReplaySelection `json:"selection"`

	// Deliveries per second; null: as fast as the endpoint accepts them.
	Rate *float64 `json:"rate"`

	// `done`: all selected deliveries are due again and are delivered like any others.
	Status ReplayStatus `json:"status"`

	// Number of events or deliveries examined.
	Examined int64 `json:"examined"`

	// Number of deliveries that were made due again.
	Resent int64 `json:"resent"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time at which the replay was done or cancelled; null before.
	EndedAt *time.Time `json:"ended_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Replay) UnmarshalJSON(data []byte) error {
	type plain Replay
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Replay) MarshalJSON() ([]byte, error) {
	type plain Replay
	return encodeRecord(plain(r), r.Extra)
}

// ReplaySelection is one of the constants below; later versions may add some.
type ReplaySelection string

// Values of ReplaySelection.
const (
	ReplaySelectionFailed ReplaySelection = "failed"
	ReplaySelectionAll    ReplaySelection = "all"
)

// ReplayStatus is one of the constants below; later versions may add some.
type ReplayStatus string

// Values of ReplayStatus.
const (
	ReplayStatusRunning   ReplayStatus = "running"
	ReplayStatusDone      ReplayStatus = "done"
	ReplayStatusCancelled ReplayStatus = "cancelled"
)

// ReplayCreate is the body, or a part of the body, of a request.
type ReplayCreate struct {
	// Events stored at or after this time, RFC 3339; at most 30 days ago.
	Since time.Time `json:"since"`

	// Events stored before this time, RFC 3339. Default: now.
	Until Opt[time.Time] `json:"until"`

	// `failed`: deliveries that were given up. `all`: every event that the endpoint received or would receive with its present selection, including delivered ones.
	Status Opt[ReplayCreateStatus] `json:"status"`

	// Deliveries per second, 0.1 to 1 000; null: as fast as the endpoint accepts them.
	Rate Opt[float64] `json:"rate"`
}

// MarshalJSON leaves out what was not set.
func (r ReplayCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ReplayCreateStatus is one of the constants below; later versions may add some.
type ReplayCreateStatus string

// Values of ReplayCreateStatus.
const (
	ReplayCreateStatusFailed ReplayCreateStatus = "failed"
	ReplayCreateStatusAll    ReplayCreateStatus = "all"
)

// Retention is a record of the API.
type Retention struct {
	// Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it.
	ShipToDays *int64 `json:"ship_to_days"`

	// Time of the last change of this setting; null where it was never set.
	UpdatedAt *time.Time `json:"updated_at"`

	// Id of the key or member that changed it last; null where it was never set.
	UpdatedBy *string `json:"updated_by"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Retention) UnmarshalJSON(data []byte) error {
	type plain Retention
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Retention) MarshalJSON() ([]byte, error) {
	type plain Retention
	return encodeRecord(plain(r), r.Extra)
}

// RetentionUpdate is the body, or a part of the body, of a request.
type RetentionUpdate struct {
	// Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it.
	ShipToDays Opt[int64] `json:"ship_to_days"`
}

// MarshalJSON leaves out what was not set.
func (r RetentionUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// ScansOfDevice is a record of the API.
type ScansOfDevice struct {
	// Id of the device; null for scans without one.
	DeviceID *string `json:"device_id"`

	// Number of these scans.
	Scans int64 `json:"scans"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScansOfDevice) UnmarshalJSON(data []byte) error {
	type plain ScansOfDevice
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScansOfDevice) MarshalJSON() ([]byte, error) {
	type plain ScansOfDevice
	return encodeRecord(plain(r), r.Extra)
}

// ScansOfMinute is a record of the API.
type ScansOfMinute struct {
	// Start of the minute, UTC.
	At time.Time `json:"at"`

	// Number of scans received in it.
	Scans int64 `json:"scans"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScansOfMinute) UnmarshalJSON(data []byte) error {
	type plain ScansOfMinute
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScansOfMinute) MarshalJSON() ([]byte, error) {
	type plain ScansOfMinute
	return encodeRecord(plain(r), r.Extra)
}

// ScansOfOperator is a record of the API.
type ScansOfOperator struct {
	// The operator; null for scans without one.
	Operator *string `json:"operator"`

	// Number of these scans.
	Scans int64 `json:"scans"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScansOfOperator) UnmarshalJSON(data []byte) error {
	type plain ScansOfOperator
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScansOfOperator) MarshalJSON() ([]byte, error) {
	type plain ScansOfOperator
	return encodeRecord(plain(r), r.Extra)
}

// ScansOverview is a record of the API.
type ScansOverview struct {
	// Scans received in the last 60 seconds.
	LastMinute int64 `json:"last_minute"`

	// Scans received in the last 3 600 seconds.
	LastHour int64 `json:"last_hour"`

	// Scans received in the last 86 400 seconds.
	LastDay int64 `json:"last_day"`

	// The last 60 minutes of the clock, oldest first; the last one is still going on.
	Minutes []ScansOfMinute `json:"minutes"`

	// Who scanned in the last day.
	Busiest BusiestScanners `json:"busiest"`

	// Bytes of scans.
	StoredBytes BytesUse `json:"stored_bytes"`

	// Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer.
	AsOf time.Time `json:"as_of"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ScansOverview) UnmarshalJSON(data []byte) error {
	type plain ScansOverview
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ScansOverview) MarshalJSON() ([]byte, error) {
	type plain ScansOverview
	return encodeRecord(plain(r), r.Extra)
}

// ShippedOfDay is a record of the API.
type ShippedOfDay struct {
	// The day, UTC.
	Day string `json:"day"`

	// Orders whose last units left on this day.
	Orders int64 `json:"orders"`

	// Units of these orders, with those that had left in parts before.
	Units int64 `json:"units"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *ShippedOfDay) UnmarshalJSON(data []byte) error {
	type plain ShippedOfDay
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ShippedOfDay) MarshalJSON() ([]byte, error) {
	type plain ShippedOfDay
	return encodeRecord(plain(r), r.Extra)
}

// StorageUse is a record of the API.
type StorageUse struct {
	// Records that are stored, counted at most 10 s ago, or 20 times the duration of counting if that is longer.
	Used int64 `json:"used"`

	// Highest number of records; null where none is known, while gateways are upgraded.
	Limit *int64 `json:"limit"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *StorageUse) UnmarshalJSON(data []byte) error {
	type plain StorageUse
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r StorageUse) MarshalJSON() ([]byte, error) {
	type plain StorageUse
	return encodeRecord(plain(r), r.Extra)
}

// Webhook is a record of the API.
type Webhook struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The environment of the record. The two environments share nothing.
	Environment WebhookEnvironment `json:"environment"`

	// Where events are sent.
	URL string `json:"url"`

	// Event types, or `*` alone.
	Events []string `json:"events"`

	// Purpose, as given; null if none was given.
	Description *string `json:"description"`

	// Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter.
	Filter map[string]any `json:"filter"`

	// Whether events of one record are sent in order: each waits until the previous one is delivered or failed.
	Ordered bool `json:"ordered"`

	// Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.
	Batch *WebhookBatch `json:"batch"`

	// Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.
	MaxRate *float64 `json:"max_rate"`

	// Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed.
	Status WebhookStatus `json:"status"`

	// Reason and time of disabling; null unless disabled.
	Disabled *WebhookDisabled `json:"disabled"`

	// End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. It is no change of the record: `version` stays.
	RestsUntil *time.Time `json:"rests_until,omitempty"`

	// Secrets that sign deliveries, newest first.
	Secrets []WebhookSecretFacts `json:"secrets"`

	// Increases by one with every change; also the `ETag`.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *Webhook) UnmarshalJSON(data []byte) error {
	type plain Webhook
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r Webhook) MarshalJSON() ([]byte, error) {
	type plain Webhook
	return encodeRecord(plain(r), r.Extra)
}

// WebhookEnvironment is one of the constants below; later versions may add some.
type WebhookEnvironment string

// Values of WebhookEnvironment.
const (
	WebhookEnvironmentSandbox    WebhookEnvironment = "sandbox"
	WebhookEnvironmentProduction WebhookEnvironment = "production"
)

// WebhookStatus is one of the constants below; later versions may add some.
type WebhookStatus string

// Values of WebhookStatus.
const (
	WebhookStatusActive   WebhookStatus = "active"
	WebhookStatusPaused   WebhookStatus = "paused"
	WebhookStatusDisabled WebhookStatus = "disabled"
)

// WebhookBatch is a record of the API.
type WebhookBatch struct {
	// Maximum number of events in one request, 2 to 100.
	MaxEvents int64 `json:"max_events"`

	// Milliseconds, 10 to 1 000, that the first event waits for others, of any record.
	MaxWaitMS int64 `json:"max_wait_ms"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookBatch) UnmarshalJSON(data []byte) error {
	type plain WebhookBatch
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookBatch) MarshalJSON() ([]byte, error) {
	type plain WebhookBatch
	return encodeRecord(plain(r), r.Extra)
}

// WebhookBatchInput is the body, or a part of the body, of a request.
type WebhookBatchInput struct {
	// Maximum number of events in one request, 2 to 100.
	MaxEvents Opt[int64] `json:"max_events"`

	// Milliseconds, 10 to 1 000, that the first event waits for others, of any record.
	MaxWaitMS Opt[int64] `json:"max_wait_ms"`
}

// MarshalJSON leaves out what was not set.
func (r WebhookBatchInput) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// WebhookChange is a record of the API.
type WebhookChange struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The environment of the record. The two environments share nothing.
	Environment WebhookChangeEnvironment `json:"environment"`

	// Action, such as `webhook.secret_rotated`.
	Action string `json:"action"`

	// Changed record.
	Target Reference `json:"target"`

	// Id of the key or member that made the change, `operator` (with a name as `operator:jo`), or `system`.
	Actor string `json:"actor"`

	// IP address of the client; null where it is unknown, as for changes of the service itself.
	Address *string `json:"address"`

	// Id of the request; null for changes by the system.
	RequestID *string `json:"request_id"`

	// Changed fields; never a secret.
	Details map[string]any `json:"details"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookChange) UnmarshalJSON(data []byte) error {
	type plain WebhookChange
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookChange) MarshalJSON() ([]byte, error) {
	type plain WebhookChange
	return encodeRecord(plain(r), r.Extra)
}

// WebhookChangeEnvironment is one of the constants below; later versions may add some.
type WebhookChangeEnvironment string

// Values of WebhookChangeEnvironment.
const (
	WebhookChangeEnvironmentSandbox    WebhookChangeEnvironment = "sandbox"
	WebhookChangeEnvironmentProduction WebhookChangeEnvironment = "production"
)

// WebhookCounts is a record of the API.
type WebhookCounts struct {
	// Number of successful attempts.
	Delivered int64 `json:"delivered"`

	// Number of failed attempts.
	Refused int64 `json:"refused"`

	// Number of deliveries that were given up.
	Failed int64 `json:"failed"`

	// Share of successful attempts, 0 to 1; null without attempts.
	SuccessRate *float64 `json:"success_rate"`

	// Median latency of the attempts in milliseconds; null without attempts.
	LatencyP50MS *int64 `json:"latency_p50_ms"`

	// 95th percentile of the latency of the attempts in milliseconds; null without attempts.
	LatencyP95MS *int64 `json:"latency_p95_ms"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookCounts) UnmarshalJSON(data []byte) error {
	type plain WebhookCounts
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookCounts) MarshalJSON() ([]byte, error) {
	type plain WebhookCounts
	return encodeRecord(plain(r), r.Extra)
}

// WebhookCreate is the body, or a part of the body, of a request.
type WebhookCreate struct {
	// Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses.
	URL string `json:"url"`

	// Event types, each once; `["*"]` selects every type, including those of later versions.
	Events Opt[[]EventType] `json:"events"`

	// Purpose, 1 to 200 characters; null for none.
	Description Opt[string] `json:"description"`

	// Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter.
	Filter Opt[map[string]any] `json:"filter"`

	// Whether events of one record are sent in order: each waits until the previous one is delivered or failed.
	Ordered Opt[bool] `json:"ordered"`

	// Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.
	Batch Opt[WebhookBatchInput] `json:"batch"`

	// Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.
	MaxRate Opt[float64] `json:"max_rate"`
}

// MarshalJSON leaves out what was not set.
func (r WebhookCreate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// WebhookDisabled is a record of the API.
type WebhookDisabled struct {
	// `gone`: the receiver answered 410. `failing`: no attempt has succeeded for days.
	Reason WebhookDisabledReason `json:"reason"`

	// Time of the event, RFC 3339 in UTC with milliseconds.
	At time.Time `json:"at"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookDisabled) UnmarshalJSON(data []byte) error {
	type plain WebhookDisabled
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookDisabled) MarshalJSON() ([]byte, error) {
	type plain WebhookDisabled
	return encodeRecord(plain(r), r.Extra)
}

// WebhookDisabledReason is one of the constants below; later versions may add some.
type WebhookDisabledReason string

// Values of WebhookDisabledReason.
const (
	WebhookDisabledReasonGone    WebhookDisabledReason = "gone"
	WebhookDisabledReasonFailing WebhookDisabledReason = "failing"
)

// WebhookHealth is a record of the API.
type WebhookHealth struct {
	// First failure after the last success, or after two days without an attempt; null while attempts succeed.
	FailingSince *time.Time `json:"failing_since"`

	// Last successful attempt; null if never.
	LastSuccessAt *time.Time `json:"last_success_at"`

	// Last failed attempt; null if never.
	LastFailureAt *time.Time `json:"last_failure_at"`

	// Number of failed attempts in a row.
	Failures int64 `json:"failures"`

	// End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off.
	RestsUntil *time.Time `json:"rests_until"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookHealth) UnmarshalJSON(data []byte) error {
	type plain WebhookHealth
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookHealth) MarshalJSON() ([]byte, error) {
	type plain WebhookHealth
	return encodeRecord(plain(r), r.Extra)
}

// WebhookInterval is a record of the API.
type WebhookInterval struct {
	// Start of the interval, UTC.
	At time.Time `json:"at"`

	// Number of successful attempts.
	Delivered int64 `json:"delivered"`

	// Number of failed attempts.
	Refused int64 `json:"refused"`

	// Number of deliveries that were given up.
	Failed int64 `json:"failed"`

	// Share of successful attempts, 0 to 1; null without attempts.
	SuccessRate *float64 `json:"success_rate"`

	// Median latency of the attempts in milliseconds; null without attempts.
	LatencyP50MS *int64 `json:"latency_p50_ms"`

	// 95th percentile of the latency of the attempts in milliseconds; null without attempts.
	LatencyP95MS *int64 `json:"latency_p95_ms"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookInterval) UnmarshalJSON(data []byte) error {
	type plain WebhookInterval
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookInterval) MarshalJSON() ([]byte, error) {
	type plain WebhookInterval
	return encodeRecord(plain(r), r.Extra)
}

// WebhookMinute is a record of the API.
type WebhookMinute struct {
	// Start of the minute, UTC.
	At time.Time `json:"at"`

	// Number of successful attempts of all endpoints.
	Delivered int64 `json:"delivered"`

	// Number of failed attempts of all endpoints.
	Refused int64 `json:"refused"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookMinute) UnmarshalJSON(data []byte) error {
	type plain WebhookMinute
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookMinute) MarshalJSON() ([]byte, error) {
	type plain WebhookMinute
	return encodeRecord(plain(r), r.Extra)
}

// WebhookOverview is a record of the API.
type WebhookOverview struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// Where events are sent.
	URL string `json:"url"`

	// Purpose, as given; null if none was given.
	Description *string `json:"description"`

	// Status of the endpoint.
	Status WebhookOverviewStatus `json:"status"`

	// Present health.
	Health WebhookHealth `json:"health"`

	// Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events.
	OldestUndeliveredSeconds *int64 `json:"oldest_undelivered_seconds"`

	// Results of its attempts.
	Last24Hours WebhookCounts `json:"last_24_hours"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookOverview) UnmarshalJSON(data []byte) error {
	type plain WebhookOverview
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookOverview) MarshalJSON() ([]byte, error) {
	type plain WebhookOverview
	return encodeRecord(plain(r), r.Extra)
}

// WebhookOverviewStatus is one of the constants below; later versions may add some.
type WebhookOverviewStatus string

// Values of WebhookOverviewStatus.
const (
	WebhookOverviewStatusActive   WebhookOverviewStatus = "active"
	WebhookOverviewStatusPaused   WebhookOverviewStatus = "paused"
	WebhookOverviewStatusDisabled WebhookOverviewStatus = "disabled"
)

// WebhookResume is the body, or a part of the body, of a request.
type WebhookResume struct {
	// `deliver`: held events are sent now. `drop`: held events are dropped; each can be resent individually.
	Held Opt[WebhookResumeHeld] `json:"held"`
}

// MarshalJSON leaves out what was not set.
func (r WebhookResume) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// WebhookResumeHeld is one of the constants below; later versions may add some.
type WebhookResumeHeld string

// Values of WebhookResumeHeld.
const (
	WebhookResumeHeldDeliver WebhookResumeHeld = "deliver"
	WebhookResumeHeldDrop    WebhookResumeHeld = "drop"
)

// WebhookSecret is a record of the API.
type WebhookSecret struct {
	// Opaque id, as in `signed_with` of an attempt.
	ID string `json:"id"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time at which it stops signing; null for the newest.
	EndsAt *time.Time `json:"ends_at"`

	// `whsec_` and base64.
	Secret string `json:"secret"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookSecret) UnmarshalJSON(data []byte) error {
	type plain WebhookSecret
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookSecret) MarshalJSON() ([]byte, error) {
	type plain WebhookSecret
	return encodeRecord(plain(r), r.Extra)
}

// WebhookSecretFacts is a record of the API.
type WebhookSecretFacts struct {
	// Opaque id, as in `signed_with` of an attempt.
	ID string `json:"id"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time at which it stops signing; null for the newest.
	EndsAt *time.Time `json:"ends_at"`

	// Last four characters of the secret.
	Last4 string `json:"last4"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookSecretFacts) UnmarshalJSON(data []byte) error {
	type plain WebhookSecretFacts
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookSecretFacts) MarshalJSON() ([]byte, error) {
	type plain WebhookSecretFacts
	return encodeRecord(plain(r), r.Extra)
}

// WebhookSecretRotate is the body, or a part of the body, of a request.
type WebhookSecretRotate struct {
	// Seconds for which the replaced secrets still sign beside the new one: 0 to 604 800 (7 days). 0 ends all other secrets at once.
	OverlapSeconds Opt[int64] `json:"overlap_seconds"`
}

// MarshalJSON leaves out what was not set.
func (r WebhookSecretRotate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// WebhookSecrets is a record of the API.
type WebhookSecrets struct {
	// Secrets that sign now, newest first.
	Data []WebhookSecret `json:"data"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookSecrets) UnmarshalJSON(data []byte) error {
	type plain WebhookSecrets
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookSecrets) MarshalJSON() ([]byte, error) {
	type plain WebhookSecrets
	return encodeRecord(plain(r), r.Extra)
}

// WebhookStats is a record of the API.
type WebhookStats struct {
	// Present health.
	Health WebhookHealth `json:"health"`

	// Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events.
	OldestUndeliveredSeconds *int64 `json:"oldest_undelivered_seconds"`

	// Over the whole period.
	Total WebhookCounts `json:"total"`

	// Intervals with attempts, oldest first.
	Intervals []WebhookInterval `json:"intervals"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookStats) UnmarshalJSON(data []byte) error {
	type plain WebhookStats
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookStats) MarshalJSON() ([]byte, error) {
	type plain WebhookStats
	return encodeRecord(plain(r), r.Extra)
}

// WebhookTestRequest is the body, or a part of the body, of a request.
type WebhookTestRequest struct {
	// Event type of the sample, which carries `"test": true`. It is sent whatever types the endpoint selects.
	Type Opt[EventType] `json:"type"`
}

// MarshalJSON leaves out what was not set.
func (r WebhookTestRequest) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// WebhookUpdate is the body, or a part of the body, of a request.
type WebhookUpdate struct {
	// Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses.
	URL Opt[string] `json:"url"`

	// Event types, each once; `["*"]` selects every type, including those of later versions.
	Events Opt[[]EventType] `json:"events"`

	// Purpose, 1 to 200 characters; null for none.
	Description Opt[string] `json:"description"`

	// Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter.
	Filter Opt[map[string]any] `json:"filter"`

	// Whether events of one record are sent in order: each waits until the previous one is delivered or failed.
	Ordered Opt[bool] `json:"ordered"`

	// Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.
	Batch Opt[WebhookBatchInput] `json:"batch"`

	// Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.
	MaxRate Opt[float64] `json:"max_rate"`
}

// MarshalJSON leaves out what was not set.
func (r WebhookUpdate) MarshalJSON() ([]byte, error) {
	return encodeBody(r)
}

// WebhookWithSecret is a record of the API.
type WebhookWithSecret struct {
	// Opaque id with a prefix for its type, sortable by creation.
	ID string `json:"id"`

	// The environment of the record. The two environments share nothing.
	Environment WebhookWithSecretEnvironment `json:"environment"`

	// Where events are sent.
	URL string `json:"url"`

	// Event types, or `*` alone.
	Events []string `json:"events"`

	// Purpose, as given; null if none was given.
	Description *string `json:"description"`

	// Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter.
	Filter map[string]any `json:"filter"`

	// Whether events of one record are sent in order: each waits until the previous one is delivered or failed.
	Ordered bool `json:"ordered"`

	// Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.
	Batch *WebhookBatch `json:"batch"`

	// Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.
	MaxRate *float64 `json:"max_rate"`

	// Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed.
	Status WebhookWithSecretStatus `json:"status"`

	// Reason and time of disabling; null unless disabled.
	Disabled *WebhookDisabled `json:"disabled"`

	// End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off. It is no change of the record: `version` stays.
	RestsUntil *time.Time `json:"rests_until,omitempty"`

	// Secrets that sign deliveries, newest first.
	Secrets []WebhookSecretFacts `json:"secrets"`

	// Increases by one with every change; also the `ETag`.
	Version int64 `json:"version"`

	// Time of creation, RFC 3339 in UTC with milliseconds.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change, RFC 3339 in UTC with milliseconds.
	UpdatedAt time.Time `json:"updated_at"`

	// The newest secret, `whsec_` and base64.
	Secret string `json:"secret"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhookWithSecret) UnmarshalJSON(data []byte) error {
	type plain WebhookWithSecret
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhookWithSecret) MarshalJSON() ([]byte, error) {
	type plain WebhookWithSecret
	return encodeRecord(plain(r), r.Extra)
}

// WebhookWithSecretEnvironment is one of the constants below; later versions may add some.
type WebhookWithSecretEnvironment string

// Values of WebhookWithSecretEnvironment.
const (
	WebhookWithSecretEnvironmentSandbox    WebhookWithSecretEnvironment = "sandbox"
	WebhookWithSecretEnvironmentProduction WebhookWithSecretEnvironment = "production"
)

// WebhookWithSecretStatus is one of the constants below; later versions may add some.
type WebhookWithSecretStatus string

// Values of WebhookWithSecretStatus.
const (
	WebhookWithSecretStatusActive   WebhookWithSecretStatus = "active"
	WebhookWithSecretStatusPaused   WebhookWithSecretStatus = "paused"
	WebhookWithSecretStatusDisabled WebhookWithSecretStatus = "disabled"
)

// WebhooksOverview is a record of the API.
type WebhooksOverview struct {
	// All endpoints, oldest first.
	Data []WebhookOverview `json:"data"`

	// Attempts a second at all endpoints of the environment together, at most; further due deliveries wait.
	MaxRate int64 `json:"max_rate"`

	// Endpoints that are stored, paused and disabled ones included; they are counted with each request.
	Storage StorageUse `json:"storage"`

	// Bytes of endpoints, events and deliveries. Events and deliveries expire, and come from other operations: they are not refused.
	StoredBytes BytesUse `json:"stored_bytes"`

	// The last 60 minutes of the clock, oldest first; the last one is still going on.
	Minutes []WebhookMinute `json:"minutes"`

	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *WebhooksOverview) UnmarshalJSON(data []byte) error {
	type plain WebhooksOverview
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r WebhooksOverview) MarshalJSON() ([]byte, error) {
	type plain WebhooksOverview
	return encodeRecord(plain(r), r.Extra)
}
