import { TOPICS } from '@fulfilment/contracts';
import type { OutgoingRecord } from '@fulfilment/messaging';
import type { Allocation } from '../../apps/inventory/src/model/allocation.ts';
import type { ReceivedOutcome } from '../../apps/orders/src/orders/order-ports.ts';
import { RETURN_BUGS } from './return-bugs.ts';
import { allocationsAs, reading, writing } from './stock-switches.ts';
import type { Bugs, OrderBugs, PlantedBug } from './system.ts';
import { WAREHOUSE_BUGS } from './warehouse-bugs.ts';
import { WEBHOOK_BUGS } from './webhooks/webhook-bugs.ts';

/** A command to stock that is sent for the second time gets the number of another attempt. */
function renumbered(): (record: OutgoingRecord) => OutgoingRecord {
  const sent = new Set<string>();
  return (record) => {
    const id = record.headers['ce_id'] ?? '';
    if (record.topic !== TOPICS.stockCommands || !sent.has(id)) {
      sent.add(id);
      return record;
    }
    const value = record.value.replace(/"attempt":(\d+)/, (_all, attempt: string) => `"attempt":${Number(attempt) + 1}`);
    return { ...record, value: value.replace(`"id":"${id}"`, `"id":"${id}0"`) };
  };
}

/** An outcome that is older than the last one of its order counts as newer. */
function oldAsNew(): Bugs {
  const latest = new Map<string, number>();
  const received: OrderBugs['received'] = (outcome) => {
    const { id } = outcome.order;
    const last = latest.get(id) ?? 0;
    latest.set(id, Math.max(last, outcome.version));
    return outcome.version < last ? { ...outcome, version: last + 0.5 } : outcome;
  };
  return { orders: { received } };
}

function withoutPortions(outcome: ReceivedOutcome): ReceivedOutcome {
  return { ...outcome, lines: outcome.lines.map(({ portions: _untold, ...line }) => line) };
}

function loosened(allocation: Allocation): Allocation {
  const lines = allocation.lines.map(({ portions, ...line }) =>
    portions ? { ...line, portions: portions.map((portion) => ({ ...portion, firm: false })) } : line,
  );
  return { ...allocation, lines };
}

function awake(allocation: Allocation): Allocation {
  return { ...allocation, lines: allocation.lines.map(({ suspended: _given, ...line }) => line) };
}

function withoutTimesOfEdits(allocation: Allocation): Allocation {
  return { ...allocation, lines: allocation.lines.map(({ later: _since, ...line }) => line) };
}

