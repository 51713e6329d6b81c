# Generated from the OpenAPI documents by `npm run generate`: do not edit.

from .._errors import ApiError


class MalformedJsonError(ApiError):
    """`malformed_json` (400). The body is not JSON in UTF-8. `detail` names the fault."""

    remedy = "Correct the body; `detail` names the fault."


class MalformedCsvError(ApiError):
    """`malformed_csv` (400). The file cannot be parsed beyond a row: a quote is not closed, a row is too long or ends with CR alone, or bytes are not valid in the charset. `row` is the faulty row, `imported` reports the rows done before it, if there are any.

    `problem` has `row`, `imported`.
    """

    remedy = "Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice."


class InvalidParameterError(ApiError):
    """`invalid_parameter` (400). A query parameter or header field is unknown, repeated or out of bounds. `errors` names each."""

    remedy = "Correct what `errors` names. Undocumented parameters are refused too."


class InvalidCursorError(ApiError):
    """`invalid_cursor` (400). The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, points to an event that is older than the 30 days of the feed. Start again from the first page."""

    remedy = "Start again from the first page, with the filters you want."


class InvalidRequestError(ApiError):
    """`invalid_request` (400). The request is ambiguous or violates RFC 9112 (HTTP/1.1), so it was not forwarded."""

    remedy = "Check the proxies between your client and the API: one of them sends an ambiguous request."


class UnauthenticatedError(ApiError):
    """`unauthenticated` (401). The request has no valid API key: it is missing, malformed, unknown, revoked or expired."""

    remedy = "Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies."


class ForbiddenError(ApiError):
    """`forbidden` (403). The role of the key or member lacks the permission named in `permission`.

    `problem` has `permission`.
    """

    remedy = "Use a key whose role has the named `permission`."


class PlanRequiredError(ApiError):
    """`plan_required` (403). Production access needs the Enterprise plan."""

    remedy = "Use a sandbox key, or ask for the Enterprise plan."


class StorageLimitReachedError(ApiError):
    """`storage_limit_reached` (403). The account has reached its limit of records of one kind, or of bytes, in this environment. `errors` names the kind (`stored`), the number (`used`) and the limit (`maximum`). What exists stays, and can be read and changed."""

    remedy = "Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`."


class AccountSuspendedError(ApiError):
    """`account_suspended` (403). The operator has suspended the account: its keys and sessions are refused, and its webhook deliveries are held. Nothing is deleted."""

    remedy = "Contact the operator of the installation. Do not retry: requests work again once the account is resumed."


class NotFoundError(ApiError):
    """`not_found` (404). The path or record does not exist, or belongs to another account or environment."""

    remedy = "Check the base URL, the path and the id, and that the key belongs to the account and environment of the record."


class MethodNotAllowedError(ApiError):
    """`method_not_allowed` (405). The path does not support this method. `Allow` lists those it supports.

    `problem` has `allow`.
    """

    remedy = "Use one of the methods in `Allow`."


class NotAcceptableError(ApiError):
    """`not_acceptable` (406). The answer is available in none of the media types of `Accept`. `available` lists those it has.

    `problem` has `available`.
    """

    remedy = "Ask for one of the media types in `available`, or omit `Accept`."


class SkuExistsError(ApiError):
    """`sku_exists` (409). A SKU with this identifier exists already; `status_of_sku` of the item says whether it is archived."""

    remedy = "Update the existing SKU; restore an archived one by `PATCH` with `status: \"active\"`."


class BarcodeExistsError(ApiError):
    """`barcode_exists` (409). Another SKU has this barcode already; `sku` of the item names it."""

    remedy = "Take the barcode from the other SKU first."


class SkuArchivedError(ApiError):
    """`sku_archived` (409). The SKU is archived. Restore it before you change its stock."""

    remedy = "Restore it first: `PATCH` with `status: \"active\"`."


class LocationNotEmptyError(ApiError):
    """`location_not_empty` (409). Stock is stored at the location or below it, or it is the home location of a SKU, or a warehouse for which a SKU has settings."""

    remedy = "Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat."


class DefaultWarehouseError(ApiError):
    """`default_warehouse` (409). The warehouse `MAIN` is the default for paths without a warehouse: its code is fixed, and it cannot be archived."""

    remedy = "Give it another `name` instead, or create a warehouse of your own and archive that."


class LocationExistsError(ApiError):
    """`location_exists` (409). The parent already has a location with this code, possibly archived."""

    remedy = "Use the existing location, or another code."


class LocationArchivedError(ApiError):
    """`location_archived` (409). The location or its parent is archived: it takes no stock until it is restored."""

    remedy = "Use another location."


