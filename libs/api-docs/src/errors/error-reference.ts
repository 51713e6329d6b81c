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
import { errorCodesOf } from '../openapi/problem-responses.ts';
import { problemSample } from '../samples/problems.ts';

const EVERY_OPERATION: readonly Operation[] = [...OPERATIONS, ...ACCOUNT_OPERATIONS];

/** Who gives a code: every operation, every one that writes, those that are listed, or none (a path or method that is none). */
export type GivenBy =
  | { readonly kind: 'every' }
  | { readonly kind: 'every-write' }
  | { readonly kind: 'some'; readonly operations: readonly Operation[] }
  | { readonly kind: 'no-operation' };

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
      givenBy: whoGives(code),
      example: problemSample(code),
    }));
}

function whoGives(code: ErrorCode): GivenBy {
  const operations = EVERY_OPERATION.filter((operation) => errorCodesOf(operation).includes(code));
  if (operations.length === 0) return { kind: 'no-operation' };
  if (operations.length === EVERY_OPERATION.length) return { kind: 'every' };
  const isEveryWrite = operations.every(writes) && OPERATIONS.filter(writes).every((write) => operations.includes(write));
  return isEveryWrite ? { kind: 'every-write' } : { kind: 'some', operations };
}

/**
 * Who gives a code, in words.
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
      return 'paths and methods that are none';
    case 'some':
      return givenBy.operations.map(show).join(', ');
  }
}

/** What a client does about each code. */
const ERROR_REMEDIES: Readonly<Record<ErrorCode, string>> = {
  malformed_json: 'Mend the body; `detail` says what could not be read.',
  malformed_csv:
    'Mend the file from `row` on and send the whole again with the same idempotency key: what was done before is not done twice.',
  invalid_parameter: 'Mend what `errors` names. Parameters that are not documented are refused too.',
  invalid_cursor: 'Start again from the first page, with the filters that you mean.',
  invalid_request: 'Look at what stands between your client and us: it sends what could be read in two ways.',
  sso_expired: 'Begin the sign-in again, and finish it in the same browser.',
  unauthenticated:
    'Send a valid key: `Authorization: Bearer <API_KEY>`. One answer for all reasons, so that nobody learns which it was.',
  invalid_credentials: 'Look at address and password. Whoever forgot theirs asks an owner of the account for a reset.',
  forbidden: 'Use a key whose role has the `permission` that is named.',
  plan_required: 'Use a sandbox key, or ask for the Enterprise plan.',
  session_required: 'Sign in, and send the session cookie without a key.',
  cross_origin:
    'Send the request from a page of our own origin. A program that has a session sends `Origin` with the URL of the API; better, it uses a key.',
  sso_denied: 'Begin again and let the identity provider sign you in, or use your password.',
  sso_not_trusted: 'Begin again. If it stays, tell whoever runs the installation the `request_id`: it is in their log.',
  sso_email_not_verified: 'Have the identity provider verify the address, or sign in with your password.',
  sso_unknown_member:
    'Ask an owner of the account for an invitation to the address that the identity provider has of you. Who signs in to another account already accepts it by its token, signs in by password and begins again with `account_id`.',
  not_found: 'Check the path and the id, and that the key is of the account and environment that has the record.',
  method_not_allowed: 'Use one of the methods that `Allow` lists.',
  not_acceptable: 'Ask for one of the media types in `available`, or leave `Accept` out.',
  sku_exists: 'Update the SKU that there is; an archived one is restored by `PATCH` with `status: "active"`.',
  sku_archived: 'Restore it first: `PATCH` with `status: "active"`.',
  default_warehouse: 'Give it another `name` instead, or create a warehouse of your own and archive that when it is done with.',
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
  too_many_secrets: 'Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once.',
  member_exists: 'Change the role of the member that there is, or invite them once more.',
  member_not_active:
    'Invite anew whoever was removed; renew the invitation of whoever has not joined; reset the password of whoever has.',
  last_owner: 'Make another active member an owner first.',
  several_accounts: 'Repeat with `account_id`: one of those in `accounts`.',
  key_not_active: 'Use another key, or issue a new one.',
  webhook_not_active: 'Resume the endpoint first.',
  delivery_not_ended: 'Wait until it is delivered or failed; a batch is sent again by its own id, `batch_id`.',
  event_expired: 'Read the record that the event told of.',
  replay_in_progress: 'Wait until it is done, or cancel it.',
  payload_too_large: 'Send less at once: batches and imports can be split.',
  uri_too_long: 'Shorten the query; long lists go into several requests.',
  unsupported_media_type: 'Send one of the documented media types as `Content-Type`, in UTF-8 and uncompressed.',
  validation_failed:
    'Mend every field that `errors` lists and repeat, with the same idempotency key if you like: this answer is not kept.',
  idempotency_key_reused: 'Use a new key for a new request. If it was to be a repeat, send exactly what was sent first.',
  invalid_token: 'Ask an owner of the account for a new invitation or reset.',
  unknown_sku: 'Create the SKU, or restore it, or mend the line.',
  unknown_location: 'Create the warehouse, or mend the path or id.',
  rate_limited: 'Wait for the seconds of `Retry-After` and repeat. Batches cost less than single requests.',
  headers_too_large: 'Send fewer or shorter header fields.',
  internal: 'Repeat with the same idempotency key after a while; if it stays, tell us the `request_id`.',
  upstream_unavailable: 'Wait for the seconds of `Retry-After` and repeat with the same idempotency key.',
  timeout: 'Read the record, or repeat with the same idempotency key: it gets the first answer once that is there.',
};
