import {
  allowInsecureRequests,
  ClientSecretBasic,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { providerAway } from './provider-failures.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** Finds out where the provider has what, when that is first needed. @throws AppError `upstream_unavailable`. */
export type Discover = () => Promise<Configuration>;

export interface DiscoverParts {
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Seconds that the provider may take for one answer. */
const TIMEOUT_SECONDS = 5;
/** Seconds that its clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 30;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Providers move their endpoints rarely, and say so beforehand. */
const GOOD_FOR_MS = 3_600_000;

/**
 * Asks once for all that wait, and after a failure not before a pause that grows: a gateway starts and serves without its provider.
 * What was found is good for an hour, and on while the provider is away.
 */
export function makeDiscover(settings: ProviderSettings, { nowMs, onFailure }: DiscoverParts): Discover {
  let found: { readonly configuration: Configuration; readonly atMs: number } | undefined;
  let pauseMs = 0;
  let notBeforeMs = 0;
  let underWay: Promise<Configuration> | undefined;

  const ask = async (): Promise<Configuration> => {
    try {
      const configuration = await findOut(settings);
      found = { configuration, atMs: nowMs() };
      pauseMs = 0;
      return configuration;
    } catch (error) {
      pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      notBeforeMs = nowMs() + pauseMs;
      onFailure(error);
      if (found) return found.configuration;
      throw providerAway(pauseMs);
    }
  };
  return async () => {
    if (found && nowMs() - found.atMs < GOOD_FOR_MS) return found.configuration;
    const waitMs = notBeforeMs - nowMs();
    if (waitMs > 0 && !underWay) {
      if (found) return found.configuration;
      throw providerAway(waitMs);
    }
    underWay ??= ask().finally(() => (underWay = undefined));
    return underWay;
  };
}

async function findOut({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const client = { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const url = new URL(issuer);
  return discovery(url, clientId, client, ClientSecretBasic(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // The signature as well: that a token came over TLS says nothing where something stands between us and the provider.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
}
