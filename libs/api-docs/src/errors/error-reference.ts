import {
  ACCOUNT_OPERATIONS,
  type ErrorCode,
  type ErrorEntry,
  ERRORS,
  isErrorCode,
  type Operation,
  OPERATIONS,
  type ProblemDocument,
  writes,
} from '@fulfilment/contracts';
import { errorCodesOf } from '../openapi/operations.ts';
import { problemSample } from '../samples/problems.ts';

const EVERY_OPERATION: readonly Operation[] = [...OPERATIONS, ...ACCOUNT_OPERATIONS];

/**
 * The operations that give a code: all, all that write, those listed, or none: the path or method is no operation, or the code is the
 * `refusal` of an applied scan alone.
 */
export type GivenBy =
  | { readonly kind: 'every' }
  | { readonly kind: 'every-write' }
  | { readonly kind: 'some'; readonly operations: readonly Operation[] }
  | { readonly kind: 'no-operation' }
  | { readonly kind: 'applied-scan' };

/** Codes that no request is answered with: they are kept with a scan whose movement was refused. */
const OF_APPLIED_SCANS: readonly ErrorCode[] = ['wrong_item', 'stale_count'];

/** One code with all that is known of it. */
export interface ErrorReference extends ErrorEntry {
  readonly code: ErrorCode;
  /** The remedy for a client. */
  readonly remedy: string;
  readonly givenBy: GivenBy;
  readonly example: ProblemDocument;
}

/** The whole error catalogue, for the pages that are made of it, in the order of the statuses. */
export function errorReference(): readonly ErrorReference[] {
  return Object.keys(ERRORS)
    .filter(isErrorCode)
    .map((code) => ({
      ...ERRORS[code],
      code,
      remedy: ERROR_REMEDIES[code],
      givenBy: operationsGiving(code),
      example: problemSample(code),
    }));
}

function operationsGiving(code: ErrorCode): GivenBy {
  const operations = EVERY_OPERATION.filter((operation) => errorCodesOf(operation).includes(code));
  if (operations.length === 0) return { kind: OF_APPLIED_SCANS.includes(code) ? 'applied-scan' : 'no-operation' };
  if (operations.length === EVERY_OPERATION.length) return { kind: 'every' };
  const isEveryWrite = operations.every(writes) && OPERATIONS.filter(writes).every((write) => operations.includes(write));
  return isEveryWrite ? { kind: 'every-write' } : { kind: 'some', operations };
}

/**
 * Describes in words the operations that give a code.
 *
 * @param show how a page writes one operation.
 */
export function whoGivesInWords(givenBy: GivenBy, show: (operation: Operation) => string): string {
  switch (givenBy.kind) {
    case 'every':
      return 'every operation';
    case 'every-write':
      return 'every operation that writes';
    case 'no-operation':
      return 'unknown paths and methods';
    case 'applied-scan':
      return 'no request: it is the refusal of an applied scan';
    case 'some':
      return givenBy.operations.map(show).join(', ');
  }
}

/** The remedy of a client for each code. */
const ERROR_REMEDIES: Readonly<Record<ErrorCode, string>> = {
  malformed_json: 'Correct the body; `detail` names the fault.',
  malformed_csv:
    'Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice.',
  invalid_parameter: 'Correct what `errors` names. Undocumented parameters are refused too.',
  invalid_cursor: 'Start again from the first page, with the filters you want.',
  invalid_request: 'Check the proxies between your client and the API: one of them sends an ambiguous request.',
  request_timeout: 'Repeat the whole request: nothing was done. On a slow connection, send less at once.',
  sso_expired: 'Start the sign-in again, and complete it in the same browser.',
  unauthenticated:
    'Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies.',
  invalid_credentials: 'Check e-mail address and password. To reset a forgotten password, ask an owner of the account.',
  forbidden: 'Use a key whose role has the named `permission`.',
  storage_limit_reached:
    'Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`.',
  plan_required: 'Use a sandbox key, or ask for the Enterprise plan.',
  account_suspended: 'Contact the operator of the installation. Do not retry: requests work again once the account is resumed.',
  session_required: 'Sign in, and send the session cookie without an API key.',
  cross_origin:
    'Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers.',
  recent_authentication_required:
    'Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request.',
  sso_denied: 'Start again and sign in at the identity provider, or use your password.',
  sso_not_trusted: 'Start again. If it persists, give the operator of the installation the `request_id`: it is in the log.',
  sso_email_not_verified: 'Have the identity provider verify the address, or sign in with your password.',
  sso_unknown_member:
    'Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`.',
  not_found: 'Check the base URL, the path and the id, and that the key belongs to the account and environment of the record.',
  method_not_allowed: 'Use one of the methods in `Allow`.',
  not_acceptable: 'Ask for one of the media types in `available`, or omit `Accept`.',
  barcode_exists: 'Take the barcode from the other SKU first.',
  sku_exists: 'Update the existing SKU; restore an archived one by `PATCH` with `status: "active"`.',
  wrong_item: 'Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU.',
  stale_count: 'Count again, and send the scan as soon as it is made.',
  sku_archived: 'Restore it first: `PATCH` with `status: "active"`.',
  default_warehouse: 'Give it another `name` instead, or create a warehouse of your own and archive that.',
  location_not_empty:
    'Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat.',
  location_exists: 'Use the existing location, or another code.',
  location_archived: 'Use another location.',
  duplicate_external_id:
    'Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`.',
  duplicate_client_scan_id: 'Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`.',
  invalid_transition:
    'Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do.',
  transition_in_progress: 'Wait a moment and repeat.',
  order_on_hold: 'Release the holds listed in `holds`, or wait until they end.',
  quantity_exceeded: 'Read the order or return: name no more than `allowed` of each line, or leave `lines` out.',
  insufficient_stock: 'Request no more than `available`, or repeat with a new idempotency key after stock has arrived.',
  reservation_expired: 'Reserve again, or place the order without `require_reservation`.',
  too_many_reservations: 'Release reservations that are not needed, or repeat with a new idempotency key when some have expired.',
  idempotency_in_progress: 'Wait a moment and repeat with the same key.',
  version_conflict: 'Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key.',
  too_many_secrets: 'Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once.',
  member_exists: 'Change the role of the existing member, or renew the invitation.',
  member_not_active:
    'Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one.',
  last_owner: 'Make another active member an owner first.',
  several_accounts: 'Repeat with `account_id` set to one of `accounts`.',
  key_not_active: 'Use another key, or issue a new one.',
  webhook_not_active: 'Resume the endpoint first: that ends a rest too.',
  delivery_not_ended: 'Send the batch again by its own id, `batch_id`.',
  event_expired: 'Read the record of the event instead.',
  replay_in_progress: 'Wait until it is done, or cancel it.',
  payload_too_large: 'Send less at once: split batches and imports.',
  uri_too_long: 'Shorten the query; split long lists into several requests.',
  unsupported_media_type: 'Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed.',
  validation_failed: 'Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored.',
  idempotency_key_reused: 'Use a new key for a new request. To repeat a request, send exactly the same content.',
  invalid_token: 'Ask an owner of the account for a new invitation or reset.',
  unknown_sku: 'Create or restore the SKU, or correct the line.',
  unknown_location: 'Create the warehouse, or correct the path or id.',
  rate_limited: 'Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests.',
  headers_too_large: 'Send fewer or shorter header fields.',
  internal: 'Repeat with the same idempotency key later; if it persists, report the `request_id`.',
  upstream_unavailable: 'Wait for the seconds in `Retry-After` and repeat with the same idempotency key.',
  timeout: 'Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists.',
};
