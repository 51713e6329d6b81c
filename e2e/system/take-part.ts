import { type FulfilmentRecord, fulfilmentRecord, type ReturnRecord, returnRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { z } from 'zod';
import type { Call } from './call.ts';

type Take<Taken> = (call: Call, key: string, path: string, body?: unknown) => Promise<Taken>;

/** Creates a fulfilment, or takes a step of one, also where a stalled machine lets that be answered with 202. */
export const takePart: Take<FulfilmentRecord> = stepOf('fulfilments', fulfilmentRecord);

/** The same of a return. */
export const takeReturn: Take<ReturnRecord> = stepOf('returns', returnRecord);

function stepOf<Taken extends FulfilmentRecord | ReturnRecord>(list: string, record: z.ZodType<Taken>): Take<Taken> {
  return async (call, key, path, body = {}) => {
    const answer = await call('POST', path, { key, body });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
    if (answer.status !== 202) return answer.as(answer.status, record);
    const { id } = answer.as(202, record);
    return eventually(async () => {
      const now = (await call('GET', `/${list}/${id}`, { key })).as(200, record);
      if (now.pending_transition !== null) throw new Error(`inventory has not answered for ${id}: ${JSON.stringify(now)}`);
      return now;
    });
  };
}
