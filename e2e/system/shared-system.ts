import { randomInt } from 'node:crypto';
import { readRun, runOf } from '@fulfilment/dev-stack/run-file';
import type { Scale } from '@fulfilment/dev-stack/system';
import type { OperatorClientOptions } from '@fulfilment/identity';
import { inject } from 'vitest';
import { z } from 'zod';
import { clientsAt, clientsOf, type OwnTestSystem, servedContracts, type TestSystem } from './start-test-system.ts';

const sharedSystemPlace = z.strictObject({ dataDir: z.string(), namespace: z.string() });
/** Where the shared system keeps its run file and its secrets, and the names that it uses. */
export type SharedSystemPlace = z.output<typeof sharedSystemPlace>;

/** Where the API, the operator's API and the stores of a running stack are. */
export interface StackPlace extends OperatorClientOptions {
  readonly baseUrl: string;
  readonly mongodbUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the hook that starts it. */
    sharedSystem: string;
    /** The stack that takes its place, where tests are held against one. */
    stack: StackPlace;
  }
}

/**
 * The system that all files of a run share which neither kill a part of it nor set it up in another way. The first one that
 * asks has it started. A test works in tenants of its own, and its requests come from an address of its file's own.
 *
 * @throws Error with the end of a log if a process does not come up.
 */
export async function sharedTestSystem(): Promise<TestSystem> {
  const stack: StackPlace | undefined = inject('stack');
  if (stack) {
    const place = { ...stack, dataDir: '', namespace: '', processes: () => [] };
    return await clientsAt(place, {}, await servedContracts(stack.baseUrl));
  }
  const { dataDir, namespace } = sharedSystemPlace.parse(await ask('GET'));
  const run = await readRun(dataDir);
  if (!run) throw new Error('The shared system does not run');
  const { baseUrl, processes } = run;
  return await clientsOf({ baseUrl, dataDir, namespace, processes: () => processes }, { 'x-forwarded-for': newAddress() });
}

/** Of each service that has to share its work with another of its kind, as far as tests are about that. */
export const TWO_OF_EACH: Scale = { inventory: 2, orders: 2, webhooks: 2 };

/**
 * A system that this file has for itself for as long as it runs, to kill processes of; others had it before and get it afterwards.
 * So it has to be sound in the end, and a test works in tenants of its own. What is to be set up in another way is started by
 * `startTestSystem`.
 *
 * @throws Error with the end of a log if a process does not come up.
 */
export async function lentTestSystem(scale: Scale = {}): Promise<OwnTestSystem> {
  const { dataDir, namespace } = sharedSystemPlace.parse(await ask('POST', JSON.stringify(scale)));
  const { baseUrl } = runOf(dataDir);
  const system = await clientsOf({ baseUrl, dataDir, namespace, processes: () => runOf(dataDir).processes });
  return { ...system, stop: async () => void (await ask('DELETE', namespace)) };
}

/** Stops all of them, so that all that they wrote is there; for what judges a whole run. @throws Error where stores of the shared one differ. */
export async function stopSharedSystem(): Promise<void> {
  await ask('DELETE');
}

async function ask(method: string, name = ''): Promise<unknown> {
  const answer = await fetch(`${inject('sharedSystem')}/${encodeURIComponent(name)}`, { method });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`The hook of the shared system answers: ${JSON.stringify(body)}`);
  return body;
}

/** Of half of the network that is for tests of networks (RFC 2544); the other half is for requests that name an address. */
function newAddress(): string {
  return `198.19.${randomInt(256)}.${randomInt(1, 255)}`;
}
