import type { Tenant } from '@fulfilment/kernel';
import { withCommand } from './commands.ts';
import type { Address, OrderIn, RequestOrigin } from './order.ts';

/** An order as it is asked for, with the ids it will have. */
export interface PlaceOrder {
  readonly id: string;
  readonly tenant: Tenant;
  readonly externalId: string | null;
  readonly contentHash: string;
  readonly lines: readonly {
    readonly id: string;
    readonly sku: string;
    readonly quantity: number;
    readonly externalLineId: string | null;
  }[];
  readonly shipTo: Address | null;
  readonly note: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requester: RequestOrigin;
  readonly at: Date;
}

/** Takes an order down. It stays `pending` until inventory has said that its SKUs exist, and what it holds for them. */
export function placeOrder({ requester, at, lines, ...asked }: PlaceOrder): OrderIn<'pending'> {
  const attempt = 1;
  return {
    ...asked,
    lines: lines.map((line) => ({ ...line, name: null, allocated: 0, shipped: 0 })),
    allocation: 'backordered',
    attempt,
    allocationVersion: 0,
    lastAnswer: null,
    refusal: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    status: 'pending',
    pending: withCommand({ transition: 'create' }, { id: asked.id, attempt }, { requester, at }),
  };
}
