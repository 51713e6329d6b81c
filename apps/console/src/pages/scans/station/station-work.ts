import { newKey } from '../../../api/named-call.ts';
import { ApiProblem, ConnectionLost, Interrupted } from '../../../api/problem.ts';
import { Store } from '../../../api/store.ts';
import type { Environment, SkuRecord } from '../../../api/types.ts';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import type { ScanOutcome } from '../../../parts/scanning/scan-field.tsx';
import type { ScanTone } from '../../../parts/scanning/scan-sounds.ts';
import type { ScanQueue } from '../scan-queue.ts';
import { leftOf, lineFor, lineOf, type Task, type TaskChoice } from './task.ts';
import { isEmpty, openParcel, type UnitsByLine } from './parcels.ts';
import { stationWords as words } from './station-strings.ts';

/** The choices that stay until they are changed, also over a reload. */
export interface KeptWork {
  /** The location that codes are scanned at, or that units are put away to; empty for none. */
  readonly place: string;
  /** The location that units are put away from. */
  readonly from: string;
  /** False where receiving and counting are recorded without a change of stock. */
  readonly applies: boolean;
  /** The id of the order or fulfilment in hand. */
  readonly task: string;
  /** Units that were scanned of the task in hand, by line. */
  readonly scanned: UnitsByLine;
  /** Those of them that are in each closed parcel. */
  readonly parcels: readonly UnitsByLine[];
}

export const NOTHING_KEPT: KeptWork = { place: '', from: '', applies: true, task: '', scanned: {}, parcels: [] };

export interface WorkState extends KeptWork {
  /** Units that the next code stands for. */
  readonly quantity: number;
  /** The code whose counted units are asked for; null where none is. */
  readonly asked: string | null;
  readonly inHand: Task | undefined;
  /** Tasks to choose from, where a code stands for several. */
  readonly choices: readonly TaskChoice[];
  /** The last code that was scanned with an order in hand which is to be shipped. */
  readonly tracking: string;
  readonly outcome: ScanOutcome | undefined;
}

interface WorkParts {
  readonly mode: StationMode;
  readonly environment: Environment;
  readonly queue: Pick<ScanQueue, 'add'>;
  readonly kept: KeptWork;
  readonly keep: (kept: KeptWork) => void;
  readonly play: (tone: ScanTone) => void;
  /** The path of a location by its path or id; undefined where there is none. */
  readonly findPlace: (code: string) => Promise<string | undefined>;
  readonly findTask: (code: string, mode: StationMode) => Promise<Task | readonly TaskChoice[] | string>;
  readonly findSku: (code: string) => Promise<Pick<SkuRecord, 'sku' | 'name'> | null>;
}

/** Modes whose codes may be locations, and those whose first code is an order. */
const OF_PLACES: readonly StationMode[] = ['lookup', 'receive', 'count', 'putaway', 'pick'];
const OF_ORDERS: readonly StationMode[] = ['pick', 'pack', 'ship'];
const MOST_UNITS = 1_000_000;
/** A number of units, the separator that tills take as well, and the code that they are of. */
const WITH_UNITS = /^(\d{1,7})\s*\*\s*(.*)$/;

/** A code, and the units that were typed before it. */
interface ReadCode {
  readonly code: string;
  readonly units?: number;
}

