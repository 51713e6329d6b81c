import { type StockCommand, stockCommand, type StockOutcome, TOPICS } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import type { Consumption, EventLog, IncomingRecord } from '@fulfilment/messaging';
import { amended } from './fake-edits.fixture.ts';
import { aboutParts, waitingOf, withParts } from './fake-portions.fixture.ts';
import { FakeWarehouses, type StockByWarehouse } from './fake-sources.fixture.ts';
import { opened, withReturns } from './fake-returns.fixture.ts';

type Line = StockOutcome['lines'][number];
type Document = StockOutcome & { readonly attempt: number };
type Refused = Pick<StockOutcome['last_answer'], 'code' | 'detail' | 'errors'>;
type Answered = Pick<StockOutcome, 'state' | 'lines' | 'returns' | 'no_eligible_warehouse'> & { readonly refused?: Refused };

/**
 * Inventory as orders knows it: commands in, allocation documents out, over the log. What it does not stock is unknown; what is free
 * goes to the oldest order that waits for it.
 */
export class FakeInventory {
  /** As they came, repeated ones too. */
  readonly commands: StockCommand[] = [];
  /** Of orders that say where they ship from; others have the stock beside it. */
  readonly warehouses: FakeWarehouses;
  readonly #log: EventLog;
  readonly #free: Map<string, number>;
  readonly #documents = new Map<string, Document>();
  #held: StockOutcome[] | undefined;
  #consumption: Consumption | undefined;

  constructor(log: EventLog, stock: Readonly<Record<string, number>>, warehouses: StockByWarehouse = {}) {
    this.#log = log;
    this.warehouses = new FakeWarehouses(warehouses);
    this.#free = new Map(Object.entries(stock));
  }

