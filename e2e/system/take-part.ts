import { type FulfilmentRecord, fulfilmentRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { Call } from './call.ts';

/** Creates a fulfilment, or takes a step of one, also where a stalled machine lets that be answered with 202. */
export async function takePart(call: Call, key: string, path: string, body: unknown = {}): Promise<FulfilmentRecord> {
  const answer = await call('POST', path, { key, body });
  if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
  const { id } = answer.as(answer.status, fulfilmentRecord);
  return eventually(async () => {
    const now = (await call('GET', `/fulfilments/${id}`, { key })).as(200, fulfilmentRecord);
    if (now.pending_transition !== null) throw new Error(`inventory has not answered for ${id}: ${JSON.stringify(now)}`);
    return now;
  });
}
