import { z } from 'zod';
import { id, skuCode, timestamp } from '../fields.ts';

/** Differences that a report lists; the rest is counted. */
export const MAX_DIFFERENCES = 100;

const count = z.int().min(0);

/** The kinds of comparison. */
export const INTEGRITY_CHECKS = [
  'places_add_up',
  'unavailable_adds_up',
  'quantities_add_up',
  'reservations_add_up',
  'ledger_adds_up',
  'ledger_is_whole',
  'holds_add_up',
  'holds_are_on_hand',
  'portions_add_up',
  'portions_are_held',
  'shipments_are_in_ledger',
  'returns_are_in_ledger',
  'warehouses_add_up',
  'sources_add_up',
  'sku_exists',
] as const;

/** Two things that should be equal and are not. */
export const integrityDifference = z
  .strictObject({
    sku: skuCode,
    check: z.enum(INTEGRITY_CHECKS)
      .describe(`The violated rule. \`places_add_up\`: on_hand is the sum of the stock at all locations. \`unavailable_adds_up\`: unavailable is the sum at locations that are not sellable. \`quantities_add_up\`: on_hand is the sum of allocated, reserved, unavailable, buffer and available, none of them below 0. \`reservations_add_up\`: reserved is the sum of active reservations, in each warehouse of those that name it. \`ledger_adds_up\`: the movements at each location \
add up to its stock. \`ledger_is_whole\`: each movement results in the balance that it records. \`holds_add_up\`: allocated is the sum of the holds of orders, packed ones included. \
\`holds_are_on_hand\`: 0 ≤ held by packed orders ≤ allocated ≤ on_hand - unavailable. \`portions_add_up\`: the quantity of each order line is the sum of what is allocated, waits, was shipped and was cancelled, and what waits is what SKUs are waited for. \`portions_are_held\`: no line has more units in fulfilments than are allocated to it. \`shipments_are_in_ledger\`: the movements of each order that is shipped in part add up to what it has shipped. \`returns_are_in_ledger\`: the movements of the returns of each order add up to what came back of it, and no more came back than was shipped. \`warehouses_add_up\`: the units of each warehouse are those at its locations, and no more are allocated and reserved in it than are sellable there. \`sources_add_up\`: the units that orders hold in each warehouse are those allocated in it, packed ones included, and all units of an order that chose warehouses are in them. \`sku_exists\`: the SKUs of movements and orders exist.`),
    location_id: id('loc').nullable().describe('Location of the difference; null if it concerns no single location.'),
    expected: z.int().nullable().describe('Expected units; null if the rule concerns no units.'),
    found: z.int().nullable().describe('Units found; null if the rule concerns no units.'),
    message: z.string().describe('Explanation for people.'),
  })
  .meta({ id: 'IntegrityDifference' });
export type IntegrityDifference = z.output<typeof integrityDifference>;

/** The compared totals and the differences. */
export const integrityReport = z
  .strictObject({
    as_of: timestamp.describe(
      'Time of the first snapshot. SKUs are read in groups, each with its movements and holds in one snapshot.',
    ),
    consistent: z.boolean().describe('True without differences.'),
    compared: z
      .strictObject({
        skus: count.describe('SKUs, including archived ones.'),
        places: count.describe('Pairs of a SKU and a location that holds stock of it.'),
        movements: count.describe('Entries of the ledger, without those before a checkpoint.'),
        holds: count.describe('Lines of orders that are neither shipped nor cancelled.'),
        reservations: count.describe('Number of lines of active reservations.'),
        checkpoints: count.describe('SKUs whose ledger was read from its last verified checkpoint on.'),
        earlier_movements: count.describe(
          'Entries of the ledger before these checkpoints: verified earlier, and not read again.',
        ),
      })
      .meta({ id: 'IntegrityTotals' })
      .describe('Number of records read.'),
    differing: count.describe('Number of differences.'),
    differences: z.array(integrityDifference).max(MAX_DIFFERENCES).describe('The first 100 differences, by SKU.'),
  })
  .meta({
    id: 'IntegrityReport',
    examples: [
      {
        as_of: '2026-11-21T09:05:12.411Z',
        consistent: true,
        compared: { skus: 3, places: 4, movements: 17, holds: 2, reservations: 1, checkpoints: 1, earlier_movements: 2_104 },
        differing: 0,
        differences: [],
      },
    ],
  });
export type IntegrityReport = z.output<typeof integrityReport>;
