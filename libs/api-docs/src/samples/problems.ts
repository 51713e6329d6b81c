import { type ErrorCode, ERRORS, type ProblemDocument, type ProblemItem } from '@fulfilment/contracts';
import { sampleOrder, sampleScan, sampleSku } from './records.ts';

/** The variable parts of a refusal: `detail`, and facts that help to correct the request. */
interface Sample {
  readonly detail: string;
  readonly errors?: ProblemItem[];
  readonly [fact: string]: unknown;
}

/** A refusal for one reason, which is its detail too. */
const one = (item: ProblemItem): Sample => ({ detail: item.message, errors: [item] });

/** The texts of the services. */
const SAMPLES: Readonly<Record<ErrorCode, Sample>> = {
  malformed_json: { detail: 'The body is not JSON: Unexpected end of JSON input' },
  malformed_csv: {
    detail: 'A quote is not closed, in line 3.',
    row: 3,
    imported: {
      dry_run: false,
      rows: 2,
      created: 1,
      updated: 1,
      adjusted: 0,
      unchanged: 0,
      failed: 0,
      errors: [],
      errors_left_out: 0,
    },
  },
  invalid_parameter: {
    ...one({ pointer: '/limit', code: 'out_of_range', message: 'Must be at most 200.' }),
    detail: 'Invalid query parameter: limit.',
  },
  invalid_cursor: { detail: 'The cursor was altered, or belongs to another list or filter. Start again from the first page.' },
  invalid_request: { detail: 'The header has Host more than once.' },
  unauthenticated: { detail: 'Send a valid API key: Authorization: Bearer <API_KEY>.' },
  invalid_credentials: { detail: 'The e-mail address or the password is wrong.' },
  sso_expired: { detail: 'The sign-in was not started in this browser, took too long, or is finished already. Start it again.' },
  sso_denied: { detail: 'The identity provider did not sign you in.', provider_error: 'access_denied' },
  sso_not_trusted: { detail: 'The answer of the identity provider failed verification.', check: 'aud' },
  recent_authentication_required: {
    detail: 'Confirm your password, or sign in again: this needs an authentication within the last 10 minutes.',
    confirm_at: '/account/v1/session/confirm',
  },
  sso_email_not_verified: { detail: 'The identity provider has not verified your e-mail address.' },
  sso_unknown_member: { detail: 'No account has invited you.' },
  forbidden: { detail: 'The role lacks the permission orders:create.', permission: 'orders:create' },
  plan_required: { detail: 'The production environment requires the enterprise plan.' },
  storage_limit_reached: one({
    pointer: '',
    code: 'storage_limit_reached',
    message: 'There are 200000 SKUs, and 200000 are allowed; archived SKUs count too. Ask the operator for more.',
    stored: 'skus',
    used: 200_000,
    maximum: 200_000,
  }),
  account_suspended: { detail: 'The account is suspended.' },
  session_required: { detail: 'This is for a signed-in member; a key has no session.' },
  cross_origin: {
    detail: 'The request comes from another origin: send Origin or Sec-Fetch-Site as a browser does on a page of this origin.',
  },
  not_found: { detail: 'There is no such order.' },
  method_not_allowed: { detail: 'PUT is not allowed here. Allowed: GET, POST.', allow: ['GET', 'POST'] },
  not_acceptable: {
    detail: 'The answer is available as application/x-ndjson or text/csv.',
    available: ['application/x-ndjson', 'text/csv'],
  },
  barcode_exists: one({ pointer: '/barcodes/0', code: 'barcode_exists', message: 'CUP-01 has this barcode.', sku: 'CUP-01' }),
  sku_exists: one({
    pointer: '/sku',
    code: 'sku_exists',
    message: 'MUG-01 exists already.',
    sku: 'MUG-01',
    status_of_sku: 'active',
  }),
  wrong_item: {
    ...one({
      pointer: '/barcode',
      code: 'wrong_item',
      message: 'The barcode 4006381333931 belongs to CUP-01, and the scan names MUG-01.',
      sku: 'CUP-01',
      barcode: '4006381333931',
    }),
    detail: 'The barcode 4006381333931 belongs to CUP-01, and the scan names MUG-01.',
  },
  stale_count: {
    ...one({
      pointer: '/quantity',
      code: 'stale_count',
      message: 'The count of MUG-01 is out of date: a later count is known.',
      sku: 'MUG-01',
      counted_at: '2026-11-20T08:59:58.000Z',
    }),
    detail: 'The count of MUG-01 is out of date: a later count is known.',
  },
  sku_archived: {
    ...one({ pointer: '/lines/0/sku', code: 'sku_archived', message: 'MUG-01 is archived.', sku: 'MUG-01' }),
    detail: 'MUG-01 is archived; restore before moving stock.',
  },
  too_many_secrets: { detail: 'The key has 5 valid secrets already.', ends_at: '2026-11-22T09:00:00.000Z' },
  member_exists: {
    ...one({ pointer: '/email', code: 'member_exists', message: 'jo@example.com is a member already.' }),
    member_id: 'mem_01KAJ6PB7J5N0R8YQ2MEMBER01',
  },
  member_not_active: { detail: 'The member is removed.', status_of_member: 'removed' },
  last_owner: { detail: 'The account would have no owner left.' },
  several_accounts: {
    detail: 'You are a member of 2 accounts: choose one with account_id.',
    accounts: [
      { id: 'acc_01KAJ6P2T8W4M6X9ZB3CC0VNT1', name: 'Mugs & Co' },
      { id: 'acc_01KAJ6P2T8W4M6X9ZB3CC0VNT2', name: 'Plates & Co' },
    ],
  },
  key_not_active: { detail: 'The key is revoked.', status_of_key: 'revoked' },
  location_not_empty: {
    ...one({
      pointer: '',
      code: 'location_not_empty',
      message: 'MUG-01 is stored, has its home or has settings there.',
      sku: 'MUG-01',
    }),
    detail:
      'MAIN:A3/S2 is not empty. Transfer its stock, give its SKUs another home location, and clear what they have set for it.',
  },
  default_warehouse: { detail: 'MAIN is the default warehouse: its code is fixed, it is sellable, and it cannot be archived.' },
  location_exists: one({ pointer: '/code', code: 'location_exists', message: 'W2 exists already.', location: 'W2' }),
  location_archived: {
    ...one({ pointer: '/to', code: 'location_archived', message: 'MAIN:A3/S2 is archived.', location: 'MAIN:A3/S2' }),
    detail: 'MAIN:A3/S2 is archived and takes no stock.',
  },
  duplicate_external_id: {
    ...one({
      pointer: '/external_id',
      code: 'duplicate_external_id',
      message: `The order ${sampleOrder.id} has this external_id and other content.`,
    }),
    order_id: sampleOrder.id,
  },
  duplicate_client_scan_id: {
    ...one({
      pointer: '/client_scan_id',
      code: 'duplicate_client_scan_id',
      message: `The scan ${sampleScan.id} has this client_scan_id and differs from this one.`,
    }),
    scan_id: sampleScan.id,
  },
  invalid_transition: { detail: 'The order is shipped; it cannot be cancelled.', current_status: 'shipped' },
  transition_in_progress: {
    detail: 'Another step of the order is still in progress. Try again.',
    current_status: 'created',
  },
  order_on_hold: {
    detail: 'The order is on hold: awaiting_payment.',
    holds: [{ id: 'hld_01KAJ6W2J4M6N8Q0S2V4X6Z8B1', reason: 'awaiting_payment' }],
  },
  quantity_exceeded: one({
    pointer: '/lines/0/quantity',
    code: 'quantity_exceeded',
    message: '3 of MUG-01 are named, and 2 are open.',
    sku: 'MUG-01',
    requested: 3,
    allowed: 2,
    limit: 'open',
  }),
  reservation_expired: one({
    pointer: '',
    code: 'reservation_expired',
    message: 'The reservation has expired.',
    reservation_id: 'rsv_01KAJ6T2C7Y5D9QK4HN0ZRSV01',
    status_of_reservation: 'expired',
  }),
  too_many_reservations: one({
    pointer: '/lines/0/sku',
    code: 'too_many_reservations',
    message: 'MUG-01 has 1000 active reservations.',
    sku: 'MUG-01',
    maximum: 1_000,
  }),
  insufficient_stock: one({
    pointer: '/lines/0/quantity',
    code: 'insufficient_stock',
    message: '3 of MUG-01 are available at MAIN:A3/S2; 5 requested.',
    sku: 'MUG-01',
    requested: 5,
    available: 3,
  }),
  idempotency_in_progress: {
    detail: 'The first request with this idempotency key is still in progress. Retry with the same key.',
  },
  version_conflict: {
    detail: 'The record is at version 2.',
    current_version: 2,
    current: sampleSku,
    changed_by: 'key_01KAJ6N0A1B2C3D4E5F6G7H8JK',
  },
  webhook_not_active: { detail: 'The webhook endpoint is paused.', current_status: 'paused' },
  delivery_not_ended: { detail: 'The delivery is pending: it has not ended.', current_status: 'pending' },
  event_expired: { detail: 'The event is older than 30 days.' },
  replay_in_progress: { detail: 'A replay to this endpoint is running.', replay_id: 'rpl_01KAJ71C5V8X2N6R4TPBRP0001' },
  request_timeout: { detail: 'The request was not complete in time.' },
  payload_too_large: { detail: 'The body may have at most 1048576 bytes.', max_bytes: 1_048_576 },
  uri_too_long: { detail: 'The request target may have at most 8192 bytes.', max_bytes: 8_192 },
  unsupported_media_type: { detail: 'Send the body as application/json, in UTF-8 and uncompressed.' },
  validation_failed: {
    ...one({ pointer: '/name', code: 'required', message: 'Required.' }),
    detail: '1 field is invalid.',
  },
  idempotency_key_reused: { detail: 'Another request to this path had this idempotency key. Choose a new one.' },
  invalid_token: one({ pointer: '/token', code: 'invalid_token', message: 'The token is invalid, used or expired.' }),
  unknown_sku: {
    ...one({ pointer: '/lines/0/sku', code: 'unknown_sku', message: 'NO-SUCH does not exist or is archived.', sku: 'NO-SUCH' }),
    detail: '1 line names a SKU that does not exist or is archived.',
    order_id: sampleOrder.id,
    current_status: 'rejected',
  },
  unknown_location: one({ pointer: '/to', code: 'unknown_location', message: 'There is no location A9/S9.', location: 'A9/S9' }),
  rate_limited: {
    detail: 'This key may send 1000 requests at once. The next one is accepted after 1 s.',
    limit: 'key',
    retry_after: 1,
  },
  headers_too_large: {
    detail: 'The header may have at most 16384 bytes and 100 fields.',
    max_bytes: 16_384,
    max_fields: 100,
  },
  internal: { detail: 'Internal error. Quote the request id when you report it.' },
  upstream_unavailable: { detail: 'The service is unavailable. Nothing was done. Try again.' },
  timeout: { detail: 'No answer came in time. The work may still be done: read the record before you repeat it.' },
};

/** A problem document with that code, as a system on one machine answers it. */
export function problemSample(code: ErrorCode): ProblemDocument {
  const { status, title, retryable } = ERRORS[code];
  const { detail, ...facts } = SAMPLES[code];
  return {
    type: `http://localhost:8080/docs/errors#${code}`,
    title,
    status,
    code,
    detail,
    request_id: 'req_01KAJ6W4R9F2S7HXB3ZMREQ01A',
    retryable,
    ...facts,
  };
}
