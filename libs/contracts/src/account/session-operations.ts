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
  description: 'The session, open.',
  body: signedIn,
  headers: { 'Set-Cookie': 'What the session is known by: `__Host-session`, which scripts cannot read.' },
};
const cleared = { 'Set-Cookie': 'Takes the session from the browser.' };

const signIn = operation({
  ...open,
  id: 'signIn',
  path: '/sessions',
  summary: 'Sign in',
  description:
    'One answer for a wrong password and an address that nobody has, after the same time. A client may try an ' +
    'address 10 times at once and once a minute, and all addresses 30 times at once and once in two seconds; all clients together ' +
    'may try an address 100 times at once and once in ten seconds, whatever comes of it.',
  body: signInBody,
  replies: { 201: opened },
  errors: ['invalid_credentials', 'several_accounts'],
});

const acceptInvitation = operation({
  ...open,
  id: 'acceptInvitation',
  path: '/invitations/accept',
  summary: 'Join by an invitation',
  description: 'Chooses the password and opens a session.',
  body: redeemTokenBody,
  replies: { 201: opened },
  errors: ['invalid_token'],
});

const resetPassword = operation({
  ...open,
  id: 'resetPassword',
  path: '/password/reset',
  summary: 'Choose another password by a token',
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
  summary: 'Change the own password',
  description: 'Ends all other sessions of the member. The current password may be tried 10 times at once and once a minute.',
  body: changePasswordBody,
  replies: { 200: { description: 'Who is signed in, still.', body: signedIn } },
  errors: ['invalid_credentials'],
});

const getSession = operation({
  ...own,
  id: 'getSession',
  method: 'GET',
  path: '/session',
  summary: 'Retrieve the own session',
  description: 'Who is signed in, to which account, and what they may do.',
  replies: { 200: { description: 'Who is signed in.', body: signedIn } },
  errors: [],
});

const signOut = operation({
  ...own,
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  description: 'Ends the session, on every gateway within a second.',
  replies: { 200: { description: 'It was ended, by this or a moment before.', body: endedSessions, headers: cleared } },
  errors: [],
});

const listSessions = operation({
  ...own,
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'List the own sessions',
  description: 'Those that have not ended, the newest first.',
  replies: { 200: { description: 'The sessions.', body: sessionList } },
  errors: [],
});

const revokeSession = operation({
  ...own,
  id: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'End one of the own sessions',
  description: 'On every gateway within a second.',
  params: z.strictObject({ id: id('ses') }),
  replies: { 200: { description: 'The session as it was.', body: sessionRecord } },
  errors: ['not_found'],
});

const revokeOtherSessions = operation({
  ...own,
  id: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'End all other own sessions',
  description: 'All but the one that asks, on every gateway within a second.',
  replies: { 200: { description: 'How many were ended.', body: endedSessions } },
  errors: [],
});

const listPlans = operation({
  ...common,
  id: 'listPlans',
  permission: 'account:read',
  method: 'GET',
  path: '/plans',
  summary: 'List the plans',
  description:
    'What each allows: the environments, and what a key may send there. The plan of the account stands in the account.',
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
