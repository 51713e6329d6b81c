import { isDeepStrictEqual } from 'node:util';
import type { OrderRecord } from '@fulfilment/contracts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toOrderRecord } from '../order-messages.ts';
import { lineOf } from './order-line.ts';
import { at, origin } from './order.builder.ts';
import { type Order, type OrderStatus, pendingStep, placeOrder } from './order.ts';
import type { Ask } from './asked-steps.ts';
import { acknowledgeStep, startStep } from './start-step.ts';
import { type AllocationSnapshot, takeOutcome } from './take-outcome.ts';

const QUANTITY = 3;

type Move = (world: World) => void;

const steps: readonly Ask[] = [
  { transition: 'pack', packages: [], fulfilmentId: 'ful_01JD8Z0000000000000000TEST' },
  { transition: 'ship', carrier: null, trackingNumber: null, trackingUrl: null },
  { transition: 'cancel', reason: null },
];

const asking = (step: Ask): Move => {
  return (world) => world.ask(step);
};
const answering = (accepted: boolean): Move => {
  return (world) => world.answer(accepted);
};
const holding = (held: number): Move => {
  return (world) => world.inventory.hold(held);
};
/** Its request is answered before inventory has answered. */
const acknowledging: Move = (world) => world.acknowledge();
/** Any document that was ever sent may arrive at any time, and again. */
const delivering = (which: number): Move => {
  return (world) => world.deliver(which);
};
const deliveringTheLast: Move = (world) => world.deliver(world.inventory.sent.length - 1);

// Weighted so that many orders come to an end.
const move = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...steps).map(asking) },
  { weight: 4, arbitrary: fc.constantFrom(true, true, true, false).map(answering) },
  { weight: 1, arbitrary: fc.constant(acknowledging) },
  { weight: 1, arbitrary: fc.nat(QUANTITY).map(holding) },
  { weight: 1, arbitrary: fc.nat().map(delivering) },
  { weight: 3, arbitrary: fc.constant(deliveringTheLast) },
);

test('any order and repetition of snapshots gives legal transitions only, and a mirror of its events is the order, always', () => {
  const reached = new Set<OrderStatus>();
  const goesWell = fc.property(fc.array(move, { minLength: 1, maxLength: 80, size: 'max' }), (moves) => {
    const world = new World();
    for (const make of moves) {
      make(world);
      world.compareMirror();
    }
    world.settle();
    world.compareMirror();
    reached.add(world.status());
    expect(world.faults).toEqual([]);
  });

  fc.assert(goesWell, { numRuns: 1_000 });

  expect(reached).toEqual(new Set(ORDER_STATUSES));
});

const ORDER_STATUSES: readonly OrderStatus[] = ['pending', 'created', 'packed', 'shipped', 'cancelled', 'rejected'];

const LEGAL: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['created', 'rejected'],
  created: ['packed', 'cancelled'],
  packed: ['shipped', 'cancelled'],
  shipped: [],
  cancelled: [],
  rejected: [],
};

/** An order, its inventory, and what lies between them. */
class World {
  readonly inventory = new Inventory();
  /** Violated invariants. */
  readonly faults: string[] = [];
  readonly #commands = new Set<string>();
  #order: Order = placedOrder();
  /** The record by the events of the order alone. */
  #mirror: OrderRecord | undefined;

  status(): OrderStatus {
    return this.#order.status;
  }

