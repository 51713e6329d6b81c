import {
  type AnyStockOutcome,
  anyStockOutcome,
  type DomainEvent,
  domainEvent,
  type LocationNames,
  type MoveCommand,
  moveCommand,
  moveCommandId,
  type MoveOutcome,
  type SkuRecord,
  skuRecord,
  type StockCommand,
  stockCommand,
  stockCommandKey,
  type StockCommandType,
  type StockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import { newId, type Tenant } from '@fulfilment/kernel';
import type { EngineAddresses } from '@fulfilment/testing';
import { type Caller, failTheRun, openServiceBed, type ServiceBed, type ServiceInstance } from '@fulfilment/service/test-bed';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { SCHEMA } from './schema.ts';

export interface Instance extends ServiceInstance {
  /** @throws ZodError unless it is answered with a SKU. */
  sku(...call: Parameters<ServiceInstance['call']>): Promise<SkuRecord>;
}

/** The service as it runs, on real engines. */
export interface TestBed extends ServiceBed {
  start(): Promise<Instance>;
  /** Events of SKUs of a tenant, as they are in the log. */
  eventsOf(tenant: Tenant): readonly DomainEvent[];
  /** Events of locations of a tenant. */
  locationEventsOf(tenant: Tenant): readonly DomainEvent[];
  /** Outcomes for orders about an order. */
  outcomesOf(orderId: string): readonly StockOutcome[];
  /** Outcomes for scans about a scan. */
  answersTo(scanId: string): readonly MoveOutcome[];
  /** The paths of a caller's locations that scans was told of, by message. */
  namesOf(by: Caller): readonly (readonly LocationNames['locations'][number][])[];
  /** Puts values on `stock.commands`, moves on `stock.moves`. */
  send(tenant: Tenant, ...values: readonly unknown[]): Promise<void>;
  /** Messages on the dead-letter topic of the commands. */
  readonly dead: readonly string[];
}

export async function openTestBed(engines: EngineAddresses): Promise<TestBed> {
  const bed = await openServiceBed(engines, SCHEMA);
  const events: DomainEvent[] = [];
  const outcomes: AnyStockOutcome[] = [];
  const dead: string[] = [];
  await bed.listen({
    [TOPICS.inventoryEvents]: (value) => events.push(domainEvent.parse(JSON.parse(value))),
    [TOPICS.stockOutcomes]: (value) => outcomes.push(anyStockOutcome.parse(JSON.parse(value))),
    [`${TOPICS.stockCommands}.dlq`]: (value) => dead.push(value),
    [`${TOPICS.stockMoves}.dlq`]: (value) => dead.push(value),
  });
  const ofTenant = ({ accountId }: Tenant) => events.filter((event) => event.account_id === accountId);
  return {
    ...bed,
    dead,
    start: async () => {
      const instance = await bed.reach(await compose(readConfig(bed.env), failTheRun));
      return { ...instance, sku: async (...call) => skuRecord.parse((await instance.call(...call)).body) };
    },
    eventsOf: (tenant) => ofTenant(tenant).filter(({ type }) => !type.startsWith('location.')),
    locationEventsOf: (tenant) => ofTenant(tenant).filter(({ type }) => type.startsWith('location.')),
    outcomesOf: (orderId) =>
      outcomes.flatMap((outcome) => (outcome.type === 'allocation' && outcome.order_id === orderId ? [outcome] : [])),
    answersTo: (scanId) =>
      outcomes.flatMap((outcome) => (outcome.type === 'move' && outcome.scan_id === scanId ? [outcome] : [])),
    namesOf: ({ accountId }) =>
      outcomes.flatMap((outcome) =>
        outcome.type === 'locations' && outcome.account_id === accountId ? [outcome.locations] : [],
      ),
    send: (tenant, ...values) =>
      bed.log.append(
        values.map((value) => ({
          topic: moveCommand.safeParse(value).success ? TOPICS.stockMoves : TOPICS.stockCommands,
          key: stockCommandKey(tenant, ''),
          value: typeof value === 'string' ? value : JSON.stringify(value),
          headers: {},
        })),
      ),
  };
}

/** The command of a scan, as the scans service sends it. */
export function move(by: Caller, changes: Partial<MoveCommand> = {}): MoveCommand {
  const scan = newId('scn');
  return {
    type: 'move',
    id: moveCommandId(scan),
    account_id: by.accountId,
    environment: by.environment,
    scan_id: scan,
    movement: 'receive',
    sku: 'MUG-01',
    quantity: 1,
    location: null,
    actor: by.keyId,
    request_id: newId('req'),
    at: new Date().toISOString(),
    ...changes,
  };
}

/** A step of an order, as the orders service asks for it. */
export function step(
  by: Caller,
  type: Exclude<StockCommandType, 'allocate'>,
  { order, attempt, ...facts }: { readonly order: string; readonly attempt: number; readonly [fact: string]: unknown },
): StockCommand {
  return stockCommand.parse({ ...commonOf(by, type, { order, attempt }), type, ...facts });
}

/** An order that asks for stock for the first time. */
export function allocate(by: Caller, order: string, lines: readonly (readonly [sku: string, quantity: number])[]): StockCommand {
  const common = commonOf(by, 'allocate', { order, attempt: 1 });
  return {
    ...common,
    type: 'allocate',
    order_created_at: common.at,
    lines: lines.map(([sku, quantity]) => ({ id: newId('lin'), sku, quantity })),
  };
}

function commonOf(
  { accountId, environment, keyId }: Caller,
  verb: string,
  { order, attempt }: { order: string; attempt: number },
) {
  return {
    id: `${verb}:${order}:${attempt}`,
    account_id: accountId,
    environment,
    order_id: order,
    attempt,
    actor: keyId,
    request_id: newId('req'),
    at: new Date().toISOString(),
  };
}
