import { call } from '../../../../api/call.ts';
import { operations } from '../../../../api/callable-operations.ts';
import { ApiProblem } from '../../../../api/problem.ts';
import type { Environment, OrderRecord, ReturnRecord } from '../../../../api/types.ts';
import { nameOf } from '../../order-states.tsx';
import { isReceivable, nameOfReturn } from '../return-states.tsx';
import { returnWords } from '../return-strings.ts';

const words = returnWords.receiving;

/** The result of a scanned code: one return, several of an order to choose from, or words that say why to none. */
export type FoundReturns =
  | { readonly one: ReturnRecord }
  | { readonly several: readonly ReturnRecord[]; readonly order: string }
  | { readonly none: string };

/** Finds the return that may be received by its id or number, or by those of its order. */
export async function findReturn(code: string, environment: Environment): Promise<FoundReturns> {
  const query = { environment } as const;
  const [returned] = code.startsWith('ret_')
    ? await orNone(async () => [await call(operations.getReturn, { params: { id: code }, query })])
    : (await call(operations.listReturns, { query: { ...query, external_id: code, limit: 1 } })).data;
  if (returned) return isReceivable(returned) ? { one: returned } : { none: notOpen(returned) };
  const [order] = code.startsWith('ord_')
    ? await orNone(async () => [await call(operations.getOrder, { params: { id: code }, query })])
    : (await call(operations.listOrders, { query: { ...query, external_id: code, limit: 1 } })).data;
  return order ? await ofOrder(order, environment) : { none: words.notFound(code) };
}

async function ofOrder(order: OrderRecord, environment: Environment): Promise<FoundReturns> {
  const read = { params: { id: order.id }, query: { environment, limit: 50 } } as const;
  const returns = (await call(operations.listOrderReturns, read)).data;
  const [first, ...others] = returns.filter(isReceivable);
  if (first && others.length > 0) return { several: [first, ...others], order: nameOf(order) };
  if (first) return { one: first };
  const [ended] = returns;
  return { none: ended ? notOpen(ended) : words.noReturn(nameOf(order)) };
}

function notOpen(returned: ReturnRecord): string {
  return words.notOpen(nameOfReturn(returned), returnWords.statuses[returned.status]);
}

/** No record where the API knows none of that id, or the text is no id. */
async function orNone<Found>(read: () => Promise<readonly Found[]>): Promise<readonly Found[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return [];
    throw error;
  }
}