/** Switches of the tests alone: nothing of them is in the product. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'the inbox is not checked',
    what: 'inventory takes the first command of an order for new, whenever it comes',
    firstSeed: 8,
    plant: () =>
      reading((read) => ({
        allocations: (ids, isNew) =>
          read.allocations(
            ids.filter((id) => !isNew(id)),
            isNew,
          ),
      })),
  },
  {
    name: 'the inbox of scans is not checked',
    what: 'inventory keeps no answers to scans',
    firstSeed: 46,
    plant: () => writing(() => ({ newScanAnswers: [] })),
  },
  {
    name: 'the version guard of orders is gone',
    what: 'an order is saved over a version that was not read',
    firstSeed: 1,
    plant: () => ({ orders: { saved: (change, version) => (change.from === 0 ? change : { ...change, from: version }) } }),
  },
  {
    name: 'the version guard of stock is gone',
    what: 'a transaction of stock is committed over what another has written',
    firstSeed: 40,
    plant: () => ({ stock: { commitsBlindly: true } }),
  },
  {
    name: 'a cursor has no tie-breaker',
    what: 'a relay goes on behind the millisecond of the last row that it has read',
    firstSeed: 1,
    plant: () => ({ outbox: { readsBehindTheLast: true } }),
  },
  {
    name: 'counts are forgotten',
    what: 'a SKU does not keep the moments of its counts',
    firstSeed: 33,
    plant: () => writing(({ skus }) => ({ skus: skus.map((sku) => ({ ...sku, counts: [] })) })),
  },
  {
    name: 'corrections of counts are forgotten',
    what: 'a late count does not see what moved since its moment',
    firstSeed: 36,
    plant: () => reading(() => ({ movedSince: async () => [] })),
  },
  {
    name: 'a wake-up is lost',
    what: 'records that are appended while a batch is handled wake no consumer',
    firstSeed: 1,
    plant: () => ({ log: { losesWakeUps: true } }),
  },
  {
    name: 'a lease has no epoch',
    what: 'the holder of a lease publishes from memory although others write',
    firstSeed: 25,
    plant: () => ({ leases: { hasNoEpoch: true } }),
  },
  {
    name: 'rows are marked before they are published',
    what: 'the outbox forgets a row as it is read',
    firstSeed: 3,
    plant: () => ({ outbox: { marksAsItReads: true } }),
  },
  {
    name: 'rows of a key are published in any order',
    what: 'the outbox sorts a key by the ids of its rows, the newest first',
    firstSeed: 1,
    plant: () => ({ outbox: { ignoresVersions: true } }),
  },
  {
    name: 'a command is sent again under another id',
    what: 'a repeated command has the number of another attempt',
    firstSeed: 14,
    plant: () => ({ log: { sent: renumbered() } }),
  },
  {
    name: 'an allocation is released twice',
    what: 'a release that comes again finds the allocation as it was before the first',
    firstSeed: 15,
    plant: () =>
      allocationsAs((allocation) =>
        allocation.state === 'released'
          ? {
              ...allocation,
              state: 'open',
              lastAttempt: allocation.lastAttempt - 1,
              lines: allocation.lines.map((line) => ({ ...line, allocated: line.quantity })),
            }
          : allocation,
      ),
  },
  {
    name: 'events are added outside of the transaction',
    what: 'an order is committed, and its messages by a write of their own',
    firstSeed: 3,
    plant: () => ({ orders: { addsMessagesLater: true } }),
  },
  {
    name: 'offsets are committed first',
    what: 'a consumer commits its offset before the effect',
    firstSeed: 6,
    plant: () => ({ log: { commitsFirst: true } }),
  },
  {
    name: 'receipts are not kept',
    what: 'inventory does not know the key of a request that comes again',
    firstSeed: 1,
    plant: () => ({
      stock: {
        transaction: ({ read, write }) => ({
          read: { ...read, movedUnder: async () => [] },
          write: (changes) => write({ ...changes, receipts: [] }),
        }),
      },
    }),
  },
  {
    name: 'an old outcome overwrites a newer one',
    what: 'orders takes an outcome that comes late for news',
    firstSeed: 21,
    plant: oldAsNew,
  },
  {
    name: 'an outcome of a scan is recorded again',
    what: 'scans does not see that a scan has its outcome',
    firstSeed: 1,
    plant: () => ({ scans: { recordsAgain: true } }),
  },
  {
    name: 'a lease never ends',
    what: 'a lease stays with a process that is gone',
    firstSeed: 3,
    plant: () => ({ leases: { neverEnds: true } }),
  },
  {
    name: 'offsets pass what was not read',
    what: 'a consumer commits the end of the partition, not of its batch',
    firstSeed: 1,
    plant: () => ({ log: { commitsToTheEnd: true } }),
  },
  {
    name: 'a batch that failed is passed by',
    what: 'a consumer goes on behind a batch whose handler has failed',
    firstSeed: 1,
    plant: () => ({ log: { passesFailuresBy: true } }),
  },
  {
    name: 'a partition is taken over at its end',
    what: 'a member does not ask for the committed offset',
    firstSeed: 6,
    plant: () => ({ log: { beginsAtTheEnd: true } }),
  },
  {
    name: 'an item of a batch is carried out twice',
    what: 'inventory does not know the items of a batch that comes again',
    firstSeed: 143,
    plant: () => ({ stock: { itemsHaveNoClaims: true } }),
  },
  {
    name: 'portions are not told',
    what: 'orders does not hear which units inventory holds for a fulfilment',
    world: 'parts',
    firstSeed: 3,
    plant: () => ({ orders: { received: withoutPortions } }),
  },
  {
    name: 'a packed fulfilment is loose',
    what: 'inventory finds the portions of fulfilments as if none were packed',
    world: 'parts',
    firstSeed: 1,
    plant: () => allocationsAs(loosened),
  },
  {
    name: 'an unpacking is not told',
    what: 'an order is committed without the event that a fulfilment was unpacked',
    world: 'parts',
    firstSeed: 1,
    plant: () => ({
      orders: {
        saved: (change) => ({ ...change, messages: change.messages.filter(({ type }) => type !== 'fulfilment.unpacked') }),
      },
    }),
  },
  {
    name: 'the rank of orders is not read',
    what: 'the queue of a SKU is read without the orders that have a rank, or units that an edit has added',
    world: 'edits',
    firstSeed: 10,
    plant: () => reading((read) => ({ waiting: (wanted) => read.waiting({ ...wanted, ranked: false }) })),
  },
  {
    name: 'added units have no time of their own',
    what: 'units that an edit adds wait since their order was created',
    world: 'edits',
    firstSeed: 1,
    plant: () => writing(({ allocations }) => ({ allocations: allocations.map(withoutTimesOfEdits) })),
  },
  {
    name: 'units that were given back are waited for',
    what: 'inventory does not know which units an order gave back for a hold',
    world: 'edits',
    firstSeed: 1,
    plant: () => allocationsAs(awake),
  },
  ...WAREHOUSE_BUGS,
  ...RETURN_BUGS,
  ...WEBHOOK_BUGS,
];

/** @throws Error where none has the name. */
export function plantedBug(name: string): PlantedBug {
  const found = PLANTED_BUGS.find((bug) => bug.name === name);
  if (!found) throw new Error(`No planted bug is named so: ${PLANTED_BUGS.map((bug) => bug.name).join('; ')}`);
  return found;
}
