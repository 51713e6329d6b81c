import type { IdempotencyClaim } from '@fulfilment/kernel';
import * as fc from 'fast-check';
import type { OrderAnswer } from './order-answers.ts';

/** In stock, out of stock, unknown. */
const SKUS = ['PLENTY', 'PLENTY', 'PLENTY', 'NEVER', 'UNKNOWN'] as const;
const STEPS = ['pack', 'ship', 'cancel'] as const;

/** Which one `If-Match` names. */
const VERSIONS = ['none', 'none', 'none', 'right', 'right', 'stale'] as const;

export type Step = (typeof STEPS)[number];
export type Sku = (typeof SKUS)[number];

/** A client's request. Requests of one key with equal content are one request. */
export type Request =
  | { readonly type: 'create'; readonly key: number; readonly sku: Sku }
  | { readonly type: Step; readonly key: number; readonly order: number; readonly version: (typeof VERSIONS)[number] };

/** Concurrent copies of a request, and the delivery of inventory's answers. */
export interface Round {
  readonly request: Request;
  readonly copies: number;
  readonly trouble: 'none' | 'twice' | 'lost and sent again';
}

const key = fc.nat(7);
const request: fc.Arbitrary<Request> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('create' as const), key, sku: fc.constantFrom(...SKUS) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(...STEPS),
      key,
      order: fc.nat(2),
      version: fc.constantFrom(...VERSIONS),
    }),
  },
);
export const round: fc.Arbitrary<Round> = fc.record({
  request,
  copies: fc.integer({ min: 1, max: 3 }),
  trouble: fc.constantFrom('none' as const, 'none' as const, 'twice' as const, 'lost and sent again' as const),
});

const LEADS_TO: Readonly<Record<string, Partial<Record<Step, string>>>> = {
  created: { pack: 'packed', cancel: 'cancelled' },
  packed: { ship: 'shipped', cancel: 'cancelled' },
};

interface Pictured {
  readonly id: string;
  readonly sku: Sku;
  status: string;
}

/** Orders as a client pictures them, who knows nothing of commands, or of who answers whom. */
export class Model {
  readonly orders: Pictured[] = [];
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly word: string }>();

  /** The status that a request leaves, or the code it is refused with; and whether it is one that was answered before. */
  expected(asked: Request, { id, fingerprint }: IdempotencyClaim): { readonly word: string; readonly repeated: boolean } {
    const first = this.#answers.get(id);
    if (first) return { word: first.fingerprint === fingerprint ? first.word : 'idempotency_key_reused', repeated: true };
    const word = this.#decide(asked);
    this.#answers.set(id, { fingerprint, word });
    return { word, repeated: false };
  }

  #decide(asked: Request): string {
    if (asked.type === 'create') return asked.sku === 'UNKNOWN' ? 'unknown_sku' : 'created';
    const order = this.orders[asked.order];
    if (!order) return 'not_found';
    if (asked.version === 'stale') return 'version_conflict';
    return endOf(asked.type, order);
  }

  happened(asked: Request, { order: { id, status } }: OrderAnswer): void {
    const known = this.orders.find((order) => order.id === id);
    if (known && asked.type !== 'create') known.status = status;
    if (!known && asked.type === 'create') this.orders.push({ id, sku: asked.sku, status });
  }
}

function endOf(step: Step, { status, sku }: Pictured): string {
  const next = LEADS_TO[status]?.[step] ?? 'invalid_transition';
  return next === 'packed' && sku !== 'PLENTY' ? 'insufficient_stock' : next;
}
