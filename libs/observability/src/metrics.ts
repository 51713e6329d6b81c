import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { withTimeout } from '@fulfilment/kernel';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Name, help and labels of a metric. */
export interface MetricSpec<Label extends string> {
  /** snake_case with its unit at the end, without the common prefix: `outbox_oldest_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** Values by their labels, read at a scrape. */
export type Readings<Label extends string> = readonly {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}[];

/** The reader of one part of a shared gauge, and what it read last. */
interface Part {
  readonly read: () => Promise<Readings<string>>;
  last: { readonly readings: Readings<string>; readonly atMs: number } | undefined;
  /** The reading that goes on. */
  reading: Promise<void> | undefined;
}

/** A scrape waits for a reading so long: a store that hangs takes from it neither the other metrics nor its time. */
const READ_WITHIN_MS = 1_000;

const PREFIX = 'fulfilment_';

/** prom-client's histogram cannot be left out; its gauges are removed. The longest interval of a timer. */
const NEVER_MS = 2 ** 31 - 1;
const LOOP_DELAYS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'] as const;

/** Bounds in seconds that suit answers from a millisecond to the gateway's deadline. */
export const LATENCY_BUCKETS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The process's Prometheus metrics. Declaring a metric twice gives the same one. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #declared = new Map<string, unknown>();
  readonly #parts = new Map<string, Map<string, Part>>();

  /**
   * @param service label on every metric.
   * @param defaults adds Node's own metrics (memory, event loop, garbage collection); true by default.
   */
  constructor({ service, defaults = true }: { readonly service: string; readonly defaults?: boolean }) {
    this.#registry.setDefaultLabels({ service });
    if (defaults) this.#addDefaults();
  }

