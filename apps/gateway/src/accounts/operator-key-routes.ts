import { issuedKey, issueKeyBody, keyRecord, listOf, nothing, rotateKeyBody } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { type Clock, ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import type { IssueKey } from './issue-key.ts';
import type { KeyStore } from './account-ports.ts';
import type { RevokeKey } from './revoke-key.ts';
import type { RotateKey } from './rotate-key.ts';
import { presentIssuedKey, presentKey } from './account-presentation.ts';
import { requesterOf } from './requester-presentation.ts';

export interface OperatorKeyUseCases {
  readonly issueKey: IssueKey;
  readonly rotateKey: RotateKey;
  readonly revokeKey: RevokeKey;
  readonly keys: Pick<KeyStore, 'list'>;
  readonly now: Clock;
}

const path = '/operator/v1/keys';
// Of any shape: to an id that is none the answer is the same as to one that nobody has.
const byId = z.strictObject({ id: z.string() });
const keyFilter = z.strictObject({ account_id: z.string().optional(), environment: z.enum(ENVIRONMENTS).optional() });

/** Keys of every account. */
export function operatorKeyRoutes(use: OperatorKeyUseCases): readonly BoundRoute[] {
  return [...makingRoutes(use), ...endingRoutes(use)];
}

function makingRoutes({ issueKey, rotateKey, now }: OperatorKeyUseCases): BoundRoute[] {
  return [
    operatorRoute(
      {
        method: 'POST',
        path,
        params: nothing,
        query: nothing,
        body: issueKeyBody,
        replies: { 201: { description: 'The key, with its text this once.', body: issuedKey } },
      },
      async ({ body: { account_id: accountId, expires_at: expires, ip_allowlist: ipAllowlist, ...rest }, context }) => {
        const expiresAt = expires === undefined ? undefined : new Date(expires);
        const issued = await issueKey({ ...rest, accountId, expiresAt, ipAllowlist }, requesterOf(context));
        return { status: 201 as const, body: presentIssuedKey(issued, now()) };
      },
    ),
    operatorRoute(
      {
        method: 'POST',
        path: `${path}/:id/rotate`,
        params: byId,
        query: nothing,
        body: rotateKeyBody,
        replies: { 200: { description: 'The key, with its new text this once.', body: issuedKey } },
      },
      async ({ params, body: { overlap_seconds: overlapSeconds }, context }) => {
        const issued = await rotateKey({ keyId: params.id, overlapSeconds }, requesterOf(context));
        return { status: 200 as const, body: presentIssuedKey(issued, now()) };
      },
    ),
  ];
}

function endingRoutes({ revokeKey, keys, now }: OperatorKeyUseCases): BoundRoute[] {
  return [
    operatorRoute(
      {
        method: 'GET',
        path,
        params: nothing,
        query: keyFilter,
        body: nothing,
        replies: { 200: { description: 'Keys, newest first.', body: listOf(keyRecord) } },
      },
      async ({ query: { account_id: accountId, environment } }) => {
        const found = await keys.list({ accountId, environment });
        return { status: 200 as const, body: { data: found.map((key) => presentKey(key, now())) } };
      },
    ),
    operatorRoute(
      {
        method: 'POST',
        path: `${path}/:id/revoke`,
        params: byId,
        query: nothing,
        body: nothing,
        replies: { 200: { description: 'The key, revoked.', body: keyRecord } },
      },
      async ({ params, context }) => ({
        status: 200 as const,
        body: presentKey(await revokeKey({ keyId: params.id }, requesterOf(context)), now()),
      }),
    ),
  ];
}
