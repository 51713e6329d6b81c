import type { ErrorCode } from './errors.ts';

/** What a client does about each code. */
export const ERROR_REMEDIES: Readonly<Record<ErrorCode, string>> = {
  malformed_json: 'Mend the body; `detail` says what could not be read.',
  malformed_csv:
    'Mend the file from `row` on and send the whole again with the same idempotency key: what was done before is not done twice.',
  invalid_parameter: 'Mend what `errors` names. Parameters that are not documented are refused too.',
  invalid_cursor: 'Start again from the first page, with the filters that you mean.',
  invalid_request: 'Look at what stands between your client and us: it sends what could be read in two ways.',
  unauthenticated:
    'Send a valid key: `Authorization: Bearer <API_KEY>`. One answer for all reasons, so that nobody learns which it was.',
  forbidden: 'Use a key whose role has the `permission` that is named.',
  plan_required: 'Use a sandbox key, or ask for the Enterprise plan.',
  not_found: 'Check the path and the id, and that the key is of the account and environment that has the record.',
  method_not_allowed: 'Use one of the methods that `Allow` lists.',
  not_acceptable: 'Ask for one of the media types in `available`, or leave `Accept` out.',
  sku_exists: 'Update the SKU that there is; an archived one is restored by `PATCH` with `status: "active"`.',
  sku_archived: 'Restore it first: `PATCH` with `status: "active"`.',
  location_not_empty: 'Transfer what lies there to another location, or give its SKUs another home, and repeat.',
  location_exists: 'Use the location that there is, or another code.',
  location_archived: 'Use another location.',
  duplicate_external_id: 'Read the order that `order_id` names. If this is another order, give it another `external_id`.',
  duplicate_client_scan_id: 'Read the scan that `scan_id` names. If this is another scan, give it another `client_scan_id`.',
  invalid_transition: 'Read `current_status`: if the order is where you want it, there is nothing to do.',
  transition_in_progress: 'Wait a moment and repeat.',
  insufficient_stock: 'Ask for no more than `available`, or repeat with a new idempotency key when stock has come in.',
  idempotency_in_progress: 'Wait a moment and repeat with the same key.',
  version_conflict: 'Look at `current`, decide anew, and repeat with its version in `If-Match` and a new idempotency key.',
  key_not_active: 'Use another key, or issue a new one.',
  payload_too_large: 'Send less at once: batches and imports can be split.',
  uri_too_long: 'Shorten the query; long lists go into several requests.',
  unsupported_media_type: 'Send one of the documented media types as `Content-Type`, in UTF-8 and uncompressed.',
  validation_failed:
    'Mend every field that `errors` lists and repeat, with the same idempotency key if you like: this answer is not kept.',
  idempotency_key_reused: 'Use a new key for a new request. If it was to be a repeat, send exactly what was sent first.',
  unknown_sku: 'Create the SKU, or restore it, or mend the line.',
  unknown_location: 'Create the warehouse, or mend the path or id.',
  rate_limited: 'Wait for the seconds of `Retry-After` and repeat. Batches cost less than single requests.',
  headers_too_large: 'Send fewer or shorter header fields.',
  internal: 'Repeat with the same idempotency key after a while; if it stays, tell us the `request_id`.',
  upstream_unavailable: 'Wait for the seconds of `Retry-After` and repeat with the same idempotency key.',
  timeout: 'Read the record, or repeat with the same idempotency key: it gets the first answer once that is there.',
};
