import { conflict, type ErrorEntry, forbidden, invalid, unauthenticated } from '../error-entry.ts';

/** What only the API of an account's settings answers. */
export const ACCOUNT_ERRORS = {
  sso_expired: invalid(
    400,
    'Sign-in expired',
    'The sign-in at the identity provider was not begun in this browser, took longer than ten minutes, or was finished already.',
  ),
  invalid_credentials: unauthenticated(
    401,
    'Invalid credentials',
    'Address and password do not belong together. One answer for all reasons, so that nobody learns who is a member.',
  ),
  session_required: forbidden(
    403,
    'Session required',
    'The operation is about the session of a signed-in member; a key has none.',
  ),
  cross_origin: forbidden(
    403,
    'Cross-origin',
    'A request that changes something came with a session, or asks for one, and not from a page of ours: `Sec-Fetch-Site` or `Origin` says so, or neither was sent. Or a page of another site begins a sign-in.',
  ),
  sso_denied: forbidden(
    403,
    'Sign-in denied',
    'The identity provider did not sign the person in. `provider_error` is its word for why, where it has one.',
  ),
  sso_not_trusted: forbidden(
    403,
    'Sign-in not trusted',
    'What the identity provider says does not hold: signature, issuer, audience, nonce or time. `check` names the claim, where it is one.',
  ),
  sso_email_not_verified: forbidden(
    403,
    'E-mail address not verified',
    "The identity provider does not say that the address is that person's, so nobody can be recognised by it.",
  ),
  sso_unknown_member: forbidden(
    403,
    'Not a member',
    'The identity provider knows the person, but no account has invited them, or it is not the account that is meant.',
  ),
  too_many_secrets: conflict(
    409,
    'Too many secrets',
    'Five secrets live already, of an API key or a webhook endpoint, and none has ended. `ends_at` says when the first of them does.',
  ),
  member_exists: conflict(
    409,
    'Member exists',
    'Somebody with this e-mail address is a member already, or was invited: `member_id` says who.',
  ),
  member_not_active: conflict(
    409,
    'Member not active',
    'The member is not in a state from which this can be done: `status_of_member` says in which.',
  ),
  last_owner: conflict(409, 'Last owner', 'The account would have no owner left who can sign in.'),
  several_accounts: conflict(
    409,
    'Several accounts',
    'Address and password, or the identity, are right for several accounts: `accounts` names them. Nothing was opened yet.',
  ),
  key_not_active: conflict(409, 'Key not active', 'The API key was revoked or has expired: make a new one.'),
  webhook_not_active: conflict(
    409,
    'Webhook not active',
    'The webhook endpoint is paused or disabled. `current_status` says which it is.',
  ),
  delivery_not_ended: conflict(
    409,
    'Delivery not ended',
    'The delivery is still due, or goes as a part of a batch. `current_status` says which it is.',
  ),
  event_expired: conflict(409, 'Event expired', 'What the delivery would send is past its 30 days.'),
  replay_in_progress: conflict(
    409,
    'Replay in progress',
    'Something is being sent again to this endpoint already. `replay_id` says what.',
  ),
  invalid_token: invalid(
    422,
    'Invalid token',
    'The one-time token is unknown, was used, was replaced by a newer one, or has ended.',
  ),
} as const satisfies Record<string, ErrorEntry>;
