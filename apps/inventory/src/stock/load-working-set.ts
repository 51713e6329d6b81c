import type { Receipt } from '@fulfilment/idempotency';
import type { Movement } from '../model/ledger.ts';
import { type Location, type LocationPurpose, type LocationReference, pathOf, pathsDownTo } from '../model/location.ts';
import { balanceAt, hasBarcode, locationsNamedBy, type Sku } from '../model/sku.ts';
import { type AdmittedKind, admittedKindOf } from './domain/admitted-kinds.ts';
import type { AllocationsById, Foreseen, Reads, ReservationsById } from './domain/command.ts';
import { type Command, partsOf, type SingleCommand, specOf } from './domain/commands/commands.ts';
import { type MoveForScan, ownerOf, wasSeen } from './domain/commands/move-for-scan.ts';
import type { EarlierRequest, Limits, WorkingSet } from './domain/working-set.ts';
import type { Allocation } from '../model/allocation.ts';
import { expiryOf, loadOverdue, loadReservations } from './load-reservations.ts';
import { effectsBySku, loadQueues, reachesOf } from './load-queues.ts';
import { isRefusedReceipt } from './presented-result.ts';
import type { LaterMovement, StockReader, WantedLocations } from './stock-ports.ts';

/** A command in the lane. */
export interface Queued {
  readonly command: Command;
  /** True where it needs a transaction of its own. */
  readonly alone: boolean;
  /** Lines of orders that it has worked on, where it was put off. */
  readonly worked?: number;
}

export interface Loaded {
  /** The first of the commands: as many as fit into one transaction, at least one. */
  readonly commands: readonly Command[];
  readonly workingSet: WorkingSet;
  /** Of requests that come again, by the ids of their claims. */
  readonly receipts: ReadonlyMap<string, Receipt>;
}

/** Reads the records of the next commands: their orders, the SKUs of those, then the orders that wait for or hold these. */
export async function loadWorkingSet(read: StockReader, given: readonly Queued[], limits: Limits): Promise<Loaded> {
  const queued = await withOrders(read, given);
  const parts = queued.flatMap(({ command }) => partsOf(command));
  const named = readsOf(parts, NO_RECORDS);
  const orderIds = named.flatMap(({ orderId }) => orderId ?? []);
  const placed = new Set(
    parts.flatMap((part) => (part.type === 'allocate' || part.type === 'open_return' ? [part.orderId] : [])),
  );
  const ofCommands = await read.allocations(distinct(orderIds), (orderId) => placed.has(orderId));
  const allocations = new Map(ofCommands.map((allocation) => [allocation.orderId, allocation]));
  const reserved = await loadReservations(read, named);
  const orders = { allocations, reservations: new Map(reserved.map((reservation) => [reservation.id, reservation])) };
  const fitting = firstThatFit(queued, orders, limits.commandLines);
  const { receipts, movements } = await loadEarlier(read, fitting);
  const { commands: taken, skus: wanted, barcodes } = await loadSkus(read, fitting, readsOf(fitting.flatMap(partsOf), orders));
  const { overdue, skus } = await loadOverdue(read, taken, wanted);
  const reservations = new Map([...orders.reservations, ...overdue.map((each) => [each.id, each] as const)]);
  const known = { allocations, reservations };
  const reads = readsOf(taken.flatMap(partsOf), known);
  const scanAnswers = await read.scanAnswers(distinct(reads.flatMap(({ scanId }) => scanId ?? [])));
  const locations = await read.locations(locationsOf(reads, skus, [...movements.values()].flat()));
  const carried = withinPlaces(taken, { skus, known, most: limits.commandPlaces });
  const commands = await withExpected(read, carried, { skus, locations });
  const foreseen = { ...known, purposeOf: purposesIn(locations) };
  const ending = overdue.map(({ id }) => expiryOf(id));
  const sources = mayHoldInWarehouses(commands, ofCommands, skus)
    ? await read.sources(skus.some(isAwaitedInWarehouses))
    : undefined;
  const queues = await loadQueues(read, effectsBySku([...ending, ...commands], skus, foreseen), { limits, sources });
  const notAdmitted = await notAdmittedOf(read, commands);
  const waitingOrHolding = [...queues.waiting.values(), ...queues.held.values()].flatMap((found) => found.allocations);
  return {
    commands,
    receipts,
    workingSet: {
      skus,
      locations,
      allocations: [...ofCommands, ...waitingOrHolding],
      reservations: [...queues.keeping, ...reservations.values()],
      expiring: overdue.map(({ id }) => id),
      sources,
      waiting: reachesOf(queues.waiting),
      held: reachesOf(queues.held),
      earlier: earlierRequests(receipts, movements),
      scanAnswers,
      barcodes,
      notAdmitted,
    },
  };
}

/** True where an order may hold units in a warehouse: a new one by the tenant's rules. */
function mayHoldInWarehouses(commands: readonly Command[], orders: readonly Allocation[], skus: readonly Sku[]): boolean {
  const isNew = commands.some((command) => command.type === 'allocate');
  return isNew || orders.some(({ sourcing }) => sourcing) || skus.some(({ warehouses }) => warehouses);
}

