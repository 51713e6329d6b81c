import { PROCESSES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { connectClient, requireSchema } from '@fulfilment/mongo';
import { MongoClient } from 'mongodb';
import { deadLettersCheck, outboxCheck } from './checks/outbox.ts';
import { coldLedgerCheck } from './checks/cold-ledger.ts';
import { deliveriesCheck } from './checks/deliveries.ts';
import { eventStoreCheck, feedCheck, orderEventsCheck } from './checks/order-events.ts';
import { locationEventsCheck } from './checks/location-events.ts';
import { scanEventsCheck } from './checks/scan-events.ts';
import { lowStockCheck, stockEventsCheck } from './checks/stock-events.ts';
import { ordersCheck } from './checks/orders.ts';
import { scanMovesCheck } from './checks/scan-moves.ts';
import { skuFactsCheck } from './checks/sku-facts.ts';
import { receiptsCheck, repeatsCheck, stepsCheck } from './checks/steps.ts';
import { stockCheck } from './checks/stock.ts';
import { tenantsCheck } from './checks/tenants.ts';
import { type Found, foundTwice, NOTHING_FOUND, shorten, together } from './findings.ts';
import { type Check, type Databases, lookAt, type Piece } from './look.ts';

/** The stores to look at, and for how long. */
export interface VerifyOptions {
  readonly mongodbUrl: string;
  /** Where each service keeps what it owns: `databasesOf(namespace)`. */
  readonly databases: Databases;
  /** Milliseconds for which work under way may go on before what is left of it counts as a difference; 30 000 by default. */
  readonly patienceMs?: number;
  /** True to read each ledger from its beginning and to hold its checkpoint against it; else it is read from the checkpoint on. */
  readonly full?: boolean;
  /** Told once before the wait, with the number of differences that may end by themselves. */
  readonly onWait?: (differing: number) => void;
  /** Told after each piece. */
  readonly onProgress?: (progress: Progress) => void;
  /** Documents of the collection that is walked in a piece; 1 000 by default. */
  readonly pieceSize?: number;
}

/** How far a check is. */
export interface Progress {
  /** The check. */
  readonly name: string;
  /** Pieces that it has compared. */
  readonly pieces: number;
  readonly compared: Found['compared'];
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
const PIECE_SIZE = 1_000;

/**
 * Holds the invariants against a system, running or not, and changes nothing. Each check walks what it compares in pieces, each piece as all
 * stores stood at one moment, and in bounded memory, so that it ends however much there is. Where work under way looks like a difference,
 * the pieces with one are looked at again at the end, and only what is there at every look of the patience counts.
 *
 * @throws ConfigError where the store does not answer within 5 s, is none that this release runs on, or lacks the database of a service.
 */
export async function verifySystem({
  mongodbUrl,
  databases,
  patienceMs = PATIENCE_MS,
  full = false,
  pieceSize = PIECE_SIZE,
  onWait,
  onProgress,
}: VerifyOptions): Promise<VerifyReport> {
  const client = new MongoClient(mongodbUrl, { appName: 'verify', serverSelectionTimeoutMS: SERVER_SELECTION_MS });
  try {
    await connectClient(client);
    for (const service of PROCESSES) await requireSchema(client.db(databases[service]), service);
    const results = CHECKS.map((check) => new CheckResult(check));
    for (const result of results) {
      const onPiece = (piece: Piece): void => {
        const progress = result.add(piece);
        onProgress?.(progress);
      };
      await lookAt({ client, databases, full, pieceSize, onPiece }, result.check.run);
    }
    await lookAgain(results, { patienceMs, onWait });
    return reportOf(results);
  } finally {
    await client.close();
  }
}

async function lookAgain(
  results: readonly CheckResult[],
  { patienceMs, onWait }: { readonly patienceMs: number; readonly onWait: VerifyOptions['onWait'] },
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let waits = 0; Date.now() < deadline; waits += 1) {
    const open = results.filter(({ passing }) => passing > 0);
    if (open.length === 0) return;
    if (waits === 0) onWait?.(open.reduce((sum, { passing }) => sum + passing, 0));
    await delay(BETWEEN_LOOKS_MS);
    for (const result of open) await result.lookAgain();
  }
}

/** Differences whose pieces are looked at again, of one check; where there are more, they are told as they are. */
const LOOKED_AT_AGAIN = 20_000;

/** The findings of one check: of the pieces that are settled, and of those where a difference may end by itself. */
class CheckResult {
  readonly check: Check;
  #settled: Found = NOTHING_FOUND;
  #open: Piece[] = [];
  #pieces = 0;

  constructor(check: Check) {
    this.check = check;
  }

  /** The differences that may end by themselves. */
  get passing(): number {
    return this.#open.reduce((sum, { found }) => sum + found.differing, 0);
  }

  /** @returns how far the check is. */
  add(piece: Piece): Progress {
    this.#pieces += 1;
    const isOpen = this.check.isTransient && piece.found.differing > 0;
    if (isOpen && this.passing + piece.found.differing <= LOOKED_AT_AGAIN) this.#open.push(piece);
    else this.#settled = together([this.#settled, piece.found]);
    return { name: this.check.name, pieces: this.#pieces, compared: this.#settled.compared };
  }

  async lookAgain(): Promise<void> {
    const open: Piece[] = [];
    for (const { found, again } of this.#open) {
      const both = foundTwice(found, await again());
      if (both.differing > 0) open.push({ found: both, again });
      else this.#settled = together([this.#settled, both]);
    }
    this.#open = open;
  }

  found(): Found {
    return together([this.#settled, ...this.#open.map(({ found }) => found)]);
  }
}

function reportOf(results: readonly CheckResult[]): VerifyReport {
  const checks = results.map((result) => {
    const { invariant, name, promise } = result.check;
    return { invariant, name, promise, ...shorten(result.found()) };
  });
  return { clean: checks.every(({ differing }) => differing === 0), checks };
}

/** All that is held against the stores, in the order of the invariants. */
export const CHECKS: readonly Check[] = [
  stockCheck,
  coldLedgerCheck,
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
  const state = differing === 0 ? 'ok' : 'DIFFERS';
  const found = differing === 0 ? '' : `: ${counted(differing, 'difference')}`;
  return `${invariant} ${name.padEnd(width)}  ${state.padEnd(7)}  ${countsOf(compared).join(', ') || 'nothing to compare'}${found}`;
}

/** The counts of what was compared, by kind: `orders 12 345`. */
export function countsOf(compared: Found['compared']): readonly string[] {
  return Object.entries(compared).map(([what, count]) => `${what} ${grouped(count)}`);
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
