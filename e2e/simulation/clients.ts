import { createScanBody } from '@fulfilment/contracts';
import { AppError, delay, type IdempotencyClaim, isRetryable, type RequestContext } from '@fulfilment/kernel';
import { parseLocation } from '../../apps/inventory/src/model/location.ts';
import type { AdjustStockCommand } from '../../apps/inventory/src/stock/domain/commands/adjust-stock.ts';
import type { TransferStockCommand } from '../../apps/inventory/src/stock/domain/commands/transfer-stock.ts';
import { brokenAnswer, holdsAfter } from './edit-steps.ts';
import { COUNTED, INITIAL, type Operation, type OrderOperation, SOLD } from './operations.ts';
import {
  ask as askFor,
  isOfNothing,
  type KnownOrder,
  madeBy,
  placeOfRace,
  type Step,
  type StepReply,
  subjectOf,
} from './order-steps.ts';
import { warehouseId } from './places.ts';
import type { Processes } from './processes.ts';
import { type Apis, type ServiceName, TENANT } from './services.ts';
import type { System } from './system.ts';
import type { Actor } from './virtual-time.ts';

/** The end of a request, as its client was told. */
export interface Told {
  readonly orderId: string | undefined;
  readonly step: Step | 'create';
  /** The key that it was asked for under. */
  readonly key: string;
  /** The part that it was about. */
  readonly partId?: string | undefined;
  /** The return that it was about, or made. */
  readonly returnId?: string | undefined;
  /** `done`, or the code of the refusal. */
  readonly outcome: string;
}

/** A line that an order was created with. */
export interface CreatedLine {
  readonly lineId: string;
  readonly sku: string;
  readonly quantity: number;
}

const CLIENTS = 3;
/** Attempts of one request: faults end before that. */
const MOST_ATTEMPTS = 400;

/** Clients that repeat each request under its key until they are told its end. */
export class Clients {
  readonly #processes: Processes;
  readonly #system: System;
  /** The ends of requests for orders; and of adjustments and transfers, `done` or `refused`, by their claims. */
  readonly told: Told[] = [];
  /** The lines that a client created an order with, by its order. */
  readonly created = new Map<string, readonly CreatedLine[]>();
  readonly adjusted = new Map<string, string>();
  /** The ends of items of batches, `done` or `refused`, by their notes. */
  readonly batched = new Map<string, string>();
  /** Units that lie at the place of the counted SKU in truth. */
  lying = INITIAL;
  /** Where a repeat was told something else than the first request. */
  readonly contradictions: string[] = [];
  #atWork = 0;
  #scannedAtMs = 0;

  constructor(processes: Processes, system: System) {
    this.#processes = processes;
    this.#system = system;
  }

  get areDone(): boolean {
    return this.#atWork === 0;
  }

