import type { ReceiveReturnBody } from '@fulfilment/contracts';
import { newKey } from '../../../../api/named-call.ts';
import { Store } from '../../../../api/store.ts';
import type { ReturnRecord } from '../../../../api/types.ts';
import type { Disposition } from '../return-states.tsx';

/** Units of a line that were scanned one by one, with what is to become of them; an empty location is the one by default. */
export interface ScannedUnits {
  readonly line_id: string;
  readonly sku: string;
  readonly disposition: Disposition;
  readonly location: string;
  readonly quantity: number;
}

/** A receipt that was sent, and has no answer yet. However often it is sent under its key, it counts once. */
export interface SentReceipt {
  readonly key: string;
  /** When it was sent first, Unix milliseconds. */
  readonly at: number;
  readonly units: readonly ScannedUnits[];
}

/** The units of one return that were scanned in this browser and are not received yet, the latest last. */
export interface Draft {
  readonly units: readonly ScannedUnits[];
  readonly sent: SentReceipt | null;
}

const EMPTY: Draft = { units: [], sent: null };

/** The server knows a key for at least 24 hours: a receipt that is kept for less counts once. */
const KEPT_MS = 23 * 3_600_000;

/** A draft that the browser keeps under a name, also over a reload; one that keeps nothing has it for as long as the page is open. */
export class ReceiptDraft {
  readonly state: Store<Draft>;
  readonly #name: string;

  constructor(name: string) {
    this.#name = `fulfilment.receipt.${name}`;
    this.state = new Store(read(this.#name));
  }

  /** Counts one unit. */
  add(unit: Omit<ScannedUnits, 'quantity'>): void {
    this.#set({ units: merged(this.#draft.units, { ...unit, quantity: 1 }) });
  }

  /** Takes one unit back. */
  undo(group: ScannedUnits): void {
    const units = this.#draft.units.map((each) => (each === group ? { ...each, quantity: each.quantity - 1 } : each));
    this.#set({ units: units.filter(({ quantity }) => quantity > 0) });
  }

  /** The receipt that waits for its answer, or else a new one of all that was scanned. @param nowMs Unix milliseconds. */
  begin(nowMs: number): SentReceipt | null {
    const { units, sent } = this.#draft;
    if (sent !== null || units.length === 0) return sent;
    const receipt = { key: newKey(), at: nowMs, units };
    this.#set({ units: [], sent: receipt });
    return receipt;
  }

  /** Forgets a receipt that was taken; the units of a refused one wait again. */
  end({ key, units }: SentReceipt, isTaken: boolean): void {
    if (this.#draft.sent?.key !== key) return;
    this.#set({ sent: null, ...(isTaken ? {} : { units: this.#draft.units.reduce(merged, units) }) });
  }

  get #draft(): Draft {
    return this.state.get();
  }

  #set(change: Partial<Draft>): void {
    const draft = { ...this.#draft, ...change };
    this.state.set(draft);
    write(this.#name, draft);
  }
}

/** Groups with some more units: those of one line, disposition and location are one, at the end. */
function merged(groups: readonly ScannedUnits[], more: ScannedUnits): readonly ScannedUnits[] {
  const isSame = (each: ScannedUnits): boolean =>
    each.line_id === more.line_id && each.disposition === more.disposition && each.location === more.location;
  const before = groups.find(isSame)?.quantity ?? 0;
  return [...groups.filter((each) => !isSame(each)), { ...more, quantity: before + more.quantity }];
}

/** Units in groups. @param lineId those of one line; of all without it. */
export function unitsIn(groups: readonly ScannedUnits[], lineId?: string): number {
  return groups.filter(({ line_id: id }) => lineId === undefined || id === lineId).reduce((sum, each) => sum + each.quantity, 0);
}

/** The units of a line that were scanned and are not received yet, those on their way among them. */
export function scannedOf({ units, sent }: Draft, lineId?: string): number {
  return unitsIn(units, lineId) + unitsIn(sent?.units ?? [], lineId);
}

/** The line that a unit of a SKU counts for: the first that still expects one; `enough` where none does, `none` where none has the SKU. */
export function lineFor(
  { lines }: Pick<ReturnRecord, 'lines'>,
  draft: Draft,
  sku: string,
): ReturnRecord['lines'][number] | 'enough' | 'none' {
  const ofSku = lines.filter((line) => line.sku === sku);
  if (ofSku.length === 0) return 'none';
  return ofSku.find(({ line_id: id, expected }) => expected > scannedOf(draft, id)) ?? 'enough';
}

/** The body of a receipt. */
export function receiptOf({ units }: SentReceipt): ReceiveReturnBody {
  return {
    lines: units.map(({ line_id, quantity, disposition, location }) => ({
      line_id,
      quantity,
      disposition,
      ...(location === '' ? {} : { location }),
    })),
  };
}

function read(name: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (!isDraft(kept)) return EMPTY;
    // Of an older receipt the numbers of the return say whether it was taken.
    const isYoung = kept.sent !== null && Date.now() - kept.sent.at < KEPT_MS;
    return isYoung ? kept : { ...kept, sent: null };
  } catch {
    return EMPTY;
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'units' in value && Array.isArray(value.units) && 'sent' in value;
}

function write(name: string, draft: Draft): void {
  try {
    if (scannedOf(draft) === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // The page has it.
  }
}