  /**
   * prom-client's histogram of the event loop's delay wakes a process 100 times a second, most of what an idle one costs. In its place
   * is the share of time in which the loop had work, since the scrape before.
   */
  #addDefaults(): void {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: NEVER_MS });
    for (const name of LOOP_DELAYS) this.#registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
    const limit = {
      name: 'memory_limit_bytes',
      help: 'Memory that the process may have: of its container, else of the machine.',
    };
    // Without a limit the system tells a number beyond any memory, or none.
    this.gauge(limit).set(Math.min(process.constrainedMemory() || Infinity, totalmem()));
    let before = performance.eventLoopUtilization();
    const help = 'Share of time, since the last scrape, in which the event loop was busy.';
    this.gauge({ name: 'event_loop_utilization_ratio', help }, (gauge) => {
      const now = performance.eventLoopUtilization();
      gauge.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    });
  }

  counter<Label extends string>(spec: MetricSpec<Label>): Counter<Label> {
    return this.#once(
      spec.name,
      (value): value is Counter<Label> => value instanceof Counter,
      () => new Counter<Label>(this.#configure(spec)),
    );
  }

  /** @param read called at each scrape, where the value is looked up rather than kept. */
  gauge<Label extends string>(spec: MetricSpec<Label>, read?: (gauge: Gauge<Label>) => void | Promise<void>): Gauge<Label> {
    return this.#once(
      spec.name,
      (value): value is Gauge<Label> => value instanceof Gauge,
      () => {
        const gauge: Gauge<Label> = new Gauge<Label>({
          ...this.#configure(spec),
          ...(read ? { collect: () => read(gauge) } : {}),
        });
        return gauge;
      },
    );
  }

  /**
   * Adds readings to a gauge that several parts of a process share, each with labels of its own. A reading that takes longer than a
   * second, or fails, leaves the one before in its place; `reading_age_seconds` tells its age.
   *
   * @param part name of the reader; the same part replaces its readings.
   */
  sharedGauge<Label extends string>(spec: MetricSpec<Label>, part: string, read: () => Promise<Readings<Label>>): void {
    const known = this.#parts.get(spec.name);
    const parts = known ?? new Map<string, Part>();
    parts.set(part, { read, last: undefined, reading: undefined });
    if (known) return;
    if (this.#parts.size === 0) this.#showAges();
    this.#parts.set(spec.name, parts);
    this.gauge<string>(spec, async (gauge) => {
      await Promise.all(Array.from(parts.values(), refresh));
      gauge.reset();
      for (const { last } of parts.values()) for (const { labels, value } of last?.readings ?? []) gauge.set(labels, value);
    });
  }

  /** All metrics are read at once, so each part is asked once. */
  #showAges(): void {
    const help = 'Age of the reading that a gauge of a store or the log shows, by part; 0 where it was read for this scrape.';
    this.gauge({ name: 'reading_age_seconds', help, labels: ['metric', 'part'] }, async (gauge) => {
      const startedMs = performance.now();
      const all = Array.from(this.#parts).flatMap(([metric, parts]) =>
        Array.from(parts, ([name, part]) => ({ metric: PREFIX + metric, name, part })),
      );
      await Promise.all(all.map(({ part }) => refresh(part)));
      for (const { metric, name, part } of all)
        if (part.last) gauge.set({ metric, part: name }, Math.max(0, startedMs - part.last.atMs) / 1_000);
    });
  }

  histogram<Label extends string>(spec: MetricSpec<Label> & { readonly buckets: readonly number[] }): Histogram<Label> {
    return this.#once(
      spec.name,
      (value): value is Histogram<Label> => value instanceof Histogram,
      () => new Histogram<Label>({ ...this.#configure(spec), buckets: [...spec.buckets] }),
    );
  }

  /** All metrics in the Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #configure<Label extends string>({ name, help, labels = [] }: MetricSpec<Label>) {
    return { name: PREFIX + name, help, labelNames: [...labels], registers: [this.#registry] };
  }

  #once<Metric>(name: string, isMetric: (value: unknown) => value is Metric, make: () => Metric): Metric {
    const known = this.#declared.get(name);
    if (isMetric(known)) return known;
    const metric = make();
    this.#declared.set(name, metric);
    return metric;
  }
}

/** Resolves when the part is read, or its time is over; then it is read on, and not asked again before. */
async function refresh(part: Part): Promise<void> {
  part.reading ??= part
    .read()
    .then(
      (readings) => void (part.last = { readings, atMs: performance.now() }),
      () => undefined,
    )
    .finally(() => void (part.reading = undefined));
  await withTimeout(READ_WITHIN_MS, part.reading, () => new Error('The reading goes on')).catch(() => undefined);
}

/**
 * Declares the histogram of MongoDB's connection pool. @returns observes one operation: the milliseconds for which it waited for a
 * connection. Each operation takes one, so the count is that of operations, retries and commits included.
 */
export function observeCheckouts(metrics: Metrics): (waitMs: number) => void {
  const waits = metrics.histogram({
    name: 'mongodb_checkout_seconds',
    help: 'Time that an operation waited for a connection of the pool; each operation is counted.',
    buckets: LATENCY_BUCKETS,
  });
  return (waitMs) => waits.observe(waitMs / 1_000);
}

/**
 * Declares the histogram of requests that every server has. @returns observes one answer: its method, status, and the seconds to its
 * end. A label of prom-client is looked up once, because each look-up costs as much as the rest of an observation.
 */
export function observeRequests(metrics: Metrics): (method: string, status: number, seconds: number) => void {
  const histogram = metrics.histogram({
    name: 'http_request_seconds',
    help: 'Time from a request to the end of its response.',
    labels: ['method', 'status'],
    buckets: LATENCY_BUCKETS,
  });
  const labelled = new Map<string, { observe(seconds: number): void }>();
  return (method, status, seconds) => {
    const name = `${method} ${status}`;
    const known = labelled.get(name) ?? histogram.labels(method, String(status));
    labelled.set(name, known);
    known.observe(seconds);
  };
}