  /** Begins to create the SKUs. */
  prepare(): void {
    for (const sku of [...SOLD, COUNTED]) {
      const actor: Actor = { name: `creator of ${sku}` };
      this.#begin(actor, async () => {
        await this.#until(actor, 'inventory', `creation of ${sku}`, ({ runCommand }, { idempotency: claim }) => {
          const origin = { actor: 'key_1', requestId: 'req_1', at: new Date(), claim };
          const facts = { sku, name: sku, onHand: INITIAL, reorderPoint: 0, home: null };
          return runCommand(TENANT, { type: 'create-sku', origin, ...facts });
        });
        if (this.#system.world !== 'warehouses' || sku === COUNTED) return;
        for (const [at, delta] of [['W2', 3] as const, ['W3', 2] as const])
          await this.#adjust(actor, { type: 'adjust', sku, delta, at }, `units of ${sku} in ${at}`);
      });
    }
  }

  /** Begins the work: each client does its share, one piece after the other. */
  start(operations: readonly Operation[]): void {
    for (let client = 0; client < CLIENTS; client += 1) {
      const own = operations.map((operation, place) => ({ operation, place })).filter(({ place }) => place % CLIENTS === client);
      const actor: Actor = { name: `client-${client + 1}` };
      this.#begin(actor, async () => {
        for (const { operation, place } of own) await this.#perform(actor, operation, `op${place}`);
      });
    }
  }

  #begin(actor: Actor, work: () => Promise<void>): void {
    this.#atWork += 1;
    this.#system.scheduler.post(actor, 'begins', () => {
      void work()
        .catch((error: unknown) => void this.contradictions.push(`${actor.name} ended: ${String(error)}`))
        .finally(() => {
          this.#atWork -= 1;
        });
    });
  }

  async #perform(actor: Actor, operation: Operation, key: string): Promise<void> {
    if (operation.type === 'adjust') return this.#adjust(actor, operation, key);
    if (operation.type === 'transfer') return this.#transfer(actor, operation, key);
    if (operation.type === 'batch') return this.#batch(actor, operation, key);
    if (operation.type === 'scan') return this.#scan(operation, key);
    return this.#lead(actor, operation, key);
  }

  /** Creates an order, and leads it through its life. */
  async #lead(actor: Actor, operation: OrderOperation, key: string): Promise<void> {
    const { sku, quantity, besides, backorder, externalId, sourcing } = operation;
    const named = externalId === undefined ? {} : { external_id: externalId };
    const others =
      besides === undefined ? [] : SOLD.filter((each) => each !== sku).map((each) => ({ sku: each, quantity: besides }));
    const body = { lines: [{ sku, quantity }, ...others], allow_backorder: backorder, ...named, ...sourcing };
    const created = await this.#order(actor, { step: 'create', orderId: undefined, key: `${key}-create` }, (orders, context) =>
      orders.createOrder(body, context),
    );
    if (!created || !('order' in created)) return;
    const { id: orderId, lines } = created.order;
    const known: KnownOrder = { orderId, lineId: lines[0]?.id ?? '', holds: [] };
    this.created.set(
      orderId,
      body.lines.map((line, place) => ({ ...line, lineId: lines[place]?.id ?? '' })),
    );
    await this.#live(actor, operation, known, key);
  }

  /** Steps of another client come beside the first, or once there is what they may be about. */
  async #live(actor: Actor, { steps, raced }: OrderOperation, first: KnownOrder, key: string): Promise<void> {
    let known = first;
    const other: Actor = { name: `${actor.name} beside ${key}` };
    const race = (): void =>
      this.#begin(other, async () => {
        let own = known;
        for (const [place, step] of raced.entries())
          own = await this.#step(other, { step, known: own, key: `${key}-raced${place > 0 ? `-${place}` : ''}` });
      });
    const [firstRaced] = raced;
    const begins = firstRaced === undefined ? undefined : placeOfRace(steps, firstRaced);
    if (begins === -1) race();
    for (const [place, step] of steps.entries()) {
      known = await this.#step(actor, { step, known, key: `${key}-${step}-${place}` });
      if (begins === place) race();
    }
  }

  /** @returns the order as its client knows it then. */
  async #step(
    actor: Actor,
    { step, known, key }: { readonly step: Step; readonly known: KnownOrder; readonly key: string },
  ): Promise<KnownOrder> {
    if (isOfNothing(step, known)) return known;
    const { orderId, holds, lineId } = known;
    const at = new Date();
    const end = await this.#order(actor, { step, orderId, key, ...subjectOf(step, known) }, (orders, context) =>
      askFor(orders, { step, known, note: key, at }, context),
    );
    if (!end) return known;
    const order = 'order' in end ? end.order : undefined;
    this.contradictions.push(...brokenAnswer(step, { holds, note: key, lineId, order }));
    return { ...known, ...madeBy(end), holds: holdsAfter(holds, step, { note: key, at, order }) };
  }

  /** @returns the answer, where the step was done. */
  async #order(
    actor: Actor,
    { step, orderId, key, ...about }: Omit<Told, 'outcome'>,
    ask: (orders: Apis['orders'], context: RequestContext) => Promise<StepReply>,
  ): Promise<StepReply | undefined> {
    const answered = async (orders: Apis['orders'], context: RequestContext): Promise<StepReply> => {
      const reply = await ask(orders, context);
      if (reply.type === 'pending') throw new NotYet();
      return reply;
    };
    const end = await this.#until(actor, 'orders', key, answered);
    const done = end instanceof AppError ? undefined : end;
    const ofDone = done && 'order' in done ? done.order.id : undefined;
    const made = done && 'of' in done ? { returnId: done.of.id } : {};
    const outcome = done ? 'done' : codeOf(end);
    this.told.push({ orderId: orderId ?? ofDone, step, key, ...about, ...made, outcome });
    return done;
  }

  #adjust(actor: Actor, { sku, delta, at }: Extract<Operation, { type: 'adjust' }>, key: string): Promise<void> {
    const location = at === undefined ? undefined : parseLocation(at);
    return this.#change(actor, key, { type: 'adjust-stock', sku, delta, reason: 'adjustment', location, note: null });
  }

  #transfer(actor: Actor, { sku, units, from, to }: Extract<Operation, { type: 'transfer' }>, key: string): Promise<void> {
    const lines = [{ sku, quantity: units, pointer: '' }];
    const ends = { fromId: warehouseId(from), to: parseLocation(to) };
    return this.#change(actor, key, { type: 'transfer-stock', transferId: key, ...ends, lines, note: null });
  }

  /** Changes stock, and notes what its client was told. */
  async #change(
    actor: Actor,
    key: string,
    change: Omit<AdjustStockCommand, 'origin'> | Omit<TransferStockCommand, 'origin'>,
  ): Promise<void> {
    const end = await this.#until(actor, 'inventory', key, async ({ runCommand }, context) => {
      const origin = { actor: 'key_1', requestId: key, at: new Date(), claim: context.idempotency };
      const { result } = await runCommand(TENANT, { ...change, origin });
      return result;
    });
    this.adjusted.set(key, end instanceof AppError || end.type === 'refused' ? 'refused' : 'done');
  }

  async #batch(actor: Actor, { of, mode, items }: Extract<Operation, { type: 'batch' }>, key: string): Promise<void> {
    const named = items.map((item, index) => ({ ...item, note: `${key}-${index}` }));
    if (of === 'orders') {
      const orders = named.map(({ sku, units, note }) => ({ lines: [{ sku, quantity: units }], allow_backorder: true, note }));
      const parsed = orders.map((value) => ({ type: 'valid' as const, value }));
      const end = await this.#until(actor, 'orders', key, async (api, context) =>
        endedOf(await api.createOrders(parsed, context)),
      );
      this.#batched(named, end instanceof AppError ? end : end.result);
      return;
    }
    const changes = named.map(({ sku, units: delta, note }) => ({
      op: 'adjust' as const,
      sku,
      delta,
      reason: 'adjustment' as const,
      note,
    }));
    const batch = { mode, items: changes.map((value) => ({ type: 'valid' as const, value })) };
    const end = await this.#until(actor, 'inventory', key, async (api, context) => {
      const { places: _places, ...answered } = await api.batch(batch, context);
      return answered;
    });
    this.#batched(named, end instanceof AppError ? end : end.result.results);
  }

  /** Notes what a client was told of each item of its batch: of all the same where the batch was refused. */
  #batched(
    items: readonly { readonly note: string }[],
    end: AppError | readonly { readonly index: number; readonly status: number }[],
  ): void {
    for (const [index, { note }] of items.entries()) {
      const own = end instanceof AppError ? [] : end.filter((result) => result.index === index);
      if (!(end instanceof AppError) && own.length !== 1) this.contradictions.push(`${note} was answered ${own.length} times`);
      this.batched.set(note, (own[0]?.status ?? 500) < 400 ? 'done' : 'refused');
    }
  }

  /** Units come and are counted one after the other; the devices tell it later, in any order. */
  async #scan({ movement, units, lateMs }: Extract<Operation, { type: 'scan' }>, key: string): Promise<void> {
    // wait: each has a millisecond of its own, or nothing tells which was first.
    do await delay(3);
    while (Date.now() <= this.#scannedAtMs);
    this.#scannedAtMs = Date.now();
    if (movement === 'receive') this.lying += units;
    const quantity = movement === 'receive' ? units : this.lying;
    const body = createScanBody.parse({
      barcode: COUNTED,
      type: movement,
      sku: COUNTED,
      quantity,
      apply: true,
      scanned_at: new Date().toISOString(),
      client_scan_id: key,
    });
    const device: Actor = { name: `device of ${key}` };
    this.#begin(device, async () => {
      // wait: the device was offline.
      await delay(lateMs);
      await this.#until(device, 'scans', key, (createScan, { idempotency: _none, ...context }) => createScan(body, context));
    });
  }

  /**
   * Asks under one key until the request has ended, and once more: the answer is to be the same.
   *
   * @returns the answer, or the refusal.
   */
  async #until<Name extends ServiceName, Answer>(
    actor: Actor,
    service: Name,
    key: string,
    ask: (api: Apis[Name], context: RequestContext) => Promise<Answer>,
  ): Promise<Answer | AppError> {
    const first = await this.#once(actor, service, key, ask);
    if (service === 'scans') return first;
    const again = await this.#once(actor, service, key, ask);
    // An invalid request leaves nothing behind: it is decided again.
    if (endOf(first) !== endOf(again) && codeOf(first) !== 'validation_failed')
      this.contradictions.push(`${key} was told ${endOf(first)}, and then ${endOf(again)}`);
    return first;
  }

  async #once<Name extends ServiceName, Answer>(
    actor: Actor,
    service: Name,
    key: string,
    ask: (api: Apis[Name], context: RequestContext) => Promise<Answer>,
  ): Promise<Answer | AppError> {
    const idempotency: IdempotencyClaim = { id: key, fingerprint: key };
    const context: RequestContext = { tenant: TENANT, actor: 'key_1', requestId: key, idempotency };
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      try {
        return await this.#processes.request(actor, service, { name: key, ask: (api) => ask(api, context) });
      } catch (error) {
        const isOver = error instanceof AppError && !isRetryable(error) && error.code !== 'transition_in_progress';
        if (isOver) return error;
        if (!(error instanceof AppError || error instanceof NotYet)) throw error;
        // wait: the next attempt comes later.
        await delay(Math.min(500, 40 * attempt));
      }
    }
    throw new Error(`${key} has no end`);
  }
}

/** @throws NotYet where an order of the batch is pending. */
function endedOf<Answer extends { readonly result: readonly { readonly status: number }[] }>(answer: Answer): Answer {
  if (answer.result.some(({ status }) => status === 202 || status >= 500)) throw new NotYet();
  return answer;
}

/** The request is recorded, and not carried out yet. */
class NotYet extends Error {
  override readonly name = 'NotYet';
}

function codeOf(end: unknown): string {
  return end instanceof AppError ? end.code : 'done';
}

/** The part of an answer that repeats get alike; they name the first request beside it. */
function endOf(end: unknown): string {
  if (end instanceof AppError) return end.code;
  const { replayed: _replayed, ...answer } = typeof end === 'object' && end !== null && 'replayed' in end ? end : { answer: end };
  return JSON.stringify(answer, (name, value: unknown) => (name === 'firstRequestId' ? undefined : value));
}
