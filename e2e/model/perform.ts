import { orderRecord } from '@fulfilment/contracts';
import type { Answer } from '../system/call.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { makeShop, type Shop } from '../system/shop.ts';
import { type Command, PLACES } from './commands.ts';
import type { Place } from './warehouse.ts';

/** A tenant of its own, with its places and the orders it made, from the oldest to the newest. */
export interface Client {
  readonly shop: Shop;
  readonly placeIds: ReadonlyMap<Place, string>;
  readonly orderIds: string[];
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

export async function openClient({ call, operator }: Pick<TestSystem, 'call' | 'operator'>): Promise<Client> {
  const { id: accountId } = await operator.account('A warehouse of a model');
  const { key } = await operator.key({ accountId });
  const send = (method: string, path: string, body?: unknown): Promise<Answer> => call(method, path, { key, body });
  const shop = makeShop(call, key);
  return { shop, placeIds: await makePlaces(shop), orderIds: [], send };
}

/** Sends what a command stands for. @returns `done`, or the code of the refusal. */
export async function perform(client: Client, command: Command): Promise<string> {
  const answer = await answerTo(client, command);
  // A step of an order, where there are no orders.
  if (answer === undefined) return 'not_found';
  if (answer.status >= 400) return answer.problem().code;
  if (command.type === 'order') client.orderIds.push(answer.as(201, orderRecord).id);
  return 'done';
}

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

function answerTo(client: Client, command: Command): Promise<Answer> | undefined {
  switch (command.type) {
    case 'order':
      return client.send('POST', '/orders', { lines: command.lines });
    case 'pack':
    case 'ship':
    case 'cancel':
      return step(client, command);
    case 'transfer':
      return transfer(client, command);
    default:
      return changeSku(client, command);
  }
}

function step({ send, orderIds }: Client, { type, order }: Of<'pack' | 'ship' | 'cancel'>): Promise<Answer> | undefined {
  const id = orderIds[order % orderIds.length];
  return id === undefined ? undefined : send('POST', `/orders/${id}/${type}`);
}

function transfer({ send, placeIds }: Client, { from, to, sku, units }: Of<'transfer'>): Promise<Answer> {
  return send('POST', `/locations/${placeIds.get(from)}/transfer`, { to, sku, quantity: units });
}

function changeSku({ send }: Client, command: Of<'create' | 'adjust' | 'count' | 'archive' | 'restore'>): Promise<Answer> {
  const path = `/inventory/${command.sku}`;
  switch (command.type) {
    case 'create':
      return send('POST', '/inventory', { sku: command.sku, name: 'Modelled', on_hand: command.units, location: command.home });
    case 'adjust': {
      const { delta, place } = command;
      return send('POST', `${path}/adjustments`, { delta, reason: 'model', ...(place === null ? {} : { location: place }) });
    }
    case 'count':
      return send('PATCH', path, { on_hand: command.units });
    case 'archive':
      return send('DELETE', path);
    default:
      return send('PATCH', path, { status: 'active' });
  }
}

/** Each place is `<aisle>/<shelf>` of the default warehouse. */
async function makePlaces(shop: Shop): Promise<ReadonlyMap<Place, string>> {
  const main = (await shop.locations()).find(({ path }) => path === 'MAIN');
  if (!main) throw new Error('The tenant has no warehouse');
  const made = PLACES.map(async (place) => {
    const [aisle = '', shelf = ''] = place.split('/');
    const { id: parent_id } = await shop.createLocation({ type: 'aisle', code: aisle, parent_id: main.id });
    const { id } = await shop.createLocation({ type: 'shelf', code: shelf, parent_id });
    return [place, id] as const;
  });
  return new Map(await Promise.all(made));
}
