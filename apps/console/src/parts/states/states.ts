import type { DeliveryDetailsRecord, DeliveryStatus, ReplayRecord, WebhookEndpointRecord } from '@fulfilment/contracts';
import type {
  Allocation,
  FulfilmentRecord,
  KeyRecord,
  LocationRecord,
  MemberRecord,
  OrderRecord,
  ReservationRecord,
  ReturnRecord,
  ScanRecord,
} from '../../api/types.ts';

/** The colour of a mark: `open` waits for someone's work, `ready` for its last step. */
export const TONES = ['neutral', 'open', 'ready', 'good', 'warning', 'bad'] as const;

/** The form of a mark, which fills as the work proceeds: dashes and ring before it, half within it, disc once it is done. */
export const SHAPES = ['dashes', 'ring', 'half', 'disc', 'bar', 'diamond', 'square'] as const;

/** How a state looks; its shape tells it from the others of its kind without the colour. Without a shape the tone has its own. */
export interface Look {
  readonly tone: (typeof TONES)[number];
  readonly shape?: (typeof SHAPES)[number];
}

export type Tone = Look['tone'];

const WAITS = { tone: 'warning', shape: 'dashes' } as const;
const OPEN = { tone: 'open', shape: 'ring' } as const;
const READY = { tone: 'ready', shape: 'half' } as const;
const DONE = { tone: 'good', shape: 'disc' } as const;
const OVER = { tone: 'neutral', shape: 'bar' } as const;
const CARE = { tone: 'warning', shape: 'diamond' } as const;
const REFUSED = { tone: 'bad', shape: 'square' } as const;

type Looks<State extends string> = Readonly<Record<State, Look>>;

const order: Looks<OrderRecord['status']> = {
  pending: WAITS,
  created: OPEN,
  packed: READY,
  shipped: DONE,
  cancelled: OVER,
  rejected: REFUSED,
};
const allocation: Looks<Allocation> = { allocated: DONE, partial: READY, backordered: CARE };
const progress: Looks<OrderRecord['fulfilment']> = { none: OPEN, partial: READY, complete: DONE };
const fulfilment: Looks<FulfilmentRecord['status']> = { open: OPEN, packed: READY, shipped: DONE, cancelled: OVER };
const returned: Looks<ReturnRecord['status']> = {
  requested: WAITS,
  approved: OPEN,
  receiving: READY,
  closed: DONE,
  cancelled: OVER,
  rejected: REFUSED,
};
const reservation: Looks<ReservationRecord['status']> = { active: OPEN, converted: DONE, released: OVER, expired: CARE };
const delivery: Looks<DeliveryStatus> = {
  pending: OPEN,
  held: CARE,
  delivered: DONE,
  failed: REFUSED,
  dropped: OVER,
  batched: READY,
};
const attempt: Looks<DeliveryDetailsRecord['attempt_log'][number]['outcome']> = { delivered: DONE, retry: CARE, failed: REFUSED };
const replay: Looks<ReplayRecord['status']> = { running: READY, done: DONE, cancelled: OVER };
const endpoint: Looks<WebhookEndpointRecord['status'] | 'resting' | 'failing'> = {
  active: DONE,
  resting: WAITS,
  failing: { tone: 'bad', shape: 'diamond' },
  paused: { tone: 'warning', shape: 'bar' },
  disabled: REFUSED,
};
const key: Looks<KeyRecord['status']> = { active: DONE, expired: CARE, revoked: OVER };
const member: Looks<MemberRecord['status']> = { active: DONE, invited: WAITS, removed: OVER };
const scan: Looks<NonNullable<ScanRecord['applied']>> = { pending: WAITS, done: DONE, refused: REFUSED };
const location: Looks<LocationRecord['status']> = { active: DONE, archived: OVER };
const stock: Looks<'fine' | 'low' | 'soldOut' | 'archived'> = { fine: DONE, low: CARE, soldOut: REFUSED, archived: OVER };

/** How each state of each kind of records looks. */
export const STATES = {
  order,
  allocation,
  progress,
  fulfilment,
  returned,
  reservation,
  delivery,
  attempt,
  replay,
  endpoint,
  key,
  member,
  scan,
  location,
  stock,
} as const;