class DuplicateExternalIdError(ApiError):
    """`duplicate_external_id` (409). Another order, fulfilment, reservation or return has this `external_id`, and its content differs or it is cancelled. `order_id` or `fulfilment_id` and `current_status` identify it; for a reservation, `reservation_id` and `status_of_reservation` of the item do.

    `problem` has `order_id`.
    """

    remedy = "Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`."


class DuplicateClientScanIdError(ApiError):
    """`duplicate_client_scan_id` (409). Another scan of the same `device_id` with different content has this `client_scan_id`.

    `problem` has `scan_id`.
    """

    remedy = "Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`."


class WrongItemError(ApiError):
    """`wrong_item` (409). The barcode of an applied scan belongs to a SKU other than the one that the scan names (`sku` of the item is its owner), or to one that the return of the scan does not expect. It is the `refusal` of the scan."""

    remedy = "Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU."


class StaleCountError(ApiError):
    """`stale_count` (409). A later count of the same stock exists, or the count is older than 30 days, than the SKU itself, or than the last 10,000 movements of the SKU."""

    remedy = "Count again, and send the scan as soon as it is made."


class InvalidTransitionError(ApiError):
    """`invalid_transition` (409). The status of the order, fulfilment, reservation or return does not allow this step. `current_status` is that status; for a reservation, `status_of_reservation` of the item is.

    `problem` has `current_status`.
    """

    remedy = "Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do."


class TransitionInProgressError(ApiError):
    """`transition_in_progress` (409). Another step of this order is in progress.

    `problem` has `current_status`.
    """

    remedy = "Wait a moment and repeat."


class OrderOnHoldError(ApiError):
    """`order_on_hold` (409). The order is on hold: it cannot be packed or shipped until every hold has ended. `holds` lists the `id` and `reason` of each.

    `problem` has `holds`.
    """

    remedy = "Release the holds listed in `holds`, or wait until they end."


class QuantityExceededError(ApiError):
    """`quantity_exceeded` (409). The request names more units than there are. Each item of `errors` has the units `requested` and the units `allowed`; `limit` says which units: `open` are units of the order that are neither shipped, cancelled nor in a fulfilment, `planned` are units of the fulfilment, `shipped` can still be returned, `expected` may still be received by the return, and `received` are units of the return with the named disposition. An edit that leaves a line with fewer units than were shipped, cancelled or packed has that number as `minimum`; its `limit` is `packed` or `shipped`."""

    remedy = "Read the order or return: name no more than `allowed` of each line, or leave `lines` out."


class InsufficientStockError(ApiError):
    """`insufficient_stock` (409). Less stock is available than requested. `errors` has the numbers for each SKU."""

    remedy = "Request no more than `available`, or repeat with a new idempotency key after stock has arrived."


class ReservationExpiredError(ApiError):
    """`reservation_expired` (409). The reservation is not active any more, and its units are free: it has expired or was released. `status_of_reservation` of the item says which. Reserve again."""

    remedy = "Reserve again, or place the order without `require_reservation`."


class TooManyReservationsError(ApiError):
    """`too_many_reservations` (409). A SKU has reached its limit of active reservations. `errors` names the SKU and the limit (`maximum`). Release some, or let them expire."""

    remedy = "Release reservations that are not needed, or repeat with a new idempotency key when some have expired."


class IdempotencyInProgressError(ApiError):
    """`idempotency_in_progress` (409). The first request with this idempotency key is still in progress. Retry with the same key."""

    remedy = "Wait a moment and repeat with the same key."


class VersionConflictError(ApiError):
    """`version_conflict` (412). The version of the record differs from the one that the request expects: `current_version` and `current` are its present state.

    `problem` has `current_version`, `current`, `changed_by`.
    """

    remedy = "Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key."


class LateRequestError(ApiError):
    """`request_timeout` (408). The request did not arrive in time: its header or its body took too long, or the body came at less than 2 KiB a second."""

    remedy = "Repeat the whole request: nothing was done. On a slow connection, send less at once."


class PayloadTooLargeError(ApiError):
    """`payload_too_large` (413). The body is larger than the operation allows: `max_bytes` is the limit.

    `problem` has `max_bytes`.
    """

    remedy = "Send less at once: split batches and imports."


class UriTooLongError(ApiError):
    """`uri_too_long` (414). The request target is longer than 8 KiB.

    `problem` has `max_bytes`.
    """

    remedy = "Shorten the query; split long lists into several requests."


class UnsupportedMediaTypeError(ApiError):
    """`unsupported_media_type` (415). Bodies must be `application/json` in UTF-8, uncompressed; files to import must be CSV or NDJSON, in UTF-8 or a charset of `available`."""

    remedy = "Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed."


class ValidationFailedError(ApiError):
    """`validation_failed` (422). The body does not match its schema. `errors` lists every invalid field with a JSON pointer."""

    remedy = "Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored."