/** The work of one mode of the station: judges codes one after another, and queues what is to be sent. */
export class StationWork {
  readonly state: Store<WorkState>;
  readonly #parts: WorkParts;
  #judged = Promise.resolve();
  #confirm: (() => void) | undefined;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    const shown = { quantity: 1, asked: null, inHand: undefined, choices: [], tracking: '', outcome: undefined };
    this.state = new Store<WorkState>({ ...parts.kept, ...shown });
  }

  /** Takes a code from a scanner, the camera or the keyboard; those before it are judged first. */
  scan(code: string): void {
    this.#judged = this.#judged.then(() => this.#judge(code));
  }

  /** Ends when every code so far is judged. */
  judged(): Promise<void> {
    return this.#judged;
  }

  set(change: Partial<WorkState>): void {
    this.state.set({ ...this.state.get(), ...change });
    const { place, from, applies, task, scanned, parcels } = this.state.get();
    this.#parts.keep({ place, from, applies, task, scanned, parcels });
  }

  say(tone: ScanTone, text: string, isHeard = true): void {
    if (isHeard) this.#parts.play(tone);
    this.set({ outcome: { place: (this.state.get().outcome?.place ?? 0) + 1, tone, text } });
  }

  /** Takes up an order or fulfilment; what was scanned of it before is kept only if it was in hand. */
  take(task: Task): void {
    const { task: before, scanned, parcels } = this.state.get();
    const kept = before === task.id ? { scanned, parcels } : { scanned: {}, parcels: [] };
    this.set({ inHand: task, task: task.id, ...kept, choices: [], tracking: '' });
  }

  leave(): void {
    this.set({ inHand: undefined, task: '', scanned: {}, parcels: [], choices: [], tracking: '', outcome: undefined });
  }

  /** Closes the parcel that is being filled; the next codes go into another one. */
  nextParcel(): void {
    const { parcels } = this.state.get();
    const filled = openParcel(this.state.get());
    if (isEmpty(filled)) return;
    this.set({ parcels: [...parcels, filled] });
    this.say('good', words.nextInto(parcels.length + 2));
  }

  /** Has the step of the task in hand taken, after the codes so far: what Enter stands for while the field is empty. */
  confirm(): void {
    this.#judged = this.#judged.then(() => this.#confirm?.());
  }

  /** Sets what {@link confirm} does; undefined for nothing. */
  whenConfirmed(act: (() => void) | undefined): void {
    this.#confirm = act;
  }

  async #judge(code: string): Promise<void> {
    try {
      if (await this.#isAnswer(code)) return;
      if (await this.#isPlace(code)) return;
      await (OF_ORDERS.includes(this.#parts.mode) ? this.#ofTask(code) : this.#item(code));
    } catch (failure) {
      if (failure instanceof Interrupted) return;
      const isLost = failure instanceof ConnectionLost;
      this.say('bad', isLost ? words.noConnection(code) : failure instanceof ApiProblem ? failure.message : words.failed(code));
    }
  }

  /** True for the number of units that is asked for. A code in its place is told, and taken as the next one. */
  async #isAnswer(typed: string): Promise<boolean> {
    const { asked } = this.state.get();
    if (asked === null) return false;
    this.set({ asked: null });
    const units = /^\d{1,7}$/.test(typed) ? Number(typed) : Number.NaN;
    if (units <= MOST_UNITS) {
      this.set({ outcome: undefined });
      this.#add(asked, units);
      return true;
    }
    this.say('bad', words.notCounted(asked));
    return false;
  }

  async #isPlace(code: string): Promise<boolean> {
    const { mode, findPlace } = this.#parts;
    if (!OF_PLACES.includes(mode) || !mayBePlace(code)) return false;
    const path = await findPlace(code);
    if (path === undefined && code.startsWith('loc_')) this.say('bad', words.noPlace(code));
    if (path === undefined) return code.startsWith('loc_');
    this.set({ place: path });
    this.say('good', words.placeIs(path));
    return true;
  }

  async #item(scanned: string): Promise<void> {
    const { mode } = this.#parts;
    const { place, from, quantity } = this.state.get();
    if (mode === 'count' && place === '') return this.say('bad', words.placeFirst(scanned));
    if (mode === 'putaway' && (place === '' || from === '')) return this.say('bad', words.placesFirst(scanned));
    const read = mode === 'lookup' ? { code: scanned } : await this.#read(scanned);
    if (read === undefined) return undefined;
    if (mode === 'count' && read.units === undefined) return this.set({ asked: read.code });
    if (mode === 'count') this.set({ outcome: undefined });
    this.#add(read.code, read.units ?? quantity);
  }

  /**
   * Reads the units before a code, where no SKU has the whole of it as a code of its own. Without a code they are those of the next one.
   * Undefined where nothing is to be scanned, which is told.
   */
  async #read(scanned: string): Promise<ReadCode | undefined> {
    const [, number, code = ''] = WITH_UNITS.exec(scanned) ?? [];
    if (number === undefined || (await this.#parts.findSku(scanned)) !== null) return { code: scanned };
    const units = Number(number);
    if (!(await this.#takes({ code, units }))) {
      this.say('bad', words.notUnits(scanned));
      return undefined;
    }
    if (code !== '') return { code, units };
    this.set({ quantity: units });
    this.say('good', words.nextUnits(units));
    return undefined;
  }

  /** True for units that the mode takes before a code which is no location. */
  async #takes({ code, units }: Required<ReadCode>): Promise<boolean> {
    const { mode, findPlace } = this.#parts;
    const isCount = mode === 'count';
    if (units < (isCount ? 0 : 1) || units > MOST_UNITS || (isCount && code === '')) return false;
    return !mayBePlace(code) || (await findPlace(code)) === undefined;
  }

  #add(barcode: string, quantity: number, known: { readonly sku?: string; readonly orderId?: string } = {}): void {
    const { mode, environment, queue } = this.#parts;
    const { place, from, applies } = this.state.get();
    const isLookup = mode === 'lookup';
    queue.add({
      id: newKey(),
      environment,
      barcode,
      type: mode,
      scannedAt: new Date().toISOString(),
      ...(isLookup ? {} : { quantity, ...(place === '' ? {} : { location: place }) }),
      ...(mode === 'putaway' ? { from } : {}),
      ...(mode === 'receive' || mode === 'count' ? { apply: applies } : {}),
      ...known,
    });
    this.set({ quantity: 1 });
  }

  async #ofTask(code: string): Promise<void> {
    const { inHand } = this.state.get();
    if (inHand === undefined || /^(?:ord|ful)_/.test(code)) return await this.#open(code);
    if (this.#parts.mode !== 'ship') {
      const read = lineOf(inHand, code) ? { code } : await this.#read(code);
      return read && (await this.#count(inHand, read));
    }
    this.set({ tracking: code });
    this.say('good', words.trackingIs(code));
  }

  async #open(code: string): Promise<void> {
    const found = await this.#parts.findTask(code, this.#parts.mode);
    if (typeof found === 'string') return this.say('bad', found);
    if (isTask(found)) {
      this.take(found);
      return this.say('good', words.opened(found.name));
    }
    this.set({ choices: found });
    this.say('kept', words.choose(code));
  }

  /** Counts units of a code for the order in hand, or says why they do not count. */
  async #count(task: Task, { code, units: quantity = this.state.get().quantity }: ReadCode): Promise<void> {
    const { scanned } = this.state.get();
    // The SKUs of the order are at hand, so that its items are judged without a connection too.
    const found = lineOf(task, code)?.sku ?? (await this.#parts.findSku(code));
    if (found === null) return this.say('bad', words.unknown(code));
    const sku = typeof found === 'string' ? found : found.sku;
    const line = lineFor(task, scanned, { sku, quantity });
    if (line === 'none') return this.say('bad', words.wrongItem(sku, typeof found === 'string' ? '' : found.name));
    if (line === 'enough') return this.say('bad', words.tooMany(sku, quantity));
    this.#add(code, quantity, { sku, orderId: task.orderId });
    const now = { ...scanned, [line.id]: (scanned[line.id] ?? 0) + quantity };
    this.set({ scanned: now });
    const left = leftOf(task, now);
    this.say('good', left === 0 ? words.complete(task.name) : words.counted(sku, now[line.id] ?? 0, line.units, left));
  }
}

/** True for what may be the label of a location: its id, or a path, which has a colon or a slash. */
function mayBePlace(code: string): boolean {
  return /^loc_\w+$/.test(code) || /^[\w.-]+(?:[:/][\w.-]+){1,3}$/.test(code);
}

function isTask(found: Task | readonly TaskChoice[]): found is Task {
  return 'orderId' in found;
}
