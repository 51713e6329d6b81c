import { z } from 'zod';
import { id, skuCode, timestamp } from '../fields.ts';

/** Differences that a report lists; the rest is counted. */
export const MAX_DIFFERENCES = 100;

const count = z.int().min(0);

/** The kinds of comparison. */
export const INTEGRITY_CHECKS = [
  'places_add_up',
  'ledger_adds_up',
  'ledger_is_whole',
  'holds_add_up',
  'holds_are_on_hand',
  'sku_exists',
] as const;
export type IntegrityCheck = (typeof INTEGRITY_CHECKS)[number];

/** Two things that should be equal and are not. */
export const integrityDifference = z
  .strictObject({
    sku: skuCode,
    check: z.enum(INTEGRITY_CHECKS)
      .describe(`What does not hold. \`places_add_up\`: on_hand is the sum of what lies at its places. \`ledger_adds_up\`: the movements of each place \
add up to what lies there. \`ledger_is_whole\`: each movement leaves the balance that it says. \`holds_add_up\`: allocated is what orders hold, packed ones included. \
\`holds_are_on_hand\`: 0 ≤ held by packed orders ≤ allocated ≤ on_hand. \`sku_exists\`: what movements and orders name is there.`),
    location_id: id('loc').nullable().describe('The place that it is about, where it is about one.'),
    expected: z.int().nullable().describe('Units by the other side; null where it is not about units.'),
    found: z.int().nullable().describe('Units that were found.'),
    message: z.string(),
  })
  .meta({ id: 'IntegrityDifference' });
export type IntegrityDifference = z.output<typeof integrityDifference>;

/** The compared totals, all of one moment, and the differences. */
export const integrityReport = z
  .strictObject({
    as_of: timestamp.describe('The moment that all of it was read of.'),
    consistent: z.boolean().describe('Whether nothing differs.'),
    compared: z
      .strictObject({
        skus: count.describe('SKUs, archived ones too.'),
        places: count.describe('Places at which stock of a SKU lies, each counted once for each SKU.'),
        movements: count.describe('Entries of the ledger.'),
        holds: count.describe('Lines of orders that are neither shipped nor cancelled.'),
      })
      .describe('How many of each were read.'),
    differing: count.describe('Differences that were found.'),
    differences: z.array(integrityDifference).max(MAX_DIFFERENCES).describe('The first 100 of them, by SKU.'),
  })
  .meta({
    id: 'IntegrityReport',
    examples: [
      {
        as_of: '2026-11-21T09:05:12.411Z',
        consistent: true,
        compared: { skus: 3, places: 4, movements: 17, holds: 2 },
        differing: 0,
        differences: [],
      },
    ],
  });
export type IntegrityReport = z.output<typeof integrityReport>;
