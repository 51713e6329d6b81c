import { delay } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { deadLettersCheck, outboxCheck } from './checks/outbox.ts';
import { deliveriesCheck } from './checks/deliveries.ts';
import { eventStoreCheck, feedCheck, orderEventsCheck } from './checks/order-events.ts';
import { locationEventsCheck } from './checks/location-events.ts';
import { scanEventsCheck } from './checks/scan-events.ts';
import { lowStockCheck, stockEventsCheck } from './checks/stock-events.ts';
import { ordersCheck, receiptsCheck, repeatsCheck, stepsCheck } from './checks/orders.ts';
import { scanMovesCheck } from './checks/scan-moves.ts';
import { skuFactsCheck } from './checks/sku-facts.ts';
import { stockCheck } from './checks/stock.ts';
import { tenantsCheck } from './checks/tenants.ts';
import { type Check, type Databases, type Found, foundTwice, type LookOptions, openFindings, openLook, shorten } from './look.ts';

/** The stores to look at, and for how long. */
export interface VerifyOptions {
  readonly mongodbUrl: string;
  /** Where each service keeps what it owns: `databasesOf(namespace)`. */
  readonly databases: Databases;
  /** Milliseconds for which work under way may go on before what is left of it counts as a difference; 30 000 by default. */
  readonly patienceMs?: number;
  /** True to read each ledger from its beginning and to hold its checkpoint against it; else it is read from the checkpoint on. */
  readonly full?: boolean;
  /** Told once before the wait, with the number of differences that may pass. */
  readonly onWait?: (differing: number) => void;
}

/** The result of one check. */
export interface CheckReport extends Found {
  readonly invariant: number;
  readonly name: string;
  readonly promise: string;
}

export interface VerifyReport {
  /** True if nothing differs. */
  readonly clean: boolean;
  readonly checks: readonly CheckReport[];
}

const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 1_000;
const SERVER_SELECTION_MS = 5_000;

/**
 * Holds the invariants against a system, running or not, and changes nothing. Each check reads all stores as they stood at one
 * moment (stock part by part, each at one), in constant memory. Where work under way looks like a difference, only what is there at every look of the
 * patience counts, so that it may be asked under load.
 *
 * @throws MongoServerSelectionError where the store does not answer within 5 s.
 */
export async function verifySystem({
  mongodbUrl,
  databases,
  patienceMs = PATIENCE_MS,
  full = false,
  onWait,
}: VerifyOptions): Promise<VerifyReport> {
  const client = new MongoClient(mongodbUrl, { appName: 'verify', serverSelectionTimeoutMS: SERVER_SELECTION_MS });
  try {
    const deadline = Date.now() + patienceMs;
    const found = new Map<Check, Found>();
    for (const check of CHECKS) found.set(check, await lookOnce(check, { client, databases, full }));
    for (let waits = 0; Date.now() < deadline; waits += 1) {
      const open = Array.from(found).filter(([check, { differing }]) => check.isTransient && differing > 0);
      if (open.length === 0) break;
      if (waits === 0) onWait?.(open.reduce((sum, [, { differing }]) => sum + differing, 0));
      await delay(BETWEEN_LOOKS_MS);
      for (const [check, before] of open)
        found.set(check, foundTwice(before, await lookOnce(check, { client, databases, full })));
    }
    return reportOf(found);
  } finally {
    await client.close();
  }
}

async function lookOnce(check: Check, of: Pick<LookOptions, 'client' | 'databases' | 'full'>): Promise<Found> {
  const findings = openFindings();
  await of.client.withSession({ snapshot: true }, (session) =>
    check.run(openLook({ ...of, session, findings, now: new Date() })),
  );
  return findings.close();
}

function reportOf(found: ReadonlyMap<Check, Found>): VerifyReport {
  const checks = Array.from(found, ([{ invariant, name, promise }, each]) => ({ invariant, name, promise, ...shorten(each) }));
  return { clean: checks.every(({ differing }) => differing === 0), checks };
}

/** All that is held against the stores, in the order of the invariants. */
export const CHECKS: readonly Check[] = [
  stockCheck,
  ordersCheck,
  scanMovesCheck,
  outboxCheck,
  orderEventsCheck,
  stockEventsCheck,
  skuFactsCheck,
  locationEventsCheck,
  scanEventsCheck,
  eventStoreCheck,
  feedCheck,
  deliveriesCheck,
  stepsCheck,
  receiptsCheck,
  repeatsCheck,
  lowStockCheck,
  tenantsCheck,
  deadLettersCheck,
];

/** The report for people: a line for each check, with what was compared and what differed. */
export function reportText({ checks, clean }: VerifyReport): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap((check) => [checkLine(check, width), ...details(check)]);
  const differing = checks.reduce((sum, check) => sum + check.differing, 0);
  return [...lines, '', clean ? 'Nothing differs.' : `${counted(differing, 'difference')}.`].join('\n');
}

function checkLine({ invariant, name, differing, compared }: CheckReport, width: number): string {
  const verdict = differing === 0 ? 'ok' : 'DIFFERS';
  const counts = Object.entries(compared).map(([what, count]) => `${what} ${grouped(count)}`);
  const found = differing === 0 ? '' : `: ${counted(differing, 'difference')}`;
  return `${invariant} ${name.padEnd(width)}  ${verdict.padEnd(7)}  ${counts.join(', ') || 'nothing to compare'}${found}`;
}

function details({ differing, differences, notes }: CheckReport): string[] {
  const more = differing - differences.length;
  return [
    ...differences.map((text) => `    ${text}`),
    ...(more > 0 ? [`    and ${grouped(more)} more`] : []),
    ...notes.map((text) => `    open: ${text}`),
  ];
}

function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** 12 345 as `12 345`. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
