import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { auditPage } from '../account/keys.ts';
import { id, listQuery } from '../fields.ts';
import { SERVICES } from '../operation.ts';
import { inviteMemberBody, memberRecord, memberWithToken } from '../account/members.ts';
import {
  accountDeletion,
  accountRecord,
  accountRecords,
  changeKeyLimitsBody,
  createAccountBody,
  deletedAccount,
  endedSessionCount,
  issuedKey,
  issueKeyBody,
  keyRecord,
  listOf,
  listRevocationsQuery,
  removedRecords,
  revocationPage,
  rotateKeyBody,
  setPlanBody,
  waitingWork,
} from '../operator.ts';
import { accountStorage, bytesByEnvironment, setStorageBody, storedRecords } from '../storage-bounds.ts';
import { operatorOperation } from './operation.ts';

const common = { services: ['gateway'] } as const;
// Any text: an id of the wrong shape gets the same answer as one that does not exist.
const params = z.strictObject({ id: z.string() });
const accountParams = z.strictObject({ id: id('acc') });

const account = { description: 'The account.', body: accountRecord };

export const createAccount = operatorOperation({
  ...common,
  id: 'createAccount',
  method: 'POST',
  path: '/accounts',
  summary: 'Create an account',
  body: createAccountBody,
  replies: { 201: account },
});

export const listAccounts = operatorOperation({
  ...common,
  id: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List all accounts',
  replies: { 200: { description: 'All accounts, oldest first.', body: listOf(accountRecord) } },
});

export const getAccount = operatorOperation({
  ...common,
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/:id',
  summary: 'Retrieve an account',
  params,
  replies: { 200: account },
});

export const setPlan = operatorOperation({
  ...common,
  id: 'setPlan',
  method: 'PATCH',
  path: '/accounts/:id',
  summary: 'Change the plan of an account',
  params,
  body: setPlanBody,
  replies: { 200: account },
});

const storage = { description: 'The bounds of the account.', body: accountStorage };

export const getStorage = operatorOperation({
  ...common,
  id: 'getStorage',
  method: 'GET',
  path: '/accounts/:id/storage',
  summary: 'Retrieve the storage limits of an account',
  params,
  replies: { 200: storage },
});

export const setStorage = operatorOperation({
  ...common,
  id: 'setStorage',
  method: 'PATCH',
  path: '/accounts/:id/storage',
  summary: 'Change the storage limits of an account',
  params,
  body: setStorageBody,
  replies: { 200: storage },
});

export const getStored = operatorOperation({
  services: ['inventory', 'orders', 'webhooks'],
  id: 'getStored',
  method: 'GET',
  path: '/accounts/:id/stored',
  summary: 'Count the bounded records of an account in one service',
  params,
  replies: { 200: { description: 'The records that it has.', body: storedRecords } },
});

export const getStoredBytes = operatorOperation({
  services: SERVICES,
  id: 'getStoredBytes',
  method: 'GET',
  path: '/accounts/:id/stored-bytes',
  summary: 'Estimate the bytes of an account in one service',
  params: accountParams,
  replies: { 200: { description: 'The bytes that it has.', body: bytesByEnvironment } },
});

export const getWaiting = operatorOperation({
  services: ['orders', 'webhooks'],
  id: 'getWaiting',
  method: 'GET',
  path: '/accounts/:id/waiting',
  summary: 'Count the work of an account that waits in one service',
  params,
  replies: { 200: { description: 'What waits.', body: waitingWork } },
});

export const countRecords = operatorOperation({
  services: SERVICES,
  id: 'countRecords',
  method: 'GET',
  path: '/accounts/:id/records',
  summary: 'Count all records of an account in one service',
  params: accountParams,
  replies: { 200: { description: 'The records, by collection.', body: accountRecords } },
});

export const removeRecords = operatorOperation({
  services: SERVICES,
  id: 'removeRecords',
  method: 'DELETE',
  path: '/accounts/:id/records',
  summary: 'Remove records of an account in one service for good, a piece of them',
  params: accountParams,
  replies: { 200: { description: 'The number of records.', body: removedRecords } },
});

export const beginExport = operatorOperation({
  ...common,
  id: 'beginExport',
  method: 'POST',
  path: '/accounts/:id/export',
  summary: 'Note in the audit log that all records of an account are read, and retrieve the account',
  params,
  replies: { 200: account },
});

export const listAccountAudit = operatorOperation({
  ...common,
  id: 'listAccountAudit',
  method: 'GET',
  path: '/accounts/:id/audit-log',
  summary: 'List the audit log of an account, of both environments',
  params,
  query: z.strictObject(listQuery),
  replies: { 200: { description: 'A page, newest first.', body: auditPage } },
});

export const scheduleDeletion = operatorOperation({
  ...common,
  id: 'scheduleDeletion',
  method: 'POST',
  path: '/accounts/:id/deletion',
  summary: 'Begin the grace period of a suspended account that is to be deleted, or read its end',
  params,
  replies: { 200: { description: 'The deletion.', body: accountDeletion } },
});

