// Generated from the OpenAPI documents by `npm run generate`: do not edit.
import { ApiError, type KnownError } from '../errors.ts';

/** `malformed_json` (400). The body is not JSON in UTF-8. `detail` names the fault. Correct the body; `detail` names the fault. */
export class MalformedJsonError extends ApiError {}

/**
 * `malformed_csv` (400). The file cannot be parsed beyond a row: a quote is not closed, a row is too long or ends with CR alone, or bytes are not valid in the charset. `row` is the faulty row, `imported` reports the rows done before it, if there are any. Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice.
 *
 * `problem` has `row`, `imported`.
 */
export class MalformedCsvError extends ApiError {}

/** `invalid_parameter` (400). A query parameter or header field is unknown, repeated or out of bounds. `errors` names each. Correct what `errors` names. Undocumented parameters are refused too. */
export class InvalidParameterError extends ApiError {}

/** `invalid_cursor` (400). The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, points to an event that is older than the 30 days of the feed. Start again from the first page. Start again from the first page, with the filters you want. */
export class InvalidCursorError extends ApiError {}

/** `invalid_request` (400). The request is ambiguous or violates RFC 9112 (HTTP/1.1), so it was not forwarded. Check the proxies between your client and the API: one of them sends an ambiguous request. */
export class InvalidRequestError extends ApiError {}

/** `unauthenticated` (401). The request has no valid API key: it is missing, malformed, unknown, revoked or expired. Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies. */
export class UnauthenticatedError extends ApiError {}

/**
 * `forbidden` (403). The role of the key or member lacks the permission named in `permission`. Use a key whose role has the named `permission`.
 *
 * `problem` has `permission`.
 */
export class ForbiddenError extends ApiError {}

/** `plan_required` (403). Production access needs the Enterprise plan. Use a sandbox key, or ask for the Enterprise plan. */
export class PlanRequiredError extends ApiError {}

/** `storage_limit_reached` (403). The account has reached its limit of records of one kind, or of bytes, in this environment. `errors` names the kind (`stored`), the number (`used`) and the limit (`maximum`). What exists stays, and can be read and changed. Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`. */
export class StorageLimitReachedError extends ApiError {}

/** `account_suspended` (403). The operator has suspended the account: its keys and sessions are refused, and its webhook deliveries are held. Nothing is deleted. Contact the operator of the installation. Do not retry: requests work again once the account is resumed. */
export class AccountSuspendedError extends ApiError {}

/** `not_found` (404). The path or record does not exist, or belongs to another account or environment. Check the base URL, the path and the id, and that the key belongs to the account and environment of the record. */
export class NotFoundError extends ApiError {}

/**
 * `method_not_allowed` (405). The path does not support this method. `Allow` lists those it supports. Use one of the methods in `Allow`.
 *
 * `problem` has `allow`.
 */
export class MethodNotAllowedError extends ApiError {}

/**
 * `not_acceptable` (406). The answer is available in none of the media types of `Accept`. `available` lists those it has. Ask for one of the media types in `available`, or omit `Accept`.
 *
 * `problem` has `available`.
 */
export class NotAcceptableError extends ApiError {}

/** `sku_exists` (409). A SKU with this identifier exists already; `status_of_sku` of the item says whether it is archived. Update the existing SKU; restore an archived one by `PATCH` with `status: "active"`. */
export class SkuExistsError extends ApiError {}

/** `barcode_exists` (409). Another SKU has this barcode already; `sku` of the item names it. Take the barcode from the other SKU first. */
export class BarcodeExistsError extends ApiError {}

/** `sku_archived` (409). The SKU is archived. Restore it before you change its stock. Restore it first: `PATCH` with `status: "active"`. */
export class SkuArchivedError extends ApiError {}

/** `location_not_empty` (409). Stock is stored at the location or below it, or it is the home location of a SKU, or a warehouse for which a SKU has settings. Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat. */
export class LocationNotEmptyError extends ApiError {}

