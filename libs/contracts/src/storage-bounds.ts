import { z } from 'zod';
import type { Plan } from './operator.ts';

const bound = z.int().min(0).max(1_000_000_000);
const bytesBound = z.int().min(0).max(1_000_000_000_000_000);
/** Each event is matched against every endpoint of its tenant, and delivered to as many. */
const endpointsBound = z.int().min(0).max(200);
/** An order, or a line of a quote, is decided on among all active warehouses of its tenant. */
const warehousesBound = z.int().min(0).max(500);

/** The most that an account may store in each of its environments, by kind. */
export const storageBounds = z
  .strictObject({
    skus: bound.describe('SKUs, archived ones included.'),
    open_orders: bound.describe('Orders that are pending, created or packed.'),
    webhook_endpoints: endpointsBound.describe('Webhook endpoints, paused and disabled ones included.'),
    warehouses: warehousesBound.describe('Active warehouses; archived ones do not count.'),
    stored_bytes: bytesBound.describe(
      'Bytes of all documents of an environment in each service, before compression and without indexes.',
    ),
  })
  .meta({ id: 'StorageBounds' });
/** The most of each kind. */
export type StorageBounds = Readonly<z.output<typeof storageBounds>>;

/** The bounds of a plan, unless the operator has set others for an account. */
export const PLAN_BOUNDS: Readonly<Record<Plan, StorageBounds>> = {
  enterprise: {
    skus: 2_000_000,
    open_orders: 1_000_000,
    webhook_endpoints: 50,
    warehouses: 100,
    stored_bytes: 1_000_000_000_000,
  },
  evaluation: { skus: 200_000, open_orders: 100_000, webhook_endpoints: 50, warehouses: 100, stored_bytes: 50_000_000_000 },
};

/** The bounds of an account: what the operator set, else what its plan allows. */
export function storageBoundsOf({ plan, storage }: AccountBounds): StorageBounds {
  return { ...PLAN_BOUNDS[plan], ...storage };
}

interface AccountBounds {
  readonly plan: Plan;
  readonly storage?: Partial<StorageBounds> | undefined;
}

const count = z.int().min(0);

/** Records of one kind that a tenant has, and the most it may have. */
export const storageUse = z
  .strictObject({
    used: count.describe(
      'Records that are stored, counted at most 10 s ago, or 20 times the duration of counting if that is longer.',
    ),
    limit: count.nullable().describe('Highest number of records; null where none is known, while gateways are upgraded.'),
  })
  .meta({ id: 'StorageUse', examples: [{ used: 1_310, limit: 200_000 }] });
/** A number of records with its bound. */
export type StorageUse = z.output<typeof storageUse>;

/** Bytes that a tenant has in a service, and the most it may have. */
export const bytesUse = z
  .strictObject({
    used: count
      .nullable()
      .describe(
        'Bytes of all documents that the service stores, before compression: their number times the mean size of some of them, taken at most 600 s ago, sooner where a service has begun to serve the environment lately, or 100 times the duration of counting if that is longer. Null until they are counted for the first time.',
      ),
    limit: count.nullable().describe('Highest number of bytes; null where none is known, while gateways are upgraded.'),
  })
  .meta({ id: 'BytesUse', examples: [{ used: 48_310_220, limit: 50_000_000_000 }] });
/** A number of bytes with its bound. */
export type BytesUse = z.output<typeof bytesUse>;

/** Bounds that the operator sets for an account: null takes that of the plan, what is left out stays. */
export const setStorageBody = z.strictObject({
  skus: bound.nullable().optional(),
  open_orders: bound.nullable().optional(),
  webhook_endpoints: endpointsBound.nullable().optional(),
  warehouses: warehousesBound.nullable().optional(),
  stored_bytes: bytesBound.nullable().optional(),
});
/** Bounds to set. */
export type SetStorageBody = Readonly<z.output<typeof setStorageBody>>;

/** The bounds of an account, as they hold. */
export const accountStorage = z.strictObject({
  account_id: z.string().describe('Id of the account.'),
  ...storageBounds.shape,
  set: z.array(storageBounds.keyof()).describe('Limits that the operator has set; the others are those of the plan.'),
});
/** The bounds of an account, as the operator sees them. */
export type AccountStorage = z.output<typeof accountStorage>;

/** Records that an account has in one service, by environment. */
export const storedRecords = z.strictObject({
  data: z
    .array(
      z.strictObject({
        environment: z.string().describe('Environment of the records.'),
        kind: storageBounds.keyof().exclude(['stored_bytes']).describe('Kind of the records.'),
        used: count.describe('Records that are stored.'),
      }),
    )
    .describe('One entry for each environment and kind.'),
});

/** Bytes that an account has in one service, by environment. */
export const bytesByEnvironment = z.strictObject({
  data: z
    .array(
      z.strictObject({
        environment: z.string().describe('Environment of the documents.'),
        used: count.describe('Bytes of its documents, before compression: their number times the mean size of some of them.'),
      }),
    )
    .describe('One entry for each environment.'),
});