/**
 * True of a SKU that orders wait for and may hold in warehouses. A change of rules, or of what a warehouse ships, has its queue looked
 * through: decided on by those before it, the orders that may have units now would be passed by, and wait until the SKU changes again.
 */
const isAwaitedInWarehouses = ({ waiting, warehouses }: Sku): boolean => waiting > 0 && warehouses !== undefined;

/** The kinds of commands that wait for processes of earlier releases to end. */
async function notAdmittedOf(read: StockReader, commands: readonly Command[]): Promise<readonly AdmittedKind[]> {
  const kinds = new Set(commands.flatMap(partsOf).flatMap((part) => admittedKindOf(part) ?? []));
  const waiting: AdmittedKind[] = [];
  for (const kind of kinds) if (!(await read.admits(kind))) waiting.push(kind);
  return waiting;
}

/** Tells scans of returns their orders. */
async function withOrders(read: StockReader, queued: readonly Queued[]): Promise<readonly Queued[]> {
  const ids = queued.flatMap(({ command }) => (command.type === 'move-for-scan' ? (command.returnId ?? []) : []));
  if (ids.length === 0) return queued;
  const orders = await read.ordersOfReturns(distinct(ids));
  return queued.map(({ command, alone }) => {
    const orderId = command.type === 'move-for-scan' ? orders.get(command.returnId ?? '') : undefined;
    return { command: orderId === undefined ? command : { ...command, orderId }, alone };
  });
}

/** The records that commands name. */
interface Known {
  readonly allocations: AllocationsById;
  readonly reservations: ReservationsById;
}

const NO_RECORDS: Known = { allocations: new Map(), reservations: new Map() };

const readsOf = (commands: readonly SingleCommand[], { allocations, reservations }: Known): Reads[] =>
  commands.map((command) => specOf(command).reads(command, allocations, reservations));

function firstThatFit(queued: readonly Queued[], known: Known, maxLines: number): Command[] {
  const [first, ...rest] = queued;
  if (!first) return [];
  const taken = [first.command];
  let lines = linesOf(first.command, known);
  for (const { command, alone } of first.alone ? [] : rest) {
    lines += linesOf(command, known);
    if (alone || lines > maxLines) break;
    taken.push(command);
  }
  return taken;
}

/** Lines that a command works on: the weight of its transaction. */
function linesOf(command: Command, known: Known): number {
  return readsOf(partsOf(command), known).reduce((sum, { skus }) => sum + Math.max(1, skus.length), 0);
}

/** The first of the commands whose SKUs lie at so many places together, at least one. */
function withinPlaces(
  commands: readonly Command[],
  { skus, known, most }: { readonly skus: readonly Sku[]; readonly known: Known; readonly most: number },
): readonly Command[] {
  const placesOf = new Map(skus.map(({ code, stock }) => [code, stock.length]));
  let places = 0;
  const beyond = commands.findIndex((command, index) => {
    for (const { skus: codes } of readsOf(partsOf(command), known)) for (const code of codes) places += placesOf.get(code) ?? 0;
    return index > 0 && places > most;
  });
  return beyond === -1 ? commands : commands.slice(0, beyond);
}

/** The locations that commands name, those that their SKUs lie at, and those of ledger entries: they may have another path by now. */
function locationsOf(reads: readonly Reads[], skus: readonly Sku[], movements: readonly Movement[]): WantedLocations {
  const references = reads.flatMap(({ locations = [] }) => locations);
  const named = references.flatMap((reference) => (reference.type === 'id' ? [reference.id] : []));
  const paths = references.flatMap((reference) => (reference.type === 'path' ? pathsDownTo(reference.codes) : []));
  const usages = [...new Set(reads.flatMap((each) => each.usages ?? []))];
  const ids = distinct([...named, ...skus.flatMap(locationsNamedBy), ...movements.map(({ locationId }) => locationId)]);
  return { ids, paths: distinct(paths), usages };
}

/** Reads the SKUs of commands, and those that have the barcodes of scans, which a scan means that names none. */
async function loadSkus(
  read: StockReader,
  commands: readonly Command[],
  reads: readonly Reads[],
): Promise<{
  readonly commands: readonly Command[];
  readonly skus: readonly Sku[];
  readonly barcodes: ReadonlyMap<string, string>;
}> {
  const named = await read.skus(distinct(reads.flatMap((each) => each.skus)));
  const byCode = new Map(named.map((sku) => [sku.code, sku]));
  const unsure = commands.flatMap((command) => {
    if (command.type !== 'move-for-scan' || command.barcode === undefined) return [];
    const sku = byCode.get(command.sku ?? '');
    return sku && hasBarcode(sku, command.barcode) ? [] : [command.barcode];
  });
  const texts = distinct([...reads.flatMap((each) => each.barcodes ?? []), ...unsure]);
  const barcodes = texts.length === 0 ? new Map<string, string>() : await read.skusWithBarcodes(texts);
  const found = commands.map((command): Command => {
    if (command.type !== 'move-for-scan' || command.sku !== undefined) return command;
    const sku = ownerOf(command.barcode ?? '', (text) => barcodes.get(text));
    return sku === undefined ? command : { ...command, sku, isFound: true };
  });
  const codes = distinct(found.flatMap((command) => (command.type === 'move-for-scan' ? (command.sku ?? []) : [])));
  const others = codes.filter((code) => !byCode.has(code));
  return { commands: found, skus: others.length === 0 ? named : [...named, ...(await read.skus(others))], barcodes };
}

