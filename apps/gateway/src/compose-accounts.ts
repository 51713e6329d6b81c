import type { BoundRoute } from '@fulfilment/http';
import { systemClock as now } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { makeDigestKey, makeMintKey } from './authentication/key-digest.ts';
import type { Limiter } from './rate-limiting/limiter.ts';
import { composeMembers } from './compose-members.ts';
import { composeSingleSignOn } from './compose-single-sign-on.ts';
import type { House } from './house.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { memberRoutes } from './members/member-routes.ts';
import { operatorMemberRoutes } from './members/operator-member-routes.ts';
import { operatorRoutes } from './accounts/operator-routes.ts';
import { sessionRoutes } from './members/session-routes.ts';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on-routes.ts';
import { makeAccountStore } from './accounts/account-store.ts';
import { makeAuditLog } from './accounts/audit-store.ts';
import { makeKeyStore } from './accounts/key-store.ts';
import { makeChangeKey } from './accounts/change-key.ts';
import { makeCreateAccount } from './accounts/create-account.ts';
import { makeFindAccount } from './accounts/find-account.ts';
import { makeIssueKey } from './accounts/issue-key.ts';
import { makeIssueOwnKey } from './accounts/issue-own-key.ts';
import { makeRevokeKey } from './accounts/revoke-key.ts';
import { makeRotateKey } from './accounts/rotate-key.ts';
import { makeSetPlan } from './accounts/set-plan.ts';
import { makeUpdateKey } from './accounts/update-key.ts';

/** Accounts and keys, as the operator and as their owners reach them. */
export interface Accounts {
  readonly operator: readonly BoundRoute[];
  readonly own: readonly BoundRoute[];
}

export function composeAccounts(house: House, mongo: Mongo, limiter: Limiter): Accounts {
  const { settings } = house;
  const { client, db } = mongo;
  const cursors = makeCursors(settings.CURSOR_SECRET);
  const accounts = makeAccountStore({ client, db });
  const keys = makeKeyStore({ client, db, cursors });
  const memberUse = composeMembers(house, mongo, { accounts, cursors, limiter });
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
    operator: [
      ...operatorRoutes({ ...shared, createAccount: makeCreateAccount({ accounts, now }), setPlan, issueKey, accounts }),
      ...operatorMemberRoutes({ ...shared, ...memberUse }),
    ],
    own: [
      ...memberRoutes(memberUse),
      ...sessionRoutes(memberUse),
      ...singleSignOnRoutes(composeSingleSignOn(house, { mongo, accounts, ...memberUse })),
      ...accountRoutes({
        ...shared,
        issueOwnKey: makeIssueOwnKey({ issueKey }),
        updateKey: makeUpdateKey({ changeKey }),
        auditLog: makeAuditLog(db, cursors),
      }),
    ],
  };
}