class IdempotencyKeyReusedError(ApiError):
    """`idempotency_key_reused` (422). The idempotency key was used before, for a request to this path with another body or query."""

    remedy = "Use a new key for a new request. To repeat a request, send exactly the same content."


class UnknownSkuError(ApiError):
    """`unknown_sku` (422). A line names a SKU that does not exist or is archived.

    `problem` has `order_id`, `current_status`.
    """

    remedy = "Create or restore the SKU, or correct the line."


class UnknownLocationError(ApiError):
    """`unknown_location` (422). The body names a location or warehouse that does not exist."""

    remedy = "Create the warehouse, or correct the path or id."


class RateLimitedError(ApiError):
    """`rate_limited` (429). The key or its account has reached its rate limit, the account has too many requests in progress (`limit` is `in-flight`), or the address too many connections (`limit` is `connections`). `Retry-After` is the time until the next request is accepted.

    `problem` has `limit`, `retry_after`.
    """

    remedy = "Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests."


class HeadersTooLargeError(ApiError):
    """`headers_too_large` (431). The header fields are larger than 16 KiB in total.

    `problem` has `max_bytes`, `max_fields`.
    """

    remedy = "Send fewer or shorter header fields."


class InternalError(ApiError):
    """`internal` (500). An unexpected error on the server. The request id identifies it."""

    remedy = "Repeat with the same idempotency key later; if it persists, report the `request_id`."


class UpstreamUnavailableError(ApiError):
    """`upstream_unavailable` (503). The service is unavailable or overloaded. `Retry-After` is the time to wait before a retry."""

    remedy = "Wait for the seconds in `Retry-After` and repeat with the same idempotency key."


class ServiceTimeoutError(ApiError):
    """`timeout` (504). No answer arrived in time. The work may still be done: read the record before you repeat the request."""

    remedy = "Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists."


class SsoExpiredError(ApiError):
    """`sso_expired` (400). The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was completed already."""

    remedy = "Start the sign-in again, and complete it in the same browser."


class InvalidCredentialsError(ApiError):
    """`invalid_credentials` (401). E-mail address and password do not match. The answer is the same for all reasons, so that it does not reveal who is a member."""

    remedy = "Check e-mail address and password. To reset a forgotten password, ask an owner of the account."


class SessionRequiredError(ApiError):
    """`session_required` (403). The operation is about the session of a signed-in member; an API key has none."""

    remedy = "Sign in, and send the session cookie without an API key."


class CrossOriginError(ApiError):
    """`cross_origin` (403). A request from another origin changes data with a session, or asks for a session: `Sec-Fetch-Site` or `Origin` shows it, or neither was sent. Or a page of another site starts a sign-in. Or the preflight request of a browser (`OPTIONS`) comes from an origin that may not call the API."""

    remedy = "Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers."


class SsoDeniedError(ApiError):
    """`sso_denied` (403). The identity provider refused the sign-in. `provider_error` is its reason, where it gives one.

    `problem` has `provider_error`.
    """

    remedy = "Start again and sign in at the identity provider, or use your password."


class SsoNotTrustedError(ApiError):
    """`sso_not_trusted` (403). The answer of the identity provider is invalid: signature, issuer, audience, nonce or time. `check` names the claim that failed, if it was a claim.

    `problem` has `check`.
    """

    remedy = "Start again. If it persists, give the operator of the installation the `request_id`: it is in the log."


class RecentAuthenticationRequiredError(ApiError):
    """`recent_authentication_required` (403). The operation needs an authentication of the member within the last 10 minutes. `confirm_at` is the path that takes the password; a new sign-in counts too.

    `problem` has `confirm_at`.
    """

    remedy = "Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request."


class SsoEmailNotVerifiedError(ApiError):
    """`sso_email_not_verified` (403). The identity provider has not verified the e-mail address, so it cannot identify a member."""

    remedy = "Have the identity provider verify the address, or sign in with your password."


class SsoUnknownMemberError(ApiError):
    """`sso_unknown_member` (403). The identity provider knows the person, but no account has invited them, or only an account other than the requested one."""

    remedy = "Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`."


class TooManySecretsError(ApiError):
    """`too_many_secrets` (409). The API key or webhook endpoint already has five active secrets. `ends_at` is when the first of them ends.

    `problem` has `ends_at`.
    """

    remedy = "Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once."


class MemberExistsError(ApiError):
    """`member_exists` (409). A member or invitation with this e-mail address exists already: `member_id` identifies it.

    `problem` has `member_id`.
    """

    remedy = "Change the role of the existing member, or renew the invitation."


class MemberNotActiveError(ApiError):
    """`member_not_active` (409). The status of the member does not allow this: see `status_of_member`.

    `problem` has `status_of_member`.
    """

    remedy = "Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one."


