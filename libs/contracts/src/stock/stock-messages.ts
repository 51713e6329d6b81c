import { ENVIRONMENTS, type Tenant, tenantKey } from '@fulfilment/kernel';
import { z } from 'zod';
import { id, locationByIdOrPath, quantity, skuCode, timestamp } from '../fields.ts';
import { DISPOSITIONS } from '../orders/return-words.ts';
import { problemItem } from '../problem.ts';
import { APPLICABLE_SCAN_TYPES } from '../scans.ts';
import { commandFields, lineUnits, tenantFields } from './command-fields.ts';
import {
  disposeReturnCommand,
  expectReturnCommand,
  openReturnCommand,
  receiveReturnCommand,
  returnedLine,
  unexpectReturnCommand,
} from './return-commands.ts';

const orderedLines = z
  .array(z.looseObject({ id: id('lin'), sku: skuCode, quantity: quantity.min(1) }))
  .min(1)
  .max(200);

/** The rank of an order that is not that of every other; absent members are 5, and no time. */
const rank = { priority: z.int().min(0).max(9).optional(), ship_by: timestamp.optional() };

/** Ways in which an order may be split over warehouses: not at all, with each line whole in one, or in any way. */
export const SPLITS = ['never', 'by_line', 'within_line'] as const;
export type Split = (typeof SPLITS)[number];

/** The most warehouses that an order names to be shipped from. */
export const MAX_SHIP_FROM = 100;

/** The warehouses that an order may be shipped from, where it says so itself; what is absent is as the tenant's rules say. */
const sourcing = z.looseObject({
  ship_from: z.array(locationByIdOrPath).min(1).max(MAX_SHIP_FROM).optional(),
  split: z.enum(SPLITS).optional(),
});

/** Holds what there is of each line; refuses an order with an unknown or archived SKU, and one without backorders that it cannot hold whole. */
export const allocateCommand = z.looseObject({
  ...commandFields,
  type: z.literal('allocate'),
  /** Oldest order first: backorders are filled by this time, then by id. */
  order_created_at: timestamp,
  lines: orderedLines,
  /** False: all of it is held, or it is refused and nothing is. Absent in commands of earlier releases, which means true. */
  allow_backorder: z.boolean().optional(),
  /** The reservation that becomes the order: its units go to the order first. Absent for none, and in commands of earlier releases. */
  reservation_id: id('rsv').optional(),
  /** True: the order is refused where the reservation is not active any more. Absent means false. */
  require_reservation: z.boolean().optional(),
  /** Absent where the order says nothing of it. */
  sourcing: sourcing.optional(),
  /** ISO 3166-1 alpha-2: warehouses may ship to some countries only. Absent where it is not known. */
  ship_to_country: z.string().length(2).optional(),
  ...rank,
});

/**
 * Changes an open order: its lines, all lines or none, its rank among those that wait, or whether it holds what is not packed. What is
 * absent stays.
 */
export const amendCommand = z.looseObject({
  ...commandFields,
  type: z.literal('amend'),
  /** All lines that the order is to have, with the units that it has ordered of each, those that were shipped or dropped included. */
  lines: orderedLines.optional(),
  /** False: units that are added are held, or the command is refused and changes nothing. Absent means true. */
  allow_backorder: z.boolean().optional(),
  /** Of an order that is packed whole and gets more units: the fulfilment that what is packed becomes. */
  fulfilment_id: id('ful').optional(),
  /** The whole rank, in place of the one before. */
  rank: z.looseObject(rank).optional(),
  /** True: what is not packed is given back, and nothing is wanted until a command says false. With lines: what they add is not wanted. */
  suspended: z.boolean().optional(),
});

/** The most portions of an order: one for each line of each of its fulfilments. */
const MAX_PORTIONS = 1_000;

/** Puts held units that are in no portion into the loose portions of a fulfilment, all lines or none; refused where fewer are held. */
export const assignCommand = z.looseObject({
  ...commandFields,
  type: z.literal('assign'),
  fulfilment_id: id('ful'),
  lines: lineUnits,
  /** The warehouse that the units are held in. Absent: the one that holds them all. */
  warehouse: locationByIdOrPath.optional(),
});

/** The use of units of a portion that are not packed with it. */
export const shortPacking = z.enum(['backorder', 'cancel']);
export type ShortPacking = z.output<typeof shortPacking>;

/** Tops up and makes the holds firm, all lines or none: those of the whole order, or those of one fulfilment. */
export const confirmCommand = z.looseObject({
  ...commandFields,
  type: z.literal('confirm'),
  /** Absent: the whole order, which has no portions. */
  fulfilment_id: id('ful').optional(),
  /** The packed units, which may be fewer than those of the portions. Required for a fulfilment that has none yet. */
  lines: lineUnits.optional(),
  /** Of the units that are left out: back to the open part of the order, which absent means too, or dropped from the order. */
  short: shortPacking.optional(),
  /** True, with `backorder`: they are held in other warehouses as far as those have them. Earlier releases put them back alone. */
  reallocate: z.boolean().optional(),
  /** As for `assign`, for units that are in no portion yet. */
  warehouse: locationByIdOrPath.optional(),
});

