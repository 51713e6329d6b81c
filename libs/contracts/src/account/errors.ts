import { conflict, type ErrorEntry, forbidden, invalid, unauthenticated } from '../error-entry.ts';

/** The codes of the account API alone. */
export const ACCOUNT_ERRORS = {
  sso_expired: invalid(
    400,
    'Sign-in expired',
    'The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was completed already.',
  ),
  invalid_credentials: unauthenticated(
    401,
    'Invalid credentials',
    'E-mail address and password do not match. The answer is the same for all reasons, so that it does not reveal who is a member.',
  ),
  session_required: forbidden(
    403,
    'Session required',
    'The operation is about the session of a signed-in member; an API key has none.',
  ),
  cross_origin: forbidden(
    403,
    'Cross-origin',
    'A request that changes data came with a session, or asks for one, from another origin: `Sec-Fetch-Site` or `Origin` shows it, or neither was sent. Or a page of another site starts a sign-in.',
  ),
  sso_denied: forbidden(
    403,
    'Sign-in denied',
    'The identity provider refused the sign-in. `provider_error` is its reason, where it gives one.',
  ),
  sso_not_trusted: forbidden(
    403,
    'Sign-in not trusted',
    'The answer of the identity provider is invalid: signature, issuer, audience, nonce or time. `check` names the claim, where it is one.',
  ),
  sso_email_not_verified: forbidden(
    403,
    'E-mail address not verified',
    'The identity provider has not verified the e-mail address, so it cannot identify a member.',
  ),
  sso_unknown_member: forbidden(
    403,
    'Not a member',
    'The identity provider knows the person, but no account has invited them, or another account than the requested one.',
  ),
  too_many_secrets: conflict(
    409,
    'Too many secrets',
    'The API key or webhook endpoint already has five active secrets. `ends_at` is when the first of them ends.',
  ),
  member_exists: conflict(
    409,
    'Member exists',
    'A member or invitation with this e-mail address exists already: `member_id` identifies it.',
  ),
  member_not_active: conflict(
    409,
    'Member not active',
    'The member is not in a status in which this is possible: `status_of_member` is its status.',
  ),
  last_owner: conflict(409, 'Last owner', 'The account would have no owner left who can sign in.'),
  several_accounts: conflict(
    409,
    'Several accounts',
    'The credentials are valid for several accounts: `accounts` lists them. No session was opened.',
  ),
  key_not_active: conflict(409, 'Key not active', 'The API key is revoked or expired. Issue a new one.'),
  webhook_not_active: conflict(
    409,
    'Webhook not active',
    'The webhook endpoint is paused or disabled. `current_status` is its status.',
  ),
  delivery_not_ended: conflict(
    409,
    'Delivery not ended',
    'The delivery is still pending, or is part of a batch. `current_status` is its status.',
  ),
  event_expired: conflict(409, 'Event expired', 'The event of the delivery is past its 30 days.'),
  replay_in_progress: conflict(
    409,
    'Replay in progress',
    'A replay to this endpoint is running already. `replay_id` identifies it.',
  ),
  invalid_token: invalid(422, 'Invalid token', 'The one-time token is unknown, used, replaced by a newer one, or expired.'),
} as const satisfies Record<string, ErrorEntry>;
