import { ApiProblem, ConnectionLost } from '../../api/problem.ts';
import { Store } from '../../api/store.ts';
import type { Environment } from '../../api/types.ts';

/** The types of scan that the station records. */
export const STATION_TYPES = ['lookup', 'pick', 'pack', 'putaway', 'other'] as const;
export type StationType = (typeof STATION_TYPES)[number];

/** A scan of this browser, as it is sent; it is kept until the server has answered for it. */
export interface KeptScan {
  /** Its `client_scan_id`: however often it is sent, it is recorded once. */
  readonly id: string;
  /** The account and the member that scanned it; no other member sends it. */
  readonly sender: string;
  readonly environment: Environment;
  readonly barcode: string;
  readonly type: StationType;
  /** By the clock of the browser, RFC 3339 in UTC. */
  readonly scannedAt: string;
  /** The reason for which the server will not record it; null before that. */
  readonly refusal: string | null;
}

/** A scan with how far it came. */
export interface QueuedScan extends KeptScan {
  readonly isRecorded: boolean;
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
  /** Sends one scan. @throws SignedOut, ConnectionLost, ApiProblem. */
  readonly send: (scan: KeptScan) => Promise<void>;
}

/** The session of the browser is not that of a scan's sender. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

const MOST_RECORDED = 30;
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

  /** Sends a refused scan again. */
  again(id: string): void {
    this.#replace(id, { refusal: null });
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

  #replace(id: string, change: Pick<QueuedScan, 'refusal'>): void {
    const scans = this.#scans.map((scan) => (scan.id === id ? { ...scan, ...change } : scan));
    this.#change({ scans });
    for (const { isRecorded: _shown, ...kept } of scans.filter((scan) => scan.id === id))
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
        const { isRecorded: _shown, ...scan } = next;
        await this.#parts.send(scan);
        failures = 0;
        this.#recorded(next.id);
      } catch (error) {
        if (isRefusal(error)) this.#replace(next.id, { refusal: `${error.document.title}: ${error.document.detail}` });
        else {
          failures += 1;
          this.#change({ obstacle: obstacleOf(error) });
          await this.#pause(waitMsOf(error, failures));
        }
      }
    }
    this.#isSending = false;
  }

  #recorded(id: string): void {
    const scans = this.#scans.map((scan) => (scan.id === id ? { ...scan, isRecorded: true } : scan));
    const old = scans.filter(({ isRecorded }) => isRecorded).slice(0, -MOST_RECORDED);
    this.#change({ scans: scans.filter((scan) => !old.includes(scan)), obstacle: undefined });
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
export function isWaiting({ isRecorded, refusal }: QueuedScan): boolean {
  return !isRecorded && refusal === null;
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
