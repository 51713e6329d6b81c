import { z } from 'zod';
import { bodyList, skuCode } from '../fields.ts';
import { defaultedField, optionalField } from '../optional-fields.ts';
import { COST_NEEDS_CURRENCY } from './sku-details.ts';
import { createSkuBody, skuRecord, updateSkuBody } from './skus.ts';
import { adjustmentFields } from './stock-adjustments.ts';
import { itemProblem } from '../problem.ts';

/** The most items of one batch. */
export const MAX_BATCH_ITEMS = 1_000;

/** The idempotency key of one item of a batch. */
export const itemKey = optionalField(
  z
    .string()
    .regex(/^[\u0020-\u007E]{1,255}$/, '1 to 255 printable characters of ASCII')
    .describe('Idempotency key of the item: a repeat, in any batch, has no second effect and gets the first answer.'),
);

const OPERATION = 'Operation of the item.';

/** An item that creates a SKU. */
export const createItem = z
  .strictObject({ op: z.literal('create').describe(OPERATION), ...createSkuBody.shape, idempotency_key: itemKey })
  .meta({ id: 'BatchCreate', ...COST_NEEDS_CURRENCY });

/** An item that changes fields of a SKU. */
export const updateItem = z
  .strictObject({ op: z.literal('update').describe(OPERATION), ...updateSkuBody.shape, sku: skuCode, idempotency_key: itemKey })
  .meta({ id: 'BatchUpdate' });

/** An item that changes a quantity. */
export const adjustItem = z
  .strictObject({ op: z.literal('adjust').describe(OPERATION), sku: skuCode, ...adjustmentFields, idempotency_key: itemKey })
  .meta({ id: 'BatchAdjust' });

/** One item of a batch. Each is parsed by itself, so that a wrong one spoils no other. */
export const inventoryItem = z.discriminatedUnion('op', [createItem, updateItem, adjustItem], {
  error: ({ code }) => (code === 'invalid_union' ? 'Must be one of create, update, adjust.' : undefined),
});
export type InventoryItem = z.output<typeof inventoryItem>;

// `unknown` comes first, since an item that is none of the others must not spoil the whole body.
const anyItem = z
  .union([z.unknown().describe('An item of an unknown kind fails individually.'), createItem, updateItem, adjustItem])
  .meta({ id: 'BatchItem', description: 'Create, update or adjust one SKU.' });

/** A batch of 1 to 1 000 items. */
export const batchInventoryBody = z
  .strictObject({
    mode: defaultedField(
      z
        .enum(['partial', 'atomic'])
        .default('partial')
        .describe('`partial`: each item individually, in order; `atomic`: all or none.'),
    ),
    items: bodyList(z.array(anyItem).min(1), MAX_BATCH_ITEMS).describe('The items, in order.'),
  })
  .meta({
    id: 'InventoryBatch',
    examples: [
      {
        mode: 'partial',
        items: [
          { op: 'create', sku: 'CUP-01', name: 'Cup', on_hand: 40 },
          { op: 'update', sku: 'MUG-01', on_hand: 120, expected_on_hand: 100 },
          { op: 'adjust', sku: 'MUG-01', delta: -3, reason: 'damaged', idempotency_key: 'shelf-check-17' },
        ],
      },
    ],
  });

/** Why a successful item has no record. */
export const RECORD_LEFT_OUT = ['changed_later', 'answer_size'] as const;
export type RecordLeftOut = (typeof RECORD_LEFT_OUT)[number];

const index = z.int().min(0).describe('Index of the item in the request, from 0.');

/** The result of one item: its record or why it is left out, or its problem. */
export const inventoryItemResult = z
  .strictObject({
    index,
    status: z.int().min(200).describe('HTTP status of the item, as for a request of its own: with 200 and 201 it is done.'),
    version: z.int().min(1).optional().describe('Version of the SKU after the item; absent where it was refused.'),
    record: skuRecord.optional().describe('The SKU after the item; absent where it was refused or `record_left_out` says why.'),
    record_left_out: z
      .enum(RECORD_LEFT_OUT)
      .optional()
      .describe(
        'Why a successful item has no `record`. `changed_later`: a later item of the batch is about the same SKU, and the last of them has the record. ' +
          '`answer_size`: the results before it have 4 MB. The item is done all the same; `GET /inventory/{sku}` has the SKU.',
      ),
    error: itemProblem.optional().describe('The problem of a refused item, without a request id.'),
  })
  .refine(
    ({ record, record_left_out: leftOut, error }) => [record, leftOut, error].filter((part) => part !== undefined).length === 1,
    'a record, or why it is left out, or an error',
  )
  .meta({ id: 'InventoryItemResult' });
export type InventoryItemResult = z.output<typeof inventoryItemResult>;

/** The results of a batch, one for each item. */
export const inventoryBatchResult = z
  .strictObject({ results: z.array(inventoryItemResult).describe('In the order of the items.') })
  .meta({ id: 'InventoryBatchResult' });
export type InventoryBatchResult = z.output<typeof inventoryBatchResult>;
