import { ACCOUNT_ERRORS } from './account/errors.ts';
import {
  conflict,
  type ErrorEntry,
  forbidden,
  invalid,
  limited,
  notFound,
  retryable,
  unauthenticated,
  unavailable,
} from './error-entry.ts';

export type { ErrorEntry } from './error-entry.ts';

/** Every code the API can answer. Codes are stable: they are added, never renamed. */
export const ERRORS = {
  malformed_json: invalid(400, 'Malformed JSON', 'The body is not JSON, or not UTF-8. `detail` says what could not be read.'),
  malformed_csv: invalid(
    400,
    'Malformed CSV',
    'The file cannot be read on: a quote is not closed, a row is too long, or the text is not UTF-8. `row` says where, `imported` what was done before.',
  ),
  invalid_parameter: invalid(
    400,
    'Invalid parameter',
    'A query parameter or a header field is unknown, repeated or out of its bounds. `errors` names each.',
  ),
  invalid_cursor: invalid(
    400,
    'Invalid cursor',
    'The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, is a place in the feed of events behind which some are past their 30 days. Start again from the first page.',
  ),
  invalid_request: invalid(
    400,
    'Invalid request',
    'The request is ambiguous or not HTTP as RFC 9112 has it, so it was not passed on.',
  ),
  unauthenticated: unauthenticated(
    401,
    'Unauthenticated',
    'No valid API key came with the request: it is missing, malformed, unknown, revoked or expired.',
  ),
  forbidden: forbidden(403, 'Forbidden', 'The role of the key or member lacks the permission named in `permission`.'),
  plan_required: forbidden(403, 'Plan required', 'Production access needs the Enterprise plan.'),
  not_found: notFound(404, 'Not found', 'There is no such path or record, or it belongs to another account or environment.'),
  method_not_allowed: invalid(
    405,
    'Method not allowed',
    'The path exists, but not with this method. `Allow` lists those it has.',
  ),
  not_acceptable: invalid(
    406,
    'Not acceptable',
    'The answer comes in none of the media types that `Accept` asks for. `available` lists those it has.',
  ),
  sku_exists: conflict(409, 'SKU exists', 'A SKU with this identifier exists already, perhaps archived.'),
  sku_archived: conflict(409, 'SKU archived', 'The SKU is archived; restore it before its stock is moved by hand.'),
  location_not_empty: conflict(
    409,
    'Location not empty',
    'Stock lies at the location or below it, or a SKU has its home there. Move it first.',
  ),
  default_warehouse: conflict(
    409,
    'Default warehouse',
    'The warehouse `MAIN` is where a path without a warehouse leads: it keeps its code, and is not archived.',
  ),
  location_exists: conflict(409, 'Location exists', 'The parent already has a location with this code, perhaps archived.'),
  location_archived: conflict(
    409,
    'Location archived',
    'The location, or the one it stands in, is archived: nothing comes there until it is restored.',
  ),
  duplicate_external_id: conflict(409, 'Duplicate external id', 'Another order with other content has this `external_id`.'),
  duplicate_client_scan_id: conflict(
    409,
    'Duplicate client scan id',
    'Another scan with other content has this `client_scan_id`.',
  ),
  invalid_transition: conflict(
    409,
    'Invalid transition',
    'The order is not in a state this step starts from. `current_status` says which it is in.',
  ),
  transition_in_progress: retryable(
    conflict(409, 'Transition in progress', 'Another step of this order is under way. Try again.'),
  ),
  insufficient_stock: conflict(
    409,
    'Insufficient stock',
    'Less is available than was asked for. `errors` gives the numbers for each SKU.',
  ),
  idempotency_in_progress: retryable(
    conflict(
      409,
      'Request in progress',
      'The first request with this idempotency key is still at work. Try again with the same key.',
    ),
  ),
  version_conflict: conflict(
    412,
    'Version conflict',
    'The record is not as the request expects it: `current_version` and `current` say how it is now.',
  ),
  payload_too_large: invalid(
    413,
    'Payload too large',
    'The body is larger than 1 MiB, or a file than 64 MiB: `max_bytes` says which it is.',
  ),
  uri_too_long: invalid(414, 'URI too long', 'The request target is longer than 8 KiB.'),
  unsupported_media_type: invalid(
    415,
    'Unsupported media type',
    'Bodies are `application/json` in UTF-8, uncompressed; files to import are CSV or NDJSON.',
  ),
  validation_failed: invalid(
    422,
    'Validation failed',
    'The body does not match its schema. `errors` lists every offending field with a JSON pointer.',
  ),
  idempotency_key_reused: invalid(
    422,
    'Idempotency key reused',
    'Another request to this path, with another body or query, had this idempotency key. Choose a new key.',
  ),
  unknown_sku: invalid(422, 'Unknown SKU', 'A line names a SKU that does not exist or is archived.'),
  unknown_location: invalid(422, 'Unknown location', 'The body names a location or warehouse that does not exist.'),
  rate_limited: retryable(
    limited(429, 'Rate limited', 'The key or its account has used up its requests. `Retry-After` says when the next is let in.'),
  ),
  headers_too_large: invalid(431, 'Headers too large', 'The header fields are larger than 16 KiB in all.'),
  internal: retryable(unavailable(500, 'Internal error', 'A fault on our side. The request id leads to it.')),
  upstream_unavailable: retryable(
    unavailable(
      503,
      'Service unavailable',
      'A part of the service cannot be reached or is full. `Retry-After` says when to try again.',
    ),
  ),
  timeout: retryable(
    unavailable(504, 'Timeout', 'No answer came in time. The work may still be done: read the record before you repeat it.'),
  ),
  ...ACCOUNT_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** True for a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
