import {
  type createOrderBody,
  type createScanBody,
  type OrderRecord,
  orderRecord,
  scanRecord,
  type ScanRecord,
} from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import type { z } from 'zod';
import type { Answer, Call, CallOptions } from '../system/call.ts';

type OrderBody = z.input<typeof createOrderBody> & { readonly external_id: string };
type ScanBody = z.input<typeof createScanBody> & { readonly client_scan_id: string };

/** The steps that an order takes after it was created. */
export type Route = readonly ['pack', 'ship'] | readonly ['cancel'] | readonly ['pack', 'cancel'];

/** A client as the reference asks for it: what may pass it tries again, what it has no word of it reads before it goes on. */
export interface GoodClient {
  /** Creates an order, however often it has to be sent: its external id makes that safe. */
  create(body: OrderBody): Promise<OrderRecord>;
  /** Takes an order step by step to its end. */
  finish(id: string, route: Route): Promise<OrderRecord>;
  /** Records a scan, however often it has to be sent. */
  scan(body: ScanBody): Promise<ScanRecord>;
}

/** What clients heard, all of them together. */
export interface Hearsay {
  /** Every order that an answer gave an id for. */
  readonly promised: Set<string>;
  /** How many answers of each kind there were; `none` where the connection broke. */
  readonly answers: Map<string, number>;
}

const PAUSE_MS = 100;
const PATIENCE_MS = 90_000;

/** Sends one request. @returns nothing where the connection broke before the whole answer was there. */
type Ask = (method: string, path: string, options?: CallOptions) => Promise<Answer | undefined>;

export function makeGoodClient(call: Call, key: string, heard: Hearsay): GoodClient {
  const ask: Ask = async (method, path, options = {}) => {
    const answer = await call(method, path, { key, ...options }).catch(brokenConnection);
    const kind = answer === undefined ? 'none' : answer.status < 400 ? String(answer.status) : answer.problem().code;
    heard.answers.set(kind, (heard.answers.get(kind) ?? 0) + 1);
    return answer;
  };
  const read = (id: string) =>
    untilAnswered(() => ask('GET', `/orders/${id}`), [200]).then((answer) => answer.as(200, orderRecord));
  return {
    create: async (body) => {
      const answer = await untilAnswered(() => ask('POST', '/orders', { body }), [200, 201, 202]);
      const order = answer.as(answer.status, orderRecord);
      heard.promised.add(order.id);
      return order;
    },
    finish: (id, route) => finish(id, route, { ask, read }),
    scan: async (body) => {
      const answer = await untilAnswered(() => ask('POST', '/scans', { body }), [200, 201]);
      return answer.as(answer.status, scanRecord);
    },
  };
}

interface Hands {
  readonly ask: Ask;
  readonly read: (id: string) => Promise<OrderRecord>;
}

async function finish(id: string, route: Route, { ask, read }: Hands): Promise<OrderRecord> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const order = await read(id);
    if (order.status === endOf(route)) return order;
    if (performance.now() > deadline) throw new Error(`${id} does not get ${endOf(route)}: ${JSON.stringify(order)}`);
    const step = nextStep(order, route);
    if (step === undefined) await delay(PAUSE_MS);
    else mayGoOn(await ask('POST', `/orders/${id}/${step}`));
  }
}

/** The status in which a route ends. */
export function endOf(route: Route): 'shipped' | 'cancelled' {
  return route.at(-1) === 'ship' ? 'shipped' : 'cancelled';
}

/** @returns nothing while a step is under way. @throws Error where the order is somewhere off its route. */
function nextStep({ id, status, pending_transition: pending }: OrderRecord, route: Route): string | undefined {
  if (status === 'pending' || pending !== null) return undefined;
  const step = status === 'created' ? route[0] : status === 'packed' ? route[1] : undefined;
  if (step === undefined) throw new Error(`${id} is ${status} and was to ${route.join(' and ')}`);
  return step;
}

/** After a step, whatever came of it, the record is read; only a refusal that nothing explains is an error. */
function mayGoOn(answer: Answer | undefined): void {
  if (answer === undefined || answer.status < 400) return;
  const { code, retryable, detail } = answer.problem();
  // The step was taken and its answer got lost on the way.
  if (!retryable && code !== 'invalid_transition') throw new Error(`A step was refused: ${code}, ${detail}`);
}

async function untilAnswered(ask: () => Promise<Answer | undefined>, statuses: readonly number[]): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer && statuses.includes(answer.status)) return answer;
    if (answer && !answer.problem().retryable) throw new Error(`Refused: ${answer.text}`);
    if (performance.now() > deadline) throw new Error(`No answer within ${PATIENCE_MS} ms; the last was ${answer?.text}`);
    await delay(PAUSE_MS);
  }
}

/** What fetch throws where the other side is gone; anything else is an error of ours, or of the contract. */
function brokenConnection(error: unknown): undefined {
  if (error instanceof TypeError) return undefined;
  throw error;
}