/** Makes firm holds loose again: they stay held. */
export const unconfirmCommand = z.looseObject({
  ...commandFields,
  type: z.literal('unconfirm'),
  /** Absent: the whole order. Of an order without portions: its holds become the loose portions of this fulfilment. */
  fulfilment_id: id('ful').optional(),
});

/** Puts the portions of a fulfilment back to the open part of the order; nothing is given back. */
export const unassignCommand = z.looseObject({ ...commandFields, type: z.literal('unassign'), fulfilment_id: id('ful') });

/** Takes firm units out of stock, all lines or none. */
export const shipCommand = z.looseObject({
  ...commandFields,
  type: z.literal('ship'),
  /** Absent: everything that is firm. */
  fulfilment_id: id('ful').optional(),
  /** The places that the units come from. The sum of each line is what ships of it; lines that are not named are taken as without it. */
  from: z
    .array(z.looseObject({ line_id: id('lin'), location: locationByIdOrPath, quantity: quantity.min(1) }))
    .min(1)
    .max(MAX_PORTIONS)
    .optional(),
});

/** Gives the held units back: all of them, or units of the open part of the order, which are dropped from it. */
export const releaseCommand = z.looseObject({ ...commandFields, type: z.literal('release'), lines: lineUnits.optional() });

/** Holds units in another warehouse than now, all lines or none: those that are in no portion. */
export const reassignCommand = z.looseObject({
  ...commandFields,
  type: z.literal('reassign'),
  lines: z
    .array(
      z.looseObject({
        id: id('lin'),
        quantity: quantity.min(1),
        /** Absent: the warehouses that hold most of the line first. */
        from: locationByIdOrPath.optional(),
        to: locationByIdOrPath,
      }),
    )
    .min(1)
    .max(200),
});

/** Any command of an order to inventory. */
export const stockCommand = z.discriminatedUnion('type', [
  allocateCommand,
  amendCommand,
  assignCommand,
  confirmCommand,
  unconfirmCommand,
  unassignCommand,
  shipCommand,
  releaseCommand,
  reassignCommand,
  openReturnCommand,
  expectReturnCommand,
  unexpectReturnCommand,
  receiveReturnCommand,
  disposeReturnCommand,
]);
export type StockCommand = z.output<typeof stockCommand>;
/** The kind of change that a command requests. */
export type StockCommandType = StockCommand['type'];

/**
 * The key of an order's commands on `stock.commands`: the tenant alone, so that orders are allocated in the order in which
 * they were created, and no two inventory processes contend for one tenant's stock.
 */
export function stockCommandKey(owner: Tenant, _orderId: string): string {
  return tenantKey(owner);
}

/** The answer to a command, kept in the allocation document for as long as that lives. */
export const commandAnswer = z.looseObject({
  command_id: z.string(),
  /** The type of the command: a {@link StockCommandType}, or one of a later release. */
  type: z.string(),
  accepted: z.boolean(),
  /** Of the error catalogue, where it was refused. */
  code: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(problemItem).optional(),
});
export type CommandAnswer = z.output<typeof commandAnswer>;

/**
 * States of an allocation. `open`: holds may change, or there are portions; `confirmed`: firm, without portions; `shipped`: nothing is
 * held or wanted any more, and units were shipped; `released`: the same, and none were; `rejected`: nothing was ever held.
 */
export const ALLOCATION_STATES = ['open', 'confirmed', 'shipped', 'released', 'rejected'] as const;
export type AllocationState = (typeof ALLOCATION_STATES)[number];

/** Units that are held in one warehouse. */
const source = z.looseObject({
  warehouse_id: id('loc'),
  /** Its code when the message was made. */
  warehouse: z.string(),
  units: quantity.min(1),
});

/** Units of a line that go with one fulfilment. They are held: `units` are part of what is `allocated` of the line. */
const portion = z.looseObject({
  fulfilment_id: id('ful'),
  /** Fewer than were put in where units were taken back since, down to 0. */
  units: quantity,
  /** True where they are packed: nothing takes them back. */
  firm: z.boolean(),
  /** All its units by the warehouses that they are held in; absent where units are held in no one warehouse. */
  sources: z.array(source).optional(),
});

