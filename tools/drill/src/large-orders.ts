import type { Stoppable } from '@fulfilment/kernel';
import { type Client, type DrilledSystem, keepBusy } from './drilled-system.ts';
import { type Attack, english, openSockets, ORDINARY, requestText } from './hostile-requests.ts';

/** How large these attacks are. */
export interface LargeOrdersSizes {
  readonly orders: number;
  readonly linesOfOrder: number;
  readonly readers: number;
  readonly slowReaders: number;
}

/** Bytes a second that a slow reader takes: just more than it must. */
const SLOW_BYTES = 3_000;
const PAGE = '/orders?limit=200';

/** Reads of the largest orders that are allowed, by a key that may read alone. */
export function onLargeOrders({ orders, linesOfOrder, readers, slowReaders }: LargeOrdersSizes): readonly Attack[] {
  let owner: Client | undefined;
  const prepare = async (system: DrilledSystem): Promise<void> => {
    if (owner) return;
    owner = await system.newClient();
    await fillWithOrders(owner, orders, linesOfOrder);
  };
  const newViewer = async (system: DrilledSystem): Promise<Client> => {
    if (!owner) throw new Error('The orders of the drill are not there');
    return system.newKey(owner, { role: 'viewer', ...ORDINARY });
  };
  const busyWith =
    (path: string): Attack['begin'] =>
    async (system, answers): Promise<Stoppable> => {
      const key = await newViewer(system);
      return keepBusy(readers, async () => answers.note(await key.send('GET', path)));
    };
  const shared = { beside: 'orders', prepare } as const;
  const of = `${orders} orders of ${english(linesOfOrder)} lines`;
  return [
    { id: 'order-pages', name: `a viewer's key of 100/10: pages of ${of}, ${readers} at once`, ...shared, begin: busyWith(PAGE) },
    {
      id: 'order-exports',
      name: `a viewer's key of 100/10: exports of ${of}, ${readers} at once`,
      ...shared,
      begin: busyWith('/orders/export'),
    },
    {
      id: 'slow-order-pages',
      name: `a viewer's key of 100/10: pages of ${of}, ${slowReaders} that are read at 3 KB a second`,
      ...shared,
      begin: async (system) => {
        const { headers } = await newViewer(system);
        return openSockets(system, slowReaders, requestText('GET', `/v1${PAGE}`, { headers }), SLOW_BYTES);
      },
    },
  ];
}

const pad = (text: string, length: number): string => text.padEnd(length, 'ä');

export async function fillWithOrders(client: Client, orders: number, linesOfOrder: number): Promise<void> {
  await client.send('POST', '/inventory', { sku: 'S', name: 'Mug', on_hand: 0 });
  for (let order = 0; order < orders; order += 1) {
    const lines = Array.from({ length: linesOfOrder }, (_, at) => ({
      sku: 'S',
      quantity: 1,
      external_line_id: pad(`${at} `, 200),
    }));
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key ${at}`, pad('', 500)]));
    const { status, text } = await client.send('POST', '/orders', { lines, metadata });
    if (status !== 201 && status !== 202) throw new Error(`An order of the drill was refused: ${status} ${text.slice(0, 200)}`);
  }
}
