import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { id, placeReference, quantity, skuCode, timestamp } from '../fields.ts';
import { problemItem } from '../problem.ts';
import { APPLICABLE_SCAN_TYPES } from '../scans.ts';
import { stockCommand, stockOutcome } from './stock-commands.ts';

const of = { account_id: id('acc'), environment: z.enum(ENVIRONMENTS), scan_id: id('scn') };

/** The movement of stock that a scan asks for, on `stock.commands`, keyed by the tenant as the commands of orders are. */
export const moveCommand = z.looseObject({
  type: z.literal('move'),
  /** As {@link moveCommandId} makes it: the same command twice has one effect, and the same answer. */
  id: z.string().max(200),
  ...of,
  /** `receive` adds units; `count` says how many there are. */
  movement: z.enum(APPLICABLE_SCAN_TYPES),
  sku: skuCode,
  quantity,
  /** Null: for `receive` the home of the SKU, for `count` all its places together. */
  location: placeReference.nullable(),
  actor: z.string(),
  request_id: z.string(),
  at: timestamp,
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
  request_id: z.string(),
  /** When it was answered first. */
  at: timestamp,
});
export type MoveOutcome = z.output<typeof moveOutcome>;

/** Everything on `stock.commands`: what orders ask for, and what scans do. */
export const anyStockCommand = z.discriminatedUnion('type', [...stockCommand.options, moveCommand]);
export type AnyStockCommand = z.output<typeof anyStockCommand>;

/** Everything on `stock.outcomes`: what orders are told, and what scans are. */
export const anyStockOutcome = z.discriminatedUnion('type', [stockOutcome, moveOutcome]);
export type AnyStockOutcome = z.output<typeof anyStockOutcome>;