/** Later movements of a SKU that are read to judge a count: a few milliseconds. */
const MAX_LATER_MOVEMENTS = 10_000;

/** Tells counts of scans what the ledger says of their moments. Of each place the later movements are read once. */
async function withExpected(
  read: StockReader,
  commands: readonly Command[],
  { skus, locations }: Pick<WorkingSet, 'skus' | 'locations'>,
): Promise<readonly Command[]> {
  const byCode = new Map(skus.map((sku) => [sku.code, sku]));
  const placeOf = ({ location }: MoveForScan): string | null | undefined => {
    if (location?.type !== 'path') return location?.id ?? null;
    const path = pathOf(location.codes);
    return locations.find((each) => each.path === path)?.id;
  };
  const counts = commands.flatMap((command) =>
    command.type === 'move-for-scan' && command.movement === 'count' ? [command] : [],
  );
  const expected = new Map<Command, number | 'unknown'>();
  for (const ofPlace of Map.groupBy(counts, (count) => `${count.sku}\n${String(placeOf(count))}`).values()) {
    const [first] = ofPlace;
    const sku = first && byCode.get(first.sku ?? '');
    const locationId = first && placeOf(first);
    if (!sku) continue;
    const after = new Date(Math.min(...ofPlace.map(({ madeAt }) => madeAt.getTime())));
    const wanted = { sku: sku.code, locationId: locationId ?? null, after, atMost: MAX_LATER_MOVEMENTS };
    // A location that is not there yet has no movements; a SKU that has not changed since has none either.
    const isUnmoved = locationId === undefined || sku.updatedAt <= after;
    const later = isUnmoved ? [] : await read.movedSince(wanted);
    const balance = locationId === null ? sku.onHand : balanceAt(sku, locationId ?? '');
    for (const count of ofPlace) expected.set(count, expectedAt(count.madeAt, balance, later));
  }
  return commands.map((command) => {
    const units = expected.get(command);
    return units !== undefined && command.type === 'move-for-scan' ? { ...command, expected: units } : command;
  });
}

/** Units that lay there at a moment. */
function expectedAt(moment: Date, balance: number, later: readonly LaterMovement[]): number | 'unknown' {
  const oldest = later.length < MAX_LATER_MOVEMENTS ? undefined : later.at(-1);
  if (oldest && oldest.at > moment) return 'unknown';
  return later.reduce((units, movement) => (wasSeen(movement, moment) ? units : units - movement.delta), balance);
}

type MovementsByClaim = ReadonlyMap<string, readonly Movement[]>;

/** Reads the receipts of requests that come again and, where one has expired, the movements that the ledger keeps for ever. */
async function loadEarlier(
  read: StockReader,
  commands: readonly Command[],
): Promise<Pick<Loaded, 'receipts'> & { readonly movements: MovementsByClaim }> {
  const parts = commands.flatMap(partsOf);
  const claims = claimsOf([...commands, ...parts]);
  if (claims.length === 0) return { receipts: new Map(), movements: new Map() };
  const receipts = await read.receipts(claims);
  const recorded = parts.filter((command) => specOf(command).ledgerRepeat?.isRecorded(command));
  const expired = claimsOf(recorded).filter((id) => !receipts.has(id));
  const movements = expired.length > 0 ? await read.movedUnder(expired) : [];
  return { receipts, movements: Map.groupBy(movements, ({ claim }) => claim?.id ?? '') };
}

function claimsOf(commands: readonly Command[]): string[] {
  return distinct(commands.flatMap(({ origin: { claim } }) => claim?.id ?? []));
}

function earlierRequests(receipts: Loaded['receipts'], movements: MovementsByClaim): ReadonlyMap<string, EarlierRequest> {
  const byReceipt = Array.from(receipts, ([id, receipt]): [string, EarlierRequest] => [
    id,
    { type: 'receipt', fingerprint: receipt.fingerprint, refused: isRefusedReceipt(receipt) },
  ]);
  const byLedger = Array.from(movements, ([id, entries]): [string, EarlierRequest] => [
    id,
    { type: 'ledger', fingerprint: entries[0]?.claim?.fingerprint ?? '', movements: entries },
  ]);
  return new Map([...byReceipt, ...byLedger]);
}

/** A location that is made below others has the purpose of the nearest of them. */
function purposesIn(locations: readonly Location[]): Foreseen['purposeOf'] {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const byPath = new Map(locations.map((location) => [location.path, location]));
  return (reference: LocationReference): LocationPurpose | undefined => {
    if (reference.type === 'id') return byId.get(reference.id);
    return pathsDownTo(reference.codes).reduce<Location | undefined>((found, path) => byPath.get(path) ?? found, undefined);
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
