import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { withTimeout } from '@fulfilment/kernel';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type RegistryContentType } from 'prom-client';
import { traceFields } from './tracing.ts';

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

/** All metrics of a process in one of Prometheus' formats. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Observes the seconds that one request took, by values of the labels. The trace of a request that was recorded as a span becomes the
 * exemplar of its bucket: the latest one alone, so that there are at most as many as buckets.
 *
 * @param recorded `traceparent` of the span.
 */
export type ObserveLatency<Label extends string> = (
  labels: Readonly<Record<Label, string>>,
  seconds: number,
  recorded?: string,
) => void;

/** The process's Prometheus metrics. Declaring a metric twice gives the same one. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #service: string;
  readonly #declared = new Map<string, unknown>();
  readonly #parts = new Map<string, Map<string, Part>>();

  /**
   * @param service label on every metric.
   * @param defaults adds Node's own metrics (memory, event loop, garbage collection); true by default.
   */
  constructor({ service, defaults = true }: { readonly service: string; readonly defaults?: boolean }) {
    this.#service = service;
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
      help: 'Memory limit of the process: that of its container, else the memory of the machine.',
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

  /**
   * Declares a histogram of requests. A label of prom-client is looked up once, because each look-up costs as much as the rest of an
   * observation.
   */
  latency<Label extends string>(spec: MetricSpec<Label> & { readonly buckets: readonly number[] }): ObserveLatency<Label> {
    const histogram = this.#once(
      spec.name,
      (value): value is Histogram => value instanceof Histogram,
      () => {
        const configured = { ...this.#configure<string>(spec), buckets: [...spec.buckets], enableExemplars: true };
        // prom-client refuses to make one with exemplars in a registry of the plain format, and takes it there afterwards.
        const made = new Histogram({ ...configured, registers: [] });
        this.#registry.registerMetric(made);
        return made;
      },
    );
    const labelled = new Map<string, { observe(seconds: number): void }>();
    return (labels, seconds, recorded) => {
      if (recorded !== undefined)
        return histogram.observe({ labels: { ...labels }, value: seconds, exemplarLabels: exemplarOf(recorded) });
      const values = (spec.labels ?? []).map((label) => labels[label]);
      const name = values.join(' ');
      const known = labelled.get(name) ?? histogram.labels(...values);
      labelled.set(name, known);
      known.observe(seconds);
    };
  }

  /** All metrics in the Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /**
   * All metrics in the format that the scraper asks for.
   *
   * @param accept its `Accept`: OpenMetrics, which alone has exemplars, has to be named there.
   */
  async page(accept: string | undefined): Promise<MetricsPage> {
    if (!asksForOpenMetrics(accept)) return { contentType: this.#registry.contentType, text: await this.text() };
    const registry = new Registry<RegistryContentType>();
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    registry.setDefaultLabels({ service: this.#service });
    // prom-client takes `_total` off the name of a counter that it writes so: the other format has it, and keeps the counter itself.
    for (const { name } of this.#registry.getMetricsAsArray()) {
      const metric = this.#registry.getSingleMetric(name);
      if (metric) registry.registerMetric(metric instanceof Counter ? Object.create(metric) : metric);
    }
    return { contentType: registry.contentType, text: await registry.metrics() };
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

/** Declares the histogram of requests that every server has. */
export function observeRequests(metrics: Metrics): ObserveLatency<'method' | 'status'> {
  return metrics.latency({
    name: 'http_request_seconds',
    help: 'Time from a request to the end of its response.',
    labels: ['method', 'status'],
    buckets: LATENCY_BUCKETS,
  });
}

/** The exemplar's only label, far below the 128 characters that it may have. */
const exemplarOf = (traceparent: string): Record<string, string> => ({ trace_id: traceFields(traceparent).trace_id ?? '' });

/** Parameters beside version and weight do not matter: a Prometheus of 3.x sends `escaping`. */
function asksForOpenMetrics(accept = ''): boolean {
  const weights = { 'application/openmetrics-text': 0, 'text/plain': 0 };
  for (const range of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    const { version = '1.0.0', q = '1' } = Object.fromEntries(parameters.map((each) => each.split('=')));
    if (type === 'text/plain') weights[type] = Math.max(weights[type], Number(q));
    if (type === 'application/openmetrics-text' && version === '1.0.0') weights[type] = Math.max(weights[type], Number(q));
  }
  return weights['application/openmetrics-text'] > 0 && weights['application/openmetrics-text'] >= weights['text/plain'];
}
