/**
 * Descriptions of fields whose schema has none, by name: a name has one meaning in the whole API.
 * A `Component.field` entry overrides it for that component.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  // Every record
  account_id: 'The account of the record.',
  api_version: 'API version of the records in the event.',
  archived_at: 'Time of archiving, RFC 3339 in UTC with milliseconds; null while active.',
  at: 'Time of the event, RFC 3339 in UTC with milliseconds.',
  created_at: 'Time of creation, RFC 3339 in UTC with milliseconds.',
  environment: 'The environment of the record. The two environments share nothing.',
  id: 'Opaque id with a prefix for its type, sortable by creation.',
  metadata: 'Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500.',
  name: 'Display name, 1 to 200 characters.',
  note: 'Free text.',
  status: 'Status of the record.',
  type: 'Kind of the record.',
  updated_at: 'Time of the last change, RFC 3339 in UTC with milliseconds.',
  version: 'Increases by one with every change; also the `ETag` of the record.',

  // Accounts and members
  'PasswordChange.current_password': 'The present password.',
  'Plan.plan': 'Name of the plan.',
  'SignIn.password': 'The password of the member.',
  'SignedIn.account': 'The account of the session.',
  'SignedIn.member': 'The signed-in member.',
  'SignedIn.session': 'The session of this request.',

  // Lists and batches
  cursor: '`next_cursor` of the previous page.',
  data: 'The records of this page.',
  has_more: 'Whether there is a further page.',
  error: 'The problem of the item, without a request id.',
  index: 'Index of the item in the request, from 0.',
  items: 'The items, in order.',
  limit: 'Page size, 1 to 200.',
  next_cursor: 'The `cursor` of the next page; null on the last.',
  op: 'Operation of the item.',
  record: 'The record after the operation.',
  results: 'One result for each item of the request, in order.',

  // Stock
  allocated: 'Units allocated to orders that are not shipped yet.',
  available: 'Units that are not allocated: on_hand - allocated, never below 0.',
  barcodes: 'Barcodes by which the SKU is found.',
  currency: 'Currency of `unit_cost`, ISO 4217.',
  delta: 'Units to add, or to remove if negative.',
  location: 'Location by path: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.',
  location_id: 'Location by id.',
  on_hand: 'Units in stock, 0 to 2 147 483 647.',
  quantity: 'Units, an integer.',
  sku:
    'Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. ' +
    'In a path it is percent-encoded, `/` as `%2F`.',
  unit_cost: 'Cost of one unit as a decimal text.',

  // Locations and transfers
  from: 'Location that the units were taken from.',
  lines: 'One SKU with its units each.',
  parent_id: 'Parent location; null for a warehouse.',
  path: 'Codes from the warehouse down: `MAIN:A3/S2`.',
  to: 'Destination: a location by id or path.',
  'Location.code': 'Unique within the parent: 1 to 32 of A-Z, a-z, 0-9, "_" and "-".',
  'Location.name': 'Display name; null for none.',
  'Location.type': 'Warehouses have aisles, aisles shelves, shelves bins.',
  'LocationCreate.code': 'Unique within the parent: 1 to 32 of A-Z, a-z, 0-9, "_" and "-".',
  'LocationCreate.type': 'Warehouses have aisles, aisles shelves, shelves bins.',
  'Transfer.to': 'Location that the units were moved to.',

  // Orders
  actor: 'Id of the key that made the request, or the name of the service that acted on its own.',
  allocation: 'How much of the order is allocated.',
  cancelled_at: 'Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.',
  carrier: 'Carrier of the parcels, 1 to 100 characters.',
  external_id: "The order's id in the external system, 1 to 200 characters, unique.",
  external_line_id: "The line's id in the external system, 1 to 200 characters.",
  height_mm: 'Height in millimetres.',
  length_mm: 'Length in millimetres.',
  packages: 'The parcels, at most 100.',
  packed_at: 'Time of packing, RFC 3339 in UTC with milliseconds; null before.',
  reason: 'Reason given by the caller.',
  request_id: 'The `X-Request-Id` of the request.',
  ship_to: 'Delivery address.',
  shipped: 'Shipped units.',
  shipped_at: 'Time of shipping, RFC 3339 in UTC with milliseconds; null before.',
  tracking: 'Tracking number of this parcel, 1 to 100 characters.',
  tracking_number: "The carrier's tracking number, 1 to 100 characters.",
  tracking_url: 'Tracking page: http or https, at most 2 000 characters.',
  transition: 'Step of the order.',
  weight_g: 'Weight in grams.',
  width_mm: 'Width in millimetres.',
  'Order.metadata': 'The metadata of the order.',
  'Order.status': '`pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`.',
  'Refusal.code': 'Code of the error catalogue.',
  'Refusal.detail': 'Explanation in one sentence.',
  'Refusal.errors': 'Every offending line or field, with a JSON pointer into the request.',

  // Addresses
  address1: 'Street and number, 1 to 200 characters.',
  address2: 'Further address line, 1 to 200 characters.',
  city: '1 to 100 characters.',
  company: '1 to 200 characters.',
  country: 'ISO 3166-1 alpha-2: `DE`.',
  email: 'At most 254 characters.',
  phone: '1 to 40 characters.',
  postal_code: '1 to 20 characters.',
  region: 'State, province or county, 1 to 100 characters.',
  'Address.name': 'Recipient, 1 to 200 characters.',

  // Scans
  barcode: 'Barcode as read by the device, 1 to 128 characters.',
  client_scan_id: "The device's id of the scan, 1 to 128 characters.",
  device_id: 'Id of the device, 1 to 64 characters.',
  operator: 'Operator of the device, 1 to 100 characters.',
  order_id: 'Id of the order, as sent by the device, 1 to 64 characters. It is not looked up.',
  'Scan.type': 'Purpose of the scan.',
  'ScanCreate.type': 'Purpose of the scan.',

  // Webhooks
  batch: 'Several events in one request; null: one event a request.',
  ordered: 'Whether events of one record are sent in order.',

  // Problems
  code: 'Stable, documented error code for programs.',
  detail: 'Explanation of this occurrence.',
  errors: 'Offending fields or lines: the first 100.',
  message: 'Explanation for people.',
  title: 'Short name of the code.',
  'Problem.request_id': 'The `X-Request-Id` of the response.',
  'Problem.status': 'HTTP status of the response.',

  // Events
  previous: 'Quantities before the change; null at the creation of the SKU.',
};

/** Components that are the same thing under another name. */
const ALIASES: Readonly<Record<string, string>> = {
  OrderSnapshot: 'Order',
  ScanSnapshot: 'Scan',
  SkuSnapshot: 'Sku',
};

