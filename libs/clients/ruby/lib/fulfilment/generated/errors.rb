# frozen_string_literal: true

# Generated from the OpenAPI documents by `npm run generate`: do not edit.
module Fulfilment
  # `malformed_json` (400). The body is not JSON in UTF-8. `detail` names the fault.
  class MalformedJsonError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Correct the body; `detail` names the fault."
  end

  # `malformed_csv` (400). The file cannot be parsed beyond a row: a quote is not closed, a row is too long or ends with CR alone, or bytes are not valid in the charset. `row` is the faulty row, `imported` reports the rows done before it, if there are any.
  #
  # `problem` has `row`, `imported`.
  class MalformedCsvError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice."
  end

  # `invalid_parameter` (400). A query parameter or header field is unknown, repeated or out of bounds. `errors` names each.
  class InvalidParameterError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Correct what `errors` names. Undocumented parameters are refused too."
  end

  # `invalid_cursor` (400). The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, points to an event that is older than the 30 days of the feed. Start again from the first page.
  class InvalidCursorError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Start again from the first page, with the filters you want."
  end

  # `invalid_request` (400). The request is ambiguous or violates RFC 9112 (HTTP/1.1), so it was not forwarded.
  class InvalidRequestError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Check the proxies between your client and the API: one of them sends an ambiguous request."
  end

  # `unauthenticated` (401). The request has no valid API key: it is missing, malformed, unknown, revoked or expired.
  class UnauthenticatedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies."
  end

  # `forbidden` (403). The role of the key or member lacks the permission named in `permission`.
  #
  # `problem` has `permission`.
  class ForbiddenError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use a key whose role has the named `permission`."
  end

  # `plan_required` (403). Production access needs the Enterprise plan.
  class PlanRequiredError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use a sandbox key, or ask for the Enterprise plan."
  end

  # `storage_limit_reached` (403). The account has reached its limit of records of one kind, or of bytes, in this environment. `errors` names the kind (`stored`), the number (`used`) and the limit (`maximum`). What exists stays, and can be read and changed.
  class StorageLimitReachedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`."
  end

  # `account_suspended` (403). The operator has suspended the account: its keys and sessions are refused, and its webhook deliveries are held. Nothing is deleted.
  class AccountSuspendedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Contact the operator of the installation. Do not retry: requests work again once the account is resumed."
  end

  # `not_found` (404). The path or record does not exist, or belongs to another account or environment.
  class NotFoundError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Check the base URL, the path and the id, and that the key belongs to the account and environment of the record."
  end

  # `method_not_allowed` (405). The path does not support this method. `Allow` lists those it supports.
  #
  # `problem` has `allow`.
  class MethodNotAllowedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use one of the methods in `Allow`."
  end

  # `not_acceptable` (406). The answer is available in none of the media types of `Accept`. `available` lists those it has.
  #
  # `problem` has `available`.
  class NotAcceptableError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Ask for one of the media types in `available`, or omit `Accept`."
  end

  # `sku_exists` (409). A SKU with this identifier exists already; `status_of_sku` of the item says whether it is archived.
  class SkuExistsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Update the existing SKU; restore an archived one by `PATCH` with `status: \"active\"`."
  end

  # `barcode_exists` (409). Another SKU has this barcode already; `sku` of the item names it.
  class BarcodeExistsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Take the barcode from the other SKU first."
  end

  # `sku_archived` (409). The SKU is archived. Restore it before you change its stock.
  class SkuArchivedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Restore it first: `PATCH` with `status: \"active\"`."
  end

  # `location_not_empty` (409). Stock is stored at the location or below it, or it is the home location of a SKU, or a warehouse for which a SKU has settings.
  class LocationNotEmptyError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat."
  end

  # `default_warehouse` (409). The warehouse `MAIN` is the default for paths without a warehouse: its code is fixed, and it cannot be archived.
  class DefaultWarehouseError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Give it another `name` instead, or create a warehouse of your own and archive that."
  end

  # `location_exists` (409). The parent already has a location with this code, possibly archived.
  class LocationExistsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use the existing location, or another code."
  end

  # `location_archived` (409). The location or its parent is archived: it takes no stock until it is restored.
  class LocationArchivedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use another location."
  end

  # `duplicate_external_id` (409). Another order, fulfilment, reservation or return has this `external_id`, and its content differs or it is cancelled. `order_id` or `fulfilment_id` and `current_status` identify it; for a reservation, `reservation_id` and `status_of_reservation` of the item do.
  #
  # `problem` has `order_id`.
  class DuplicateExternalIdError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`."
  end

  # `duplicate_client_scan_id` (409). Another scan of the same `device_id` with different content has this `client_scan_id`.
  #
  # `problem` has `scan_id`.
  class DuplicateClientScanIdError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`."
  end

  # `wrong_item` (409). The barcode of an applied scan belongs to a SKU other than the one that the scan names (`sku` of the item is its owner), or to one that the return of the scan does not expect. It is the `refusal` of the scan.
  class WrongItemError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU."
  end

  # `stale_count` (409). A later count of the same stock exists, or the count is older than 30 days, than the SKU itself, or than the last 10,000 movements of the SKU.
  class StaleCountError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Count again, and send the scan as soon as it is made."
  end

  # `invalid_transition` (409). The status of the order, fulfilment, reservation or return does not allow this step. `current_status` is that status; for a reservation, `status_of_reservation` of the item is.
  #
  # `problem` has `current_status`.
  class InvalidTransitionError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do."
  end

  # `transition_in_progress` (409). Another step of this order is in progress.
  #
  # `problem` has `current_status`.
  class TransitionInProgressError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Wait a moment and repeat."
  end

  # `order_on_hold` (409). The order is on hold: it cannot be packed or shipped until every hold has ended. `holds` lists the `id` and `reason` of each.
  #
  # `problem` has `holds`.
  class OrderOnHoldError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Release the holds listed in `holds`, or wait until they end."
  end

  # `quantity_exceeded` (409). The request names more units than there are. Each item of `errors` has the units `requested` and the units `allowed`; `limit` says which units: `open` are units of the order that are neither shipped, cancelled nor in a fulfilment, `planned` are units of the fulfilment, `shipped` can still be returned, `expected` may still be received by the return, and `received` are units of the return with the named disposition. An edit that leaves a line with fewer units than were shipped, cancelled or packed has that number as `minimum`; its `limit` is `packed` or `shipped`.
  class QuantityExceededError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read the order or return: name no more than `allowed` of each line, or leave `lines` out."
  end

  # `insufficient_stock` (409). Less stock is available than requested. `errors` has the numbers for each SKU.
  class InsufficientStockError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Request no more than `available`, or repeat with a new idempotency key after stock has arrived."
  end

  # `reservation_expired` (409). The reservation is not active any more, and its units are free: it has expired or was released. `status_of_reservation` of the item says which. Reserve again.
  class ReservationExpiredError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Reserve again, or place the order without `require_reservation`."
  end

  # `too_many_reservations` (409). A SKU has reached its limit of active reservations. `errors` names the SKU and the limit (`maximum`). Release some, or let them expire.
  class TooManyReservationsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Release reservations that are not needed, or repeat with a new idempotency key when some have expired."
  end

  # `idempotency_in_progress` (409). The first request with this idempotency key is still in progress. Retry with the same key.
  class IdempotencyInProgressError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Wait a moment and repeat with the same key."
  end

  # `version_conflict` (412). The version of the record differs from the one that the request expects: `current_version` and `current` are its present state.
  #
  # `problem` has `current_version`, `current`, `changed_by`.
  class VersionConflictError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key."
  end

  # `request_timeout` (408). The request did not arrive in time: its header or its body took too long, or the body came at less than 2 KiB a second.
  class LateRequestError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Repeat the whole request: nothing was done. On a slow connection, send less at once."
  end

  # `payload_too_large` (413). The body is larger than the operation allows: `max_bytes` is the limit.
  #
  # `problem` has `max_bytes`.
  class PayloadTooLargeError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send less at once: split batches and imports."
  end

  # `uri_too_long` (414). The request target is longer than 8 KiB.
  #
  # `problem` has `max_bytes`.
  class UriTooLongError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Shorten the query; split long lists into several requests."
  end

  # `unsupported_media_type` (415). Bodies must be `application/json` in UTF-8, uncompressed; files to import must be CSV or NDJSON, in UTF-8 or a charset of `available`.
  class UnsupportedMediaTypeError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed."
  end

  # `validation_failed` (422). The body does not match its schema. `errors` lists every invalid field with a JSON pointer.
  class ValidationFailedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored."
  end

  # `idempotency_key_reused` (422). The idempotency key was used before, for a request to this path with another body or query.
  class IdempotencyKeyReusedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use a new key for a new request. To repeat a request, send exactly the same content."
  end

  # `unknown_sku` (422). A line names a SKU that does not exist or is archived.
  #
  # `problem` has `order_id`, `current_status`.
  class UnknownSkuError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Create or restore the SKU, or correct the line."
  end

  # `unknown_location` (422). The body names a location or warehouse that does not exist.
  class UnknownLocationError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Create the warehouse, or correct the path or id."
  end

  # `rate_limited` (429). The key or its account has reached its rate limit, the account has too many requests in progress (`limit` is `in-flight`), or the address too many connections (`limit` is `connections`). `Retry-After` is the time until the next request is accepted.
  #
  # `problem` has `limit`, `retry_after`.
  class RateLimitedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests."
  end

  # `headers_too_large` (431). The header fields are larger than 16 KiB in total.
  #
  # `problem` has `max_bytes`, `max_fields`.
  class HeadersTooLargeError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send fewer or shorter header fields."
  end

  # `internal` (500). An unexpected error on the server. The request id identifies it.
  class InternalError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Repeat with the same idempotency key later; if it persists, report the `request_id`."
  end

  # `upstream_unavailable` (503). The service is unavailable or overloaded. `Retry-After` is the time to wait before a retry.
  class UpstreamUnavailableError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Wait for the seconds in `Retry-After` and repeat with the same idempotency key."
  end

  # `timeout` (504). No answer arrived in time. The work may still be done: read the record before you repeat the request.
  class ServiceTimeoutError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists."
  end

  # `sso_expired` (400). The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was completed already.
  class SsoExpiredError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Start the sign-in again, and complete it in the same browser."
  end

  # `invalid_credentials` (401). E-mail address and password do not match. The answer is the same for all reasons, so that it does not reveal who is a member.
  class InvalidCredentialsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Check e-mail address and password. To reset a forgotten password, ask an owner of the account."
  end

  # `session_required` (403). The operation is about the session of a signed-in member; an API key has none.
  class SessionRequiredError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Sign in, and send the session cookie without an API key."
  end

  # `cross_origin` (403). A request from another origin changes data with a session, or asks for a session: `Sec-Fetch-Site` or `Origin` shows it, or neither was sent. Or a page of another site starts a sign-in. Or the preflight request of a browser (`OPTIONS`) comes from an origin that may not call the API.
  class CrossOriginError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers."
  end

  # `sso_denied` (403). The identity provider refused the sign-in. `provider_error` is its reason, where it gives one.
  #
  # `problem` has `provider_error`.
  class SsoDeniedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Start again and sign in at the identity provider, or use your password."
  end

  # `sso_not_trusted` (403). The answer of the identity provider is invalid: signature, issuer, audience, nonce or time. `check` names the claim that failed, if it was a claim.
  #
  # `problem` has `check`.
  class SsoNotTrustedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Start again. If it persists, give the operator of the installation the `request_id`: it is in the log."
  end

  # `recent_authentication_required` (403). The operation needs an authentication of the member within the last 10 minutes. `confirm_at` is the path that takes the password; a new sign-in counts too.
  #
  # `problem` has `confirm_at`.
  class RecentAuthenticationRequiredError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request."
  end

  # `sso_email_not_verified` (403). The identity provider has not verified the e-mail address, so it cannot identify a member.
  class SsoEmailNotVerifiedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Have the identity provider verify the address, or sign in with your password."
  end

  # `sso_unknown_member` (403). The identity provider knows the person, but no account has invited them, or only an account other than the requested one.
  class SsoUnknownMemberError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`."
  end

  # `too_many_secrets` (409). The API key or webhook endpoint already has five active secrets. `ends_at` is when the first of them ends.
  #
  # `problem` has `ends_at`.
  class TooManySecretsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once."
  end

  # `member_exists` (409). A member or invitation with this e-mail address exists already: `member_id` identifies it.
  #
  # `problem` has `member_id`.
  class MemberExistsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Change the role of the existing member, or renew the invitation."
  end

  # `member_not_active` (409). The status of the member does not allow this: see `status_of_member`.
  #
  # `problem` has `status_of_member`.
  class MemberNotActiveError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one."
  end

  # `last_owner` (409). The account would have no owner left who can sign in.
  class LastOwnerError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Make another active member an owner first."
  end

  # `several_accounts` (409). The credentials are valid for several accounts: `accounts` lists them. No session was opened.
  #
  # `problem` has `accounts`.
  class SeveralAccountsError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Repeat with `account_id` set to one of `accounts`."
  end

  # `key_not_active` (409). The API key is revoked or expired. Issue a new one.
  #
  # `problem` has `status_of_key`.
  class KeyNotActiveError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Use another key, or issue a new one."
  end

  # `webhook_not_active` (409). The webhook endpoint is paused or disabled (see `current_status`), or it rests until `rests_until`.
  #
  # `problem` has `current_status`.
  class WebhookNotActiveError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Resume the endpoint first: that ends a rest too."
  end

  # `delivery_not_ended` (409). The delivery is part of a batch. `current_status` is its status.
  #
  # `problem` has `current_status`.
  class DeliveryNotEndedError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Send the batch again by its own id, `batch_id`."
  end

  # `event_expired` (409). The event of the delivery is older than 30 days.
  class EventExpiredError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Read the record of the event instead."
  end

  # `replay_in_progress` (409). A replay to this endpoint is running already. `replay_id` identifies it.
  #
  # `problem` has `replay_id`.
  class ReplayInProgressError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Wait until it is done, or cancel it."
  end

  # `invalid_token` (422). The one-time token is unknown, used, replaced by a newer one, or expired.
  class InvalidTokenError < ApiError
    # The remedy, by the error catalogue.
    REMEDY = "Ask an owner of the account for a new invitation or reset."
  end

  # The class of each code that this version knows.
  ERRORS = {
    "malformed_json" => MalformedJsonError,
    "malformed_csv" => MalformedCsvError,
    "invalid_parameter" => InvalidParameterError,
    "invalid_cursor" => InvalidCursorError,
    "invalid_request" => InvalidRequestError,
    "unauthenticated" => UnauthenticatedError,
    "forbidden" => ForbiddenError,
    "plan_required" => PlanRequiredError,
    "storage_limit_reached" => StorageLimitReachedError,
    "account_suspended" => AccountSuspendedError,
    "not_found" => NotFoundError,
    "method_not_allowed" => MethodNotAllowedError,
    "not_acceptable" => NotAcceptableError,
    "sku_exists" => SkuExistsError,
    "barcode_exists" => BarcodeExistsError,
    "sku_archived" => SkuArchivedError,
    "location_not_empty" => LocationNotEmptyError,
    "default_warehouse" => DefaultWarehouseError,
    "location_exists" => LocationExistsError,
    "location_archived" => LocationArchivedError,
    "duplicate_external_id" => DuplicateExternalIdError,
    "duplicate_client_scan_id" => DuplicateClientScanIdError,
    "wrong_item" => WrongItemError,
    "stale_count" => StaleCountError,
    "invalid_transition" => InvalidTransitionError,
    "transition_in_progress" => TransitionInProgressError,
    "order_on_hold" => OrderOnHoldError,
    "quantity_exceeded" => QuantityExceededError,
    "insufficient_stock" => InsufficientStockError,
    "reservation_expired" => ReservationExpiredError,
    "too_many_reservations" => TooManyReservationsError,
    "idempotency_in_progress" => IdempotencyInProgressError,
    "version_conflict" => VersionConflictError,
    "request_timeout" => LateRequestError,
    "payload_too_large" => PayloadTooLargeError,
    "uri_too_long" => UriTooLongError,
    "unsupported_media_type" => UnsupportedMediaTypeError,
    "validation_failed" => ValidationFailedError,
    "idempotency_key_reused" => IdempotencyKeyReusedError,
    "unknown_sku" => UnknownSkuError,
    "unknown_location" => UnknownLocationError,
    "rate_limited" => RateLimitedError,
    "headers_too_large" => HeadersTooLargeError,
    "internal" => InternalError,
    "upstream_unavailable" => UpstreamUnavailableError,
    "timeout" => ServiceTimeoutError,
    "sso_expired" => SsoExpiredError,
    "invalid_credentials" => InvalidCredentialsError,
    "session_required" => SessionRequiredError,
    "cross_origin" => CrossOriginError,
    "sso_denied" => SsoDeniedError,
    "sso_not_trusted" => SsoNotTrustedError,
    "recent_authentication_required" => RecentAuthenticationRequiredError,
    "sso_email_not_verified" => SsoEmailNotVerifiedError,
    "sso_unknown_member" => SsoUnknownMemberError,
    "too_many_secrets" => TooManySecretsError,
    "member_exists" => MemberExistsError,
    "member_not_active" => MemberNotActiveError,
    "last_owner" => LastOwnerError,
    "several_accounts" => SeveralAccountsError,
    "key_not_active" => KeyNotActiveError,
    "webhook_not_active" => WebhookNotActiveError,
    "delivery_not_ended" => DeliveryNotEndedError,
    "event_expired" => EventExpiredError,
    "replay_in_progress" => ReplayInProgressError,
    "invalid_token" => InvalidTokenError,
  }.freeze
end
