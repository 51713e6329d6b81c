import { type OutgoingMessage, shardOf } from '@fulfilment/kernel';
import { cloudEventHeaders, isSaga, type OutboxRow, type OutboxSource } from '@fulfilment/messaging';
import type { Scheduler } from './scheduler.ts';
import type { Actor } from './virtual-time.ts';

/** One shard: its lease is what processes compete for. */
export const SHARDS = 1;
const PAGE = 500;

/** Departures from how an outbox works, for planted bugs. */
export interface OutboxBugs {
  /** Rows are marked as they are read. */
  readonly marksAsItReads?: boolean;
  /** Only rows later than the last that was read are found, by the millisecond of their commit. */
  readonly readsBehindTheLast?: boolean;
  /** Rows of a page come in the order of their ids. */
  readonly ignoresVersions?: boolean;
}

interface StoredRow {
  readonly row: OutboxRow;
  readonly message: OutgoingMessage;
  readonly atMs: number;
  isNew: boolean;
}

/** The outbox of a service in memory. Rows are added by the commit of the change that they tell of. */
export class MemoryOutbox {
  /** All messages that were ever committed, in the order of their commits. */
  readonly messages: OutgoingMessage[] = [];
  readonly #rows = new Map<string, StoredRow>();
  readonly #service: string;
  readonly #scheduler: Scheduler;
  readonly #bugs: OutboxBugs;
  readonly #readTo = new Map<string, number>();

  constructor(service: string, scheduler: Scheduler, bugs: OutboxBugs) {
    this.#service = service;
    this.#scheduler = scheduler;
    this.#bugs = bugs;
  }

  /** The number of rows that wait to be published. */
  get waiting(): number {
    return this.#rows.values().reduce((count, { isNew }) => count + Number(isNew), 0);
  }

  /** To be called in the effect of a commit. */
  add(messages: readonly OutgoingMessage[]): void {
    for (const message of messages) {
      this.messages.push(message);
      this.#rows.set(message.id, { row: this.rowOf(message), message, atMs: this.#scheduler.time.nowMs, isNew: true });
    }
  }

  /** The row of a message, for the relay of the process that has committed it. */
  rowOf(message: OutgoingMessage): OutboxRow {
    const { id, topic, key, value } = message;
    const headers = cloudEventHeaders({ ...message, source: this.#service });
    return { id, shard: shardOf(key, SHARDS), record: { topic, key, value, headers } };
  }

  /** The part of it that a relay reads: commands and outcomes, or events. */
  sourceFor(actor: Actor, part: 'sagas' | 'events'): OutboxSource {
    const isOfPart = ({ row }: StoredRow): boolean => isSaga(row) === (part === 'sagas');
    const call = <Result>(what: string, effect: () => Result): Promise<Result> =>
      this.#scheduler.call(actor, `${what} ${part}`, effect);
    return {
      name: `${this.#service}.${part}`,
      shards: SHARDS,
      read: ({ shards, after }) =>
        call('read outbox', () => {
          const found = this.#newRows(part).filter(
            ({ row }) => shards.includes(row.shard) && (after === undefined || row.record.key > after),
          );
          const rows = found.filter(isOfPart).toSorted(this.#bugs.ignoresVersions === true ? byId : inOrder);
          return this.#page(part, rows);
        }),
      markPublished: (ids) =>
        call('mark outbox', () => {
          for (const id of ids) this.#mark(id);
        }),
      deadLetter: (id) => call('dead-letter', () => this.#mark(id)),
      oldestAt: () =>
        call('oldest of outbox', () => {
          const oldest = this.#newRows(part).find(isOfPart);
          return oldest && new Date(oldest.atMs);
        }),
    };
  }

  #page(part: string, rows: readonly StoredRow[]): { readonly rows: readonly OutboxRow[]; readonly more: boolean } {
    const page = rows.slice(0, PAGE);
    const last = Math.max(this.#readTo.get(part) ?? 0, ...page.map(({ atMs }) => atMs));
    this.#readTo.set(part, last);
    if (this.#bugs.marksAsItReads === true) for (const each of page) each.isNew = false;
    return { rows: page.map(({ row }) => row), more: page.length === PAGE };
  }

  #newRows(part: string): StoredRow[] {
    const after = this.#bugs.readsBehindTheLast === true ? (this.#readTo.get(part) ?? 0) : 0;
    return [...this.#rows.values()].filter(({ isNew, atMs }) => isNew && atMs > after);
  }

  #mark(id: string): void {
    const found = this.#rows.get(id);
    if (found) found.isNew = false;
  }
}

/** By key, and within a key as they are to be published. */
function inOrder({ message: a }: StoredRow, { message: b }: StoredRow): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.version - b.version || a.part - b.part;
}

function byId({ message: a }: StoredRow, { message: b }: StoredRow): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? 1 : -1;
}
