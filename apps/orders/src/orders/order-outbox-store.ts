import { TOPICS } from '@fulfilment/contracts';
import type { OutgoingMessage } from '@fulfilment/kernel';
import {
  keptInBlocks,
  mergeSources,
  type Outbox,
  type OutboxDocument,
  type OutboxRow,
  readOutboxPage,
  toRow,
} from '@fulfilment/messaging';
import { type IndexDeclaration, isOnlyDuplicateKeys } from '@fulfilment/mongo';
import { LRUCache } from 'lru-cache';
import type { Collection, Db } from 'mongodb';
import { type HistoryDocument, ORDER_HISTORY, type OrderDocument, ORDERS, toOrder } from './order-documents.ts';
import { MAX_EVENTS, type OrderChange } from './order-ports.ts';
import { stockCommandMessage } from './stock-command-messages.ts';

const COMMANDS_IN_ORDER = 'commands_in_order';
const EVENTS_IN_ORDER = 'events_in_order';
const BETWEEN = '#';
const REMEMBERED = 10_000;
/** Entries of its history that stay with an order whose events are published; with one more all go. */
export const STAYING = 8;

/** Hold the orders whose messages wait to be published, and no others. */
export const CARRIED_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: COMMANDS_IN_ORDER,
    key: { 'command.lane': 1, 'command.key': 1, 'command.since': 1, _id: 1 },
    options: { partialFilterExpression: { 'command.state': 'new' } },
  },
  {
    collection: ORDERS,
    name: EVENTS_IN_ORDER,
    key: { 'outbox.lane': 1, 'outbox.key': 1 },
    options: { partialFilterExpression: { 'outbox.state': 'new' } },
  },
  {
    collection: ORDERS,
    name: 'oldest_command',
    key: { 'command.since': 1 },
    options: { partialFilterExpression: { 'command.state': 'new' } },
  },
  {
    collection: ORDERS,
    name: 'oldest_event',
    key: { 'outbox.since': 1 },
    options: { partialFilterExpression: { 'outbox.state': 'new' } },
  },
];

/** The messages of one change as its order carries them, and as relays publish them. */
export interface Carried {
  readonly command: OutboxDocument | undefined;
  readonly events: readonly OutboxDocument[];
}

/**
 * Messages that orders carry until they are published, so that a change is one write. A command is made from the pending step again;
 * events are kept in the outbox once they are published. The history entries they came with stay with the order until they are read or
 * too many; without `blocks` they go to the history at once, and each event is kept by itself.
 */
export class OrderOutbox {
  readonly #outbox: Outbox;
  readonly #staying: number;
  readonly #orders: Collection<OrderDocument>;
  readonly #history: Collection<HistoryDocument>;
  /** Commands that were answered before they were marked: their orders carry them no more. */
  readonly #answered = new LRUCache<string, true>({ max: REMEMBERED });
  readonly sagas: Outbox['sagas'];
  readonly events: Outbox['events'];

