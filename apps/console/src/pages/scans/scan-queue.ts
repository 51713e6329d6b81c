import { newKey } from '../../api/named-call.ts';
import { ApiProblem, ConnectionLost } from '../../api/problem.ts';
import { Store } from '../../api/store.ts';
import type { Environment, ScanRecord, SkuRecord } from '../../api/types.ts';

/** The types of scan that the station records; `other` was one of an earlier release. */
export const STATION_TYPES = ['lookup', 'receive', 'count', 'putaway', 'pick', 'pack', 'ship', 'other'] as const;
type StationType = (typeof STATION_TYPES)[number] & ScanRecord['type'];

/** A scan of this browser, as it is sent; it is kept until the server has answered for it. */
export interface KeptScan {
  /** Its `client_scan_id`: however often it is sent, it is recorded once. */
  readonly id: string;
  /** The account and the member that scanned it; no other member sends it. */
  readonly sender: string;
  readonly environment: Environment;
  readonly barcode: string;
  readonly type: StationType;
  /** Units of it; none of a plain look-up. */
  readonly quantity?: number;
  /** The id or path of the location that it names; of one that is put away, where its units go. */
  readonly location?: string;
  /** The id or path of the location that its units are taken from, of one that is put away. */
  readonly from?: string;
  readonly orderId?: string;
  /** The SKU of its barcode, where the station knew it. */
  readonly sku?: string;
  /** True where it changes stock as well. */
  readonly apply?: boolean;
  /** By the clock of the browser, RFC 3339 in UTC. */
  readonly scannedAt: string;
  /** The reason for which the server will not record it; null before that. */
  readonly refusal: string | null;
  /** The id of its record, while inventory has not decided on the change of stock that it asks for. */
  readonly recordId?: string;
  /** When a change was sent first that the server knows again for a day; Unix milliseconds. */
  readonly sentAt?: number;
}

/** A scan with how far it came, and the SKU of its code as it was then: null where no SKU has it, undefined where that was not read. */
export interface QueuedScan extends KeptScan {
  readonly isRecorded: boolean;
  readonly found?: SkuRecord | null | undefined;
}

/** The answer to a scan that was recorded: with `refusal` where inventory refused its change of stock. */
export interface ScanAnswer {
  readonly recordId: string;
  readonly isPending: boolean;
  readonly refusal: string | null;
  readonly found?: SkuRecord | null | undefined;
}