/** `default_warehouse` (409). The warehouse `MAIN` is the default for paths without a warehouse: its code is fixed, and it cannot be archived. Give it another `name` instead, or create a warehouse of your own and archive that. */
export class DefaultWarehouseError extends ApiError {}

/** `location_exists` (409). The parent already has a location with this code, possibly archived. Use the existing location, or another code. */
export class LocationExistsError extends ApiError {}

/** `location_archived` (409). The location or its parent is archived: it takes no stock until it is restored. Use another location. */
export class LocationArchivedError extends ApiError {}

/**
 * `duplicate_external_id` (409). Another order, fulfilment, reservation or return has this `external_id`, and its content differs or it is cancelled. `order_id` or `fulfilment_id` and `current_status` identify it; for a reservation, `reservation_id` and `status_of_reservation` of the item do. Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`.
 *
 * `problem` has `order_id`.
 */
export class DuplicateExternalIdError extends ApiError {}

/**
 * `duplicate_client_scan_id` (409). Another scan of the same `device_id` with different content has this `client_scan_id`. Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`.
 *
 * `problem` has `scan_id`.
 */
export class DuplicateClientScanIdError extends ApiError {}

/** `wrong_item` (409). The barcode of an applied scan belongs to a SKU other than the one that the scan names (`sku` of the item is its owner), or to one that the return of the scan does not expect. It is the `refusal` of the scan. Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU. */
export class WrongItemError extends ApiError {}

/** `stale_count` (409). A later count of the same stock exists, or the count is older than 30 days, than the SKU itself, or than the last 10,000 movements of the SKU. Count again, and send the scan as soon as it is made. */
export class StaleCountError extends ApiError {}

/**
 * `invalid_transition` (409). The status of the order, fulfilment, reservation or return does not allow this step. `current_status` is that status; for a reservation, `status_of_reservation` of the item is. Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do.
 *
 * `problem` has `current_status`.
 */
export class InvalidTransitionError extends ApiError {}

/**
 * `transition_in_progress` (409). Another step of this order is in progress. Wait a moment and repeat.
 *
 * `problem` has `current_status`.
 */
export class TransitionInProgressError extends ApiError {}

/**
 * `order_on_hold` (409). The order is on hold: it cannot be packed or shipped until every hold has ended. `holds` lists the `id` and `reason` of each. Release the holds listed in `holds`, or wait until they end.
 *
 * `problem` has `holds`.
 */
export class OrderOnHoldError extends ApiError {}

/** `quantity_exceeded` (409). The request names more units than there are. Each item of `errors` has the units `requested` and the units `allowed`; `limit` says which units: `open` are units of the order that are neither shipped, cancelled nor in a fulfilment, `planned` are units of the fulfilment, `shipped` can still be returned, `expected` may still be received by the return, and `received` are units of the return with the named disposition. An edit that leaves a line with fewer units than were shipped, cancelled or packed has that number as `minimum`; its `limit` is `packed` or `shipped`. Read the order or return: name no more than `allowed` of each line, or leave `lines` out. */
export class QuantityExceededError extends ApiError {}

/** `insufficient_stock` (409). Less stock is available than requested. `errors` has the numbers for each SKU. Request no more than `available`, or repeat with a new idempotency key after stock has arrived. */
export class InsufficientStockError extends ApiError {}

/** `reservation_expired` (409). The reservation is not active any more, and its units are free: it has expired or was released. `status_of_reservation` of the item says which. Reserve again. Reserve again, or place the order without `require_reservation`. */
export class ReservationExpiredError extends ApiError {}

/** `too_many_reservations` (409). A SKU has reached its limit of active reservations. `errors` names the SKU and the limit (`maximum`). Release some, or let them expire. Release reservations that are not needed, or repeat with a new idempotency key when some have expired. */
export class TooManyReservationsError extends ApiError {}