/** The allocation document of one order, whole, as it goes on `stock.outcomes` after every change of it. */
export const stockOutcome = z.looseObject({
  type: z.literal('allocation'),
  ...tenantFields,
  order_id: id('ord'),
  /** Rises by one with every change: orders takes over what is newer. */
  version: z.int().min(1),
  /** One of {@link ALLOCATION_STATES}, or one of a later release. */
  state: z.string(),
  lines: z.array(
    z.looseObject({
      id: id('lin'),
      sku: skuCode,
      name: z.string().nullable(),
      quantity,
      allocated: quantity,
      shipped: quantity,
      /** Units that were dropped from the line; absent where none were. */
      cancelled: quantity.optional(),
      /** Absent where the line has none. */
      portions: z.array(portion).optional(),
      /** All that is `allocated`, by the warehouses that it is held in; absent where units are held in no one warehouse. */
      sources: z.array(source).optional(),
      /** Units of `shipped` that came back; absent where none did. */
      returned: quantity.optional(),
    }),
  ),
  /** Returns of the order that were approved, ended ones too; absent where there are none. */
  returns: z.array(z.looseObject({ return_id: id('ret'), lines: z.array(returnedLine) })).optional(),
  /** True where no warehouse may ship the order as it stands; absent otherwise. */
  no_eligible_warehouse: z.boolean().optional(),
  /** Lines of other orders that the command of `last_answer` took units from or gave them to; absent where there are none. */
  worked_lines: z.int().min(0).optional(),
  last_answer: commandAnswer,
  actor: z.string(),
  request_id: z.string(),
  at: timestamp,
});
export type StockOutcome = z.output<typeof stockOutcome>;

const of = { account_id: id('acc'), environment: z.enum(ENVIRONMENTS), scan_id: id('scn') };

/**
 * The movement of stock that a scan asks for, on `stock.moves`, keyed as the event of the scan is: apart from orders, which bulk then
 * never delays. Earlier releases sent it on `stock.commands`.
 */
export const moveCommand = z.looseObject({
  type: z.literal('move'),
  /** As {@link moveCommandId} makes it: the same command twice has one effect, and the same answer. */
  id: z.string().max(200),
  ...of,
  /** `receive` adds units; `count` says how many there are; `return` receives units of a return. */
  movement: z.enum(APPLICABLE_SCAN_TYPES),
  /** Absent where the scan names none: it is the one that has the barcode. */
  sku: skuCode.optional(),
  /** As it was scanned: another SKU's than the named one is refused. Absent in commands of earlier releases. */
  barcode: z.string().optional(),
  quantity,
  /** Null: for `receive` the home of the SKU, for `count` all its places together, for `return` the place of its disposition. */
  location: locationByIdOrPath.nullable(),
  /** Of a `return`: the return, or the order whose one return expects the units. */
  return_id: id('ret').optional(),
  order_id: id('ord').optional(),
  /** Of a `return`; absent means `inspect`. */
  disposition: z.enum(DISPOSITIONS).optional(),
  actor: z.string(),
  request_id: z.string(),
  /** The moment of receipt. */
  at: timestamp,
  /** The device's clock, where it told it: a count is judged by the ledger of that moment, or of the receipt if that was earlier. */
  scanned_at: timestamp.optional(),
});
export type MoveCommand = z.output<typeof moveCommand>;

/** The id of the one command of a scan: `move:‹scan id›`. */
export const moveCommandId = (scanId: string): string => `move:${scanId}`;

/** The answer to a {@link moveCommand}, on `stock.outcomes`, keyed by tenant and scan. It comes again where the command does. */
export const moveOutcome = z.looseObject({
  type: z.literal('move'),
  ...of,
  command_id: z.string(),
  accepted: z.boolean(),
  /** Of the error catalogue, where it was refused. */
  code: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(problemItem).optional(),
  /** Lines of orders that the movement took units from or gave them to; absent where there are none, and where it comes again. */
  worked_lines: z.int().min(0).optional(),
  request_id: z.string(),
  /** When it was answered first. */
  at: timestamp,
});
export type MoveOutcome = z.output<typeof moveOutcome>;

/** Locations of one {@link locationNames} message at most, so that it stays below 200 KB. */
export const MAX_NAMED_LOCATIONS = 500;

/**
 * The paths that locations got, on `stock.outcomes`: for scans, which finds its records by every name of a place. They come again and
 * in any order; a path holds from `since` until another one of the same location does.
 */
export const locationNames = z.looseObject({
  type: z.literal('locations'),
  ...tenantFields,
  locations: z
    .array(
      z.looseObject({
        id: id('loc'),
        /** As a location's record shows it. */
        path: z.string(),
        /** Of the location, with which it got the path, or later. */
        version: z.int().min(1),
        since: timestamp,
      }),
    )
    .min(1)
    .max(MAX_NAMED_LOCATIONS),
  request_id: z.string(),
});
export type LocationNames = z.output<typeof locationNames>;

/** Everything on `stock.commands`: what orders ask for, and what scans of earlier releases do. */
export const anyStockCommand = z.discriminatedUnion('type', [...stockCommand.options, moveCommand]);
export type AnyStockCommand = z.output<typeof anyStockCommand>;

/** Everything on `stock.outcomes`: what orders are told, and what scans are. */
export const anyStockOutcome = z.discriminatedUnion('type', [stockOutcome, moveOutcome, locationNames]);
export type AnyStockOutcome = z.output<typeof anyStockOutcome>;

/** Outcomes on `stock.outcomes` that are for scans: answers to scans, and names of locations. */
export const scanStockOutcome = z.discriminatedUnion('type', [moveOutcome, locationNames]);
