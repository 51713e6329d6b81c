import { makeSealedText } from '@fulfilment/identity';
import { systemClock as now } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import type { AccountStore } from '../accounts/account-ports.ts';
import { makeLookUpSession } from '../authentication/credential-store.ts';
import type { AppContext } from '../app-context.ts';
import type { ChangeMember } from '../members/member-commands.ts';
import type { MemberStore } from '../members/member-ports.ts';
import type { OpenSession } from '../members/session-commands.ts';
import { makeFlowCookie } from './flow-cookie.ts';
import { makeIdentityProvider, ProviderDiscovery } from './identity-provider.ts';
import { describeFailure } from './provider-failures.ts';
import { providerSettingsOf } from './provider-settings.ts';
import { makeFindSignedInMember, makeResolveMember } from './resolve-member.ts';
import { makeSingleSignOn, type SingleSignOn } from './single-sign-on-commands.ts';
import { makeFinishedFlows, makeLinkedIdentities } from './single-sign-on-store.ts';

export interface SingleSignOnDependencies {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly changeMember: ChangeMember;
  readonly openSession: OpenSession;
}

/** @returns undefined where the settings have no identity provider. */
export function composeSingleSignOn(
  { settings, logger }: AppContext,
  mongo: Mongo,
  { accounts, members, changeMember, openSession }: SingleSignOnDependencies,
): SingleSignOn | undefined {
  const providerSettings = providerSettingsOf(settings);
  if (!providerSettings) return undefined;
  const onFailure = (error: unknown, requestId?: string): void =>
    logger.warn({ ...describeFailure(error), requestId }, 'the identity provider failed a sign-in');
  const discovery = new ProviderDiscovery(providerSettings, { nowMs: () => performance.now(), onFailure });
  const identities = makeLinkedIdentities(mongo);
  return makeSingleSignOn({
    name: settings.OIDC_NAME,
    flowCookie: makeFlowCookie(makeSealedText({ secret: settings.KEY_PEPPER, purpose: 'single sign-on' })),
    provider: makeIdentityProvider(providerSettings, { discovery, onFailure }),
    finished: makeFinishedFlows(mongo.db),
    findSignedInMember: makeFindSignedInMember(makeLookUpSession(mongo.db), now),
    resolveMember: makeResolveMember({ members, accounts, identities }),
    identities,
    changeMember,
    openSession,
    now,
  });
}
