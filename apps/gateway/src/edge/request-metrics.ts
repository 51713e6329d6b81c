import { tenantKey } from '@fulfilment/kernel';
import type { Metrics, Readings } from '@fulfilment/observability';
import type { Principal } from '../authentication/principal.ts';
import type { Exchange } from './exchange.ts';

/** Bounds in seconds of a read, a write, a step of an order, and what is late; few, since each operation has its own. */
const OPERATION_BUCKETS: readonly number[] = [0.025, 0.1, 0.5, 2.5, 10];

const RESULTS = ['ok', 'refused', 'failed'] as const;
type Result = (typeof RESULTS)[number];

/** Refused by what the client sent or may have, as 4xx are, or failed on our side. */
const resultOf = (status: number): Result => (status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok');

/** Observes one answer: its status, and the seconds to its end. */
export type ObserveAnswer = (
  exchange: Pick<Exchange, 'operation' | 'principal' | 'span'>,
  status: number,
  seconds: number,
) => void;

/**
 * Declares what tells answers apart by operation and by tenant. Requests without an operation or a sender are in
 * `http_request_seconds` alone.
 *
 * @param now milliseconds.
 */
export function observeAnswers(metrics: Metrics, now: () => number = () => performance.now()): ObserveAnswer {
  const observe = metrics.latency({
    name: 'operation_seconds',
    help: 'Time from a request to the end of its response, by operation and result.',
    labels: ['operation', 'result'],
    buckets: OPERATION_BUCKETS,
  });
  const tenants = new BusiestTenants(now);
  metrics.sharedGauge(
    {
      name: 'tenant_requests',
      help: 'Requests in the last whole minute of the 20 busiest tenants, by result.',
      labels: ['tenant', 'result'],
    },
    'gateway',
    async () => tenants.busiest(),
  );
  return ({ operation, principal, span }, status, seconds) => {
    const result = resultOf(status);
    if (principal) tenants.count(tenantOf(principal), result);
    if (operation) observe({ operation: operation.id, result }, seconds, span?.traceparent);
  };
}

/** A session is of an account, whose environments its requests name in their paths. */
const tenantOf = (principal: Principal): string => (principal.type === 'key' ? tenantKey(principal.tenant) : principal.accountId);

const MINUTE_MS = 60_000;
const SHOWN = 20;
/** Tenants that one minute counts; those that come first beyond it are not told apart. */
const COUNTED = 10_000;

type Counts = Record<Result, number>;
const total = (counts: Counts): number => counts.ok + counts.refused + counts.failed;

/** Requests by tenant in whole minutes, of which the last is shown, so that series and memory are bounded whatever tenants there are. */
export class BusiestTenants {
  readonly #now: () => number;
  #minute: number;
  #counting = new Map<string, Counts>();
  #last: ReadonlyMap<string, Counts> = new Map();

  /** @param now milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#minute = Math.floor(now() / MINUTE_MS);
  }

  count(tenant: string, result: Result): void {
    this.#turn();
    const known = this.#counting.get(tenant);
    if (known) known[result] += 1;
    else if (this.#counting.size < COUNTED) this.#counting.set(tenant, { ok: 0, refused: 0, failed: 0, [result]: 1 });
  }

  busiest(): Readings<'tenant' | 'result'> {
    this.#turn();
    const ranked = [...this.#last].toSorted(([, a], [, b]) => total(b) - total(a)).slice(0, SHOWN);
    return ranked.flatMap(([tenant, counts]) => RESULTS.map((result) => ({ labels: { tenant, result }, value: counts[result] })));
  }

  #turn(): void {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#last = minute === this.#minute + 1 ? this.#counting : new Map();
    this.#counting = new Map();
    this.#minute = minute;
  }
}
