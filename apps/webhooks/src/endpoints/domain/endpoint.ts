import type { Tenant } from '@fulfilment/kernel';

/** Endpoints that one tenant may have. */
export const MAX_ENDPOINTS = 50;

/** In an endpoint's selection: every type, those of later versions too. */
const EVERY_TYPE = '*';

/**
 * What falls due to an endpoint that is paused or disabled is held. `gone`: the receiver answered 410; `failing`: it has taken
 * nothing for days.
 */
export type EndpointState =
  | { readonly status: 'active' }
  | { readonly status: 'paused' }
  | { readonly status: 'disabled'; readonly reason: 'gone' | 'failing'; readonly disabledAt: Date };

/** Several events in one request: as many, or those of as long. */
export interface BatchRule {
  readonly maxEvents: number;
  readonly maxWaitMs: number;
}

/** What the owner chooses. */
export interface EndpointSettings {
  readonly url: string;
  /** Event types, or `*` alone. */
  readonly events: readonly string[];
  readonly description: string | null;
  /** A content filter as JSON. */
  readonly filter: string | null;
  /** Whether the events of one record come one after the other. */
  readonly ordered: boolean;
  readonly batch: BatchRule | null;
  /** Deliveries a second at most. */
  readonly maxRate: number | null;
}

/** What is shown of a secret. */
export interface EndpointSecret {
  readonly id: string;
  readonly last4: string;
  readonly createdAt: Date;
  /** From when on it signs nothing any more; null for the newest. */
  readonly endsAt: Date | null;
}

/** How the receiver has answered. */
export interface EndpointHealth {
  /** The first failure after the last success. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** In a row. */
  readonly failures: number;
}

/** Where a tenant wants its events sent. */
export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly tenant: Tenant;
  readonly state: EndpointState;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** Until when the receiver asked for rest. */
  readonly restsUntil: Date | null;
  readonly health: EndpointHealth;
  /** Raised by each change that the owner or the operator makes, and by its end. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is known of an endpoint that nothing was sent to yet. */
export const UNTRIED: EndpointHealth = { failingSince: null, lastSuccessAt: null, lastFailureAt: null, failures: 0 };

/** Whether an endpoint with this selection gets events of `type`. */
export function selects(events: readonly string[], type: string): boolean {
  return events.includes(EVERY_TYPE) || events.includes(type);
}
