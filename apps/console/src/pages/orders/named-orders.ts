import { call, readRows } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import type { Environment, OrderRecord } from '../../api/types.ts';

/** The most orders of one print. */
export const MOST_PRINTED = 100;
/** Requests at a time. */
const AT_ONCE = 6;

/** The ids that an address names, with commas between them; undefined where it names none. */
export const namedIds = (named: string | undefined): readonly string[] | undefined =>
  named?.split(',').filter(Boolean).slice(0, MOST_PRINTED);

/** The named orders, in the order of their names. @throws ApiProblem for one that is not there. */
export async function namedOrders(ids: readonly string[], environment: Environment): Promise<readonly OrderRecord[]> {
  if (ids.length === 0) return [];
  const query = { environment, id: ids, limit: MOST_PRINTED } as const;
  const { rows } = await readRows((cursor) => call(operations.listOrders, { query: { ...query, cursor } }));
  const found = new Map(rows.map((order) => [order.id, order]));
  const read = (id: string) => call(operations.getOrder, { params: { id }, query: { environment } });
  return await inTurns(ids, async (id) => found.get(id) ?? (await read(id)));
}

/** Reads one after another some at a time: a print of many orders stays within the rate limit of its session. */
export async function inTurns<Item, Found>(
  items: readonly Item[],
  read: (item: Item) => Promise<Found>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) found.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(read))));
  return found;
}
