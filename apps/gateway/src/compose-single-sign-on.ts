import { makeSealedText } from '@fulfilment/identity';
import { systemClock as now } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { makeSignedInAs } from './access/signed-in-as.ts';
import type { House } from './house.ts';
import type { SingleSignOn } from './http/single-sign-on-routes.ts';
import { makeDiscover } from './sso/discover.ts';
import { makeFlowCookie } from './sso/flow-cookie.ts';
import { makeIdentityProvider } from './sso/identity-provider.ts';
import { describeFailure } from './sso/provider-failures.ts';
import { providerSettingsOf } from './sso/provider-settings.ts';
import { makeFinishedFlows } from './store/finished-flows.ts';
import { makeLinkedIdentities } from './store/linked-identities.ts';
import { makeLookUpSession } from './store/look-up-session.ts';
import { makeBeginSingleSignOn } from './use-cases/begin-single-sign-on.ts';
import { makeChangeMember } from './use-cases/change-member.ts';
import { makeFinishSingleSignOn } from './use-cases/finish-single-sign-on.ts';
import type { MemberStore } from './use-cases/member-ports.ts';
import type { OpenSession } from './use-cases/open-session.ts';
import type { AccountStore } from './use-cases/ports.ts';
import { makeRecogniseMember } from './use-cases/recognise-member.ts';

export interface SingleSignOnParts {
  readonly mongo: Mongo;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly openSession: OpenSession;
}

/** @returns undefined where the settings name no identity provider. */
export function composeSingleSignOn({ settings, logger }: House, parts: SingleSignOnParts): SingleSignOn | undefined {
  const provided = providerSettingsOf(settings);
  if (!provided) return undefined;
  const { mongo, accounts, members, openSession } = parts;
  const onFailure = (error: unknown, requestId?: string): void =>
    logger.warn({ ...describeFailure(error), requestId }, 'the identity provider failed a sign-in');
  const discover = makeDiscover(provided, { nowMs: () => performance.now(), onFailure });
  const provider = makeIdentityProvider(provided, { discover, onFailure });
  const keeper = makeFlowCookie(makeSealedText({ secret: settings.KEY_PEPPER, purpose: 'single sign-on' }));
  const identities = makeLinkedIdentities(mongo);
  return {
    name: settings.OIDC_NAME,
    forgotten: keeper.forgotten,
    begin: makeBeginSingleSignOn({ provider, keeper, now }),
    finish: makeFinishSingleSignOn({
      keeper,
      provider,
      finished: makeFinishedFlows(mongo.db),
      signedInAs: makeSignedInAs({ findSession: makeLookUpSession(mongo.db), now }),
      recogniseMember: makeRecogniseMember({ members, accounts, identities }),
      identities,
      changeMember: makeChangeMember({ members, now }),
      openSession,
      now,
    }),
  };
}
