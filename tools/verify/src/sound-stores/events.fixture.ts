import {
  ACCOUNT,
  CANCELLED,
  FACTS,
  FULL,
  GONE,
  HELD,
  LEFT,
  NEW_NAME,
  OPEN,
  OTHER_SHELF,
  PLACES,
  type Quantities,
  SCAN,
  SHELF,
  SHIPPED,
  SKU,
  TENANT,
} from './world.fixture.ts';

/** The event of one change. */
export interface Told {
  readonly id: string;
  readonly type: string;
  readonly key: string;
  readonly sequence: number | null;
  readonly body: string;
}

type Facts = Omit<Told, 'key' | 'body'> & { readonly about: string; readonly facts: object };

function told({ about, facts, ...event }: Facts): Told {
  const body = JSON.stringify({ ...event, account_id: ACCOUNT, environment: 'sandbox', ...facts });
  return { ...event, key: `${TENANT}|${about}`, body };
}

interface SkuChange {
  readonly type?: string;
  readonly before: Quantities | null;
  readonly after: Quantities;
}

const IDS: Readonly<Record<string, string>> = {
  'inventory.low_stock': 'low',
  'inventory.out_of_stock': 'out',
  'sku.updated': 'facts',
};

function ofSku(sequence: number, { type = 'inventory.updated', before, after }: SkuChange): Told {
  const id = `evt_${IDS[type] ?? 'sku'}_${sequence}`;
  const shown = { ...FACTS, name: sequence < 4 ? FACTS.name : NEW_NAME, sold_out: after.on_hand === after.allocated };
  const data = { sku: SKU, ...shown, ...after, version: sequence, low_stock: after.on_hand < 5 };
  return told({ id, type, sequence, about: SKU, facts: { previous: before, data } });
}

function ofLocation(id: keyof typeof PLACES, version: number, type: string, changes: object = {}): Told {
  const data = { id, ...PLACES[id], ...changes, version };
  return told({ id: `evt_${id}_${version}`, type, sequence: version, about: id, facts: { data } });
}

function ofOrder(order: string, sequence: number, type: string): Told {
  return told({ id: `evt_${order}_${sequence}`, type, sequence, about: order, facts: { data: { id: order } } });
}

export const SCAN_EVENT = 'evt_scan';
export const RESULT_EVENT = 'evt_scan_result';

/** In the order in which they are stored. */
export const EVENTS: readonly Told[] = [
  ofSku(1, { before: null, after: FULL }),
  ofSku(2, { before: FULL, after: HELD }),
  ofOrder(SHIPPED, 2, 'order.created'),
  ofOrder(SHIPPED, 4, 'order.packed'),
  ofSku(3, { before: HELD, after: LEFT }),
  ofSku(3, { before: HELD, after: LEFT, type: 'inventory.low_stock' }),
  ofOrder(SHIPPED, 6, 'order.shipped'),
  ofSku(4, { before: LEFT, after: LEFT }),
  ofSku(4, { before: LEFT, after: LEFT, type: 'sku.updated' }),
  ofOrder(OPEN, 2, 'order.created'),
  ofSku(5, { before: LEFT, after: GONE }),
  ofSku(5, { before: LEFT, after: GONE, type: 'inventory.out_of_stock' }),
  ofOrder(OPEN, 3, 'order.updated'),
  ofOrder(OPEN, 4, 'order.updated'),
  ofOrder(OPEN, 5, 'order.updated'),
  ofOrder(CANCELLED, 2, 'order.created'),
  ofOrder(CANCELLED, 4, 'order.cancelled'),
  told({ id: SCAN_EVENT, type: 'scan.completed', sequence: null, about: '4006381333931', facts: { data: { id: SCAN } } }),
  told({ id: RESULT_EVENT, type: 'scan.applied', sequence: null, about: '4006381333931', facts: { data: { id: SCAN } } }),
  ofLocation(SHELF, 1, 'location.created', { code: 'S0', path: 'MAIN:A/S0' }),
  ofLocation(SHELF, 2, 'location.updated'),
  ofLocation(OTHER_SHELF, 1, 'location.created'),
];

/** The events of one topic as rows of an outbox. */
export function published(topic: 'inventory.events' | 'orders.events') {
  const kinds = topic === 'inventory.events' ? /^(?:inventory|sku|location)\./ : /^order\./;
  return EVENTS.filter(({ type }) => kinds.test(type)).map(({ id, key, sequence, body, type }) => ({
    _id: id,
    tenant: TENANT,
    topic,
    key,
    version: sequence,
    part: type === 'inventory.low_stock' ? 1 : 0,
    value: body,
    state: 'published',
  }));
}