class LastOwnerError(ApiError):
    """`last_owner` (409). The account would have no owner left who can sign in."""

    remedy = "Make another active member an owner first."


class SeveralAccountsError(ApiError):
    """`several_accounts` (409). The credentials are valid for several accounts: `accounts` lists them. No session was opened.

    `problem` has `accounts`.
    """

    remedy = "Repeat with `account_id` set to one of `accounts`."


class KeyNotActiveError(ApiError):
    """`key_not_active` (409). The API key is revoked or expired. Issue a new one.

    `problem` has `status_of_key`.
    """

    remedy = "Use another key, or issue a new one."


class WebhookNotActiveError(ApiError):
    """`webhook_not_active` (409). The webhook endpoint is paused or disabled (see `current_status`), or it rests until `rests_until`.

    `problem` has `current_status`.
    """

    remedy = "Resume the endpoint first: that ends a rest too."


class DeliveryNotEndedError(ApiError):
    """`delivery_not_ended` (409). The delivery is part of a batch. `current_status` is its status.

    `problem` has `current_status`.
    """

    remedy = "Send the batch again by its own id, `batch_id`."


class EventExpiredError(ApiError):
    """`event_expired` (409). The event of the delivery is older than 30 days."""

    remedy = "Read the record of the event instead."


class ReplayInProgressError(ApiError):
    """`replay_in_progress` (409). A replay to this endpoint is running already. `replay_id` identifies it.

    `problem` has `replay_id`.
    """

    remedy = "Wait until it is done, or cancel it."


class InvalidTokenError(ApiError):
    """`invalid_token` (422). The one-time token is unknown, used, replaced by a newer one, or expired."""

    remedy = "Ask an owner of the account for a new invitation or reset."


ERRORS: dict[str, type[ApiError]] = {
    "malformed_json": MalformedJsonError,
    "malformed_csv": MalformedCsvError,
    "invalid_parameter": InvalidParameterError,
    "invalid_cursor": InvalidCursorError,
    "invalid_request": InvalidRequestError,
    "unauthenticated": UnauthenticatedError,
    "forbidden": ForbiddenError,
    "plan_required": PlanRequiredError,
    "storage_limit_reached": StorageLimitReachedError,
    "account_suspended": AccountSuspendedError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "not_acceptable": NotAcceptableError,
    "sku_exists": SkuExistsError,
    "barcode_exists": BarcodeExistsError,
    "sku_archived": SkuArchivedError,
    "location_not_empty": LocationNotEmptyError,
    "default_warehouse": DefaultWarehouseError,
    "location_exists": LocationExistsError,
    "location_archived": LocationArchivedError,
    "duplicate_external_id": DuplicateExternalIdError,
    "duplicate_client_scan_id": DuplicateClientScanIdError,
    "wrong_item": WrongItemError,
    "stale_count": StaleCountError,
    "invalid_transition": InvalidTransitionError,
    "transition_in_progress": TransitionInProgressError,
    "order_on_hold": OrderOnHoldError,
    "quantity_exceeded": QuantityExceededError,
    "insufficient_stock": InsufficientStockError,
    "reservation_expired": ReservationExpiredError,
    "too_many_reservations": TooManyReservationsError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "version_conflict": VersionConflictError,
    "request_timeout": LateRequestError,
    "payload_too_large": PayloadTooLargeError,
    "uri_too_long": UriTooLongError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "validation_failed": ValidationFailedError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "unknown_sku": UnknownSkuError,
    "unknown_location": UnknownLocationError,
    "rate_limited": RateLimitedError,
    "headers_too_large": HeadersTooLargeError,
    "internal": InternalError,
    "upstream_unavailable": UpstreamUnavailableError,
    "timeout": ServiceTimeoutError,
    "sso_expired": SsoExpiredError,
    "invalid_credentials": InvalidCredentialsError,
    "session_required": SessionRequiredError,
    "cross_origin": CrossOriginError,
    "sso_denied": SsoDeniedError,
    "sso_not_trusted": SsoNotTrustedError,
    "recent_authentication_required": RecentAuthenticationRequiredError,
    "sso_email_not_verified": SsoEmailNotVerifiedError,
    "sso_unknown_member": SsoUnknownMemberError,
    "too_many_secrets": TooManySecretsError,
    "member_exists": MemberExistsError,
    "member_not_active": MemberNotActiveError,
    "last_owner": LastOwnerError,
    "several_accounts": SeveralAccountsError,
    "key_not_active": KeyNotActiveError,
    "webhook_not_active": WebhookNotActiveError,
    "delivery_not_ended": DeliveryNotEndedError,
    "event_expired": EventExpiredError,
    "replay_in_progress": ReplayInProgressError,
    "invalid_token": InvalidTokenError,
}
"""The class of each code that this version knows."""
