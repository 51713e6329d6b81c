import {
  type AnyStockCommand,
  anyStockCommand,
  type CommandAnswer,
  type MoveCommand,
  type MoveOutcome,
  type StockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import {
  assertNever,
  type Clock,
  type OutgoingMessage,
  parseTenantKey,
  Sequence,
  type Tenant,
  tenantKey,
} from '@fulfilment/kernel';
import { type ConsumerOptions, decodeTyped, MessagesFailed, type Received, shouldRedeliver } from '@fulfilment/messaging';
import type { Allocation, AllocationLine, ExpectedReturn, ReturnedLine } from '../model/allocation.ts';
import { type Location, parseLocation } from '../model/location.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';
import { codeOf, eligibleFor, type Source, type Sources } from '../model/sourcing.ts';
import { type LocationEventTerms, locationMessages } from '../records/location-messages.ts';
import type { Origin } from './domain/command.ts';
import type { OrderRank } from './domain/commands/amend-order.ts';
import type { OrderCommand, ReturnCommand } from './domain/commands/commands.ts';
import type { MoveForScan } from './domain/commands/move-for-scan.ts';
import { joinedByCause } from './domain/sku-changes.ts';
import type { AllocationChange, BatchChanges, GivenScanAnswer } from './domain/stock-batch.ts';
import { reservationEvents } from './reservation-event-messages.ts';
import type { RunCommand } from './run-command.ts';
import { type EventTerms, skuEvents } from './sku-event-messages.ts';

/** A command of a later release is kept for the operator, never passed over: its order or scan would wait for ever. */
export const decodeStockCommand = decodeTyped(
  anyStockCommand,
  anyStockCommand.options.map(({ shape }) => shape.type.value),
  'poison',
);

/**
 * Answers commands of orders and of scans. A batch is done when each of its commands is answered: those of a tenant queue as one
 * sequence, and share transactions with whatever else changes stock.
 */
export function handleStockCommands(runCommand: RunCommand, now: Clock): ConsumerOptions<AnyStockCommand>['handle'] {
  return async (batch, { signal, mark }) => {
    const sequences = new Map<string, Sequence>();
    const sequenceOf = (tenant: Tenant): Sequence => {
      const key = tenantKey(tenant);
      const sequence = sequences.get(key) ?? new Sequence(signal);
      sequences.set(key, sequence);
      return sequence;
    };
    const failures = new Map<Received<AnyStockCommand>, unknown>();
    const answer = async (received: Received<AnyStockCommand>): Promise<void> => {
      const { message, record } = received;
      const { account_id: accountId, environment, actor, request_id: requestId } = message;
      const origin = { actor, requestId, traceparent: record.headers['traceparent'], at: now() };
      const tenant = { accountId, environment };
      try {
        await runCommand(tenant, toCommand(message, origin), sequenceOf(tenant));
        mark?.();
      } catch (error) {
        failures.set(received, error);
      }
    };
    await Promise.all(batch.map(answer));
    // Retryable failures go first: the whole batch then runs again before a single command is dead-lettered.
    const retryable = failures.values().find(shouldRedeliver);
    if (retryable !== undefined) throw retryable;
    if (failures.size > 0) throw new MessagesFailed(failures);
  };
}

function toCommand(message: AnyStockCommand, origin: Origin): OrderCommand | MoveForScan {
  if (message.type === 'move') return toMove(message, origin);
  const { id: commandId, order_id: orderId, attempt } = message;
  const common = { origin, commandId, orderId, attempt };
  switch (message.type) {
    case 'allocate':
      return { ...common, ...toAllocate(message) };
    case 'amend':
      return { ...common, ...toAmend(message) };
    case 'open_return':
    case 'expect_return':
    case 'unexpect_return':
    case 'receive_return':
    case 'dispose_return':
      return toReturnCommand(message, common);
    default:
      return toPartCommand(message, common);
  }
}

type ReturnMessage = Extract<AnyStockCommand, { return_id: string; order_id: string; attempt: number }>;

function toReturnCommand(
  message: ReturnMessage,
  order: Pick<ReturnCommand, 'origin' | 'commandId' | 'orderId' | 'attempt'>,
): ReturnCommand {
  const common = { ...order, returnId: message.return_id };
  switch (message.type) {
    case 'open_return': {
      const lines = message.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
      return { ...common, type: 'open_return', lines, approved: message.approved };
    }
    case 'expect_return':
      return { ...common, type: 'expect_return', lines: message.lines, exchangeSkus: message.exchange_skus };
    case 'unexpect_return':
      return { ...common, type: 'unexpect_return' };
    case 'receive_return': {
      const lines = message.lines.map(({ id, quantity, disposition, location }) => ({
        id,
        quantity,
        disposition,
        location: location === undefined ? undefined : parseLocation(location),
      }));
      return { ...common, type: 'receive_return', lines };
    }
    case 'dispose_return': {
      const lines = message.lines.map(({ id, quantity, from, disposition, from_location: fromLocation, location }) => ({
        id,
        quantity,
        from,
        disposition,
        fromLocation: fromLocation === undefined ? undefined : parseLocation(fromLocation),
        location: location === undefined ? undefined : parseLocation(location),
      }));
      return { ...common, type: 'dispose_return', lines };
    }
    default:
      return assertNever(message);
  }
}

type CommonOfOrder = Pick<OrderCommand, 'origin' | 'commandId' | 'orderId' | 'attempt'>;
type PartMessage = Extract<
  AnyStockCommand,
  { type: 'assign' | 'unassign' | 'release' | 'confirm' | 'unconfirm' | 'ship' | 'reassign' }
>;

function toPartCommand(message: PartMessage, common: CommonOfOrder): OrderCommand {
  switch (message.type) {
    case 'assign':
      return { ...common, type: 'assign', fulfilment: message.fulfilment_id, lines: message.lines, ...warehouseOf(message) };
    case 'unassign':
      return { ...common, type: 'unassign', fulfilment: message.fulfilment_id };
    case 'release':
      return { ...common, type: 'release', lines: message.lines };
    case 'confirm': {
      const { fulfilment_id: fulfilment, lines, short, reallocate } = message;
      if (fulfilment === undefined) return { ...common, type: 'confirm' };
      return { ...common, type: 'confirm', fulfilment, lines, short, reallocate, ...warehouseOf(message) };
    }
    case 'reassign': {
      const moved = message.lines.map(({ id, quantity, from, to }) => ({
        id,
        quantity,
        from: from === undefined ? undefined : parseLocation(from),
        to: parseLocation(to),
      }));
      return { ...common, type: 'reassign', lines: moved };
    }
    case 'unconfirm':
      return { ...common, type: 'unconfirm', fulfilment: message.fulfilment_id };
    case 'ship': {
      const from = message.from?.map(({ line_id: lineId, location, quantity }) => ({
        lineId,
        location: parseLocation(location),
        quantity,
      }));
      return { ...common, type: 'ship', fulfilment: message.fulfilment_id, from };
    }
    default:
      return assertNever(message);
  }
}

const warehouseOf = ({ warehouse }: { readonly warehouse?: string | undefined }) => ({
  warehouse: warehouse === undefined ? undefined : parseLocation(warehouse),
});

function toAllocate(message: Extract<AnyStockCommand, { type: 'allocate' }>) {
  const { allow_backorder: allowBackorder = true, priority, ship_by: shipBy } = message;
  const lines = message.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  const rank = priority === undefined && shipBy === undefined ? undefined : rankOf(message);
  const { reservation_id: reservationId, require_reservation: requireReservation } = message;
  const { sourcing: asked, ship_to_country: country } = message;
  const sourcing = asked && { shipFrom: asked.ship_from?.map(parseLocation), split: asked.split };
  const facts = { reservationId, requireReservation, sourcing, country };
  return { type: 'allocate', orderCreatedAt: new Date(message.order_created_at), lines, allowBackorder, rank, ...facts } as const;
}

function toAmend(message: Extract<AnyStockCommand, { type: 'amend' }>) {
  const { lines, allow_backorder: allowBackorder = true, fulfilment_id: fulfilment, suspended } = message;
  const rank = message.rank && rankOf(message.rank);
  return { type: 'amend', askedAt: new Date(message.at), lines, allowBackorder, fulfilment, rank, suspended } as const;
}

function rankOf({
  priority,
  ship_by: shipBy,
}: {
  readonly priority?: number | undefined;
  readonly ship_by?: string | undefined;
}): OrderRank {
  return { priority, shipBy: shipBy === undefined ? undefined : new Date(shipBy) };
}

function toMove(message: MoveCommand, origin: Origin): MoveForScan {
  const { id: commandId, scan_id: scanId, movement, sku, quantity, barcode } = message;
  const location = message.location === null ? null : parseLocation(message.location);
  const [receivedAt, scannedAt] = [new Date(message.at), new Date(message.scanned_at ?? message.at)];
  const madeAt = scannedAt < receivedAt ? scannedAt : receivedAt;
  const { return_id: returnId, order_id: orderId, disposition } = message;
  const of = movement === 'return' ? { returnId, orderId, disposition } : {};
  return { type: 'move-for-scan', origin, commandId, scanId, movement, ...of, sku, barcode, quantity, location, madeAt };
}

/**
 * The messages of a batch: events of SKUs for subscribers, allocations for orders, answers for scans. Their ids are made in the same order
 * for the same changes.
 */
export function messagesOf(
  { skuChanges, allocationChanges, reservationChanges, scanAnswers, locations, newLocations, sources }: BatchChanges,
  { tenant, worked, newId }: MessageTerms,
): readonly OutgoingMessage[] {
  // A location is made by the change that first uses it.
  const firstUse = ({ id }: Location): LocationEventTerms => {
    const change = skuChanges.find(({ after }) => after.homeId === id || after.stock.some(({ locationId }) => locationId === id));
    const { requestId = 'inventory', traceparent } = (change ?? skuChanges[0])?.cause.origin ?? {};
    return { tenant, requestId, traceparent, newEventId: () => newId('evt') };
  };
  return [
    ...newLocations.flatMap((location) => locationMessages([{ type: 'location.created', location }], firstUse(location))),
    ...joinedByCause(skuChanges).flatMap((change) => skuEvents(change, { tenant, locations, newId })),
    ...reservationChanges.flatMap((change) => reservationEvents(change, tenant, () => newId('evt'))),
    ...allocationChanges.map((change) => allocationOutcome(change, { tenant, id: newId('evt'), sources, worked })),
    ...scanAnswers.map((given) => moveOutcome(given, { tenant, id: newId('evt'), worked })),
  ];
}

/** Lines of other orders that a command took units from or gave them to. */
interface Work {
  readonly origin: Origin;
  readonly lines: number;
}

interface MessageTerms extends Pick<EventTerms, 'newId'> {
  readonly tenant: string;
  /** The work of commands of messages, by their ids. */
  readonly worked: ReadonlyMap<string, Work>;
}

/** The allocation of an order as it is, for an operator who has orders told of it again. */
export function allocationMessage(
  allocation: Allocation,
  { tenant, sources, newId }: OutcomeTerms & { readonly newId: (prefix: 'evt' | 'req') => string },
): OutgoingMessage {
  const origin = { actor: 'operator', requestId: newId('req'), at: allocation.updatedAt };
  return allocationOutcome({ allocation, cause: { origin } }, { tenant, id: newId('evt'), sources });
}

interface OutcomeTerms {
  readonly tenant: string;
  /** For the codes of warehouses, and for whether one may ship an order. */
  readonly sources: Sources;
}

/** The allocation of an order, whole: orders takes over a newer version. */
function allocationOutcome(
  { allocation, cause }: { readonly allocation: Allocation; readonly cause: Pick<AllocationChange['cause'], 'origin'> },
  { tenant, id, sources, worked }: OutcomeTerms & { readonly id: string; readonly worked?: MessageTerms['worked'] },
): OutgoingMessage {
  const { orderId, version, updatedAt: at } = allocation;
  const outcome: StockOutcome = {
    type: 'allocation',
    ...tenantFacts(tenant),
    order_id: orderId,
    version,
    state: allocation.state,
    lines: allocation.lines.map((line) => toOutcomeLine(line, sources)),
    ...(allocation.sourcing && eligibleFor(allocation.sourcing, sources).length === 0 && { no_eligible_warehouse: true }),
    ...(allocation.returns && { returns: allocation.returns.map(toOutcomeReturn) }),
    ...workedLines(worked?.get(allocation.lastAnswer.commandId), cause.origin),
    last_answer: answerOf(allocation.lastAnswer),
    actor: cause.origin.actor,
    request_id: cause.origin.requestId,
    at: at.toISOString(),
  };
  return outcomeMessage(outcome, cause.origin, { id, tenant, subject: orderId, at, version });
}

/** An outcome that another change has caused does not tell of it again. */
const workedLines = (work: Work | undefined, origin: Origin) =>
  work && work.lines > 0 && work.origin === origin ? { worked_lines: work.lines } : {};

/** Portions are named as messages name them; what they have lost waits like any unit that is not held, and so does what is suspended. */
function toOutcomeLine(
  { portions, later: _own, suspended: _kept, sources: held, ...line }: AllocationLine,
  sources: Sources,
): StockOutcome['lines'][number] {
  const told = { ...line, ...toOutcomeSources(held, sources) };
  if (portions === undefined) return told;
  const shown = portions.map(({ fulfilment, units, firm, sources: own }) => ({
    fulfilment_id: fulfilment,
    units,
    firm,
    ...toOutcomeSources(own, sources),
  }));
  return { ...told, portions: shown };
}

/** The warehouses of held units with their codes; the id in place of that of a warehouse that is not active any more. */
function toOutcomeSources(held: readonly Source[] | undefined, sources: Sources) {
  if (!held) return {};
  return { sources: held.map(({ warehouse: id, units }) => ({ warehouse_id: id, warehouse: codeOf(sources, id), units })) };
}

function toOutcomeReturn({ id, lines }: ExpectedReturn): NonNullable<StockOutcome['returns']>[number] {
  return { return_id: id, lines: lines.map(toReturnedLine) };
}

function toReturnedLine({ id, expected, missing = 0, scrap = 0, kept = [] }: ReturnedLine) {
  const unitsOf = (disposition: string): number =>
    kept.reduce((sum, each) => (each.disposition === disposition ? sum + each.units : sum), 0);
  const [inspect, restock, quarantine] = [unitsOf('inspect'), unitsOf('restock'), unitsOf('quarantine')];
  return { id, expected, missing, inspect, restock, quarantine, scrap };
}

function answerOf({ commandId, type, refusal }: Allocation['lastAnswer']): CommandAnswer {
  if (refusal === null) return { command_id: commandId, type, accepted: true };
  const { code, message, errors } = refusal;
  return { command_id: commandId, type, accepted: false, code, detail: message, errors: [...errors] };
}

/** The answer to a scan. A scan has one answer, however often it is given. */
function moveOutcome(
  { answer, origin, isNew }: GivenScanAnswer,
  { tenant, id, worked }: Omit<MessageTerms, 'newId'> & { readonly id: string },
): OutgoingMessage {
  const { scanId, commandId, at } = answer;
  const body = { ...moveBody(answer, origin, tenant), ...(isNew && workedLines(worked.get(commandId), origin)) };
  return outcomeMessage(body, origin, { id, tenant, subject: scanId, at, version: 1 });
}

function moveBody({ scanId, commandId, refusal, at }: ScanAnswer, { requestId }: Origin, tenant: string): MoveOutcome {
  const common = {
    type: 'move' as const,
    ...tenantFacts(tenant),
    scan_id: scanId,
    command_id: commandId,
    request_id: requestId,
    at: at.toISOString(),
  };
  if (refusal === null) return { ...common, accepted: true };
  const { code, message, errors } = refusal;
  return { ...common, accepted: false, code, detail: message, errors: [...errors] };
}

function tenantFacts(tenant: string) {
  const { accountId, environment } = parseTenantKey(tenant);
  return { account_id: accountId, environment };
}

function outcomeMessage(
  outcome: StockOutcome | MoveOutcome,
  { requestId, traceparent }: Origin,
  message: Pick<OutgoingMessage, 'id' | 'tenant' | 'subject' | 'at' | 'version'>,
): OutgoingMessage {
  return {
    ...message,
    topic: TOPICS.stockOutcomes,
    key: `${message.tenant}|${message.subject}`,
    type: outcome.type,
    part: 0,
    value: JSON.stringify(outcome),
    requestId,
    traceparent,
  };
}
