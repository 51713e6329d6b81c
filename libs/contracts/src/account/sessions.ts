import { z } from 'zod';
import { createdAt, id, recordEnvironment, recordId, timestamp } from '../fields.ts';
import { operation } from '../operation.ts';
import { accountRecord, plan } from '../operator.ts';
import { PERMISSIONS } from '../permissions.ts';
import { email, memberRecord, newPassword } from './members.ts';

const password = z.string().min(1).max(1_000);
const token = z.string().min(1).max(100).describe('The one-time token.');

/** The member who signs in, and the account. */
export const signInBody = z
  .strictObject({
    email,
    password: password.describe('The password of the member.'),
    account_id: id('acc').optional().describe('Required if the credentials are valid for several accounts.'),
  })
  .meta({ id: 'SignIn', examples: [{ email: 'jo@example.com', password: 'mugs fill the third shelf' }] });

/** A token that is redeemed for a password. */
export const redeemTokenBody = z.strictObject({ token, password: newPassword }).meta({
  id: 'TokenRedeem',
  examples: [{ token: '9rXb2k0cS1v7T3q5LzYp8mWnAeUoHdGf4iJxKjEXAMP', password: 'mugs fill the third shelf' }],
});

/** A member's own new password, with the one it replaces. */
export const changePasswordBody = z
  .strictObject({
    current_password: password
      .optional()
      .describe('The present password. A member without one leaves it out, within 10 minutes of the sign-in by a link.'),
    new_password: newPassword,
  })
  .meta({
    id: 'PasswordChange',
    examples: [{ current_password: 'mugs fill the third shelf', new_password: 'plates fill the second shelf' }],
  });

/** The link of a sign-in. */
export const redeemLinkBody = z.strictObject({ token }).meta({
  id: 'LinkRedeem',
  examples: [{ token: '9rXb2k0cS1v7T3q5LzYp8mWnAeUoHdGf4iJxKjEXAMP' }],
});

/** The password of the signed-in member. */
export const confirmSessionBody = z
  .strictObject({ password: password.describe('The password of the member.') })
  .meta({ id: 'SessionConfirm', examples: [{ password: 'mugs fill the third shelf' }] });

