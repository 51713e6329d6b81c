import type { BoundRoute } from '@fulfilment/http';
import { systemClock as now } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { makeDigestKey, makeMintKey } from '../authentication/key-digest.ts';
import type { AppContext } from '../app-context.ts';
import { composeMembers } from '../members/compose.ts';
import type { RateLimiter } from '../rate-limiting/limiter.ts';
import { makeAccountCommands } from './account-commands.ts';
import { accountRoutes, operatorAccountRoutes } from './account-routes.ts';
import { makeAccountStore, makeKeyStore } from './account-store.ts';
import { makeAuditLog } from './audit-store.ts';
import { makeKeyCommands } from './key-commands.ts';
import { keyRoutes, operatorKeyRoutes } from './key-routes.ts';

/** The routes of the account API, for account owners and for the operator. */
export interface AccountApi {
  readonly own: readonly BoundRoute[];
  readonly operator: readonly BoundRoute[];
}

export function composeAccounts(context: AppContext, mongo: Mongo, limiter: RateLimiter): AccountApi {
  const { settings } = context;
  const cursors = makeCursors(settings.CURSOR_SECRET);
  const accounts = makeAccountStore(mongo);
  const keys = makeKeyStore(mongo, cursors);
  const mint = makeMintKey(makeDigestKey(settings.KEY_PEPPER));
  const keyCommands = makeKeyCommands({ accounts, keys, mint, now });
  const accountCommands = makeAccountCommands(accounts, now);
  const members = composeMembers(context, mongo, { accounts, cursors, limiter });
  return {
    own: [...accountRoutes(accounts, makeAuditLog(mongo.db, cursors)), ...keyRoutes(keyCommands, keys, now), ...members.own],
    operator: [
      ...operatorAccountRoutes(accountCommands, accounts),
      ...operatorKeyRoutes(keyCommands, keys, now),
      ...members.operator,
    ],
  };
}