  async start(): Promise<void> {
    this.#consumption = await this.#log.consume({
      group: 'fake-inventory',
      topics: [TOPICS.stockCommands],
      handle: async ({ records }) => {
        await this.#tell(records.flatMap((record) => this.#receive(record)));
      },
    });
    await this.#consumption.ready();
  }

  async stop(): Promise<void> {
    await this.#consumption?.stop();
  }

  /** Answers are kept back until `letGo`. */
  holdBack(): void {
    this.#held ??= [];
  }

  /** @param arrange what happens to the answers on their way: lost, late, twice, in another order. */
  async letGo(arrange: (outcomes: readonly StockOutcome[]) => readonly StockOutcome[] = (outcomes) => outcomes): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    await this.#send(arrange(held));
  }

  /** Sends the last document of an order again, as after a crash. */
  async repeat(orderId: string): Promise<void> {
    const document = this.#documents.get(orderId);
    if (document) await this.#send([document]);
  }

  /** Stock comes in and fills backorders, oldest order first. */
  async restock(sku: string, quantity: number): Promise<void> {
    this.#free.set(sku, (this.#free.get(sku) ?? 0) + quantity);
    await this.#tell(this.#fillAll());
  }

  /** The version of an order's document; 0 before the first. */
  versionOf(orderId: string): number {
    return this.#documents.get(orderId)?.version ?? 0;
  }

  #answerTo(command: StockCommand, known: Document | undefined): Answered {
    const returned = known && (this.#refusedExchange(command, known) ?? withReturns(command, known));
    const lines = known?.lines ?? [];
    return returned ?? this.warehouses.decide(command, lines) ?? this.#decide(command, lines);
  }

  #receive({ value }: IncomingRecord): StockOutcome[] {
    const command = stockCommand.parse(JSON.parse(value));
    this.commands.push(command);
    const known = this.#documents.get(command.order_id);
    // Its answer may have been lost.
    if (known && known.attempt >= command.attempt) return [known];
    const { refused, ...after } = this.#answerTo(command, known);
    const { id, type, account_id, environment, order_id, attempt, actor, request_id, at } = command;
    const last_answer = { command_id: id, type, accepted: refused === undefined, ...refused };
    const version = (known?.version ?? 0) + 1;
    const tenant = { account_id, environment };
    const returns = known?.returns && { returns: known.returns };
    const answer = { type: 'allocation' as const, ...tenant, order_id, attempt, version, ...returns, ...after, last_answer };
    return [this.#keep({ ...answer, actor, request_id, at }), ...this.#fillAll()];
  }

  #refusedExchange(command: StockCommand, { state, lines, returns }: Document): Answered | undefined {
    const skus = (command.type === 'expect_return' && command.exchange_skus) || [];
    return skus.every((sku) => this.#free.has(sku)) ? undefined : { state, lines, returns, refused: refusalOf('unknown_sku') };
  }

  #decide(command: StockCommand, lines: readonly Line[]): Answered {
    const ofParts = aboutParts(command, lines);
    if (ofParts) {
      const after = withParts(ofParts, lines, (sku, units) => this.#take(sku, units));
      return after
        ? { state: stateOf(after), lines: after }
        : { state: 'open', lines: [...lines], refused: refusal(lines, 'insufficient_stock') };
    }
    if (command.type === 'amend') return this.#amend(command, lines);
    switch (command.type) {
      case 'allocate':
        return this.#allocate(command);
      case 'open_return': {
        const { isRefused, ...after } = opened(command, (sku) => (this.#free.has(sku) ? `Name of ${sku}` : undefined));
        return isRefused ? { ...after, refused: refusalOf('unknown_sku') } : after;
      }
      case 'confirm': {
        const filled = lines.map((line) => this.#topUp(line));
        const short = filled.some((line) => waitingOf(line) > 0);
        return short
          ? { state: 'open', lines: filled, refused: refusal(filled, 'insufficient_stock') }
          : { state: 'confirmed', lines: filled };
      }
      case 'ship':
        return { state: 'shipped', lines: lines.map((line) => ({ ...line, allocated: 0, shipped: line.allocated })) };
      case 'release':
        return { state: 'released', lines: lines.map((line) => this.#giveBack(line)) };
      default:
        throw new Error(`${command.type} is about parts`);
    }
  }

  #allocate({ lines, allow_backorder: allowBackorder = true }: Extract<StockCommand, { type: 'allocate' }>): Answered {
    const asked = lines.map(({ id, sku, quantity }): Line => ({ id, sku, quantity, name: null, allocated: 0, shipped: 0 }));
    const unknown = asked.filter(({ sku }) => !this.#free.has(sku));
    if (unknown.length > 0) return { state: 'rejected', lines: asked, refused: refusal(asked, 'unknown_sku') };
    const before = new Map(this.#free);
    const held = asked.map((line) => this.#topUp({ ...line, name: `Name of ${line.sku}` }));
    if (allowBackorder || held.every(({ quantity, allocated }) => allocated === quantity)) return { state: 'open', lines: held };
    for (const [sku, free] of before) this.#free.set(sku, free);
    return { state: 'rejected', lines: asked, refused: refusal(held, 'insufficient_stock') };
  }

  #amend(command: Extract<StockCommand, { type: 'amend' }>, lines: readonly Line[]): Answered {
    const { state = 'open' } = this.#documents.get(command.order_id) ?? {};
    if (state === 'confirmed' && !command.lines) return { state, lines: [...lines] };
    const known = lines.map((line) => line.sku);
    const unknown = (command.lines ?? []).filter(({ sku }) => !known.includes(sku) && !this.#free.has(sku));
    const before = new Map(this.#free);
    if (unknown.length > 0) return { state, lines: [...lines], refused: refusalOf('unknown_sku') };
    const after = amended(command, lines, (sku, units) => this.#take(sku, units));
    if (after) return { state: stateOf(after), lines: after };
    for (const [sku, free] of before) this.#free.set(sku, free);
    return { state, lines: [...lines], refused: refusalOf('insufficient_stock') };
  }

  #topUp(line: Line): Line {
    return { ...line, allocated: line.allocated + this.#take(line.sku, waitingOf(line)) };
  }

  /** @param units a negative number gives units back. */
  #take(sku: string, units: number): number {
    const free = this.#free.get(sku) ?? 0;
    const taken = Math.min(free, units);
    this.#free.set(sku, free - taken);
    return taken;
  }

  #giveBack({ portions: _over, ...line }: Line): Line {
    this.#free.set(line.sku, (this.#free.get(line.sku) ?? 0) + line.allocated);
    return { ...line, allocated: 0 };
  }

  #fillAll(): StockOutcome[] {
    const filled = this.#documents.values().flatMap((document) => this.#fill(document));
    return filled.toArray();
  }

  #fill(document: Document): StockOutcome[] {
    if (document.state !== 'open' || this.warehouses.holds(document.order_id)) return [];
    const lines = document.lines.map((line) => this.#topUp(line));
    const same = lines.every((line, place) => line.allocated === document.lines[place]?.allocated);
    const version = document.version + 1;
    return same ? [] : [this.#keep({ ...document, version, lines, actor: 'key_receiver', request_id: 'a-receipt' })];
  }

  #keep(document: Document): StockOutcome {
    this.#documents.set(document.order_id, document);
    return document;
  }

  async #tell(outcomes: readonly StockOutcome[]): Promise<void> {
    if (this.#held) this.#held.push(...outcomes);
    else await this.#send(outcomes);
  }

  async #send(outcomes: readonly StockOutcome[]): Promise<void> {
    await this.#log.append(
      outcomes.map((outcome) => ({
        topic: TOPICS.stockOutcomes,
        key: `${tenantKey({ accountId: outcome.account_id, environment: outcome.environment })}|${outcome.order_id}`,
        value: JSON.stringify(outcome),
        headers: { request_id: outcome.request_id },
      })),
    );
  }
}

function stateOf(lines: readonly Line[]): string {
  const isOver = lines.every((line) => line.allocated === 0 && waitingOf(line) === 0);
  if (!isOver) return 'open';
  return lines.some(({ shipped }) => shipped > 0) ? 'shipped' : 'released';
}

const refusalOf = (code: string): Refused => ({ code, detail: 'Not every line can be had.', errors: [] });

function refusal(lines: readonly Line[], code: string): Refused {
  const errors = lines.flatMap(({ sku, quantity, allocated }, place) =>
    allocated < quantity ? [{ pointer: `/lines/${place}/sku`, code, message: `${sku} is short.`, sku }] : [],
  );
  return { code, detail: 'Not every line can be had.', errors };
}
