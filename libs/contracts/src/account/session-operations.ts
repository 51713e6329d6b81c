import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  changePasswordBody,
  endedSessions,
  planList,
  redeemTokenBody,
  sessionList,
  sessionRecord,
  signedIn,
  signInBody,
} from './sessions.ts';

const common = { api: 'account', service: 'gateway', permission: null, params: nothing, query: nothing } as const;
const open = { ...common, access: 'open', method: 'POST' } as const;
const own = { ...common, access: 'session', body: nothing } as const;
const opened = {
  description: 'The opened session.',
  body: signedIn,
  headers: { 'Set-Cookie': 'The session cookie `__Host-session`, which scripts cannot read.' },
};
const cleared = { 'Set-Cookie': 'Deletes the session cookie.' };

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

const changePassword = operation({
  ...own,
  id: 'changePassword',
  method: 'POST',
  path: '/password',
  summary: 'Change your password',
  description: 'Ends all other sessions of the member. The current password may be tried 10 times at once and once a minute.',
  body: changePasswordBody,
  replies: { 200: { description: 'The signed-in member.', body: signedIn } },
  errors: ['invalid_credentials'],
});

const getSession = operation({
  ...own,
  id: 'getSession',
  method: 'GET',
  path: '/session',
  summary: 'Retrieve your session',
  description: 'Returns the signed-in member, the account and the permissions.',
  replies: { 200: { description: 'The signed-in member.', body: signedIn } },
  errors: [],
});

const signOut = operation({
  ...own,
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  description: 'Ends the session, on every gateway within a second.',
  replies: { 200: { description: 'The session has ended.', body: endedSessions, headers: cleared } },
  errors: [],
});

const listSessions = operation({
  ...own,
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'List your sessions',
  description: 'Live sessions, newest first.',
  replies: { 200: { description: 'The sessions.', body: sessionList } },
  errors: [],
});

const revokeSession = operation({
  ...own,
  id: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'End one of your sessions',
  description: 'Takes effect on every gateway within a second.',
  params: z.strictObject({ id: id('ses') }),
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
  errors: [],
});

const listPlans = operation({
  ...common,
  id: 'listPlans',
  permission: 'account:read',
  method: 'GET',
  path: '/plans',
  summary: 'List the plans',
  description: 'Environments and default rate limits of each plan. The plan of the account is part of the account.',
  body: nothing,
  replies: { 200: { description: 'The plans.', body: planList } },
  errors: [],
});

/** The operations on sessions, passwords and plans, by their ids. */
export const sessionOperations = {
  signIn,
  acceptInvitation,
  resetPassword,
  changePassword,
  getSession,
  signOut,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  listPlans,
} as const;
