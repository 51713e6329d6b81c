import { eventually } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Command, LATE_RECEIPT, OF_ALL_KINDS, sequences } from './stock-model/commands.ts';
import { expected } from './stock-model/expected.ts';
import { openClient, perform } from './stock-model/perform.ts';
import {
  ledgerSums,
  modelOrders,
  modelReservations,
  modelSkus,
  systemOrders,
  systemReservations,
  systemSkus,
} from './stock-model/shown.ts';
import { emptyWarehouse } from './stock-model/warehouse.ts';
import { runSeed } from './system/run-seed.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

/** No further sequence is begun after that, unless one failed: then it is made as short as it can be. */
const SECONDS = Number(process.env['MODEL_SECONDS'] ?? 12);
/** Sequences that still run then come to their end, and one that failed is made short. */
const TIMEOUT_MS = (SECONDS + 588) * 1_000;
const LENGTH = 30;
/** Sequences at once: each has a tenant of its own, and waits for Kafka most of its time. */
const AT_ONCE = 3;
/** More than a system does in the time. */
const MAX_RUNS = SECONDS * 10;
const seed = runSeed('MODEL_SEED', import.meta.url);

let system: TestSystem;

beforeAll(async () => {
  system = await sharedTestSystem();
});

/** Carries a sequence out in the model and in the system, and holds what they answer and show against each other after each command. */
async function agrees(commands: readonly Command[]): Promise<void> {
  const warehouse = emptyWarehouse();
  const client = await openClient(system);
  for (const [place, command] of commands.entries()) {
    const outcome = expected(warehouse, command);
    expect({ place, command, outcome: await perform(client, command) }).toEqual({ place, command, outcome });
    expect({ place, command, skus: await systemSkus(client) }).toEqual({ place, command, skus: modelSkus(warehouse) });
  }
  // What stock did to orders comes to them over Kafka.
  await eventually(async () => expect(await systemOrders(client)).toEqual(modelOrders(warehouse)));
  expect(await systemReservations(client)).toEqual(modelReservations(warehouse));
  const stock = Object.entries(modelSkus(warehouse)).map(([sku, shown]) => [sku, shown.stock]);
  expect(await ledgerSums(system, client, [...warehouse.skus.keys()])).toEqual(Object.fromEntries(stock));
}

test(
  'after any sequence of changes of stock, reservations, orders, their steps and returns, records, holds and ledger are what a simple model says',
  async () => {
    const state = { failed: false, sequences: 0, endsAt: performance.now() + SECONDS * 1_000 };
    const property = fc.asyncProperty(fc.array(sequences(LENGTH), { minLength: 1, maxLength: AT_ONCE }), async (several) => {
      if (!state.failed && performance.now() > state.endsAt) return;
      state.sequences += several.length;
      try {
        await Promise.all(several.map(agrees));
      } catch (error) {
        state.failed = true;
        throw error;
      }
    });

    await fc.assert(property, { seed, numRuns: MAX_RUNS, examples: [[[OF_ALL_KINDS, LATE_RECEIPT]]] });

    expect(state.sequences).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
