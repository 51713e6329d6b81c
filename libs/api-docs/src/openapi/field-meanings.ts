import type { JsonObject } from './json.ts';

/**
 * Descriptions of fields whose schema has none, by name: a name has one meaning in the whole API.
 * A `Component.field` entry overrides it for that component.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  // Every record
  account_id: 'The account that it belongs to.',
  api_version: 'The version of the API whose records it carries.',
  archived_at: 'When it was archived, RFC 3339 in UTC with milliseconds; null while it is active.',
  at: 'When it happened, RFC 3339 in UTC with milliseconds.',
  created_at: 'When it was created, RFC 3339 in UTC with milliseconds.',
  environment: 'The environment that it belongs to. The two share nothing.',
  id: 'Opaque, prefixed by what it names, sortable by creation.',
  metadata: 'Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500.',
  name: 'Display name, 1 to 200 characters.',
  note: 'Free text for people.',
  status: 'The state it is in.',
  type: 'Which kind it is.',
  updated_at: 'When it was last changed, RFC 3339 in UTC with milliseconds.',
  version: 'Rises by one with every change; the `ETag` of the record.',

  // Accounts and members
  'PasswordChange.current_password': 'The password that is replaced.',
  'Plan.plan': 'The name of the plan.',
  'SignIn.password': 'As it was chosen.',
  'SignedIn.account': 'The account that they are signed in to.',
  'SignedIn.member': 'Who is signed in.',
  'SignedIn.session': 'The session that asks.',

  // Lists and batches
  cursor: '`next_cursor` of the page before.',
  data: 'The records of this page.',
  has_more: 'Whether there is a page after this one.',
  error: 'Why it was refused: a problem without its request id.',
  index: 'The place of the item in the request, from 0.',
  items: 'What is to be done, in this order.',
  limit: 'Records a page, 1 to 200.',
  next_cursor: 'The `cursor` of the next page; null on the last.',
  op: 'What to do.',
  record: 'The record as it is after that.',
  results: 'One for each item of the request, in its order.',

  // Stock
  allocated: 'Units held by orders that are not shipped yet.',
  available: 'Units that can still be promised: on_hand - allocated, never below 0.',
  delta: 'Units that are added; below 0, that are taken away.',
  location: 'A place by its path: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.',
  location_id: 'A place by its id.',
  on_hand: 'Units there are, 0 to 2 147 483 647.',
  quantity: 'Units, a whole number.',
  sku: 'The code of the SKU: 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-", starting with a letter or digit. Case matters.',

  // Locations and transfers
  from: 'Where the units were taken from.',
  lines: 'One SKU and its units each.',
  parent_id: 'The location that it stands in; null for a warehouse.',
  path: 'The codes from the warehouse down: `MAIN:A3/S2`.',
  to: 'Where the units go: a location by its id or path.',
  'Location.code': 'Unique within the parent: 1 to 32 of A-Z, a-z, 0-9, "_" and "-".',
  'Location.name': 'Display name; null where it has none.',
  'Location.type': 'A warehouse has aisles, an aisle shelves, a shelf bins.',
  'LocationCreate.code': 'Unique within the parent: 1 to 32 of A-Z, a-z, 0-9, "_" and "-".',
  'LocationCreate.type': 'A warehouse has aisles, an aisle shelves, a shelf bins.',
  'Transfer.to': 'Where the units were put.',

  // Orders
  actor: 'The id of the key that asked for it, or the service that did it by itself.',
  allocation: 'How much of what the order asks for is held for it.',
  cancelled_at: 'When it was cancelled, RFC 3339 in UTC with milliseconds; null unless it is.',
  carrier: 'Who carries the parcel, 1 to 100 characters.',
  external_id: "The order's id in the system it comes from, 1 to 200 characters, unique.",
  external_line_id: "The line's id in the system it comes from, 1 to 200 characters.",
  height_mm: 'Height in millimetres.',
  length_mm: 'Length in millimetres.',
  packages: 'The parcels, at most 100.',
  packed_at: 'When it was packed, RFC 3339 in UTC with milliseconds; null before.',
  reason: 'Why, in the words of the caller.',
  request_id: 'The `X-Request-Id` of the request that caused it.',
  ship_to: 'Where the parcels go.',
  shipped: 'Units that have left.',
  shipped_at: 'When it was shipped, RFC 3339 in UTC with milliseconds; null before.',
  tracking: 'Tracking number of this parcel, 1 to 100 characters.',
  tracking_number: "The carrier's number of the shipment, 1 to 100 characters.",
  tracking_url: 'Where the shipment is followed: http or https, at most 2 000 characters.',
  transition: 'The step of the order.',
  weight_g: 'Weight in grams.',
  width_mm: 'Width in millimetres.',
  'Order.metadata': 'The pairs that came with the order.',
  'Order.status': '`pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`.',
  'Refusal.code': 'Why it was refused: a code of the error catalogue.',
  'Refusal.detail': 'The same for people.',
  'Refusal.errors': 'What was short or unknown, each with a JSON pointer into the request.',

  // Addresses
  address1: 'Street and number, 1 to 200 characters.',
  address2: 'What else the carrier needs, 1 to 200 characters.',
  city: '1 to 100 characters.',
  company: '1 to 200 characters.',
  country: 'ISO 3166-1 alpha-2: `DE`.',
  email: 'At most 254 characters.',
  phone: '1 to 40 characters.',
  postal_code: '1 to 20 characters.',
  region: 'State, province or county, 1 to 100 characters.',
  'Address.name': 'Who receives it, 1 to 200 characters.',

  // Scans
  barcode: 'What the device read, 1 to 128 characters.',
  client_scan_id: "The device's own id of the scan, 1 to 128 characters.",
  device_id: 'Which device it was, 1 to 64 characters.',
  operator: 'Who held the device, 1 to 100 characters.',
  order_id: 'The order that was worked on, as the device knows it, 1 to 64 characters. It is not looked up.',
  'Scan.type': 'What was done.',
  'ScanCreate.type': 'What was done.',

  // Problems
  code: 'Stable and documented: what programs switch on.',
  detail: 'What happened this time, for people.',
  errors: 'Every offending field or line.',
  message: 'The same for people.',
  title: 'The code in words.',
  'Problem.request_id': 'The `X-Request-Id` of the response.',
  'Problem.status': 'The status of the response.',

  // Events
  previous: 'The quantities before; null at the creation of the SKU.',
};

/** Components that are the same thing under another name. */
const ALIASES: Readonly<Record<string, string>> = {
  OrderSnapshot: 'Order',
  ScanSnapshot: 'Scan',
  SkuSnapshot: 'Sku',
};

/**
 * A JSON Schema whose fields all say what they are: where one does not itself, its name does.
 *
 * @param component whose schema it is; `''` for one without a name.
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
