import { published } from './events.fixture.ts';
import { ACCOUNT, at, CANCELLED, type Documents, LINES, OPEN, REJECTED, SHIPPED, TENANT } from './world.fixture.ts';

const SHORT = { refusal: { code: 'insufficient_stock' } };

/** The documents of orders. */
export function soundOrders(): Documents {
  return {
    orders: [
      order(SHIPPED, { status: 'shipped', allocation_version: 3 }),
      order(OPEN, { status: 'created', pending: null, allocation_version: 2 }),
      order(CANCELLED, { status: 'cancelled', allocation_version: 2 }),
      order(REJECTED, { status: 'rejected', allocation_version: 1 }),
    ],
    order_history: [
      entry(SHIPPED, 2, { transition: 'create', status: 'created' }),
      entry(SHIPPED, 4, { transition: 'pack', status: 'packed' }),
      entry(SHIPPED, 6, { transition: 'ship', status: 'shipped' }),
      entry(OPEN, 2, { transition: 'create', status: 'created' }),
      entry(OPEN, 3, { transition: 'allocate', status: 'created', answer: null }),
      entry(OPEN, 5, { transition: 'pack', status: 'created', answer: SHORT, unseen_changes: 2 }),
      entry(OPEN, 7, { transition: 'update', status: 'created', unseen_changes: 3 }),
      entry(OPEN, 8, { transition: 'pack', status: 'created', answer: SHORT, unseen_changes: 3 }),
      entry(CANCELLED, 2, { transition: 'create', status: 'created' }),
      entry(CANCELLED, 4, { transition: 'cancel', status: 'cancelled' }),
      entry(REJECTED, 2, { transition: 'create', status: 'rejected', answer: { refusal: { code: 'unknown_sku' } } }),
    ],
    outbox: [command(), ...published('orders.events')],
    idempotency_receipts: [{ _id: `${TENANT}/claim_1`, subject: `allocate:${OPEN}:1`, answer: '{"type":"result"}' }],
  };
}

function order(id: keyof typeof LINES, facts: object) {
  return { _id: id, tenant: TENANT, lines: LINES[id], allocation: 'allocated', version: 6, ...facts };
}

function entry(id: string, version: number, facts: object) {
  const key = `${id}:${String(version).padStart(10, '0')}:0`;
  return { _id: key, tenant: TENANT, order_id: id, version, at: at(version), answer: null, ...facts };
}

function command() {
  return {
    _id: `allocate:${OPEN}:1`,
    tenant: TENANT,
    topic: 'stock.commands',
    key: TENANT,
    version: 1,
    part: 0,
    value: JSON.stringify({ account_id: ACCOUNT, environment: 'sandbox', order_id: OPEN }),
    state: 'published',
  };
}
