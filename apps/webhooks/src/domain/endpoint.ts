import type { Tenant } from '@fulfilment/kernel';

/** Endpoints that one tenant may have. */
export const MAX_ENDPOINTS = 50;

/** In an endpoint's selection: every type, those of later versions too. */
const EVERY_TYPE = '*';

/** `gone`: the receiver answered 410. What falls due meanwhile is held. */
export type EndpointState =
  | { readonly status: 'active' }
  | { readonly status: 'disabled'; readonly reason: 'gone'; readonly disabledAt: Date };

/** Where a tenant wants its events sent. */
export interface Endpoint {
  readonly id: string;
  readonly tenant: Tenant;
  readonly url: string;
  /** Event types, or `*` alone. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly state: EndpointState;
  readonly createdAt: Date;
}

/** Whether an endpoint with this selection gets events of `type`. */
export function selects(events: readonly string[], type: string): boolean {
  return events.includes(EVERY_TYPE) || events.includes(type);
}
