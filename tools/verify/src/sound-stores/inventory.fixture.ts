import { published } from './events.fixture.ts';
import {
  at,
  CANCELLED,
  type Documents,
  FACTS,
  GONE,
  LINES,
  NEW_NAME,
  OPEN,
  OTHER_SHELF,
  PLACES,
  REJECTED,
  SCAN,
  SHELF,
  SHIPPED,
  SKU,
  TENANT,
} from './world.fixture.ts';

/** The documents of inventory. */
export function soundStock(): Documents {
  return {
    skus: [sku()],
    locations: Object.entries(PLACES).map(([id, place]) => ({
      _id: id,
      tenant: TENANT,
      ...place,
      lineage: ['loc_main', id],
      created_at: at(0),
    })),
    movements: [
      movement({ version: 1, delta: 10, balance: 10, reference: { type: 'scan', id: SCAN } }),
      movement({ version: 3, delta: -6, balance: 4, reference: { type: 'order', id: SHIPPED } }),
      movement({ version: 4, delta: -1, balance: 3, claim: CLAIM }),
      movement({ version: 4, line: 1, location_id: OTHER_SHELF, delta: 1, balance: 1, claim: CLAIM }),
    ],
    allocations: [
      allocation(SHIPPED, { state: 'shipped', version: 3 }),
      allocation(OPEN, { state: 'open', version: 2, waiting_skus: [SKU], held_skus: [SKU] }),
      allocation(CANCELLED, { state: 'released', version: 2 }),
      allocation(REJECTED, { state: 'rejected', version: 1 }),
    ],
    scan_answers: [{ _id: `${TENANT}/${SCAN}`, tenant: TENANT, scan_id: SCAN, refusal: null }],
    outbox: published('inventory.events').filter(({ version }) => version !== IN_BLOCK),
    outbox_blocks: [block()],
  };
}

/** The version whose messages are in a block. */
const IN_BLOCK = 3;

function block() {
  const rows = published('inventory.events').filter(({ version }) => version === IN_BLOCK);
  const ofBlock = { tenant: TENANT, relay: 'events', state: 'published' };
  return { _id: 'evt_sku_3', ...ofBlock, rows: rows.map(({ state: _state, ...row }) => row) };
}

function sku() {
  return {
    _id: `${TENANT}/${SKU}`,
    tenant: TENANT,
    sku: SKU,
    ...GONE,
    firm: 0,
    waiting: 1,
    filling: false,
    ...FACTS,
    name: NEW_NAME,
    low_stock: true,
    stock: [
      { location_id: SHELF, on_hand: 3 },
      { location_id: OTHER_SHELF, on_hand: 1 },
    ],
    version: 5,
    created_at: at(1),
  };
}

/** The claim of a transfer with an idempotency key. */
const CLAIM = { id: 'claim_0' };

interface Move {
  readonly version: number;
  readonly line?: number;
  readonly location_id?: string;
  readonly delta: number;
  readonly balance: number;
  readonly claim?: { readonly id: string };
  readonly reference?: { readonly type: string; readonly id: string };
}

function movement(move: Move) {
  const { version, line = 0 } = move;
  const facts = { _id: `mov_${version}_${line}`, tenant: TENANT, sku: SKU, created_at: at(version) };
  return { ...facts, line, location_id: SHELF, reference: null, ...move };
}

function allocation(order: keyof typeof LINES, facts: object) {
  return { _id: `${TENANT}/${order}`, tenant: TENANT, order_id: order, lines: LINES[order], ...facts };
}