  ask(step: Ask): void {
    const before = pendingStep(this.#order);
    const outcome = startStep(this.#order, step, origin, at);
    if (outcome.type !== 'step-started') return;
    this.#never(before !== null, 'two commands at a time');
    this.#never(this.#commands.has(outcome.sent.commandId), 'a command id used again');
    this.#commands.add(outcome.sent.commandId);
    this.#become(outcome.order, null);
  }

  acknowledge(): void {
    const next = acknowledgeStep(this.#order, pendingStep(this.#order)?.commandId ?? '', at);
    if (next) this.#become(next.order, 'order.updated');
  }

  answer(accepted: boolean): void {
    const step = pendingStep(this.#order);
    if (step) this.inventory.answer(step.commandId, accepted);
  }

  deliver(which: number): void {
    const snapshot = this.inventory.sent[which % Math.max(1, this.inventory.sent.length)];
    const outcome = snapshot ? takeOutcome(this.#order, snapshot, at) : undefined;
    if (outcome?.type !== 'order-changed') return;
    const { order, history, finished, event } = outcome;
    const theirs = finished ? this.inventory.answers.get(finished.commandId) : undefined;
    this.#never(
      finished !== null && theirs !== (order.lastAnswer?.refusal === null),
      'a step that ended otherwise than inventory answered',
    );
    const legal = order.status === this.#order.status || LEGAL[this.#order.status].includes(order.status);
    this.#never(!legal, `${this.#order.status} became ${order.status}`);
    this.#never(order.allocationVersion <= this.#order.allocationVersion, 'older snapshot taken over');
    this.#never(!history.every(({ version }) => version === order.version), 'history of another version');
    this.#become(order, event);
  }

  /** A mirror is told of an order once it was created. */
  compareMirror(): void {
    const expected = ['pending', 'rejected'].includes(this.#order.status) ? undefined : toOrderRecord(this.#order);
    this.#never(!isDeepStrictEqual(this.#mirror, expected), 'a mirror of the events that is not the order');
  }

  #become(order: Order, event: string | null): void {
    this.#never(order.version !== this.#order.version + 1, 'a version left out or used again');
    const { version: before, ...old } = toOrderRecord(this.#order);
    const { version, ...facts } = toOrderRecord(order);
    const counted = isDeepStrictEqual(facts, old) ? 0 : 1;
    this.#never(version !== before + counted, `version ${before} of the record, then ${version}`);
    if (event !== null) this.#mirror = toOrderRecord(order);
    this.#order = order;
  }

  /** Delivers the last document, however many were not: now both sides have to agree. */
  settle(): void {
    this.deliver(this.inventory.sent.length - 1);
    const [mine] = this.#order.lines;
    const theirs = this.inventory.sent.at(-1)?.lines[0] ?? { allocated: 0, shipped: 0 };
    this.#never(mine?.allocated !== theirs.allocated, 'other holds than inventory has');
    this.#never(mine?.shipped !== theirs.shipped, 'shipped on one side only');
    this.#never((this.#order.status === 'shipped') !== theirs.shipped > 0, 'another status than inventory answered');
    const step = pendingStep(this.#order);
    this.#never(step !== null && this.inventory.answers.has(step.commandId), 'a command that stays under way');
  }

  #never(happened: boolean, what: string): void {
    if (happened) this.faults.push(what);
  }
}

/** Each document it sent, and the commands it has answered with whether they were accepted. */
class Inventory {
  readonly sent: AllocationSnapshot[] = [];
  readonly answers = new Map<string, boolean>();
  #held = 0;
  #shipped = 0;
  #answer: AllocationSnapshot['answer'] = { commandId: '', refused: null };
  #open = true;

  /** Answers a command once, however often it comes. */
  answer(commandId: string, accepted: boolean): void {
    if (this.answers.has(commandId)) return;
    this.answers.set(commandId, accepted);
    this.#answer = { commandId, refused: accepted ? null : { code: 'insufficient_stock', detail: 'Not enough.', errors: [] } };
    if (accepted) this.#carryOut(commandId);
    this.#send();
  }

  /** Holds more or less, as stock comes and goes. */
  hold(held: number): void {
    if (!this.#open || this.answers.size === 0) return;
    this.#held = held;
    this.#send();
  }

  #carryOut(commandId: string): void {
    if (commandId.startsWith('ship:')) this.#shipped = QUANTITY;
    if (commandId.startsWith('ship:') || commandId.startsWith('release:')) {
      this.#held = 0;
      this.#open = false;
    }
  }

  #send(): void {
    const line = { id: 'line', name: 'Mug', allocated: this.#held, shipped: this.#shipped };
    this.sent.push({ version: this.sent.length + 1, lines: [line], answer: this.#answer, actor: 'a', requestId: 'r' });
  }
}

function placedOrder(): Order {
  const content = {
    id: 'ord_1',
    tenant: { accountId: 'acc_1', environment: 'sandbox' },
    externalId: null,
    contentHash: 'a-hash',
    lines: [lineOf('line', 'MUG-01', QUANTITY)],
    shipTo: null,
    note: null,
    metadata: {},
    allowBackorder: true,
  } as const;
  return placeOrder(content, origin, at);
}