/** `idempotency_in_progress` (409). The first request with this idempotency key is still in progress. Retry with the same key. Wait a moment and repeat with the same key. */
export class IdempotencyInProgressError extends ApiError {}

/**
 * `version_conflict` (412). The version of the record differs from the one that the request expects: `current_version` and `current` are its present state. Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key.
 *
 * `problem` has `current_version`, `current`, `changed_by`.
 */
export class VersionConflictError extends ApiError {}

/** `request_timeout` (408). The request did not arrive in time: its header or its body took too long, or the body came at less than 2 KiB a second. Repeat the whole request: nothing was done. On a slow connection, send less at once. */
export class LateRequestError extends ApiError {}

/**
 * `payload_too_large` (413). The body is larger than the operation allows: `max_bytes` is the limit. Send less at once: split batches and imports.
 *
 * `problem` has `max_bytes`.
 */
export class PayloadTooLargeError extends ApiError {}

/**
 * `uri_too_long` (414). The request target is longer than 8 KiB. Shorten the query; split long lists into several requests.
 *
 * `problem` has `max_bytes`.
 */
export class UriTooLongError extends ApiError {}

/** `unsupported_media_type` (415). Bodies must be `application/json` in UTF-8, uncompressed; files to import must be CSV or NDJSON, in UTF-8 or a charset of `available`. Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed. */
export class UnsupportedMediaTypeError extends ApiError {}

/** `validation_failed` (422). The body does not match its schema. `errors` lists every invalid field with a JSON pointer. Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored. */
export class ValidationFailedError extends ApiError {}

/** `idempotency_key_reused` (422). The idempotency key was used before, for a request to this path with another body or query. Use a new key for a new request. To repeat a request, send exactly the same content. */
export class IdempotencyKeyReusedError extends ApiError {}

/**
 * `unknown_sku` (422). A line names a SKU that does not exist or is archived. Create or restore the SKU, or correct the line.
 *
 * `problem` has `order_id`, `current_status`.
 */
export class UnknownSkuError extends ApiError {}

/** `unknown_location` (422). The body names a location or warehouse that does not exist. Create the warehouse, or correct the path or id. */
export class UnknownLocationError extends ApiError {}

/**
 * `rate_limited` (429). The key or its account has reached its rate limit, the account has too many requests in progress (`limit` is `in-flight`), or the address too many connections (`limit` is `connections`). `Retry-After` is the time until the next request is accepted. Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests.
 *
 * `problem` has `limit`, `retry_after`.
 */
export class RateLimitedError extends ApiError {}

/**
 * `headers_too_large` (431). The header fields are larger than 16 KiB in total. Send fewer or shorter header fields.
 *
 * `problem` has `max_bytes`, `max_fields`.
 */
export class HeadersTooLargeError extends ApiError {}

/** `internal` (500). An unexpected error on the server. The request id identifies it. Repeat with the same idempotency key later; if it persists, report the `request_id`. */
export class InternalError extends ApiError {}

/** `upstream_unavailable` (503). The service is unavailable or overloaded. `Retry-After` is the time to wait before a retry. Wait for the seconds in `Retry-After` and repeat with the same idempotency key. */
export class UpstreamUnavailableError extends ApiError {}

/** `timeout` (504). No answer arrived in time. The work may still be done: read the record before you repeat the request. Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists. */
export class TimeoutError extends ApiError {}

/** `sso_expired` (400). The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was completed already. Start the sign-in again, and complete it in the same browser. */
export class SsoExpiredError extends ApiError {}

/** `invalid_credentials` (401). E-mail address and password do not match. The answer is the same for all reasons, so that it does not reveal who is a member. Check e-mail address and password. To reset a forgotten password, ask an owner of the account. */
export class InvalidCredentialsError extends ApiError {}

/** `session_required` (403). The operation is about the session of a signed-in member; an API key has none. Sign in, and send the session cookie without an API key. */
export class SessionRequiredError extends ApiError {}

