import { type SendRequests, type SentRequests, sentRequests } from '../load/jobs.ts';
import type { LoadProcess } from '../load/start-process.ts';
import type { Customer, Subject } from '../subject.ts';

/** The extent of a measurement. */
export interface Extent {
  readonly rounds: number;
  /** Of one round of reads. */
  readonly roundMs: number;
  /** In which orders are created; as many are then packed and shipped. */
  readonly ordersMs: number;
  readonly scansMs: number;
  /** In which scans are recorded whose events are delivered to one endpoint, and to several. */
  readonly eventsMs: number;
}

export const FULL: Extent = { rounds: 5, roundMs: 2_000, ordersMs: 6_000, scansMs: 5_000, eventsMs: 2_000 };
export const QUICK: Extent = { rounds: 2, roundMs: 1_000, ordersMs: 1_500, scansMs: 1_500, eventsMs: 500 };

/** The parts that a measure works with. */
export interface Bench {
  readonly subject: Subject;
  readonly customer: Customer;
  readonly load: LoadProcess;
  readonly extent: Extent;
}

/** The rate of one measured action. */
export interface Rate {
  readonly what: string;
  readonly perSecond: number;
  /** Milliseconds that half of the answers took at most; missing where there are no answers. */
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** A note on the number; empty if there is none. */
  readonly remark: string;
}

/** The rate of the answers that were a success; the others are remarked on. */
export function rateOf(what: string, sent: SentRequests, remark = ''): Rate {
  const { statuses, elapsedMs, p50Ms, p99Ms } = sent;
  const others = Object.entries(statuses).filter(([status]) => !isSuccess(status));
  const remarks = [remark, ...others.map(([status, count]) => `${count} × ${status}`)].filter((text) => text !== '');
  return { what, perSecond: (successes(sent) / elapsedMs) * 1_000, p50Ms, p99Ms, remark: remarks.join(', ') };
}

export function successes({ statuses }: Pick<SentRequests, 'statuses'>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => (isSuccess(status) ? sum + count : sum), 0);
}

/** The middle one of what was measured. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

// 202 says that it is not done yet.
const isSuccess = (status: string): boolean => status === '200' || status === '201';

/** The parts by which a customer sends requests through the gateway. */
export type Sender = Pick<Bench, 'subject' | 'customer' | 'load'>;

type Requests = Pick<SendRequests, 'method' | 'paths' | 'cycle' | 'atOnce' | 'forMs'> & { readonly body?: object };

export function send({ subject, customer, load }: Sender, { body, ...requests }: Requests): Promise<SentRequests> {
  const addressed = { kind: 'send-requests', origin: subject.gatewayUrl, headers: customer.headers } as const;
  return load.run({ ...addressed, ...requests, body: body && JSON.stringify(body) }, sentRequests);
}

/** Sends one POST. @throws Error if it is refused. */
export async function post(sender: Sender, path: string, body: object): Promise<void> {
  const sent = await send(sender, { method: 'POST', paths: [path], cycle: false, body, atOnce: 1, forMs: 60_000 });
  if (successes(sent) !== 1) throw new Error(`POST ${path} was refused: ${JSON.stringify(sent.statuses)}`);
}

/** Milliseconds, or nothing. */
export const ms = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);

const MIB = 1_048_576;
/** Bytes in MiB. */
export const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
/** A table whose columns are aligned in the text too. */
export function markdown(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
