import { z } from 'zod';
import { recordId } from '../fields.ts';
import { operation } from '../operation.ts';
import type { Operation } from '../operation.ts';
import { accountRecord, issuedKey, keyRecord, rotateKeyBody } from '../operator.ts';
import { actorOperations } from './actors.ts';
import { deliveryOperations } from './deliveries.ts';
import { memberOperations } from './members.ts';
import { overviewOperations } from './overview.ts';
import { retentionOperations } from './retention.ts';
import { sessionOperations } from './sessions.ts';
import { singleSignOnOperations } from './single-sign-on.ts';
import {
  auditPage,
  createKeyBody,
  inEnvironment,
  keyPage,
  keyWithQuota,
  listAuditQuery,
  listKeysQuery,
  updateKeyBody,
} from './keys.ts';
import { webhookEventOperations } from './webhook-events.ts';
import { webhookOperations } from './webhook-operations.ts';
import { webhookStatsOperations } from './webhook-stats.ts';

const common = { api: 'account', service: 'gateway' } as const;
const query = z.strictObject(inEnvironment);
const params = z.strictObject({ id: recordId('key') });
const one = { description: 'The key.', body: keyRecord };
const nextPage = { Link: 'The next page, `rel="next"`.' };

const getAccount = operation({
  ...common,
  id: 'getAccount',
  permission: 'account:read',
  method: 'GET',
  path: '/account',
  summary: 'Retrieve the account',
  description: 'Returns its name and its plan. Production needs the Enterprise plan.',
  replies: { 200: { description: 'The account.', body: accountRecord } },
});

const listKeys = operation({
  ...common,
  id: 'listKeys',
  permission: 'keys:read',
  method: 'GET',
  path: '/keys',
  summary: 'List API keys',
  description:
    'Keys of one environment, newest first, each with its remaining limit. Revoked and expired keys are left out by default.',
  query: listKeysQuery,
  replies: { 200: { description: 'A page of keys.', body: keyPage, headers: nextPage } },
  errors: ['invalid_cursor'],
});

const createKey = operation({
  ...common,
  id: 'createKey',
  asksRecentAuthentication: true,
  permission: 'keys:manage',
  method: 'POST',
  path: '/keys',
  summary: 'Create an API key',
  description: 'The response holds the key, which cannot be shown again. Production keys need the Enterprise plan.',
  query,
  body: createKeyBody,
  replies: {
    201: { description: 'The key record with the key.', body: issuedKey, headers: { Location: 'URL of the key.' } },
  },
});

const getKey = operation({
  ...common,
  id: 'getKey',
  permission: 'keys:read',
  method: 'GET',
  path: '/keys/:id',
  summary: 'Retrieve one API key',
  description: 'Includes revoked and expired keys.',
  params,
  query,
  replies: { 200: { description: 'The key, with its remaining limit.', body: keyWithQuota } },
  errors: ['not_found'],
});

const updateKey = operation({
  ...common,
  id: 'updateKey',
  asksRecentAuthentication: ['expires_at', 'ip_allowlist'],
  permission: 'keys:manage',
  method: 'PATCH',
  path: '/keys/:id',
  summary: 'Update an API key',
  description: 'Changes its name, allowed addresses or expiry. Takes effect on every gateway within a second.',
  params,
  query,
  body: updateKeyBody,
  replies: { 200: one },
  errors: ['not_found', 'key_not_active'],
});

const rotateKey = operation({
  ...common,
  id: 'rotateKey',
  asksRecentAuthentication: true,
  permission: 'keys:manage',
  method: 'POST',
  path: '/keys/:id/rotate',
  summary: 'Rotate the secret of an API key',
  description:
    'The key keeps its id, role, limits and history. The response holds the new secret, which cannot be shown again; ' +
    'the replaced secret stays valid for `overlap_seconds`.',
  params,
  query,
  body: rotateKeyBody,
  replies: { 200: { description: 'The key record with the new secret.', body: issuedKey } },
  errors: ['not_found', 'key_not_active', 'too_many_secrets'],
});

const revokeKey = operation({
  ...common,
  id: 'revokeKey',
  asksRecentAuthentication: true,
  permission: 'keys:manage',
  method: 'POST',
  path: '/keys/:id/revoke',
  summary: 'Revoke an API key',
  description:
    'Revokes the key and all its secrets permanently, on every gateway within a second. Repeating the request changes nothing.',
  params,
  query,
  replies: { 200: one },
  errors: ['not_found'],
});

const listAuditLog = operation({
  ...common,
  id: 'listAuditLog',
  permission: 'audit:read',
  method: 'GET',
  path: '/audit-log',
  summary: 'List the audit log',
  description:
    'Changes of the account, its keys and members, and exports of orders, newest first. Entries are never changed or removed.',
  query: listAuditQuery,
  replies: { 200: { description: 'A page of entries.', body: auditPage, headers: nextPage } },
  errors: ['invalid_cursor'],
});

/** Every operation of /account/v1 by its id. */
export const accountOperations = {
  getAccount,
  listKeys,
  createKey,
  getKey,
  updateKey,
  rotateKey,
  revokeKey,
  listAuditLog,
  ...actorOperations,
  ...memberOperations,
  ...sessionOperations,
  ...singleSignOnOperations,
  ...overviewOperations,
  ...retentionOperations,
  ...webhookOperations,
  ...webhookEventOperations,
  ...webhookStatsOperations,
  ...deliveryOperations,
} as const;

/** The same as a list. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = Object.values(accountOperations);
