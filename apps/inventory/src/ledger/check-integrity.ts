import { type IntegrityReport, MAX_DIFFERENCES } from '@fulfilment/contracts';
import { type Clock, compareText, type Tenant, tenantKey } from '@fulfilment/kernel';
import {
  auditReturn,
  auditShipment,
  auditSku,
  type Difference,
  LedgerSums,
  missingSku,
  type WrongBalance,
} from '../model/ledger.ts';
import { auditWarehouses } from '../model/warehouse-audit.ts';
import type { HeldSku, ReservedSku, StockAudit, StockPart } from './ledger-ports.ts';

/**
 * @param gone aborts when the caller has left.
 * @throws AppError `unavailable` where the tenant has a check already, too many wait, or the stock is too large for the time.
 */
export type CheckIntegrity = (tenant: Tenant, gone: AbortSignal) => Promise<IntegrityReport>;

/** Compares a tenant's stock, ledger and holds side by side by SKU, in parts; a ledger from its last checkpoint on. */
export function makeCheckIntegrity(audit: StockAudit, now: Clock): CheckIntegrity {
  return async (tenant, gone) => {
    const findings = new Findings();
    const asOf = now();
    await audit.inParts(tenantKey(tenant), (part) => compare(part, findings), gone);
    const { compared, differing, differences } = findings;
    return {
      as_of: asOf.toISOString(),
      consistent: differing === 0,
      compared,
      differing,
      differences: differences.map(({ locationId, ...difference }) => ({ ...difference, location_id: locationId })),
    };
  };
}

class Findings {
  readonly compared = { skus: 0, places: 0, movements: 0, holds: 0, reservations: 0, checkpoints: 0, earlier_movements: 0 };
  /** The first of them. */
  readonly differences: Difference[] = [];
  differing = 0;

  readonly differs = (difference: Difference): void => {
    this.differing += 1;
    if (this.differences.length < MAX_DIFFERENCES) this.differences.push(difference);
  };
}

const NOTHING: HeldSku = {
  sku: '',
  held: 0,
  firm: 0,
  waiting: 0,
  exceeding: 0,
  unheld: 0,
  sourced: 0,
  unevenLines: 0,
  unevenPortions: 0,
  lines: 0,
};
const NOTHING_RESERVED: ReservedSku = { sku: '', kept: 0, reservations: 0, inWarehouses: [] };

async function compare(part: StockPart, { compared, differs }: Findings): Promise<void> {
  for (const sku of part.damaged) differs(damagedCheckpoint(sku));
  const orphanOf = (namedBy: string) => oncePerSku((sku) => differs(missingSku(sku, namedBy)));
  const ledger = alongside(part.movements(), orphanOf('movements'));
  const holds = alongside(part.holds(), orphanOf('orders'));
  // Orders that hold what does not exist are told of already.
  const sourced = alongside(part.sources(), () => undefined);
  const reservations = alongside(part.reserved(), orphanOf('reservations'));
  for (const sku of part.skus) {
    const checkpoint = part.checkpoints.get(sku.code);
    const sums = new LedgerSums(checkpoint?.balances);
    if (checkpoint) compared.checkpoints += 1;
    compared.earlier_movements += checkpoint?.entries ?? 0;
    for await (const entry of ledger.of(sku.code)) {
      compared.movements += 1;
      const wrong = sums.take(entry);
      if (wrong) differs(wrongBalance(wrong));
    }
    const [held = NOTHING] = await Array.fromAsync(holds.of(sku.code));
    const sources = await Array.fromAsync(sourced.of(sku.code));
    const [reserved = NOTHING_RESERVED] = await Array.fromAsync(reservations.of(sku.code));
    compared.skus += 1;
    compared.places += sku.stock.length;
    compared.holds += held.lines;
    compared.reservations += reserved.reservations;
    const { unsellable, warehouseOf } = part;
    const audit = { ledger: sums, holds: held, sources, reserved, unsellable, warehouseOf };
    for (const difference of [...auditSku(sku, audit), ...auditWarehouses(sku, audit)]) differs(difference);
  }
  await compareShipments(part, differs);
  await ledger.end();
  await holds.end();
  await sourced.end();
  await reservations.end();
}

async function compareShipments(part: StockPart, differs: Findings['differs']): Promise<void> {
  for await (const shipment of part.shipments()) for (const difference of auditShipment(shipment)) differs(difference);
  for await (const returned of part.returns()) for (const difference of auditReturn(returned)) differs(difference);
}

/** Many rows may name one SKU; they come together. */
function oncePerSku(tell: (sku: string) => void): (row: { readonly sku: string }) => void {
  let told: string | undefined;
  return ({ sku }) => {
    if (sku !== told) tell(sku);
    told = sku;
  };
}

function damagedCheckpoint(sku: string): Difference {
  const message = 'The checkpoint of the ledger is damaged; all movements of the SKU were read in its place.';
  return { check: 'ledger_is_whole', sku, locationId: null, expected: null, found: null, message };
}

function wrongBalance({ entry: { sku, version, locationId, balance }, expected }: WrongBalance): Difference {
  const message = `The movement of version ${version} states a balance of ${balance} at the location; it leaves ${expected}.`;
  return { check: 'ledger_is_whole', sku, locationId, expected, found: balance, message };
}

/** Rows of a stream that is sorted by SKU, for a walk over the same SKUs in the same order. */
interface Alongside<Row> {
  /** The rows of a SKU, to be read to their end. Rows of earlier SKUs that were not asked for are orphans. */
  readonly of: (sku: string) => AsyncIterable<Row>;
  /** Makes orphans of what is left. */
  readonly end: () => Promise<void>;
}

/** Walks a sorted stream beside another one, so that two collections of any size are compared in constant memory. */
function alongside<Row extends { readonly sku: string }>(rows: AsyncIterable<Row>, onOrphan: (row: Row) => void): Alongside<Row> {
  const source = rows[Symbol.asyncIterator]();
  let next: IteratorResult<Row> | undefined;
  const look = async (): Promise<IteratorResult<Row>> => (next ??= await source.next());
  const passOver = async (isReached: (sku: string) => boolean): Promise<void> => {
    for (let row = await look(); row.done !== true && !isReached(row.value.sku); row = await look()) {
      onOrphan(row.value);
      next = undefined;
    }
  };
  return {
    of: async function* (sku) {
      await passOver((reached) => compareText(reached, sku) >= 0);
      for (let row = await look(); row.done !== true && row.value.sku === sku; row = await look()) {
        next = undefined;
        yield row.value;
      }
    },
    end: () => passOver(() => false),
  };
}
