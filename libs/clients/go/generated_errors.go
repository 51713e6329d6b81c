// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.

package fulfilment

// Codes of the errors of the API; later versions may add some.
const (
	// ErrMalformedJSON: malformed_json (400). The body is not JSON in UTF-8. `detail` names the fault. Correct the body; `detail` names the fault.
	ErrMalformedJSON Code = "malformed_json"

	// ErrMalformedCSV: malformed_csv (400). The file cannot be parsed beyond a row: a quote is not closed, a row is too long or ends with CR alone, or bytes are not valid in the charset. `row` is the faulty row, `imported` reports the rows done before it, if there are any. Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice. The Problem has Row, Imported.
	ErrMalformedCSV Code = "malformed_csv"

	// ErrInvalidParameter: invalid_parameter (400). A query parameter or header field is unknown, repeated or out of bounds. `errors` names each. Correct what `errors` names. Undocumented parameters are refused too.
	ErrInvalidParameter Code = "invalid_parameter"

	// ErrInvalidCursor: invalid_cursor (400). The cursor was altered, or belongs to another list, filter or tenant; or it, or `after`, points to an event that is older than the 30 days of the feed. Start again from the first page. Start again from the first page, with the filters you want.
	ErrInvalidCursor Code = "invalid_cursor"

	// ErrInvalidRequest: invalid_request (400). The request is ambiguous or violates RFC 9112 (HTTP/1.1), so it was not forwarded. Check the proxies between your client and the API: one of them sends an ambiguous request.
	ErrInvalidRequest Code = "invalid_request"

	// ErrUnauthenticated: unauthenticated (401). The request has no valid API key: it is missing, malformed, unknown, revoked or expired. Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies.
	ErrUnauthenticated Code = "unauthenticated"

	// ErrForbidden: forbidden (403). The role of the key or member lacks the permission named in `permission`. Use a key whose role has the named `permission`. The Problem has Permission.
	ErrForbidden Code = "forbidden"

	// ErrPlanRequired: plan_required (403). Production access needs the Enterprise plan. Use a sandbox key, or ask for the Enterprise plan.
	ErrPlanRequired Code = "plan_required"

	// ErrStorageLimitReached: storage_limit_reached (403). The account has reached its limit of records of one kind, or of bytes, in this environment. `errors` names the kind (`stored`), the number (`used`) and the limit (`maximum`). What exists stays, and can be read and changed. Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`.
	ErrStorageLimitReached Code = "storage_limit_reached"

	// ErrAccountSuspended: account_suspended (403). The operator has suspended the account: its keys and sessions are refused, and its webhook deliveries are held. Nothing is deleted. Contact the operator of the installation. Do not retry: requests work again once the account is resumed.
	ErrAccountSuspended Code = "account_suspended"

	// ErrNotFound: not_found (404). The path or record does not exist, or belongs to another account or environment. Check the base URL, the path and the id, and that the key belongs to the account and environment of the record.
	ErrNotFound Code = "not_found"

	// ErrMethodNotAllowed: method_not_allowed (405). The path does not support this method. `Allow` lists those it supports. Use one of the methods in `Allow`. The Problem has Allow.
	ErrMethodNotAllowed Code = "method_not_allowed"

	// ErrNotAcceptable: not_acceptable (406). The answer is available in none of the media types of `Accept`. `available` lists those it has. Ask for one of the media types in `available`, or omit `Accept`. The Problem has Available.
	ErrNotAcceptable Code = "not_acceptable"

	// ErrSKUExists: sku_exists (409). A SKU with this identifier exists already; `status_of_sku` of the item says whether it is archived. Update the existing SKU; restore an archived one by `PATCH` with `status: "active"`.
	ErrSKUExists Code = "sku_exists"

	// ErrBarcodeExists: barcode_exists (409). Another SKU has this barcode already; `sku` of the item names it. Take the barcode from the other SKU first.
	ErrBarcodeExists Code = "barcode_exists"

	// ErrSKUArchived: sku_archived (409). The SKU is archived. Restore it before you change its stock. Restore it first: `PATCH` with `status: "active"`.
	ErrSKUArchived Code = "sku_archived"

	// ErrLocationNotEmpty: location_not_empty (409). Stock is stored at the location or below it, or it is the home location of a SKU, or a warehouse for which a SKU has settings. Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat.
	ErrLocationNotEmpty Code = "location_not_empty"

	// ErrDefaultWarehouse: default_warehouse (409). The warehouse `MAIN` is the default for paths without a warehouse: its code is fixed, and it cannot be archived. Give it another `name` instead, or create a warehouse of your own and archive that.
	ErrDefaultWarehouse Code = "default_warehouse"

	// ErrLocationExists: location_exists (409). The parent already has a location with this code, possibly archived. Use the existing location, or another code.
	ErrLocationExists Code = "location_exists"

	// ErrLocationArchived: location_archived (409). The location or its parent is archived: it takes no stock until it is restored. Use another location.
	ErrLocationArchived Code = "location_archived"

	// ErrDuplicateExternalID: duplicate_external_id (409). Another order, fulfilment, reservation or return has this `external_id`, and its content differs or it is cancelled. `order_id` or `fulfilment_id` and `current_status` identify it; for a reservation, `reservation_id` and `status_of_reservation` of the item do. Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`. The Problem has OrderID.
	ErrDuplicateExternalID Code = "duplicate_external_id"

	// ErrDuplicateClientScanID: duplicate_client_scan_id (409). Another scan of the same `device_id` with different content has this `client_scan_id`. Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`. The Problem has ScanID.
	ErrDuplicateClientScanID Code = "duplicate_client_scan_id"

	// ErrWrongItem: wrong_item (409). The barcode of an applied scan belongs to a SKU other than the one that the scan names (`sku` of the item is its owner), or to one that the return of the scan does not expect. It is the `refusal` of the scan. Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU.
	ErrWrongItem Code = "wrong_item"

	// ErrStaleCount: stale_count (409). A later count of the same stock exists, or the count is older than 30 days, than the SKU itself, or than the last 10,000 movements of the SKU. Count again, and send the scan as soon as it is made.
	ErrStaleCount Code = "stale_count"

	// ErrInvalidTransition: invalid_transition (409). The status of the order, fulfilment, reservation or return does not allow this step. `current_status` is that status; for a reservation, `status_of_reservation` of the item is. Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do. The Problem has CurrentStatus.
	ErrInvalidTransition Code = "invalid_transition"

	// ErrTransitionInProgress: transition_in_progress (409). Another step of this order is in progress. Wait a moment and repeat. The Problem has CurrentStatus.
	ErrTransitionInProgress Code = "transition_in_progress"

	// ErrOrderOnHold: order_on_hold (409). The order is on hold: it cannot be packed or shipped until every hold has ended. `holds` lists the `id` and `reason` of each. Release the holds listed in `holds`, or wait until they end. The Problem has Holds.
	ErrOrderOnHold Code = "order_on_hold"

	// ErrQuantityExceeded: quantity_exceeded (409). The request names more units than there are. Each item of `errors` has the units `requested` and the units `allowed`; `limit` says which units: `open` are units of the order that are neither shipped, cancelled nor in a fulfilment, `planned` are units of the fulfilment, `shipped` can still be returned, `expected` may still be received by the return, and `received` are units of the return with the named disposition. An edit that leaves a line with fewer units than were shipped, cancelled or packed has that number as `minimum`; its `limit` is `packed` or `shipped`. Read the order or return: name no more than `allowed` of each line, or leave `lines` out.
	ErrQuantityExceeded Code = "quantity_exceeded"

	// ErrInsufficientStock: insufficient_stock (409). Less stock is available than requested. `errors` has the numbers for each SKU. Request no more than `available`, or repeat with a new idempotency key after stock has arrived.
	ErrInsufficientStock Code = "insufficient_stock"

	// ErrReservationExpired: reservation_expired (409). The reservation is not active any more, and its units are free: it has expired or was released. `status_of_reservation` of the item says which. Reserve again. Reserve again, or place the order without `require_reservation`.
	ErrReservationExpired Code = "reservation_expired"

	// ErrTooManyReservations: too_many_reservations (409). A SKU has reached its limit of active reservations. `errors` names the SKU and the limit (`maximum`). Release some, or let them expire. Release reservations that are not needed, or repeat with a new idempotency key when some have expired.
	ErrTooManyReservations Code = "too_many_reservations"

	// ErrIdempotencyInProgress: idempotency_in_progress (409). The first request with this idempotency key is still in progress. Retry with the same key. Wait a moment and repeat with the same key.
	ErrIdempotencyInProgress Code = "idempotency_in_progress"

	// ErrVersionConflict: version_conflict (412). The version of the record differs from the one that the request expects: `current_version` and `current` are its present state. Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key. The Problem has CurrentVersion, Current, ChangedBy.
	ErrVersionConflict Code = "version_conflict"

	// ErrPayloadTooLarge: payload_too_large (413). The body is larger than the operation allows: `max_bytes` is the limit. Send less at once: split batches and imports. The Problem has MaxBytes.
	ErrPayloadTooLarge Code = "payload_too_large"

	// ErrUriTooLong: uri_too_long (414). The request target is longer than 8 KiB. Shorten the query; split long lists into several requests. The Problem has MaxBytes.
	ErrUriTooLong Code = "uri_too_long"

	// ErrUnsupportedMediaType: unsupported_media_type (415). Bodies must be `application/json` in UTF-8, uncompressed; files to import must be CSV or NDJSON, in UTF-8 or a charset of `available`. Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed.
	ErrUnsupportedMediaType Code = "unsupported_media_type"

	// ErrValidationFailed: validation_failed (422). The body does not match its schema. `errors` lists every invalid field with a JSON pointer. Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored.
	ErrValidationFailed Code = "validation_failed"

	// ErrIdempotencyKeyReused: idempotency_key_reused (422). The idempotency key was used before, for a request to this path with another body or query. Use a new key for a new request. To repeat a request, send exactly the same content.
	ErrIdempotencyKeyReused Code = "idempotency_key_reused"

	// ErrUnknownSKU: unknown_sku (422). A line names a SKU that does not exist or is archived. Create or restore the SKU, or correct the line. The Problem has OrderID, CurrentStatus.
	ErrUnknownSKU Code = "unknown_sku"

	// ErrUnknownLocation: unknown_location (422). The body names a location or warehouse that does not exist. Create the warehouse, or correct the path or id.
	ErrUnknownLocation Code = "unknown_location"

	// ErrRateLimited: rate_limited (429). The key or its account has reached its rate limit, the account has too many requests in progress (`limit` is `in-flight`), or the address too many connections (`limit` is `connections`). `Retry-After` is the time until the next request is accepted. Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests. The Problem has Limit, RetryAfter.
	ErrRateLimited Code = "rate_limited"

	// ErrHeadersTooLarge: headers_too_large (431). The header fields are larger than 16 KiB in total. Send fewer or shorter header fields. The Problem has MaxBytes, MaxFields.
	ErrHeadersTooLarge Code = "headers_too_large"

	// ErrInternal: internal (500). An unexpected error on the server. The request id identifies it. Repeat with the same idempotency key later; if it persists, report the `request_id`.
	ErrInternal Code = "internal"

	// ErrUpstreamUnavailable: upstream_unavailable (503). The service is unavailable or overloaded. `Retry-After` is the time to wait before a retry. Wait for the seconds in `Retry-After` and repeat with the same idempotency key.
	ErrUpstreamUnavailable Code = "upstream_unavailable"

	// ErrTimeout: timeout (504). No answer arrived in time. The work may still be done: read the record before you repeat the request. Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists.
	ErrTimeout Code = "timeout"

	// ErrSsoExpired: sso_expired (400). The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was completed already. Start the sign-in again, and complete it in the same browser.
	ErrSsoExpired Code = "sso_expired"

	// ErrInvalidCredentials: invalid_credentials (401). E-mail address and password do not match. The answer is the same for all reasons, so that it does not reveal who is a member. Check e-mail address and password. To reset a forgotten password, ask an owner of the account.
	ErrInvalidCredentials Code = "invalid_credentials"

	// ErrSessionRequired: session_required (403). The operation is about the session of a signed-in member; an API key has none. Sign in, and send the session cookie without an API key.
	ErrSessionRequired Code = "session_required"

	// ErrCrossOrigin: cross_origin (403). A request from another origin changes data with a session, or asks for a session: `Sec-Fetch-Site` or `Origin` shows it, or neither was sent. Or a page of another site starts a sign-in. Or the preflight request of a browser (`OPTIONS`) comes from an origin that may not call the API. Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers.
	ErrCrossOrigin Code = "cross_origin"

	// ErrSsoDenied: sso_denied (403). The identity provider refused the sign-in. `provider_error` is its reason, where it gives one. Start again and sign in at the identity provider, or use your password. The Problem has ProviderError.
	ErrSsoDenied Code = "sso_denied"

	// ErrSsoNotTrusted: sso_not_trusted (403). The answer of the identity provider is invalid: signature, issuer, audience, nonce or time. `check` names the claim that failed, if it was a claim. Start again. If it persists, give the operator of the installation the `request_id`: it is in the log. The Problem has Check.
	ErrSsoNotTrusted Code = "sso_not_trusted"

	// ErrRecentAuthenticationRequired: recent_authentication_required (403). The operation needs an authentication of the member within the last 10 minutes. `confirm_at` is the path that takes the password; a new sign-in counts too. Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request. The Problem has ConfirmAt.
	ErrRecentAuthenticationRequired Code = "recent_authentication_required"

	// ErrSsoEmailNotVerified: sso_email_not_verified (403). The identity provider has not verified the e-mail address, so it cannot identify a member. Have the identity provider verify the address, or sign in with your password.
	ErrSsoEmailNotVerified Code = "sso_email_not_verified"

	// ErrSsoUnknownMember: sso_unknown_member (403). The identity provider knows the person, but no account has invited them, or only an account other than the requested one. Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`.
	ErrSsoUnknownMember Code = "sso_unknown_member"

	// ErrTooManySecrets: too_many_secrets (409). The API key or webhook endpoint already has five active secrets. `ends_at` is when the first of them ends. Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once. The Problem has EndsAt.
	ErrTooManySecrets Code = "too_many_secrets"

	// ErrMemberExists: member_exists (409). A member or invitation with this e-mail address exists already: `member_id` identifies it. Change the role of the existing member, or renew the invitation. The Problem has MemberID.
	ErrMemberExists Code = "member_exists"

	// ErrMemberNotActive: member_not_active (409). The status of the member does not allow this: see `status_of_member`. Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one. The Problem has StatusOfMember.
	ErrMemberNotActive Code = "member_not_active"

	// ErrLastOwner: last_owner (409). The account would have no owner left who can sign in. Make another active member an owner first.
	ErrLastOwner Code = "last_owner"

	// ErrSeveralAccounts: several_accounts (409). The credentials are valid for several accounts: `accounts` lists them. No session was opened. Repeat with `account_id` set to one of `accounts`. The Problem has Accounts.
	ErrSeveralAccounts Code = "several_accounts"

	// ErrKeyNotActive: key_not_active (409). The API key is revoked or expired. Issue a new one. Use another key, or issue a new one. The Problem has StatusOfKey.
	ErrKeyNotActive Code = "key_not_active"

	// ErrWebhookNotActive: webhook_not_active (409). The webhook endpoint is paused or disabled (see `current_status`), or it rests until `rests_until`. Resume the endpoint first: that ends a rest too. The Problem has CurrentStatus.
	ErrWebhookNotActive Code = "webhook_not_active"

	// ErrDeliveryNotEnded: delivery_not_ended (409). The delivery is part of a batch. `current_status` is its status. Send the batch again by its own id, `batch_id`. The Problem has CurrentStatus.
	ErrDeliveryNotEnded Code = "delivery_not_ended"

	// ErrEventExpired: event_expired (409). The event of the delivery is older than 30 days. Read the record of the event instead.
	ErrEventExpired Code = "event_expired"

	// ErrReplayInProgress: replay_in_progress (409). A replay to this endpoint is running already. `replay_id` identifies it. Wait until it is done, or cancel it. The Problem has ReplayID.
	ErrReplayInProgress Code = "replay_in_progress"

	// ErrInvalidToken: invalid_token (422). The one-time token is unknown, used, replaced by a newer one, or expired. Ask an owner of the account for a new invitation or reset.
	ErrInvalidToken Code = "invalid_token"
)