/** Where scans are kept beyond the life of a page. */
export interface ScanKeeper {
  /** The scans of all senders, in the order in which they were added. */
  all(): Promise<readonly KeptScan[]>;
  /** Keeps a scan, in place of the one that has its id. */
  put(scan: KeptScan): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Why the next scan was not sent: no connection, no session of its sender, or a server that cannot take it now. */
export type Obstacle = 'connection' | 'session' | 'server';

export interface QueueState {
  /** In the order in which they were scanned; of those that were recorded, the newest. */
  readonly scans: readonly QueuedScan[];
  /** Undefined while nothing stands in the way. */
  readonly obstacle: Obstacle | undefined;
  /** False where the browser keeps nothing: scans that wait end with the page. */
  readonly isKept: boolean;
  /** Scans of other senders that this browser keeps. */
  readonly ofOthers: number;
}

interface QueueParts {
  readonly sender: string;
  readonly keeper: ScanKeeper;
  /** Sends one scan. @throws SignedOut, ConnectionLost, ApiProblem, CannotRecord. */
  readonly send: (scan: KeptScan) => Promise<ScanAnswer>;
  /** Reads what became of a scan that was recorded. @throws as `send` does. */
  readonly look: (scan: KeptScan & { readonly recordId: string }) => Promise<ScanAnswer>;
}

/** The session of the browser is not that of a scan's sender. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** The scan cannot be done as it is, for the reason in its message. */
export class CannotRecord extends Error {
  override readonly name = 'CannotRecord';
}

const MOST_RECORDED = 30;
const FIRST_LOOK_MS = 150;
const LONGEST_LOOK_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * The scans of one sender on their way to the server: sent one by one in the order of scanning, each again until the server has answered
 * for it, also after the page was closed. A refused one stays beside its reason, and stops none behind it.
 */
export class ScanQueue {
  readonly state = new Store<QueueState>({ scans: [], obstacle: undefined, isKept: true, ofOthers: 0 });
  readonly #parts: QueueParts;
  /** Changes of what is kept, one after another. */
  #keeping: Promise<void> = Promise.resolve();
  /** Ids of the scans whose decision is being waited for. */
  readonly #followed = new Set<string>();
  #isLoaded = false;
  #isStarted = false;
  #isSending = false;
  #wake: () => void = () => undefined;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Reads what is kept, and sends what waits. */
  async start(): Promise<void> {
    this.#isStarted = true;
    if (!this.#isLoaded) await this.#load();
    for (const { id } of this.#scans.filter(isBeingApplied)) void this.#follow(id);
    await this.#sendWaiting();
  }

  /** Sends nothing from then on; what waits stays. */
  stop(): void {
    this.#isStarted = false;
    this.#wake();
  }

  /** Ends the wait for the next try. */
  hurry(): void {
    this.#wake();
  }

  add(scan: Omit<KeptScan, 'sender' | 'refusal'>): void {
    const kept = { ...scan, sender: this.#parts.sender, refusal: null };
    this.#change({ scans: [...this.#scans, { ...kept, isRecorded: false }] });
    this.#keep((keeper) => keeper.put(kept));
    if (this.#isLoaded) void this.#sendWaiting();
  }

  /** Sends a refused scan again: under another id where the server knows the first one as refused. */
  again(id: string): void {
    const refused = this.#scans.find((scan) => scan.id === id);
    if (refused === undefined) return;
    const { recordId, sentAt, ...scan } = { ...refused, refusal: null };
    const isKnown = recordId !== undefined || sentAt !== undefined;
    const next = isKnown ? { ...scan, id: newKey() } : scan;
    this.#change({ scans: this.#scans.map((each) => (each === refused ? next : each)) });
    const { isRecorded: _shown, found: _found, ...kept } = next;
    if (isKnown) this.#keep((keeper) => keeper.remove(id));
    this.#keep((keeper) => keeper.put(kept));
    void this.#sendWaiting();
  }

  /** Forgets a refused scan. */
  discard(id: string): void {
    this.#change({ scans: this.#scans.filter((scan) => scan.id !== id) });
    this.#keep((keeper) => keeper.remove(id));
  }

  get #scans(): readonly QueuedScan[] {
    return this.state.get().scans;
  }

  #change(change: Partial<QueueState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  #replace(id: string, change: Partial<Pick<QueuedScan, 'refusal' | 'recordId' | 'sentAt'>>): void {
    const scans = this.#scans.map((scan) => (scan.id === id ? { ...scan, ...change } : scan));
    this.#change({ scans });
    for (const { isRecorded: _shown, found: _found, ...kept } of scans.filter((scan) => scan.id === id))
      this.#keep((keeper) => keeper.put(kept));
  }

  #keep(change: (keeper: ScanKeeper) => Promise<void>): void {
    this.#keeping = this.#keeping.then(() => change(this.#parts.keeper)).catch(() => this.#change({ isKept: false }));
  }

  async #load(): Promise<void> {
    try {
      const kept = await this.#parts.keeper.all();
      const known = new Set(this.#scans.map(({ id }) => id));
      const own = kept.filter(({ id, sender }) => sender === this.#parts.sender && !known.has(id));
      const ofOthers = kept.filter(({ sender }) => sender !== this.#parts.sender).length;
      this.#change({ scans: [...own.map((scan) => ({ ...scan, isRecorded: false })), ...this.#scans], ofOthers });
    } catch {
      this.#change({ isKept: false });
    }
    this.#isLoaded = true;
  }

  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let failures = 0; ;) {
      const next = this.#scans.find(isWaiting);
      if (next === undefined || !this.#isStarted) break;
      try {
        // The server knows the key of a transfer for a day: its age counts from the first time that it is sent.
        if (next.from !== undefined && next.sentAt === undefined) this.#replace(next.id, { sentAt: Date.now() });
        const { isRecorded: _shown, found: _found, ...scan } = this.#scans.find(({ id }) => id === next.id) ?? next;
        const answer = await this.#parts.send(scan);
        failures = 0;
        this.#change({ obstacle: undefined });
        if (answer.isPending) this.#replace(next.id, { recordId: answer.recordId });
        if (answer.isPending) void this.#follow(next.id);
        else this.#settle(next.id, answer);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal !== undefined) this.#replace(next.id, { refusal });
        else {
          failures += 1;
          this.#change({ obstacle: obstacleOf(error) });
          await this.#pause(waitMsOf(error, failures));
        }
      }
    }
    this.#isSending = false;
  }

  /** Reads again and again what became of a recorded scan until inventory has decided; later scans do not wait for it. */
  async #follow(id: string): Promise<void> {
    if (this.#followed.has(id)) return;
    this.#followed.add(id);
    for (let waitMs = FIRST_LOOK_MS; await this.#isUndecided(id, waitMs); waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS));
    this.#followed.delete(id);
  }

  /** Looks after a wait at what became of a recorded scan. */
  async #isUndecided(id: string, waitMs: number): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const scan = this.#scans.find((each) => each.id === id);
    if (!this.#isStarted || scan?.recordId === undefined || !isBeingApplied(scan)) return false;
    try {
      const answer = await this.#parts.look({ ...scan, recordId: scan.recordId });
      if (!answer.isPending) this.#settle(id, answer);
      return answer.isPending;
    } catch {
      // It is recorded, and its result is read the next time.
      return true;
    }
  }

  #settle(id: string, { refusal, recordId, found }: ScanAnswer): void {
    if (refusal !== null) return this.#replace(id, { refusal, recordId });
    const scans = this.#scans.map((scan) => (scan.id === id ? { ...scan, isRecorded: true, found } : scan));
    const old = scans.filter(({ isRecorded }) => isRecorded).slice(0, -MOST_RECORDED);
    this.#change({ scans: scans.filter((scan) => !old.includes(scan)) });
    this.#keep((keeper) => keeper.remove(id));
  }

  async #pause(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }
}

/** True for a scan that the server has not answered for. */
export function isWaiting({ isRecorded, refusal, recordId }: QueuedScan): boolean {
  return !isRecorded && refusal === null && recordId === undefined;
}

/** True for a scan that is recorded, and whose change of stock is not decided yet. */
function isBeingApplied({ isRecorded, refusal, recordId }: QueuedScan): boolean {
  return !isRecorded && refusal === null && recordId !== undefined;
}

/** The reason of an answer that stands; undefined where another try may have another one. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof CannotRecord) return error.message;
  return isRefusal(error) ? `${error.document.title}: ${error.document.detail}` : undefined;
}

/** True for an answer that another try does not change: none that asks for a sign-in, none that says it can be repeated, and no proxy's. */
function isRefusal(error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    error.status < 500 &&
    error.status !== 401 &&
    error.code !== 'internal' &&
    !error.document.retryable
  );
}

function obstacleOf(error: unknown): Obstacle {
  if (error instanceof ConnectionLost) return 'connection';
  const isSignedOut = error instanceof SignedOut || (error instanceof ApiProblem && error.status === 401);
  return isSignedOut ? 'session' : 'server';
}

function waitMsOf(error: unknown, failures: number): number {
  const asked = error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1_000 : 0;
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
}