  /** @param rows has what is sent again, dead letters, and messages of releases in which orders carried none. */
  constructor(db: Db, rows: Outbox, { blocks }: { readonly blocks: boolean }) {
    const durable = { readConcern: { level: 'majority' }, writeConcern: { w: 'majority', journal: true } } as const;
    const outbox = { ...rows, ...keptInBlocks(rows, db, { writes: blocks }) };
    this.#outbox = outbox;
    this.#staying = blocks ? STAYING : 0;
    this.#orders = db.collection(ORDERS, durable);
    this.#history = db.collection(ORDER_HISTORY, durable);
    this.sagas = mergeSources(outbox.sagas, this.#commands(), { isOfSecond: isCarried });
    this.events = mergeSources(outbox.events, this.#events(), { isOfSecond: isCarried });
  }

  carry(messages: readonly OutgoingMessage[]): Carried {
    const documents = this.#outbox.documentsOf(messages);
    const [command, ...others] = documents.filter(({ topic }) => topic === TOPICS.stockCommands);
    if (others.length > 0) throw new Error('A change of an order has one command at most');
    return { command, events: documents.filter((document) => document !== command) };
  }

  /** True where the history of a change goes with its order: beside an event, and with `blocks` that of an order which ends by it. */
  carriesHistory({ order, messages }: Pick<OrderChange, 'order' | 'messages'>): boolean {
    const isLast = this.#staying > 0 && order.status === 'rejected';
    return isLast || messages.some(({ topic }) => topic !== TOPICS.stockCommands);
  }

  /** Changes the bodies of published messages of one key. */
  readonly rewrite: Outbox['rewrite'] = (of, change) => this.#outbox.rewrite(of, change);

  /** To be called with the command that a committed change has ended. */
  answered(commandId: string): void {
    this.#answered.set(commandId, true);
  }

  /**
   * Publishes the commands of steps again that began since `since` and wait for their answer; those of others are not kept.
   *
   * @returns their number.
   */
  async republish(since: Date, topic: string | undefined): Promise<number> {
    if (topic !== undefined && topic !== TOPICS.stockCommands) return 0;
    const waiting = this.#orders.find({ 'pending.since': { $gte: since }, command: { $exists: false } });
    let count = 0;
    for await (const order of waiting) {
      const message = stockCommandMessage(toOrder(order));
      count += await this.#outbox.resend([{ message, unlessSince: new Date() }]);
    }
    return count;
  }

  #commands(): Omit<Outbox['sagas'], 'name' | 'shards'> {
    const isNew = { 'command.state': 'new' } as const;
    return {
      read: ({ shards, after }) =>
        readOutboxPage(
          this.#orders
            .find({
              ...isNew,
              'command.lane': { $in: [...shards] },
              ...(after === undefined ? {} : { 'command.key': { $gt: after } }),
            })
            .sort({ 'command.key': 1, 'command.since': 1, _id: 1 })
            .hint(COMMANDS_IN_ORDER),
          (document) => this.#commandRow(document),
        ),
      markPublished: async (ids) => {
        const rows = ids.map(parseRowId).filter(({ message }) => !this.#answered.delete(message));
        if (rows.length === 0) return;
        await this.#orders.updateMany(
          { _id: { $in: rows.map(({ order }) => order) }, 'pending.command_id': { $in: rows.map(({ message }) => message) } },
          { $unset: { command: '' } },
        );
      },
      deadLetter: async (id, reason) => {
        const { order: _id, message } = parseRowId(id);
        const refused = { _id, 'pending.command_id': message, ...isNew };
        const found = await this.#orders.findOne(refused);
        const [document] = found ? this.#outbox.documentsOf([stockCommandMessage(toOrder(found))]) : [];
        if (!document) return;
        await this.#outbox.keepDead(document, reason);
        await this.#orders.updateOne(refused, { $unset: { command: '' } });
      },
      oldestAt: async () => {
        const oldest = await this.#orders.findOne(isNew, { sort: { 'command.since': 1 }, projection: { 'command.since': 1 } });
        return oldest?.command?.since;
      },
    };
  }

  #events(): Omit<Outbox['events'], 'name' | 'shards'> {
    const isNew = { 'outbox.state': 'new' } as const;
    return {
      read: async ({ shards, after }) => {
        const waiting: OutboxRow[] = [];
        const { more } = await readOutboxPage(
          this.#orders
            .find(
              { ...isNew, 'outbox.lane': { $in: [...shards] }, ...(after === undefined ? {} : { 'outbox.key': { $gt: after } }) },
              { projection: { outbox: 1 } },
            )
            .sort({ 'outbox.key': 1 })
            .hint(EVENTS_IN_ORDER),
          ({ _id, outbox }) => {
            const [first, ...others] = rowsOf({ _id, events: outbox?.rows ?? [] });
            if (!first) throw new Error(`The order ${_id} has no event`);
            waiting.push(first, ...others);
            // Its bytes bound the page; of nearly all orders one event waits.
            return first;
          },
        );
        return { rows: waiting, more };
      },
      markPublished: (ids) => this.#keep(ids),
      deadLetter: async (id, reason) => {
        const { order: _id, message } = parseRowId(id);
        const found = await this.#orders.findOne({ _id, ...isNew }, { projection: { outbox: 1 } });
        const refused = found?.outbox?.rows.find(({ _id: event }) => event === message);
        if (!refused) return;
        await this.#outbox.keepDead(refused, reason);
        await this.#remove([_id], [message], []);
      },
      carriers: { carrierOf: (id) => (isCarried(id) ? parseRowId(id).order : undefined), markFrom: MAX_EVENTS / 2 },
      oldestAt: async () => {
        const oldest = await this.#orders.findOne(isNew, { sort: { 'outbox.since': 1 }, projection: { 'outbox.since': 1 } });
        return oldest?.outbox?.since;
      },
    };
  }

