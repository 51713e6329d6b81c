import type { ServiceName } from '@fulfilment/contracts';
import type { Metrics } from '@fulfilment/observability';
import type { Limiter } from './rate-limiting/limiter.ts';
import type { StoreWatch } from './rate-limiting/store-watch.ts';
import type { LookUpKey } from './authentication/principal.ts';

export interface LimiterState {
  readonly watch: StoreWatch;
  readonly gateways: () => number;
}

/** The same limiter, with its decisions counted, whether it goes without Redis, and what its share is then. */
export function countDecisions(metrics: Metrics, limiter: Limiter, { watch, gateways }: LimiterState): Limiter {
  const decisions = metrics.counter({
    name: 'rate_limit_decisions_total',
    help: 'Requests that were let in or refused by their rate limit.',
    labels: ['bucket', 'decision'],
  });
  metrics.gauge({ name: 'rate_limit_degraded', help: '1 while rate limits are decided without Redis.' }, (gauge) =>
    gauge.set(watch.away() ? 1 : 0),
  );
  metrics.gauge(
    { name: 'rate_limit_gateways', help: 'Gateways that share the limits, as this one counts them: its share without Redis.' },
    (gauge) => gauge.set(gateways()),
  );
  const charged = metrics.counter({
    name: 'rate_limit_charged_tokens_total',
    help: 'What requests cost beyond the one token that they were let in for.',
    labels: ['bucket'],
  });
  return {
    ...limiter,
    take: async (buckets) => {
      const verdict = await limiter.take(buckets);
      decisions.inc({ bucket: buckets[0].name, decision: verdict.allowed ? 'allowed' : 'refused' });
      return verdict;
    },
    charge: async (buckets, tokens) => {
      charged.inc({ bucket: buckets[0].name }, tokens);
      return await limiter.charge(buckets, tokens);
    },
  };
}

/** The same look-up, with its results counted. */
export function countLookUps(metrics: Metrics, lookUp: LookUpKey): LookUpKey {
  const lookUps = metrics.counter({
    name: 'key_lookups_total',
    help: 'Reads of a key from the store, by what came of them.',
    labels: ['result'],
  });
  return async (digest) => {
    try {
      const key = await lookUp(digest);
      lookUps.inc({ result: key ? 'found' : 'unknown' });
      return key;
    } catch (error) {
      lookUps.inc({ result: 'failed' });
      throw error;
    }
  };
}

/** Counts tries of passwords. */
export interface PasswordCounts {
  readonly signIn: (outcome: 'opened' | 'refused' | 'throttled') => void;
  readonly change: (outcome: 'changed' | 'refused' | 'throttled') => void;
}

export function countPasswords(metrics: Metrics): PasswordCounts {
  const labels = ['outcome'] as const;
  const signIns = metrics.counter({
    name: 'sign_ins_total',
    help: 'Tries to sign in with a password, by what came of them.',
    labels,
  });
  const changes = metrics.counter({
    name: 'password_changes_total',
    help: 'Tries of signed-in members to change their password, by what came of the current one.',
    labels,
  });
  return { signIn: (outcome) => signIns.inc({ outcome }), change: (outcome) => changes.inc({ outcome }) };
}

/** Counts tries to have a service answer. */
export function countUpstream(metrics: Metrics): (service: ServiceName, outcome: string) => void {
  const tries = metrics.counter({
    name: 'upstream_tries_total',
    help: 'Tries to have a service answer, by what became of them.',
    labels: ['service', 'outcome'],
  });
  return (service, outcome) => tries.inc({ service, outcome });
}

/** Shows how many instances of a service can be sent requests, as far as this gateway knows. */
export function showInstances(metrics: Metrics): (service: ServiceName, fit: () => number) => void {
  const reads = new Map<ServiceName, () => number>();
  metrics.gauge(
    {
      name: 'upstream_instances_fit',
      help: 'Processes of a service that take requests, as this gateway finds them.',
      labels: ['service'],
    },
    (gauge) => {
      for (const [service, fit] of reads) gauge.set({ service }, fit());
    },
  );
  return (service, fit) => void reads.set(service, fit);
}