export const deleteAccount = operatorOperation({
  ...common,
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/accounts/:id',
  summary: 'Delete an account whose grace period is over, last of all: its keys, members, sessions and audit log',
  params,
  replies: { 200: { description: 'The deleted account.', body: deletedAccount } },
});

export const suspendAccount = operatorOperation({
  ...common,
  id: 'suspendAccount',
  method: 'POST',
  path: '/accounts/:id/suspend',
  summary: 'Refuse the keys and sessions of an account',
  params,
  replies: { 200: account },
});

export const resumeAccount = operatorOperation({
  ...common,
  id: 'resumeAccount',
  method: 'POST',
  path: '/accounts/:id/resume',
  summary: 'Admit the keys and sessions of a suspended account again',
  params,
  replies: { 200: account },
});

export const listRevocations = operatorOperation({
  ...common,
  id: 'listRevocations',
  method: 'GET',
  path: '/revocations',
  summary: 'List what was revoked, removed, suspended or erased with an account since a time',
  query: listRevocationsQuery,
  replies: { 200: { description: 'A page, oldest first.', body: revocationPage } },
});

export const endSessions = operatorOperation({
  ...common,
  id: 'endSessions',
  method: 'POST',
  path: '/sessions/end',
  summary: 'End the sessions of all members of all accounts',
  replies: { 200: { description: 'The number of sessions.', body: endedSessionCount } },
});

const withText = { description: 'The key with its text, which is shown this once.', body: issuedKey };

export const issueKey = operatorOperation({
  ...common,
  id: 'issueKey',
  method: 'POST',
  path: '/keys',
  summary: 'Issue an API key',
  body: issueKeyBody,
  replies: { 201: withText },
});

export const listKeys = operatorOperation({
  ...common,
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  summary: 'List API keys',
  query: z.strictObject({ account_id: z.string().optional(), environment: z.enum(ENVIRONMENTS).optional() }),
  replies: { 200: { description: 'Keys, newest first.', body: listOf(keyRecord) } },
});

export const getKey = operatorOperation({
  ...common,
  id: 'getKey',
  method: 'GET',
  path: '/keys/:id',
  summary: 'Retrieve an API key',
  params,
  replies: { 200: { description: 'The key.', body: keyRecord } },
});

export const changeKeyLimits = operatorOperation({
  ...common,
  id: 'changeKeyLimits',
  method: 'PATCH',
  path: '/keys/:id',
  summary: 'Change the expiry, the addresses and the rate limit of a key',
  params,
  body: changeKeyLimitsBody,
  replies: { 200: { description: 'The key with its new limits.', body: keyRecord } },
});

export const rotateKey = operatorOperation({
  ...common,
  id: 'rotateKey',
  method: 'POST',
  path: '/keys/:id/rotate',
  summary: 'Give a key a new secret',
  params,
  body: rotateKeyBody,
  replies: { 200: withText },
});

export const revokeKey = operatorOperation({
  ...common,
  id: 'revokeKey',
  method: 'POST',
  path: '/keys/:id/revoke',
  summary: 'Revoke a key',
  params,
  replies: { 200: { description: 'The revoked key.', body: keyRecord } },
});

const withToken = { description: 'The member with a token, which is shown this once.', body: memberWithToken };

export const inviteMember = operatorOperation({
  ...common,
  id: 'inviteMember',
  method: 'POST',
  path: '/members',
  summary: 'Invite a person to an account',
  body: z.strictObject({ account_id: z.string(), ...inviteMemberBody.shape }),
  replies: { 201: withToken },
});

export const listMembers = operatorOperation({
  ...common,
  id: 'listMembers',
  method: 'GET',
  path: '/members',
  summary: 'List the members of an account',
  query: z.strictObject({ account_id: z.string() }),
  replies: {
    200: { description: 'Invited and active members, in the order of their invitations.', body: listOf(memberRecord) },
  },
});

export const getMember = operatorOperation({
  ...common,
  id: 'getMember',
  method: 'GET',
  path: '/members/:id',
  summary: 'Retrieve a member',
  params,
  replies: { 200: { description: 'The member.', body: memberRecord } },
});

export const removeMember = operatorOperation({
  ...common,
  id: 'removeMember',
  method: 'DELETE',
  path: '/members/:id',
  summary: 'Remove a member with all sessions',
  params,
  replies: { 200: { description: 'The member.', body: memberRecord } },
});

export const renewInvitation = operatorOperation({
  ...common,
  id: 'renewInvitation',
  method: 'POST',
  path: '/members/:id/invitation',
  summary: 'Renew an invitation',
  params,
  replies: { 200: withToken },
});

export const issueSignInLink = operatorOperation({
  ...common,
  id: 'issueSignInLink',
  method: 'POST',
  path: '/members/:id/sign-in-link',
  summary: 'Make a link that signs a member in once',
  params,
  replies: { 200: withToken },
});

export const issuePasswordReset = operatorOperation({
  ...common,
  id: 'issuePasswordReset',
  method: 'POST',
  path: '/members/:id/reset',
  summary: 'Let a member choose a new password',
  params,
  replies: { 200: withToken },
});
