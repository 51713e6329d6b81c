import type { IdempotencyClaim } from '@fulfilment/kernel';

/** An entry of the ledger: units that came to a location or left it. */
export interface Movement {
  readonly id: string;
  readonly sku: string;
  /** The SKU's version by this change. */
  readonly version: number;
  /** Order among the movements of one version. */
  readonly line: number;
  readonly locationId: string;
  readonly delta: number;
  /** Units at the location after it. */
  readonly balance: number;
  readonly reason: string;
  readonly reference: { readonly type: string; readonly id: string } | null;
  readonly note: string | null;
  readonly actor: string;
  readonly requestId: string;
  readonly at: Date;
  /** Claim of the request that moved it, kept for ever: it never moves anything again. */
  readonly claim: Pick<IdempotencyClaim, 'id' | 'fingerprint'> | null;
}
