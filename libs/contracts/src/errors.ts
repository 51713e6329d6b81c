import type { ErrorKind } from '@fulfilment/kernel';

/** One entry of the error catalogue: the meaning of a code to a client, whatever operation answers it. */
export interface ErrorEntry {
  readonly kind: ErrorKind;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly title: string;
  /** True only where the very same request can still succeed. */
  readonly retryable: boolean;
  /** Meaning and remedy, for the reference. */
  readonly description: string;
}

type MakeEntry = (status: number, title: string, description: string) => ErrorEntry;

const entryOf =
  (kind: ErrorKind): MakeEntry =>
  (status, title, description) => ({ kind, status, title, retryable: false, description });

const invalid = entryOf('invalid');
const unauthenticated = entryOf('unauthenticated');
const forbidden = entryOf('forbidden');
const notFound = entryOf('not-found');
const conflict = entryOf('conflict');
const limited = entryOf('limited');
const unavailable = entryOf('unavailable');

/** Marks an entry whose request can still succeed unchanged. */
const retryable = (entry: ErrorEntry): ErrorEntry => ({ ...entry, retryable: true });

/** The codes of the account API alone. */
const ACCOUNT_ERRORS = {
  sso_expired: invalid(
    400,
    'Sign-in expired',
    'The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was completed already.',
  ),
  invalid_credentials: unauthenticated(
    401,
    'Invalid credentials',
    'E-mail address and password do not match. The answer is the same for all reasons, so that it does not reveal who is a member.',
  ),
  session_required: forbidden(
    403,
    'Session required',
    'The operation is about the session of a signed-in member; an API key has none.',
  ),
  cross_origin: forbidden(
    403,
    'Cross-origin',
    'A request from another origin changes data with a session, or asks for a session: `Sec-Fetch-Site` or `Origin` shows it, or neither was sent. Or a page of another site starts a sign-in. Or the preflight request of a browser (`OPTIONS`) comes from an origin that may not call the API.',
  ),
  sso_denied: forbidden(
    403,
    'Sign-in denied',
    'The identity provider refused the sign-in. `provider_error` is its reason, where it gives one.',
  ),
  sso_not_trusted: forbidden(
    403,
    'Sign-in not trusted',
    'The answer of the identity provider is invalid: signature, issuer, audience, nonce or time. `check` names the claim that failed, if it was a claim.',
  ),
  recent_authentication_required: forbidden(
    403,
    'Recent authentication required',
    'The operation needs an authentication of the member within the last 10 minutes. `confirm_at` is the path that takes the password; a new sign-in counts too.',
  ),
  sso_email_not_verified: forbidden(
    403,
    'E-mail address not verified',
    'The identity provider has not verified the e-mail address, so it cannot identify a member.',
  ),
  sso_unknown_member: forbidden(
    403,
    'Not a member',
    'The identity provider knows the person, but no account has invited them, or only an account other than the requested one.',
  ),
  too_many_secrets: conflict(
    409,
    'Too many secrets',
    'The API key or webhook endpoint already has five active secrets. `ends_at` is when the first of them ends.',
  ),
  member_exists: conflict(
    409,
    'Member exists',
    'A member or invitation with this e-mail address exists already: `member_id` identifies it.',
  ),
  member_not_active: conflict(409, 'Member not active', 'The status of the member does not allow this: see `status_of_member`.'),
  last_owner: conflict(409, 'Last owner', 'The account would have no owner left who can sign in.'),
  several_accounts: conflict(
    409,
    'Several accounts',
    'The credentials are valid for several accounts: `accounts` lists them. No session was opened.',
  ),
  key_not_active: conflict(409, 'Key not active', 'The API key is revoked or expired. Issue a new one.'),
  webhook_not_active: conflict(
    409,
    'Webhook not active',
    'The webhook endpoint is paused or disabled (see `current_status`), or it rests until `rests_until`.',
  ),
  delivery_not_ended: conflict(409, 'Delivery not ended', 'The delivery is part of a batch. `current_status` is its status.'),
  event_expired: conflict(409, 'Event expired', 'The event of the delivery is older than 30 days.'),
  replay_in_progress: conflict(
    409,
    'Replay in progress',
    'A replay to this endpoint is running already. `replay_id` identifies it.',
  ),
  invalid_token: invalid(422, 'Invalid token', 'The one-time token is unknown, used, replaced by a newer one, or expired.'),
} as const satisfies Record<string, ErrorEntry>;

