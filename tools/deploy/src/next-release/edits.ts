/** A change of one source file: a text that stands in it exactly once, and the text in its place. */
export interface Edit {
  /** From the root of the workspace. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** The text, with another one behind it. */
function behind(file: string, before: string, added: string): Edit {
  return { file, before, after: before + added };
}

const SKU = 'apps/inventory/src/model/sku.ts';
const SKU_COMMANDS = 'apps/inventory/src/stock/domain/commands/sku-commands.ts';
const SKU_DOCUMENTS = 'apps/inventory/src/database/sku-documents.ts';
const ALLOCATION = 'apps/inventory/src/model/allocation.ts';
const ALLOCATION_DOCUMENTS = 'apps/inventory/src/database/allocation-documents.ts';
const INVENTORY_INDEXES = 'apps/inventory/src/database/inventory-indexes.ts';
const INVENTORY_SCHEMA = 'apps/inventory/src/schema.ts';
const ORDER = 'apps/orders/src/orders/domain/order.ts';
const ORDER_DOCUMENTS = 'apps/orders/src/orders/order-documents.ts';
const LABEL_FIELD = "    label: z.string().optional().describe('Label.'),\n";
const ORDERS_SCHEMA = 'apps/orders/src/schema.ts';

/** The index that queries of the next release hint at in place of `tenant_filling`, which its processes beside this release still use. */
const NEXT_INDEX = 'tenant_filling_label';

/** The text of `label` in the documents that the next release creates, and in those that its migrations fill. */
export const LABELS = { created: 'made by the next release', migrated: 'filled by a migration' } as const;

/** Numbers of the new migrations follow those of this release; `needs` rises with them. */
const nextSchema = (file: string, steps: string): Edit[] => [
  { file, before: 'export const SCHEMA: StoreSchema = {\n', after: 'export const SCHEMA: StoreSchema = nextRelease({\n' },
  { file, before: '\n  ],\n};\n', after: '\n  ],\n});\n' },
  behind(
    file,
    "import { baseline, type StoreSchema } from '@fulfilment/mongo';",
    `

const nextRelease = ({ migrations, ...schema }: StoreSchema): StoreSchema => {
  const number = migrations.length + 1;
  return { ...schema, needs: number, migrations: [...migrations, { number, name: 'labels', steps: [${steps}] }] };
};`,
  ),
];

const fill = (collection: string): string =>
  `{ type: 'update', collection: '${collection}', filter: { label: { $exists: false } }, update: [{ $set: { label: '${LABELS.migrated}' } }] }`;

/**
 * The changes that make the next release of this one, for tests of upgrades: SKUs, orders, allocations and events have one field more,
 * `label`, that their creation sets and nothing changes later; a migration fills it in older documents; a query has a new index.
 */
export const EDITS: readonly Edit[] = [
  behind('libs/contracts/src/inventory/skus.ts', '    ...shownDetails,\n', LABEL_FIELD),
  behind('libs/contracts/src/orders.ts', '    packages: z.array(recordedPackage).describe(PACKAGES),\n', LABEL_FIELD),

  behind(SKU, '  readonly reorderPoint: number;\n  readonly details: SkuDetails;\n', '  readonly label?: string | undefined;\n'),
  behind(SKU_COMMANDS, '      filling: false,\n      reorderPoint,\n', `      label: '${LABELS.created}',\n`),
  behind(SKU_DOCUMENTS, "  reorder_point: since('reorderPoint', 0),\n", "  label: 'label',\n"),
  behind('apps/inventory/src/records/sku-record.ts', '    reorder_point: sku.reorderPoint,\n', '    label: sku.label,\n'),

  behind(ALLOCATION, '  readonly lastAnswer: CommandAnswer;\n', '  readonly label?: string | undefined;\n'),
  behind(
    'apps/inventory/src/stock/domain/commands/order-step.ts',
    "    state: 'rejected',\n    lastAttempt: attempt,\n",
    `    label: '${LABELS.created}',\n`,
  ),
  behind(ALLOCATION_DOCUMENTS, "  last_attempt: whole('lastAttempt'),\n", "  label: 'label',\n"),

  {
    file: INVENTORY_INDEXES,
    before: "export const FILLING_INDEX = 'tenant_filling';\n",
    after: `export const FILLING_INDEX = '${NEXT_INDEX}';\n`,
  },
  { file: INVENTORY_INDEXES, before: '    name: FILLING_INDEX,\n', after: "    name: 'tenant_filling',\n" },
  ...nextSchema(
    INVENTORY_SCHEMA,
    `
    { type: 'create_index', index: { collection: 'skus', name: '${NEXT_INDEX}', key: { tenant: 1, filling: 1, label: 1 }, options: { partialFilterExpression: { filling: true } } } },
    ${fill('skus')},
    ${fill('allocations')},
  `,
  ),

  behind(ORDER, '  readonly metadata: Readonly<Record<string, string>>;\n', '  readonly label?: string | undefined;\n'),
  behind(ORDER, "  return { ...begun(content, at), allocation: 'backordered',", ` label: '${LABELS.created}',`),
  behind(ORDER_DOCUMENTS, "  note: 'note',\n", "  label: 'label',\n"),
  behind(
    'apps/orders/src/orders/order-messages.ts',
    '    note: order.note,\n    metadata: { ...order.metadata },\n',
    '    label: order.label,\n',
  ),
  ...nextSchema(ORDERS_SCHEMA, fill('orders')),
];