/**
 * Adds a description, by field name, to every field of a JSON Schema that has none.
 *
 * @param component name of the schema; `''` without a name.
 */
export function describeFields(component: string, shape: object): JsonObject {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return isObject(value) ? describeFields(component, value) : value;
  };
  const members = (value: object): object =>
    mapMembers(value, (name, inner) => described(inside(inner), meaningOf(component, name)));
  return mapMembers(shape, (name, inner) => {
    if (isData(name)) return inner;
    return name === 'properties' && isObject(inner) ? members(inner) : inside(inner);
  });
}

function mapMembers(value: object, map: (name: string, inner: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, map(name, inner)]));
}

function described(shape: unknown, description: string | undefined): unknown {
  if (!isObject(shape) || 'description' in shape || description === undefined) return shape;
  return { description, ...shape };
}

function meaningOf(component: string, name: string): string | undefined {
  return MEANINGS[`${ALIASES[component] ?? component}.${name}`] ?? MEANINGS[name];
}

/** Members of a schema that hold values of its own kind, not schemas. */
function isData(name: string): boolean {
  return name === 'examples' || name === 'default' || name === 'enum' || name === 'const';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A JSON object that is being put together. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The same object with every `$ref` in it, at any depth, passed through `move`. */
export function moveRefs(object: object, move: (ref: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, inner]: [string, unknown]) => [
      name,
      name === '$ref' && typeof inner === 'string' ? move(inner) : moveWithin(inner, move),
    ]),
  );
}

function moveWithin(value: unknown, move: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => moveWithin(item, move));
  return typeof value === 'object' && value !== null ? moveRefs(value, move) : value;
}
