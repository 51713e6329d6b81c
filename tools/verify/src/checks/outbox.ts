import {
  anyStockCommand,
  anyStockOutcome,
  domainEvent,
  EVENT_TOPICS,
  moveCommand,
  TOPICS,
  SERVICES,
} from '@fulfilment/contracts';
import { jsonOrNothing } from '@fulfilment/kernel';
import { z } from 'zod';
import { batches } from '../merge-join.ts';
import { BLOCKS, CARRYING_ORDERS, EVENT_BODIES, OUTBOXES, type OutboxRow, SCANS } from '../compared-collections.ts';
import { type Check, type Look, type Range, type Source } from '../look.ts';

// Bodies may be 900 KB.
const AT_ONCE = 100;

export const outboxCheck: Check = {
  invariant: 3,
  name: 'outbox',
  promise: 'Every message is published and none is dead-lettered; every event is stored as it was published.',
  isTransient: true,
  run: async (look) => {
    for (const outbox of OUTBOXES) await look.pieces({ source: outbox }, (at, range) => compareMessages(at, outbox, range));
    for (const blocks of BLOCKS) await look.pieces({ source: blocks }, (at, range) => compareBlocks(at, blocks, range));
    await look.pieces({ source: CARRYING_ORDERS }, lookAtOrders);
    await look.pieces({ source: SCANS }, lookAtScans);
  },
};

async function compareMessages(look: Look, outbox: (typeof OUTBOXES)[number], range: Range): Promise<void> {
  for await (const rows of batches(look.rows(outbox, { filter: range }), AT_ONCE)) await compareRows(look, outbox.store, rows);
}

async function compareBlocks(look: Look, blocks: (typeof BLOCKS)[number], range: Range): Promise<void> {
  for await (const { state, rows } of look.rows(blocks, { filter: range })) {
    const all = rows.map(({ _id: id, ...row }) => ({ ...row, id, state }));
    await compareRows(look, blocks.store, all);
  }
}

async function compareRows(look: Look, store: string, rows: readonly OutboxRow[]): Promise<void> {
  look.findings.compared('messages', rows.length);
  for (const row of rows) noteUnpublished(look, `${store} ${row.id}`, row);
  await compareWithStored(look, rows.filter(isPublishedEvent));
}

async function lookAtScans(look: Look, range: Range): Promise<void> {
  const unpublished = { $or: [{ outbox: { $exists: true } }, { command: { $exists: true } }, { result: { $exists: true } }] };
  for await (const { id, outbox, command, result } of look.rows(SCANS, { filter: { ...range, ...unpublished } })) {
    look.findings.compared('messages');
    if (outbox) noteUnpublished(look, `scans ${id}`, outbox);
    if (command) noteUnpublished(look, `scans move:${id}`, command);
    if (result) noteUnpublished(look, `scans ${id}: its result`, result);
  }
}

async function lookAtOrders(look: Look, range: Range): Promise<void> {
  const carrying = { $or: [{ 'command.state': 'new' }, { 'outbox.state': 'new' }] };
  for await (const { id, command, outbox } of look.rows(CARRYING_ORDERS, { filter: { ...range, ...carrying } })) {
    look.findings.compared('messages', outbox?.rows.length ?? 0);
    if (command) noteUnpublished(look, `orders ${id}: its command`, command);
    for (const { _id: event } of outbox?.rows ?? []) noteUnpublished(look, `orders ${event}`, { state: 'new' });
  }
}

function noteUnpublished(
  { findings }: Look,
  what: string,
  { state, error }: Pick<OutboxRow, 'state'> & Partial<Pick<OutboxRow, 'error'>>,
): void {
  if (state === 'new') findings.differs(`${what}: not published`);
  if (state === 'parked') findings.differs(`${what}: parked: ${error ?? 'without a reason'}`);
}

function isPublishedEvent({ topic, state }: OutboxRow): boolean {
  return state === 'published' && EVENT_TOPICS.some((known) => known === topic);
}

// Messages are kept 7 days after they are published, events 30.
async function compareWithStored({ rows, findings }: Look, messages: readonly OutboxRow[]): Promise<void> {
  const due = new Map(messages.map((message) => [message.id, message]));
  for await (const event of rows(EVENT_BODIES, { filter: { _id: { $in: [...due.keys()] } } })) {
    const { value, key, tenant } = due.get(event.id) ?? {};
    due.delete(event.id);
    findings.compared('events');
    const same = value === event.body && key === event.key && tenant === event.tenant;
    if (!same) findings.differs(`event ${event.id}: stored otherwise than it was published`);
  }
  for (const [id, { tenant, key }] of due) findings.differs(`event ${id} of ${tenant} (${key}): published and not stored`);
}

const letter = z.object({
  id: z.string(),
  topic: z.string(),
  value: z.string(),
  error: z.string(),
  follows: z.boolean(),
  state: z.enum(['open', 'retrying', 'retried']),
});

const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  [TOPICS.stockCommands, anyStockCommand],
  [TOPICS.stockMoves, moveCommand],
  [TOPICS.stockOutcomes, anyStockOutcome],
  ...EVENT_TOPICS.map((topic) => [topic, domainEvent] as const),
]);

export const deadLettersCheck: Check = {
  invariant: 8,
  name: 'dead letters',
  promise: 'Only messages that cannot be read are dead letters; open ones are listed.',
  isTransient: false,
  run: async (look) => {
    for (const store of SERVICES) {
      const letters: Source<typeof letter> = { store, collection: 'dead_letters', schema: letter };
      await look.pieces({ source: letters }, async ({ rows, findings }, range) => {
        for await (const { id, error, follows, ...record } of rows(letters, { filter: range, sort: { _id: 1 } })) {
          findings.compared('dead letters');
          if (record.state === 'retried') continue;
          const reason = error.split('\n')[0] ?? '';
          if (!follows && canBeRead(record)) findings.differs(`${id}: it can be read, and is dead-lettered: ${reason}`);
          else findings.note(`${id}: ${reason}`);
        }
      });
    }
  },
};

function canBeRead({ topic, value }: Pick<z.output<typeof letter>, 'topic' | 'value'>): boolean {
  return SCHEMAS.get(topic)?.safeParse(jsonOrNothing(value)).success ?? false;
}