  /** Keeps published events where they belong, and the history of an order that carries too much of it; then their orders carry them no more. */
  async #keep(ids: readonly string[]): Promise<void> {
    const published = Map.groupBy(ids.map(parseRowId), ({ order }) => order);
    const orderIds = Array.from(published.keys());
    const projection = { outbox: 1, history: 1 } as const;
    const found = await this.#orders.find({ _id: { $in: orderIds }, 'outbox.state': 'new' }, { projection }).toArray();
    const events = found.flatMap(({ _id, outbox }) => {
      const messages = new Set(published.get(_id)?.map(({ message }) => message));
      return outbox?.rows.filter(({ _id: event }) => messages.has(event)) ?? [];
    });
    const entries = found.flatMap(({ history = [] }) => (history.length > this.#staying ? history : []));
    await addMissing(this.#history, entries);
    await this.#outbox.keep(events);
    await this.#remove(
      orderIds,
      events.map(({ _id }) => _id),
      entries.map(({ _id }) => _id),
    );
  }

  async #remove(orderIds: readonly string[], events: readonly string[], entries: readonly string[]): Promise<void> {
    if (events.length === 0) return;
    await this.#orders.updateMany({ _id: { $in: [...orderIds] }, 'outbox.state': 'new' }, [
      { $set: { 'outbox.rows': without('$outbox.rows', events), history: without('$history', entries) } },
      { $set: { outbox: unlessEmpty('$outbox.rows', '$outbox'), history: unlessEmpty('$history', '$history') } },
    ]);
  }

  #commandRow(document: OrderDocument): OutboxRow {
    const { _id: id } = document;
    const [command] = this.#outbox.documentsOf([stockCommandMessage(toOrder(document))]);
    if (!command) throw new Error(`The order ${id} has no command`);
    return rowOf(id, command);
  }
}

/** The rows of a change that was committed, for the relays of {@link OrderOutbox}. */
export function rowsOf({
  _id,
  command,
  events,
}: { readonly _id: string } & Partial<Carried> & Pick<Carried, 'events'>): OutboxRow[] {
  return [...(command ? [command] : []), ...events].map((document) => rowOf(_id, document));
}

function rowOf(orderId: string, document: OutboxDocument): OutboxRow {
  const row = toRow(document);
  return { ...row, id: `${orderId}${BETWEEN}${row.id}` };
}

/** Rows of the outbox itself have the ids of their messages. */
function isCarried(rowId: string): boolean {
  return rowId.includes(BETWEEN);
}

function parseRowId(id: string): { readonly order: string; readonly message: string } {
  const [order = '', message = ''] = id.split(BETWEEN);
  return { order, message };
}

/** A list, in an update, without the members of these ids. */
function without(list: string, ids: readonly string[]) {
  return { $filter: { input: { $ifNull: [list, []] }, cond: { $not: { $in: ['$$this._id', ids] } } } };
}

/** A value, in an update, that goes with the last member of a list. */
function unlessEmpty(list: string, value: string) {
  return { $cond: [{ $eq: [{ $size: list }, 0] }, '$$REMOVE', value] };
}

/** Moves what an order carries of its history to the others, so that there is one list to read. */
export async function moveHistory(db: Db, order: Pick<OrderDocument, '_id' | 'tenant'>): Promise<void> {
  const orders = db.collection<OrderDocument>(ORDERS);
  const { _id, tenant } = order;
  const { history = [] } = (await orders.findOne({ _id, tenant }, { projection: { history: 1 } })) ?? {};
  if (history.length === 0) return;
  await addMissing(db.collection<HistoryDocument>(ORDER_HISTORY), history);
  const rest = without(
    '$history',
    history.map(({ _id: id }) => id),
  );
  await orders.updateOne({ _id, tenant }, [
    { $set: { history: rest } },
    { $set: { history: unlessEmpty('$history', '$history') } },
  ]);
}

/** Entries have the same ids wherever they are kept: those that are there already are left out. */
async function addMissing(history: Collection<HistoryDocument>, entries: readonly HistoryDocument[]): Promise<void> {
  if (entries.length === 0) return;
  await history.insertMany([...entries], { ordered: false }).catch((error: unknown) => {
    if (!isOnlyDuplicateKeys(error)) throw error;
  });
}
