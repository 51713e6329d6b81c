import type { ServiceName } from '@fulfilment/contracts';
import type { Metrics } from '@fulfilment/observability';
import type { Instances } from './proxy/instances.ts';
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
    {
      name: 'rate_limit_gateways',
      help: 'Gateways that share the rate limits, as this one counts them; without Redis each takes an equal share.',
    },
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
      const decision = await limiter.take(buckets);
      decisions.inc({ bucket: buckets[0].name, decision: decision.allowed ? 'allowed' : 'refused' });
      return decision;
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
    help: 'Reads of a key from the store, by result.',
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

export interface PasswordCounts {
  readonly signIn: (outcome: 'opened' | 'refused' | 'throttled') => void;
  readonly change: (outcome: 'changed' | 'confirmed' | 'refused' | 'throttled') => void;
}

export function countPasswords(metrics: Metrics): PasswordCounts {
  const labels = ['outcome'] as const;
  const signIns = metrics.counter({
    name: 'sign_ins_total',
    help: 'Attempts to sign in with a password, by outcome.',
    labels,
  });
  const changes = metrics.counter({
    name: 'password_changes_total',
    help: 'Attempts of signed-in members to change their password, or to confirm a session with it, by outcome.',
    labels,
  });
  return { signIn: (outcome) => signIns.inc({ outcome }), change: (outcome) => changes.inc({ outcome }) };
}

/** Shows the open connections of clients. @returns a count of one that was refused. */
export function countConnections(metrics: Metrics, open: () => number): () => void {
  metrics.gauge({ name: 'client_connections', help: 'Open connections of clients and of proxies.' }, (gauge) =>
    gauge.set(open()),
  );
  const refused = metrics.counter({
    name: 'client_connections_refused_total',
    help: 'Connections refused because their client or proxy has its maximum open.',
  });
  return () => refused.inc();
}

/** Counts attempts to have a service answer. */
export function countUpstream(metrics: Metrics): (service: ServiceName, outcome: string) => void {
  const tries = metrics.counter({
    name: 'upstream_tries_total',
    help: 'Attempts to forward a request to a service, by outcome.',
    labels: ['service', 'outcome'],
  });
  return (service, outcome) => tries.inc({ service, outcome });
}

/** Reports the healthy instances of a service, as this gateway sees them, and the requests in flight there. */
export function showInstances(metrics: Metrics): (service: ServiceName, instances: Instances) => void {
  const shown = new Map<ServiceName, Instances>();
  metrics.gauge(
    {
      name: 'upstream_instances_fit',
      help: 'Healthy instances of a service, as this gateway sees them.',
      labels: ['service'],
    },
    (gauge) => {
      for (const [service, instances] of shown) gauge.set({ service }, instances.healthyCount());
    },
  );
  metrics.gauge(
    {
      name: 'upstream_in_flight',
      help: 'Requests in flight from this gateway to a service, by class.',
      labels: ['service', 'class'],
    },
    (gauge) => {
      for (const [service, instances] of shown)
        for (const [requestClass, count] of Object.entries(instances.inFlight()))
          gauge.set({ service, class: requestClass }, count);
    },
  );
  return (service, instances) => void shown.set(service, instances);
}
