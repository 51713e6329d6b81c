import type { Metrics } from '@fulfilment/observability';

interface GaugeSpec<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

/** Values by their labels, as they are at the moment of a scrape. */
export type Readings<Label extends string> = readonly {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}[];

type Read = () => Promise<Readings<string>>;

const readers = new WeakMap<Metrics, Map<string, Map<string, Read>>>();

/**
 * Adds to a gauge that several parts of a process fill, each with labels of its own. A reading that fails is left out:
 * a store that is away must not take the other metrics with it.
 *
 * @param part names who reads; the same part replaces its reading.
 */
export function addToGauge<Label extends string>(
  metrics: Metrics,
  spec: GaugeSpec<Label>,
  { part, read }: { readonly part: string; readonly read: () => Promise<Readings<Label>> },
): void {
  const gauges = readers.get(metrics) ?? new Map<string, Map<string, Read>>();
  readers.set(metrics, gauges);
  const known = gauges.get(spec.name);
  const parts = known ?? new Map<string, Read>();
  gauges.set(spec.name, parts);
  parts.set(part, read);
  if (known) return;
  metrics.gauge<string>(spec, async (gauge) => {
    const readings = await Promise.all(Array.from(parts.values(), (readPart) => readPart().catch(() => [])));
    for (const { labels, value } of readings.flat()) gauge.set(labels, value);
  });
}