/** One session of a member: never what opens it. */
export const sessionRecord = z
  .strictObject({
    id: recordId('ses'),
    current: z.boolean().describe('True for the session of this request.'),
    method: z
      .enum(['password', 'invitation', 'reset', 'single_sign_on', 'link'])
      .describe('Method of sign-in: password, one-time token or link, or identity provider.'),
    address: z.string().nullable().describe('IP address at sign-in.'),
    user_agent: z.string().nullable().describe('First 256 characters of the `User-Agent` at sign-in.'),
    created_at: createdAt,
    last_used_at: timestamp.describe(
      'Time of the last use, accurate to a few seconds. A session ends after 12 hours without use.',
    ),
    expires_at: timestamp.describe('Absolute expiry: 30 days after sign-in.'),
    recent_until: timestamp.describe(
      'Until then the authentication counts as recent: 10 minutes from the sign-in, or from the last confirmation.',
    ),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.output<typeof sessionRecord>;

/** Every live session of a member; there are few. */
export const sessionList = z.strictObject({ data: z.array(sessionRecord).describe('The sessions.') }).meta({ id: 'SessionList' });

/** How many sessions were ended. */
export const endedSessions = z
  .strictObject({ ended: z.int().describe('The number of sessions that were ended.') })
  .meta({ id: 'EndedSessions', examples: [{ ended: 2 }] });

/** The signed-in member, with account and permissions. */
export const signedIn = z
  .strictObject({
    session: sessionRecord.describe('The session of this request.'),
    member: memberRecord.describe('The signed-in member.'),
    has_password: z.boolean().describe('True if the member has a password to confirm with.'),
    account: accountRecord.describe('The account of the session.'),
    permissions: z.array(z.enum(PERMISSIONS)).describe('Permissions of the role of the member.'),
  })
  .meta({ id: 'SignedIn' });
export type SignedInRecord = z.output<typeof signedIn>;

const limit = z
  .strictObject({ burst: z.int().describe('Burst size in requests.'), rate: z.int().describe('Sustained requests per second.') })
  .meta({ id: 'KeyLimit' })
  .describe('Default rate limit of a key.');

/** The features and limits of a plan. */
export const planRecord = z
  .strictObject({
    plan: plan.describe('Name of the plan.'),
    environments: z
      .array(z.strictObject({ environment: recordEnvironment, key_limit: limit }).meta({ id: 'PlanEnvironment' }))
      .describe('Available environments.'),
  })
  .meta({ id: 'Plan' });
export type PlanRecord = z.output<typeof planRecord>;

/** Every plan there is. */
export const planList = z.strictObject({ data: z.array(planRecord).describe('The plans.') }).meta({ id: 'PlanList' });

const common = { api: 'account', service: 'gateway', permission: null } as const;
const open = { ...common, access: 'open', method: 'POST' } as const;
const own = { ...common, access: 'session' } as const;
const opened = {
  description: 'The opened session.',
  body: signedIn,
  headers: { 'Set-Cookie': 'The session cookie `__Host-session`, which scripts cannot read.' },
};
const cleared = { 'Set-Cookie': 'Deletes the session cookie.', 'Clear-Site-Data': 'Empties the cache of the browser.' };

const signIn = operation({
  ...open,
  id: 'signIn',
  path: '/sessions',
  summary: 'Sign in',
  description:
    'A wrong password and an unknown address get the same answer after the same time. Attempts are limited, successful or not: per ' +
    'client and address, a burst of 10 and then one a minute; per client, a burst of 30 and then one every two seconds; per ' +
    'address, a burst of 100 and then one every ten seconds.',
  body: signInBody,
  replies: { 201: opened },
  errors: ['invalid_credentials', 'several_accounts'],
});

const acceptInvitation = operation({
  ...open,
  id: 'acceptInvitation',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description: 'Sets the password and opens a session.',
  body: redeemTokenBody,
  replies: { 201: opened },
  errors: ['invalid_token'],
});

const resetPassword = operation({
  ...open,
  id: 'resetPassword',
  path: '/password/reset',
  summary: 'Reset a password with a token',
  description: 'Ends all sessions of the member and opens a new one.',
  body: redeemTokenBody,
  replies: { 201: opened },
  errors: ['invalid_token'],
});

const redeemSignInLink = operation({
  ...open,
  id: 'redeemSignInLink',
  path: '/session/link',
  summary: 'Sign in with a one-time link',
  description:
    'Opens a session with the token of a link that the operator made: valid for 15 minutes, for one use. Attempts are limited per client as ' +
    'those with a password are.',
  body: redeemLinkBody,
  replies: { 201: opened },
  errors: ['invalid_token'],
});

const confirmSession = operation({
  ...own,
  id: 'confirmSession',
  method: 'POST',
  path: '/session/confirm',
  summary: 'Confirm your session',
  description:
    'With the password the authentication of the session counts as recent for 10 minutes. Operations that are dangerous in production ask ' +
    'for that, as each says: API keys, where webhooks send to, their secrets and replays, and members. A sign-in counts as well: a member without a ' +
    'password signs in again at the identity provider. The password may be tried 10 times at once and once a minute.',
  body: confirmSessionBody,
  replies: { 200: { description: 'The confirmed session.', body: signedIn } },
  errors: ['invalid_credentials'],
});

const changePassword = operation({
  ...own,
  id: 'changePassword',
  method: 'POST',
  path: '/password',
  summary: 'Change your password',
  description:
    'Ends all other sessions of the member. The current password may be tried 10 times at once and once a minute. A member without a ' +
    'password sets the first one without it, in a session that a sign-in link opened within the last 10 minutes.',
  body: changePasswordBody,
  replies: { 200: { description: 'The signed-in member.', body: signedIn } },
  errors: ['invalid_credentials', 'recent_authentication_required'],
});

const getSession = operation({
  ...own,
  id: 'getSession',
  method: 'GET',
  path: '/session',
  summary: 'Retrieve your session',
  description: 'Returns the signed-in member, the account and the permissions.',
  replies: { 200: { description: 'The signed-in member.', body: signedIn } },
});

const signOut = operation({
  ...own,
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  description: 'Ends the session, on every gateway within a second.',
  replies: { 200: { description: 'The session has ended.', body: endedSessions, headers: cleared } },
});

const listSessions = operation({
  ...own,
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'List your sessions',
  description: 'Live sessions, newest first.',
  replies: { 200: { description: 'The sessions.', body: sessionList } },
});

const revokeSession = operation({
  ...own,
  id: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'End one of your sessions',
  description: 'Takes effect on every gateway within a second.',
  params: z.strictObject({ id: recordId('ses') }),
  replies: { 200: { description: 'The session as it was.', body: sessionRecord } },
  errors: ['not_found'],
});

const revokeOtherSessions = operation({
  ...own,
  id: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'End all your other sessions',
  description: 'Ends all sessions but the one of this request, on every gateway within a second.',
  replies: { 200: { description: 'The number of ended sessions.', body: endedSessions } },
});

const listPlans = operation({
  ...common,
  id: 'listPlans',
  permission: 'account:read',
  method: 'GET',
  path: '/plans',
  summary: 'List the plans',
  description: 'Environments and default rate limits of each plan. The plan of the account is part of the account.',
  replies: { 200: { description: 'The plans.', body: planList } },
});

/** The operations on sessions, passwords and plans, by their ids. */
export const sessionOperations = {
  signIn,
  acceptInvitation,
  resetPassword,
  redeemSignInLink,
  confirmSession,
  changePassword,
  getSession,
  signOut,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  listPlans,
} as const;
