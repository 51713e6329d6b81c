import {
  type createOrderBody,
  type createScanBody,
  type OrderRecord,
  orderRecord,
  scanRecord,
  type ScanRecord,
} from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { patient } from '@fulfilment/testing';
import type { z } from 'zod';
import type { Answer, Call, CallOptions } from '../system/call.ts';

type OrderBody = z.input<typeof createOrderBody> & { readonly external_id: string };
type ScanBody = z.input<typeof createScanBody> & { readonly client_scan_id: string };

/** The steps that an order takes after it was created. */
export type Route = readonly ['pack', 'ship'] | readonly ['cancel'] | readonly ['pack', 'cancel'];

/** A client as the reference asks for it: what may succeed later it tries again, what it has no word of it reads before it goes on. */
export interface GoodClient {
  /** Creates an order, however often it has to be sent (its external id makes that safe), and waits until it is no longer pending. */
  create(body: OrderBody): Promise<OrderRecord>;
  /** Asks for one step, and waits until it is decided. @returns the order then: further, or as it was, with the refusal. */
  step(id: string, step: Route[number]): Promise<OrderRecord>;
  /** Takes an order step by step to its end. @throws Error if a step is refused. */
  finish(id: string, route: Route): Promise<OrderRecord>;
  /** Records a scan, however often it has to be sent. */
  scan(body: ScanBody): Promise<ScanRecord>;
}

/** The responses that all clients received. */
export interface Hearsay {
  /** Every order that an answer gave an id for. */
  readonly promised: Set<string>;
  /** How many answers of each kind there were; `none` where the connection broke. */
  readonly answers: Map<string, number>;
}

const PAUSE_MS = 250;
const PATIENCE_MS = patient(180_000);

/** Sends one request. @returns nothing where the connection broke before the whole answer was there. */
type Ask = (method: string, path: string, options?: CallOptions) => Promise<Answer | undefined>;

export function makeGoodClient(call: Call, key: string, heard: Hearsay): GoodClient {
  const ask: Ask = async (method, path, options = {}) => {
    const answer = await call(method, path, { key, ...options }).catch(brokenConnection);
    const kind = answer === undefined ? 'none' : answer.status < 400 ? String(answer.status) : answer.problem().code;
    heard.answers.set(kind, (heard.answers.get(kind) ?? 0) + 1);
    return answer;
  };
  const settled = (id: string): Promise<OrderRecord> => untilSettled(ask, id);
  const step = (id: string, name: Route[number]): Promise<OrderRecord> =>
    untilDecided(() => ask('POST', `/orders/${id}/${name}`), { name, look: () => settled(id) });
  return {
    create: async (body) => {
      const answer = await untilAnswered(() => ask('POST', '/orders', { body }), [200, 201, 202]);
      const order = answer.as(answer.status, orderRecord);
      heard.promised.add(order.id);
      return answer.status === 202 ? await settled(order.id) : order;
    },
    step,
    finish: async (id, route) => {
      let order = await settled(id);
      while (order.status !== endOf(route)) {
        const { status } = order;
        order = await step(id, nextStep(order, route));
        if (order.status === status) throw new Error(`A step was refused: ${JSON.stringify(order.refusal)}`);
      }
      return order;
    },
    scan: async (body) => {
      const answer = await untilAnswered(() => ask('POST', '/scans', { body }), [200, 201]);
      return answer.as(answer.status, scanRecord);
    },
  };
}

/** The status in which a route ends. */
export function endOf(route: Route): 'shipped' | 'cancelled' {
  return route.at(-1) === 'ship' ? 'shipped' : 'cancelled';
}

/** @throws Error where the order is somewhere off its route. */
function nextStep({ id, status }: OrderRecord, route: Route): Route[number] {
  const step = status === 'created' ? route[0] : status === 'packed' ? route[1] : undefined;
  if (step === undefined) throw new Error(`${id} is ${status} and was to ${route.join(' and ')}`);
  return step;
}

/** Reads an order until nothing is under way in it. */
async function untilSettled(ask: Ask, id: string): Promise<OrderRecord> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await untilAnswered(() => ask('GET', `/orders/${id}`), [200]);
    const order = answer.as(200, orderRecord);
    if (order.status !== 'pending' && order.pending_transition === null) return order;
    if (performance.now() > deadline) throw new Error(`${id} does not come to rest: ${answer.text}`);
    // wait: between two attempts, as a client does.
    await delay(PAUSE_MS);
  }
}

interface Decision {
  readonly name: Route[number];
  readonly look: () => Promise<OrderRecord>;
}

async function untilDecided(ask: () => Promise<Answer | undefined>, { name, look }: Decision): Promise<OrderRecord> {
  const deadline = performance.now() + PATIENCE_MS;
  const before = await look();
  for (;;) {
    const answer = await ask();
    if (answer?.status === 200) return answer.as(200, orderRecord);
    const after = await look();
    if (isFinal(answer) || isDecided(before, after, name)) return after;
    if (performance.now() > deadline) throw new Error(`${name} of ${before.id} is not decided: ${JSON.stringify(after)}`);
    // wait: between two attempts, as a client does.
    await delay(PAUSE_MS);
  }
}

function isDecided(before: OrderRecord, after: OrderRecord, name: Route[number]): boolean {
  const refused = after.refusal?.transition === name && after.version > before.version;
  return refused || after.status !== before.status;
}

/** True if the same request can never get another response. */
function isFinal(answer: Answer | undefined): boolean {
  return answer !== undefined && answer.status >= 400 && !answer.problem().retryable;
}

async function untilAnswered(ask: () => Promise<Answer | undefined>, statuses: readonly number[]): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer && statuses.includes(answer.status)) return answer;
    if (answer && isFinal(answer)) throw new Error(`Refused: ${answer.text}`);
    if (performance.now() > deadline) throw new Error(`No answer within ${PATIENCE_MS} ms; the last was ${answer?.text}`);
    // wait: between two attempts, as a client does.
    await delay(PAUSE_MS);
  }
}

/** The error that fetch throws where the other side is gone; any other is an error of ours, or of the contract. */
function brokenConnection(error: unknown): undefined {
  if (error instanceof TypeError) return undefined;
  throw error;
}
