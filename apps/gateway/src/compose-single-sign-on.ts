import { makeSealedText } from '@fulfilment/identity';
import { systemClock as now } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { makeSignedInAs } from './single-sign-on/signed-in-as.ts';
import type { House } from './house.ts';
import type { SingleSignOn } from './single-sign-on/single-sign-on-routes.ts';
import { makeDiscover } from './single-sign-on/discover.ts';
import { makeFlowCookie } from './single-sign-on/flow-cookie.ts';
import { makeIdentityProvider } from './single-sign-on/identity-provider.ts';
import { describeFailure } from './single-sign-on/provider-failures.ts';
import { providerSettingsOf } from './single-sign-on/provider-settings.ts';
import { makeFinishedFlows } from './single-sign-on/finished-flow-store.ts';
import { makeLinkedIdentities } from './single-sign-on/linked-identity-store.ts';
import { makeLookUpSession } from './authentication/session-lookup-store.ts';
import { makeBeginSingleSignOn } from './single-sign-on/begin-single-sign-on.ts';
import { makeChangeMember } from './members/change-member.ts';
import { makeFinishSingleSignOn } from './single-sign-on/finish-single-sign-on.ts';
import type { MemberStore } from './members/member-ports.ts';
import type { OpenSession } from './members/open-session.ts';
import type { AccountStore } from './accounts/account-ports.ts';
import { makeRecogniseMember } from './single-sign-on/recognise-member.ts';

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