/** Every code the API can answer. Codes are stable: they are added, never renamed. */
export const ERRORS = {
  malformed_json: invalid(400, 'Malformed JSON', 'The body is not JSON in UTF-8. `detail` names the fault.'),
  malformed_csv: invalid(
    400,
    'Malformed CSV',
    'The file cannot be parsed beyond a row: a quote is not closed, a row is too long or ends with CR alone, or bytes are not valid in the charset. `row` is the faulty row, `imported` reports the rows done before it, if there are any.',
  ),
  invalid_parameter: invalid(
    400,
    'Invalid parameter',
    'A query parameter or header field is unknown, repeated or out of bounds. `errors` names each.',
  ),
  invalid_cursor: invalid(
    400,
    'Invalid cursor',
    'The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, points to an event that is older than the 30 days of the feed. Start again from the first page.',
  ),
  invalid_request: invalid(
    400,
    'Invalid request',
    'The request is ambiguous or violates RFC 9112 (HTTP/1.1), so it was not forwarded.',
  ),
  unauthenticated: unauthenticated(
    401,
    'Unauthenticated',
    'The request has no valid API key: it is missing, malformed, unknown, revoked or expired.',
  ),
  forbidden: forbidden(403, 'Forbidden', 'The role of the key or member lacks the permission named in `permission`.'),
  plan_required: forbidden(403, 'Plan required', 'Production access needs the Enterprise plan.'),
  storage_limit_reached: forbidden(
    403,
    'Storage limit reached',
    'The account has reached its limit of records of one kind, or of bytes, in this environment. `errors` names the kind (`stored`), the number (`used`) and the limit (`maximum`). What exists stays, and can be read and changed.',
  ),
  account_suspended: forbidden(
    403,
    'Account suspended',
    'The operator has suspended the account: its keys and sessions are refused, and its webhook deliveries are held. Nothing is deleted.',
  ),
  not_found: notFound(404, 'Not found', 'The path or record does not exist, or belongs to another account or environment.'),
  method_not_allowed: invalid(
    405,
    'Method not allowed',
    'The path does not support this method. `Allow` lists those it supports.',
  ),
  not_acceptable: invalid(
    406,
    'Not acceptable',
    'The answer is available in none of the media types of `Accept`. `available` lists those it has.',
  ),
  sku_exists: conflict(
    409,
    'SKU exists',
    'A SKU with this identifier exists already; `status_of_sku` of the item says whether it is archived.',
  ),
  barcode_exists: conflict(409, 'Barcode exists', 'Another SKU has this barcode already; `sku` of the item names it.'),
  sku_archived: conflict(409, 'SKU archived', 'The SKU is archived. Restore it before you change its stock.'),
  location_not_empty: conflict(
    409,
    'Location not empty',
    'Stock is stored at the location or below it, or it is the home location of a SKU, or a warehouse for which a SKU has settings.',
  ),
  default_warehouse: conflict(
    409,
    'Default warehouse',
    'The warehouse `MAIN` is the default for paths without a warehouse: its code is fixed, and it cannot be archived.',
  ),
  location_exists: conflict(409, 'Location exists', 'The parent already has a location with this code, possibly archived.'),
  location_archived: conflict(
    409,
    'Location archived',
    'The location or its parent is archived: it takes no stock until it is restored.',
  ),
  duplicate_external_id: conflict(
    409,
    'Duplicate external id',
    'Another order, fulfilment, reservation or return has this `external_id`, and its content differs or it is cancelled. `order_id` or `fulfilment_id` and `current_status` identify it; for a reservation, `reservation_id` and `status_of_reservation` of the item do.',
  ),
  duplicate_client_scan_id: conflict(
    409,
    'Duplicate client scan id',
    'Another scan of the same `device_id` with different content has this `client_scan_id`.',
  ),
  wrong_item: conflict(
    409,
    'Wrong item',
    'The barcode of an applied scan belongs to a SKU other than the one that the scan names (`sku` of the item is its owner), or to one that the return of the scan does not expect. It is the `refusal` of the scan.',
  ),
  stale_count: conflict(
    409,
    'Stale count',
    'A later count of the same stock exists, or the count is older than 30 days, than the SKU itself, or than the last 10,000 movements of the SKU.',
  ),
  invalid_transition: conflict(
    409,
    'Invalid transition',
    'The status of the order, fulfilment, reservation or return does not allow this step. `current_status` is that status; for a reservation, `status_of_reservation` of the item is.',
  ),
  transition_in_progress: retryable(conflict(409, 'Transition in progress', 'Another step of this order is in progress.')),
  order_on_hold: conflict(
    409,
    'Order on hold',
    'The order is on hold: it cannot be packed or shipped until every hold has ended. `holds` lists the `id` and `reason` of each.',
  ),
  quantity_exceeded: conflict(
    409,
    'Quantity exceeded',
    'The request names more units than there are. Each item of `errors` has the units `requested` and the units `allowed`; `limit` says which units: `open` are units of the order that are neither shipped, cancelled nor in a fulfilment, `planned` are units of the fulfilment, `shipped` can still be returned, `expected` may still be received by the return, and `received` are units of the return with the named disposition. An edit that leaves a line with fewer units than were shipped, cancelled or packed has that number as `minimum`; its `limit` is `packed` or `shipped`.',
  ),
  insufficient_stock: conflict(
    409,
    'Insufficient stock',
    'Less stock is available than requested. `errors` has the numbers for each SKU.',
  ),
  reservation_expired: conflict(
    409,
    'Reservation expired',
    'The reservation is not active any more, and its units are free: it has expired or was released. `status_of_reservation` of the item says which. Reserve again.',
  ),
  too_many_reservations: conflict(
    409,
    'Too many reservations',
    'A SKU has reached its limit of active reservations. `errors` names the SKU and the limit (`maximum`). Release some, or let them expire.',
  ),
  idempotency_in_progress: retryable(
    conflict(
      409,
      'Request in progress',
      'The first request with this idempotency key is still in progress. Retry with the same key.',
    ),
  ),
  version_conflict: conflict(
    412,
    'Version conflict',
    'The version of the record differs from the one that the request expects: `current_version` and `current` are its present state.',
  ),
  request_timeout: retryable(
    limited(
      408,
      'Request timeout',
      'The request did not arrive in time: its header or its body took too long, or the body came at less than 2 KiB a second.',
    ),
  ),
  payload_too_large: invalid(413, 'Payload too large', 'The body is larger than the operation allows: `max_bytes` is the limit.'),
  uri_too_long: invalid(414, 'URI too long', 'The request target is longer than 8 KiB.'),
  unsupported_media_type: invalid(
    415,
    'Unsupported media type',
    'Bodies must be `application/json` in UTF-8, uncompressed; files to import must be CSV or NDJSON, in UTF-8 or a charset of `available`.',
  ),
  validation_failed: invalid(
    422,
    'Validation failed',
    'The body does not match its schema. `errors` lists every invalid field with a JSON pointer.',
  ),
  idempotency_key_reused: invalid(
    422,
    'Idempotency key reused',
    'The idempotency key was used before, for a request to this path with another body or query.',
  ),
  unknown_sku: invalid(422, 'Unknown SKU', 'A line names a SKU that does not exist or is archived.'),
  unknown_location: invalid(422, 'Unknown location', 'The body names a location or warehouse that does not exist.'),
  rate_limited: retryable(
    limited(
      429,
      'Rate limited',
      'The key or its account has reached its rate limit, the account has too many requests in progress (`limit` is `in-flight`), or the address too many connections (`limit` is `connections`). `Retry-After` is the time until the next request is accepted.',
    ),
  ),
  headers_too_large: invalid(431, 'Headers too large', 'The header fields are larger than 16 KiB in total.'),
  internal: retryable(unavailable(500, 'Internal error', 'An unexpected error on the server. The request id identifies it.')),
  upstream_unavailable: retryable(
    unavailable(
      503,
      'Service unavailable',
      'The service is unavailable or overloaded. `Retry-After` is the time to wait before a retry.',
    ),
  ),
  timeout: retryable(
    unavailable(
      504,
      'Timeout',
      'No answer arrived in time. The work may still be done: read the record before you repeat the request.',
    ),
  ),
  ...ACCOUNT_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** True for a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