// Remedy says what a client can do about a refusal with this code; empty for a code of a later version.
func (c Code) Remedy() string {
	switch c {
	case ErrMalformedJSON:
		return "Correct the body; `detail` names the fault."
	case ErrMalformedCSV:
		return "Correct the file from `row` on and send all of it again with the same idempotency key: rows that were done are not done twice."
	case ErrInvalidParameter:
		return "Correct what `errors` names. Undocumented parameters are refused too."
	case ErrInvalidCursor:
		return "Start again from the first page, with the filters you want."
	case ErrInvalidRequest:
		return "Check the proxies between your client and the API: one of them sends an ambiguous request."
	case ErrUnauthenticated:
		return "Send a whole key of this system, neither revoked nor expired: `Authorization: Bearer <API_KEY>`. The answer is the same for all reasons, so that it does not reveal which one applies."
	case ErrForbidden:
		return "Use a key whose role has the named `permission`."
	case ErrPlanRequired:
		return "Use a sandbox key, or ask for the Enterprise plan."
	case ErrStorageLimitReached:
		return "Ship or cancel open orders, or delete webhook endpoints. To raise a limit, of bytes too, ask the operator: the overviews of the account API show `used` and `limit`."
	case ErrAccountSuspended:
		return "Contact the operator of the installation. Do not retry: requests work again once the account is resumed."
	case ErrNotFound:
		return "Check the base URL, the path and the id, and that the key belongs to the account and environment of the record."
	case ErrMethodNotAllowed:
		return "Use one of the methods in `Allow`."
	case ErrNotAcceptable:
		return "Ask for one of the media types in `available`, or omit `Accept`."
	case ErrSKUExists:
		return "Update the existing SKU; restore an archived one by `PATCH` with `status: \"active\"`."
	case ErrBarcodeExists:
		return "Take the barcode from the other SKU first."
	case ErrSKUArchived:
		return "Restore it first: `PATCH` with `status: \"active\"`."
	case ErrLocationNotEmpty:
		return "Transfer its stock to another location, give its SKUs another home location, clear their settings for the warehouse, and repeat."
	case ErrDefaultWarehouse:
		return "Give it another `name` instead, or create a warehouse of your own and archive that."
	case ErrLocationExists:
		return "Use the existing location, or another code."
	case ErrLocationArchived:
		return "Use another location."
	case ErrDuplicateExternalID:
		return "Read the record in `order_id`, `fulfilment_id`, `reservation_id` or `return_id`. If yours is a different record, give it another `external_id`."
	case ErrDuplicateClientScanID:
		return "Read the scan in `scan_id`. If this is another scan, give it another `client_scan_id`."
	case ErrWrongItem:
		return "Check what was scanned: send its SKU or leave `sku` out, or move the barcode to the right SKU."
	case ErrStaleCount:
		return "Count again, and send the scan as soon as it is made."
	case ErrInvalidTransition:
		return "Read `current_status`: if the order, fulfilment, reservation or return is in the status you want, nothing is left to do."
	case ErrTransitionInProgress:
		return "Wait a moment and repeat."
	case ErrOrderOnHold:
		return "Release the holds listed in `holds`, or wait until they end."
	case ErrQuantityExceeded:
		return "Read the order or return: name no more than `allowed` of each line, or leave `lines` out."
	case ErrInsufficientStock:
		return "Request no more than `available`, or repeat with a new idempotency key after stock has arrived."
	case ErrReservationExpired:
		return "Reserve again, or place the order without `require_reservation`."
	case ErrTooManyReservations:
		return "Release reservations that are not needed, or repeat with a new idempotency key when some have expired."
	case ErrIdempotencyInProgress:
		return "Wait a moment and repeat with the same key."
	case ErrVersionConflict:
		return "Read `current`, decide again, and repeat with its version in `If-Match` and a new idempotency key."
	case ErrRequestTimeout:
		return "Repeat the whole request: nothing was done. On a slow connection, send less at once."
	case ErrPayloadTooLarge:
		return "Send less at once: split batches and imports."
	case ErrUriTooLong:
		return "Shorten the query; split long lists into several requests."
	case ErrUnsupportedMediaType:
		return "Send one of the documented media types as `Content-Type`, in a charset that it takes, uncompressed."
	case ErrValidationFailed:
		return "Correct every field in `errors` and repeat; you may keep the idempotency key: this answer is not stored."
	case ErrIdempotencyKeyReused:
		return "Use a new key for a new request. To repeat a request, send exactly the same content."
	case ErrUnknownSKU:
		return "Create or restore the SKU, or correct the line."
	case ErrUnknownLocation:
		return "Create the warehouse, or correct the path or id."
	case ErrRateLimited:
		return "Wait for the seconds in `Retry-After` and repeat. Batches cost less than single requests."
	case ErrHeadersTooLarge:
		return "Send fewer or shorter header fields."
	case ErrInternal:
		return "Repeat with the same idempotency key later; if it persists, report the `request_id`."
	case ErrUpstreamUnavailable:
		return "Wait for the seconds in `Retry-After` and repeat with the same idempotency key."
	case ErrTimeout:
		return "Read the record, or repeat with the same idempotency key: it gets the first answer as soon as it exists."
	case ErrSsoExpired:
		return "Start the sign-in again, and complete it in the same browser."
	case ErrInvalidCredentials:
		return "Check e-mail address and password. To reset a forgotten password, ask an owner of the account."
	case ErrSessionRequired:
		return "Sign in, and send the session cookie without an API key."
	case ErrCrossOrigin:
		return "Send the request from a page of the same origin. A program with a session must send `Origin` with the URL of the API; better, use an API key. From a page of your own, call your server, and the API from there: keys do not belong in browsers."
	case ErrSsoDenied:
		return "Start again and sign in at the identity provider, or use your password."
	case ErrSsoNotTrusted:
		return "Start again. If it persists, give the operator of the installation the `request_id`: it is in the log."
	case ErrRecentAuthenticationRequired:
		return "Send the password of the member to `POST /account/v1/session/confirm`, or sign in again, then repeat the request."
	case ErrSsoEmailNotVerified:
		return "Have the identity provider verify the address, or sign in with your password."
	case ErrSsoUnknownMember:
		return "Ask an owner of the account for an invitation to the e-mail address the identity provider has for you. If you sign in to another account already, accept the invitation by its token, sign in by password and start again with `account_id`."
	case ErrTooManySecrets:
		return "Wait until one ends, or rotate with `overlap_seconds: 0`, which ends all others at once."
	case ErrMemberExists:
		return "Change the role of the existing member, or renew the invitation."
	case ErrMemberNotActive:
		return "Invite a removed member again, renew the invitation of an invited one, or reset the password of an active one."
	case ErrLastOwner:
		return "Make another active member an owner first."
	case ErrSeveralAccounts:
		return "Repeat with `account_id` set to one of `accounts`."
	case ErrKeyNotActive:
		return "Use another key, or issue a new one."
	case ErrWebhookNotActive:
		return "Resume the endpoint first: that ends a rest too."
	case ErrDeliveryNotEnded:
		return "Send the batch again by its own id, `batch_id`."
	case ErrEventExpired:
		return "Read the record of the event instead."
	case ErrReplayInProgress:
		return "Wait until it is done, or cancel it."
	case ErrInvalidToken:
		return "Ask an owner of the account for a new invitation or reset."
	}
	return ""
}
