import type { BoundRoute } from '@fulfilment/http';
import { systemClock as now } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { makeDigestKey, makeMintKey } from './access/key-digest.ts';
import type { Settings } from './config.ts';
import { accountRoutes } from './http/account-routes.ts';
import { operatorRoutes } from './http/operator-routes.ts';
import { makeAccountStore } from './store/account-store.ts';
import { makeAuditLog } from './store/audit-log.ts';
import { makeKeyStore } from './store/key-store.ts';
import { makeChangeKey } from './use-cases/change-key.ts';
import { makeCreateAccount } from './use-cases/create-account.ts';
import { makeFindAccount } from './use-cases/find-account.ts';
import { makeIssueKey } from './use-cases/issue-key.ts';
import { makeIssueOwnKey } from './use-cases/issue-own-key.ts';
import { makeRevokeKey } from './use-cases/revoke-key.ts';
import { makeRotateKey } from './use-cases/rotate-key.ts';
import { makeSetPlan } from './use-cases/set-plan.ts';
import { makeUpdateKey } from './use-cases/update-key.ts';

/** Accounts and keys, as the operator and as their owners reach them. */
export interface Accounts {
  readonly operator: readonly BoundRoute[];
  readonly own: readonly BoundRoute[];
}

export function composeAccounts(settings: Settings, { client, db }: Mongo): Accounts {
  const cursors = makeCursors(settings.CURSOR_SECRET);
  const accounts = makeAccountStore({ client, db });
  const keys = makeKeyStore({ client, db, cursors });
  const mint = makeMintKey(makeDigestKey(settings.KEY_PEPPER));
  const changeKey = makeChangeKey({ keys, now });
  const issueKey = makeIssueKey({ accounts, keys, mint, now });
  const shared = {
    findAccount: makeFindAccount({ accounts }),
    rotateKey: makeRotateKey({ changeKey, mint }),
    revokeKey: makeRevokeKey({ changeKey }),
    keys,
    now,
  };
  const setPlan = makeSetPlan({ accounts, now });
  return {
    operator: operatorRoutes({ ...shared, createAccount: makeCreateAccount({ accounts, now }), setPlan, issueKey, accounts }),
    own: accountRoutes({
      ...shared,
      issueOwnKey: makeIssueOwnKey({ issueKey }),
      updateKey: makeUpdateKey({ changeKey }),
      auditLog: makeAuditLog(db, cursors),
    }),
  };
}
