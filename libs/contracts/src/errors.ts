/** One entry of the error catalogue: what a code means to a client, whatever operation gives it. */
export interface ErrorEntry {
  /** The HTTP status it is answered with. */
  readonly status: number;
  readonly title: string;
  /** True only where the very same request can still succeed. */
  readonly retryable: boolean;
  /** What it means and what to do, for the reference. */
  readonly description: string;
}

const entry = (status: number, title: string, description: string): ErrorEntry => ({
  status,
  title,
  retryable: false,
  description,
});
const retryable = (status: number, title: string, description: string): ErrorEntry => ({
  status,
  title,
  retryable: true,
  description,
});

/** Every code the API can answer. Codes are stable: they are added, never renamed. */
export const ERRORS = {
  malformed_json: entry(400, 'Malformed JSON', 'The body is not JSON, or not UTF-8. `detail` says what could not be read.'),
  malformed_csv: entry(
    400,
    'Malformed CSV',
    'The file cannot be read on: a quote is not closed, a row is too long, or the text is not UTF-8. `row` says where, `imported` what was done before.',
  ),
  invalid_parameter: entry(
    400,
    'Invalid parameter',
    'A query parameter or a header field is unknown, repeated or out of its bounds. `errors` names each.',
  ),
  invalid_cursor: entry(
    400,
    'Invalid cursor',
    'The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, is a place in the feed of events behind which some are past their 30 days. Start again from the first page.',
  ),
  invalid_request: entry(
    400,
    'Invalid request',
    'The request is ambiguous or not HTTP as RFC 9112 has it, so it was not passed on.',
  ),
  sso_expired: entry(
    400,
    'Sign-in expired',
    'The sign-in at the identity provider was not begun in this browser, took longer than ten minutes, or was finished already.',
  ),
  unauthenticated: entry(
    401,
    'Unauthenticated',
    'No valid API key came with the request: it is missing, malformed, unknown, revoked or expired.',
  ),
  invalid_credentials: entry(
    401,
    'Invalid credentials',
    'Address and password do not belong together. One answer for all reasons, so that nobody learns who is a member.',
  ),
  forbidden: entry(403, 'Forbidden', 'The role of the key or member lacks the permission named in `permission`.'),
  plan_required: entry(403, 'Plan required', 'Production access needs the Enterprise plan.'),
  session_required: entry(403, 'Session required', 'The operation is about the session of a signed-in member; a key has none.'),
  cross_origin: entry(
    403,
    'Cross-origin',
    'A request that changes something came with a session, or asks for one, and not from a page of ours: `Sec-Fetch-Site` or `Origin` says so, or neither was sent.',
  ),
  sso_denied: entry(
    403,
    'Sign-in denied',
    'The identity provider did not sign the person in. `provider_error` is its word for why, where it has one.',
  ),
  sso_not_trusted: entry(
    403,
    'Sign-in not trusted',
    'What the identity provider says does not hold: signature, issuer, audience, nonce or time. `check` names the claim, where it is one.',
  ),
  sso_email_not_verified: entry(
    403,
    'E-mail address not verified',
    "The identity provider does not say that the address is that person's, so nobody can be recognised by it.",
  ),
  sso_unknown_member: entry(
    403,
    'Not a member',
    'The identity provider knows the person, but no account has invited them, or it is not the account that is meant.',
  ),
  not_found: entry(404, 'Not found', 'There is no such path or record, or it belongs to another account or environment.'),
  method_not_allowed: entry(405, 'Method not allowed', 'The path exists, but not with this method. `Allow` lists those it has.'),
  not_acceptable: entry(
    406,
    'Not acceptable',
    'The answer comes in none of the media types that `Accept` asks for. `available` lists those it has.',
  ),
  sku_exists: entry(409, 'SKU exists', 'A SKU with this identifier exists already, perhaps archived.'),
  sku_archived: entry(409, 'SKU archived', 'The SKU is archived; restore it before its stock is moved by hand.'),
  location_not_empty: entry(
    409,
    'Location not empty',
    'Stock lies at the location or below it, or a SKU has its home there. Move it first.',
  ),
  default_warehouse: entry(
    409,
    'Default warehouse',
    'The warehouse `MAIN` is where a path without a warehouse leads: it keeps its code, and is not archived.',
  ),
  location_exists: entry(409, 'Location exists', 'The parent already has a location with this code, perhaps archived.'),
  location_archived: entry(
    409,
    'Location archived',
    'The location, or the one it stands in, is archived: nothing comes there until it is restored.',
  ),
  duplicate_external_id: entry(409, 'Duplicate external id', 'Another order with other content has this `external_id`.'),
  duplicate_client_scan_id: entry(409, 'Duplicate client scan id', 'Another scan with other content has this `client_scan_id`.'),
  invalid_transition: entry(
    409,
    'Invalid transition',
    'The order is not in a state this step starts from. `current_status` says which it is in.',
  ),
  transition_in_progress: retryable(409, 'Transition in progress', 'Another step of this order is under way. Try again.'),
  insufficient_stock: entry(
    409,
    'Insufficient stock',
    'Less is available than was asked for. `errors` gives the numbers for each SKU.',
  ),
  idempotency_in_progress: retryable(
    409,
    'Request in progress',
    'The first request with this idempotency key is still at work. Try again with the same key.',
  ),
  version_conflict: entry(
    412,
    'Version conflict',
    'The record is not as the request expects it: `current_version` and `current` say how it is now.',
  ),
  too_many_secrets: entry(
    409,
    'Too many secrets',
    'Five secrets live already, of an API key or a webhook endpoint, and none has ended. `ends_at` says when the first of them does.',
  ),
  member_exists: entry(
    409,
    'Member exists',
    'Somebody with this e-mail address is a member already, or was invited: `member_id` says who.',
  ),
  member_not_active: entry(
    409,
    'Member not active',
    'The member is not in a state from which this can be done: `status_of_member` says in which.',
  ),
  last_owner: entry(409, 'Last owner', 'The account would have no owner left who can sign in.'),
  several_accounts: entry(
    409,
    'Several accounts',
    'Address and password are right for several accounts: `accounts` names them. Nothing was opened yet.',
  ),
  key_not_active: entry(409, 'Key not active', 'The API key was revoked or has expired: make a new one.'),
  webhook_not_active: entry(
    409,
    'Webhook not active',
    'The webhook endpoint is paused or disabled. `current_status` says which it is.',
  ),
  delivery_not_ended: entry(
    409,
    'Delivery not ended',
    'The delivery is still due, or goes as a part of a batch. `current_status` says which it is.',
  ),
  event_expired: entry(409, 'Event expired', 'What the delivery would send is past its 30 days.'),
  replay_in_progress: entry(
    409,
    'Replay in progress',
    'Something is being sent again to this endpoint already. `replay_id` says what.',
  ),
  payload_too_large: entry(
    413,
    'Payload too large',
    'The body is larger than 1 MiB, or a file than 64 MiB: `max_bytes` says which it is.',
  ),
  uri_too_long: entry(414, 'URI too long', 'The request target is longer than 8 KiB.'),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'Bodies are `application/json` in UTF-8, uncompressed; files to import are CSV or NDJSON.',
  ),
  validation_failed: entry(
    422,
    'Validation failed',
    'The body does not match its schema. `errors` lists every offending field with a JSON pointer.',
  ),
  idempotency_key_reused: entry(
    422,
    'Idempotency key reused',
    'Another request to this path, with another body or query, had this idempotency key. Choose a new key.',
  ),
  invalid_token: entry(
    422,
    'Invalid token',
    'The one-time token is unknown, was used, was replaced by a newer one, or has ended.',
  ),
  unknown_sku: entry(422, 'Unknown SKU', 'A line names a SKU that does not exist or is archived.'),
  unknown_location: entry(422, 'Unknown location', 'The body names a location or warehouse that does not exist.'),
  rate_limited: retryable(
    429,
    'Rate limited',
    'The key or its account has used up its requests. `Retry-After` says when the next is let in.',
  ),
  headers_too_large: entry(431, 'Headers too large', 'The header fields are larger than 16 KiB in all.'),
  internal: retryable(500, 'Internal error', 'A fault on our side. The request id leads to it.'),
  upstream_unavailable: retryable(
    503,
    'Service unavailable',
    'A part of the service cannot be reached or is full. `Retry-After` says when to try again.',
  ),
  timeout: retryable(504, 'Timeout', 'No answer came in time. The work may still be done: read the record before you repeat it.'),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** Whether `code` is one of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