/** `cross_origin` (403). A request from another origin changes data with a session, or asks for a session: `Sec-Fetch-Site` or `Origin` shows it, or neither was sent. Or a page of another site starts a sign-in. Or the preflight request of a browser (`OPTIONS`) comes from an origin that may not call the API. Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers. */
export class CrossOriginError extends ApiError {}

/**
 * `sso_denied` (403). The identity provider refused the sign-in. `provider_error` is its reason, where it gives one. Start again and sign in at the identity provider, or use your password.
 *
 * `problem` has `provider_error`.
 */
export class SsoDeniedError extends ApiError {}

/**
 * `sso_not_trusted` (403). The answer of the identity provider is invalid: signature, issuer, audience, nonce or time. `check` names the claim that failed, if it was a claim. Start again. If it persists, give the operator of the installation the `request_id`: it is in the log.
 *
 * `problem` has `check`.
 */
export class SsoNotTrustedError extends ApiError {}

/**
 * `recent_authentication_required` (403). The operation needs an authentication of the member within the last 10 minutes. `confirm_at` is the path that takes the password; a new sign-in counts too. Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request.
 *
 * `problem` has `confirm_at`.
 */
export class RecentAuthenticationRequiredError extends ApiError {}

/** `sso_email_not_verified` (403). The identity provider has not verified the e-mail address, so it cannot identify a member. Have the identity provider verify the address, or sign in with your password. */
export class SsoEmailNotVerifiedError extends ApiError {}

/** `sso_unknown_member` (403). The identity provider knows the person, but no account has invited them, or only an account other than the requested one. Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`. */
export class SsoUnknownMemberError extends ApiError {}

/**
 * `too_many_secrets` (409). The API key or webhook endpoint already has five active secrets. `ends_at` is when the first of them ends. Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once.
 *
 * `problem` has `ends_at`.
 */
export class TooManySecretsError extends ApiError {}

/**
 * `member_exists` (409). A member or invitation with this e-mail address exists already: `member_id` identifies it. Change the role of the existing member, or renew the invitation.
 *
 * `problem` has `member_id`.
 */
export class MemberExistsError extends ApiError {}

/**
 * `member_not_active` (409). The status of the member does not allow this: see `status_of_member`. Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one.
 *
 * `problem` has `status_of_member`.
 */
export class MemberNotActiveError extends ApiError {}

/** `last_owner` (409). The account would have no owner left who can sign in. Make another active member an owner first. */
export class LastOwnerError extends ApiError {}

/**
 * `several_accounts` (409). The credentials are valid for several accounts: `accounts` lists them. No session was opened. Repeat with `account_id` set to one of `accounts`.
 *
 * `problem` has `accounts`.
 */
export class SeveralAccountsError extends ApiError {}

/**
 * `key_not_active` (409). The API key is revoked or expired. Issue a new one. Use another key, or issue a new one.
 *
 * `problem` has `status_of_key`.
 */
export class KeyNotActiveError extends ApiError {}

/**
 * `webhook_not_active` (409). The webhook endpoint is paused or disabled (see `current_status`), or it rests until `rests_until`. Resume the endpoint first: that ends a rest too.
 *
 * `problem` has `current_status`.
 */
export class WebhookNotActiveError extends ApiError {}

/**
 * `delivery_not_ended` (409). The delivery is part of a batch. `current_status` is its status. Send the batch again by its own id, `batch_id`.
 *
 * `problem` has `current_status`.
 */
export class DeliveryNotEndedError extends ApiError {}

/** `event_expired` (409). The event of the delivery is older than 30 days. Read the record of the event instead. */
export class EventExpiredError extends ApiError {}

/**
 * `replay_in_progress` (409). A replay to this endpoint is running already. `replay_id` identifies it. Wait until it is done, or cancel it.
 *
 * `problem` has `replay_id`.
 */
