import { call, readRows, type RequestOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { newKey } from '../../api/named-call.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Environment, OrderRecord } from '../../api/types.ts';

const METADATA = { sample: 'true' };

/** The SKUs of sample data: one with plenty, one low in stock, one with just enough and one sold out. */
const SKUS = [
  { sku: 'SAMPLE-MUG', name: 'Sample mug, 330 ml', on_hand: 120, reorder_point: 20, location: 'A1/S1' },
  { sku: 'SAMPLE-TEE', name: 'Sample T-shirt, M', on_hand: 14, reorder_point: 25, location: 'A1/S2' },
  { sku: 'SAMPLE-BAG', name: 'Sample bag', on_hand: 40, reorder_point: 5, location: 'B2/S1' },
  { sku: 'SAMPLE-CAP', name: 'Sample cap', on_hand: 0, reorder_point: 10, location: 'B2/S2' },
] as const;
type SampleCode = (typeof SKUS)[number]['sku'];

/** One of them, by which the page knows that sample data is there. */
export const A_SAMPLE: SampleCode = 'SAMPLE-MUG';

type LastStep = 'pack' | 'ship' | 'cancel';

interface SampleOrder {
  readonly lines: readonly (readonly [sku: SampleCode, quantity: number])[];
  readonly steps?: readonly LastStep[];
}

/** One open, one that waits for stock, one packed, one shipped and one cancelled. */
const ORDERS: readonly SampleOrder[] = [
  {
    lines: [
      ['SAMPLE-MUG', 2],
      ['SAMPLE-TEE', 1],
    ],
  },
  {
    lines: [
      ['SAMPLE-CAP', 3],
      ['SAMPLE-MUG', 1],
    ],
  },
  { lines: [['SAMPLE-BAG', 2]], steps: ['pack'] },
  {
    lines: [
      ['SAMPLE-MUG', 4],
      ['SAMPLE-BAG', 1],
    ],
    steps: ['pack', 'ship'],
  },
  { lines: [['SAMPLE-TEE', 2]], steps: ['cancel'] },
];

type StepRequest = Omit<RequestOf<typeof operations.cancelOrder>, 'body'>;
const STEPS: Readonly<Record<LastStep, (request: StepRequest) => Promise<OrderRecord>>> = {
  pack: (request) => call(operations.packOrder, { ...request, body: {} }),
  ship: (request) => call(operations.shipOrder, { ...request, body: {} }),
  cancel: (request) => call(operations.cancelOrder, { ...request, body: {} }),
};
const SHIP_TO = { name: 'Sample customer', address1: '1 Sample Street', city: 'Sampleton', country: 'GB' };

/** Requests that adding them takes, some of which are several where a SKU is there already. */
export const SAMPLE_REQUESTS = SKUS.length + ORDERS.reduce((sum, { steps = [] }) => sum + 1 + steps.length, 0);

/**
 * Adds sample SKUs and orders. SKUs that were removed before are restored.
 *
 * @param onDone is told after each of {@link SAMPLE_REQUESTS}.
 */
export async function addSampleData(environment: Environment, onDone: () => void): Promise<void> {
  const query = { environment };
  for (const body of SKUS) {
    await putSku(environment, { ...body, metadata: METADATA });
    onDone();
  }
  for (const { lines, steps = [] } of ORDERS) {
    const order = {
      lines: lines.map(([sku, quantity]) => ({ sku, quantity })),
      ship_to: SHIP_TO,
      allow_backorder: true,
      metadata: METADATA,
    };
    let placed: OrderRecord = await call(operations.createOrder, { query, body: order, idempotencyKey: newKey() });
    onDone();
    for (const step of steps) {
      const request = { params: { id: placed.id }, query, idempotencyKey: newKey() };
      // On a slow machine the step before may still be under way: the order stays where it is.
      if (placed.pending_transition === null) placed = await STEPS[step](request);
      onDone();
    }
  }
}

async function putSku(environment: Environment, body: (typeof SKUS)[number] & { readonly metadata: typeof METADATA }) {
  const query = { environment };
  try {
    await call(operations.createSku, { query, body, idempotencyKey: newKey() });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.document.code !== 'sku_exists') throw error;
    const { sku, on_hand } = body;
    await call(operations.updateSku, { params: { sku }, query, body: { status: 'active', on_hand }, idempotencyKey: newKey() });
  }
}

/** Cancels open orders of the sample SKUs, takes their units out and archives them. */
export async function removeSampleData(environment: Environment): Promise<void> {
  const query = { environment };
  for (const { sku } of SKUS) await cancelOrdersOf(environment, sku);
  for (const { sku } of SKUS) {
    const params = { sku };
    try {
      await call(operations.updateSku, { params, query, body: { on_hand: 0 }, idempotencyKey: newKey() });
      await call(operations.archiveSku, { params, query, idempotencyKey: newKey() });
    } catch (error) {
      // Someone removed it already.
      if (!(error instanceof ApiProblem) || !['not_found', 'sku_archived'].includes(error.document.code)) throw error;
    }
  }
}

async function cancelOrdersOf(environment: Environment, sku: SampleCode): Promise<void> {
  const query = { environment };
  const open = { ...query, sku, status: ['created', 'packed'], limit: 100 } as const;
  const { rows } = await readRows((cursor) => call(operations.listOrders, { query: { ...open, cursor } }));
  for (const { id } of rows) await call(operations.cancelOrder, { params: { id }, query, body: {}, idempotencyKey: newKey() });
}
