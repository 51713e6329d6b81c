import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Named<Label extends string> {
  /** snake_case with its unit at the end, without the common prefix: `outbox_oldest_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** The process's Prometheus metrics. Making one twice gives the same one. */
export interface Metrics {
  counter<Label extends string>(spec: Named<Label>): Counter<Label>;
  /** @param read called at each scrape, where the value is looked up rather than kept. */
  gauge<Label extends string>(spec: Named<Label>, read?: (gauge: Gauge<Label>) => void | Promise<void>): Gauge<Label>;
  histogram<Label extends string>(spec: Named<Label> & { readonly buckets: readonly number[] }): Histogram<Label>;
  /** Everything in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

const PREFIX = 'fulfilment_';

/** Bounds in seconds that suit answers from a millisecond to the gateway's deadline. */
export const LATENCY_BUCKETS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * @param service label on every metric.
 * @param defaults whether Node's own metrics (memory, event loop, garbage collection) are among them.
 */
export function makeMetrics({ service, defaults = true }: { readonly service: string; readonly defaults?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (defaults) collectDefaultMetrics({ register: registry });
  const made = new Map<string, unknown>();
  const once = <Metric>(name: string, isMetric: (value: unknown) => value is Metric, make: () => Metric): Metric => {
    const known = made.get(name);
    if (isMetric(known)) return known;
    const metric = make();
    made.set(name, metric);
    return metric;
  };
  const basics = <Label extends string>({ name, help, labels = [] }: Named<Label>) => ({
    name: PREFIX + name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: <Label extends string>(spec: Named<Label>) =>
      once(
        spec.name,
        (value): value is Counter<Label> => value instanceof Counter,
        () => new Counter<Label>(basics(spec)),
      ),
    gauge: <Label extends string>(spec: Named<Label>, read?: (gauge: Gauge<Label>) => void | Promise<void>) =>
      once(
        spec.name,
        (value): value is Gauge<Label> => value instanceof Gauge,
        () => {
          const gauge: Gauge<Label> = new Gauge<Label>({ ...basics(spec), ...(read ? { collect: () => read(gauge) } : {}) });
          return gauge;
        },
      ),
    histogram: <Label extends string>(spec: Named<Label> & { readonly buckets: readonly number[] }) =>
      once(
        spec.name,
        (value): value is Histogram<Label> => value instanceof Histogram,
        () => new Histogram<Label>({ ...basics(spec), buckets: [...spec.buckets] }),
      ),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