export class ReplayInProgressError extends ApiError {}

/** `invalid_token` (422). The one-time token is unknown, used, replaced by a newer one, or expired. Ask an owner of the account for a new invitation or reset. */
export class InvalidTokenError extends ApiError {}

/** The class and the remedy of each code that this version knows. */
export const ERRORS: Readonly<Record<string, KnownError>> = {
  malformed_json: { make: MalformedJsonError, remedy: 'Correct the body; `detail` names the fault.' },
  malformed_csv: { make: MalformedCsvError, remedy: 'Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice.' },
  invalid_parameter: { make: InvalidParameterError, remedy: 'Correct what `errors` names. Undocumented parameters are refused too.' },
  invalid_cursor: { make: InvalidCursorError, remedy: 'Start again from the first page, with the filters you want.' },
  invalid_request: { make: InvalidRequestError, remedy: 'Check the proxies between your client and the API: one of them sends an ambiguous request.' },
  unauthenticated: { make: UnauthenticatedError, remedy: 'Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies.' },
  forbidden: { make: ForbiddenError, remedy: 'Use a key whose role has the named `permission`.' },
  plan_required: { make: PlanRequiredError, remedy: 'Use a sandbox key, or ask for the Enterprise plan.' },
  storage_limit_reached: { make: StorageLimitReachedError, remedy: 'Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`.' },
  account_suspended: { make: AccountSuspendedError, remedy: 'Contact the operator of the installation. Do not retry: requests work again once the account is resumed.' },
  not_found: { make: NotFoundError, remedy: 'Check the base URL, the path and the id, and that the key belongs to the account and environment of the record.' },
  method_not_allowed: { make: MethodNotAllowedError, remedy: 'Use one of the methods in `Allow`.' },
  not_acceptable: { make: NotAcceptableError, remedy: 'Ask for one of the media types in `available`, or omit `Accept`.' },
  sku_exists: { make: SkuExistsError, remedy: 'Update the existing SKU; restore an archived one by `PATCH` with `status: "active"`.' },
  barcode_exists: { make: BarcodeExistsError, remedy: 'Take the barcode from the other SKU first.' },
  sku_archived: { make: SkuArchivedError, remedy: 'Restore it first: `PATCH` with `status: "active"`.' },
  location_not_empty: { make: LocationNotEmptyError, remedy: 'Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat.' },
  default_warehouse: { make: DefaultWarehouseError, remedy: 'Give it another `name` instead, or create a warehouse of your own and archive that.' },
  location_exists: { make: LocationExistsError, remedy: 'Use the existing location, or another code.' },
  location_archived: { make: LocationArchivedError, remedy: 'Use another location.' },
  duplicate_external_id: { make: DuplicateExternalIdError, remedy: 'Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`.' },
  duplicate_client_scan_id: { make: DuplicateClientScanIdError, remedy: 'Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`.' },
  wrong_item: { make: WrongItemError, remedy: 'Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU.' },
  stale_count: { make: StaleCountError, remedy: 'Count again, and send the scan as soon as it is made.' },
  invalid_transition: { make: InvalidTransitionError, remedy: 'Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do.' },
  transition_in_progress: { make: TransitionInProgressError, remedy: 'Wait a moment and repeat.' },
  order_on_hold: { make: OrderOnHoldError, remedy: 'Release the holds listed in `holds`, or wait until they end.' },
  quantity_exceeded: { make: QuantityExceededError, remedy: 'Read the order or return: name no more than `allowed` of each line, or leave `lines` out.' },
  insufficient_stock: { make: InsufficientStockError, remedy: 'Request no more than `available`, or repeat with a new idempotency key after stock has arrived.' },
  reservation_expired: { make: ReservationExpiredError, remedy: 'Reserve again, or place the order without `require_reservation`.' },
  too_many_reservations: { make: TooManyReservationsError, remedy: 'Release reservations that are not needed, or repeat with a new idempotency key when some have expired.' },
  idempotency_in_progress: { make: IdempotencyInProgressError, remedy: 'Wait a moment and repeat with the same key.' },
  version_conflict: { make: VersionConflictError, remedy: 'Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key.' },
  request_timeout: { make: LateRequestError, remedy: 'Repeat the whole request: nothing was done. On a slow connection, send less at once.' },
  payload_too_large: { make: PayloadTooLargeError, remedy: 'Send less at once: split batches and imports.' },
  uri_too_long: { make: UriTooLongError, remedy: 'Shorten the query; split long lists into several requests.' },
  unsupported_media_type: { make: UnsupportedMediaTypeError, remedy: 'Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed.' },
  validation_failed: { make: ValidationFailedError, remedy: 'Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored.' },
  idempotency_key_reused: { make: IdempotencyKeyReusedError, remedy: 'Use a new key for a new request. To repeat a request, send exactly the same content.' },
  unknown_sku: { make: UnknownSkuError, remedy: 'Create or restore the SKU, or correct the line.' },
  unknown_location: { make: UnknownLocationError, remedy: 'Create the warehouse, or correct the path or id.' },
  rate_limited: { make: RateLimitedError, remedy: 'Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests.' },
  headers_too_large: { make: HeadersTooLargeError, remedy: 'Send fewer or shorter header fields.' },
  internal: { make: InternalError, remedy: 'Repeat with the same idempotency key later; if it persists, report the `request_id`.' },
  upstream_unavailable: { make: UpstreamUnavailableError, remedy: 'Wait for the seconds in `Retry-After` and repeat with the same idempotency key.' },
  timeout: { make: TimeoutError, remedy: 'Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists.' },
  sso_expired: { make: SsoExpiredError, remedy: 'Start the sign-in again, and complete it in the same browser.' },
  invalid_credentials: { make: InvalidCredentialsError, remedy: 'Check e-mail address and password. To reset a forgotten password, ask an owner of the account.' },
  session_required: { make: SessionRequiredError, remedy: 'Sign in, and send the session cookie without an API key.' },
  cross_origin: { make: CrossOriginError, remedy: 'Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers.' },
  sso_denied: { make: SsoDeniedError, remedy: 'Start again and sign in at the identity provider, or use your password.' },
  sso_not_trusted: { make: SsoNotTrustedError, remedy: 'Start again. If it persists, give the operator of the installation the `request_id`: it is in the log.' },
  recent_authentication_required: { make: RecentAuthenticationRequiredError, remedy: 'Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request.' },
  sso_email_not_verified: { make: SsoEmailNotVerifiedError, remedy: 'Have the identity provider verify the address, or sign in with your password.' },
  sso_unknown_member: { make: SsoUnknownMemberError, remedy: 'Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`.' },
  too_many_secrets: { make: TooManySecretsError, remedy: 'Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once.' },
  member_exists: { make: MemberExistsError, remedy: 'Change the role of the existing member, or renew the invitation.' },
  member_not_active: { make: MemberNotActiveError, remedy: 'Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one.' },
  last_owner: { make: LastOwnerError, remedy: 'Make another active member an owner first.' },
  several_accounts: { make: SeveralAccountsError, remedy: 'Repeat with `account_id` set to one of `accounts`.' },
  key_not_active: { make: KeyNotActiveError, remedy: 'Use another key, or issue a new one.' },
  webhook_not_active: { make: WebhookNotActiveError, remedy: 'Resume the endpoint first: that ends a rest too.' },
  delivery_not_ended: { make: DeliveryNotEndedError, remedy: 'Send the batch again by its own id, `batch_id`.' },
  event_expired: { make: EventExpiredError, remedy: 'Read the record of the event instead.' },
  replay_in_progress: { make: ReplayInProgressError, remedy: 'Wait until it is done, or cancel it.' },
  invalid_token: { make: InvalidTokenError, remedy: 'Ask an owner of the account for a new invitation or reset.' },
};
