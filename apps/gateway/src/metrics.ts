import type { ServiceName } from '@fulfilment/contracts';
import type { Metrics } from '@fulfilment/observability';
import type { RateLimiter } from './rate-limiting/limiter.ts';
import type { LookUpKey } from './authentication/principal.ts';

/** The same limiter, with its decisions counted, and gauges of its state: whether Redis is away, and the share then. */
export function countDecisions(
  metrics: Metrics,
  limiter: RateLimiter,
  { isWithoutRedis, gateways }: { readonly isWithoutRedis: () => boolean; readonly gateways: () => number },
): RateLimiter {
  const decisions = metrics.counter({
    name: 'rate_limit_decisions_total',
    help: 'Requests that their rate limit allowed or refused.',
    labels: ['bucket', 'decision'],
  });
  metrics.gauge({ name: 'rate_limit_degraded', help: '1 while rate limits are decided without Redis.' }, (gauge) =>
    gauge.set(isWithoutRedis() ? 1 : 0),
  );
  metrics.gauge(
    { name: 'rate_limit_gateways', help: 'Gateways that share the limits, as this one counts them: the divisor without Redis.' },
    (gauge) => gauge.set(gateways()),
  );
  const charged = metrics.counter({
    name: 'rate_limit_charged_tokens_total',
    help: 'Tokens charged beyond the one token that a request is admitted for.',
    labels: ['bucket'],
  });
  return {
    repeatedRefusal: (buckets) => limiter.repeatedRefusal(buckets),
    take: async (buckets) => {
      const verdict = await limiter.take(buckets);
      decisions.inc({ bucket: buckets[0].name, decision: verdict.allowed ? 'allowed' : 'refused' });
      return verdict;
    },
    charge: (buckets, tokens) => {
      charged.inc({ bucket: buckets[0].name }, tokens);
      return limiter.charge(buckets, tokens);
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
