import type { RequestClass, ServiceName } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';

/** Uploads and downloads of a tenant at once: each is held for as long as its client likes. */
const MOST_STREAMS = 8;
/** The part of a service's capacity, and of that for streams, that one tenant may take. */
const SHARE = 1 / 4;

/** Requests that this gateway may have in flight at a service, in all and as streams. */
export interface Capacity {
  readonly requests: number;
  readonly streams: number;
}

export type Permit =
  | { readonly type: 'taken'; readonly release: () => void }
  /** The tenant has `most` requests of the kind in flight. */
  | { readonly type: 'beyond-share'; readonly most: number };

export interface PermitRequest {
  readonly tenant: Tenant;
  readonly service: ServiceName;
  readonly requestClass: RequestClass;
}

/** Bounds what each tenant has in flight at this gateway, so that no tenant can take a service from the others. */
export class TenantShares {
  readonly #capacityOf: (service: ServiceName) => Capacity;
  readonly #inFlight = new Map<string, number>();

  constructor(capacityOf: (service: ServiceName) => Capacity) {
    this.#capacityOf = capacityOf;
  }

  /** Takes a permit of the tenant's share of the service, and of its streams where the request is one. */
  take({ tenant, service, requestClass }: PermitRequest): Permit {
    const { requests, streams } = this.#capacityOf(service);
    const ofService = `${tenantKey(tenant)} ${service}`;
    const bounds: [string, number][] = [[ofService, shareOf(requests)]];
    if (requestClass === 'stream') bounds.unshift([`${tenantKey(tenant)} streams`, Math.min(MOST_STREAMS, shareOf(streams))]);
    const full = bounds.find(([name, most]) => (this.#inFlight.get(name) ?? 0) >= most);
    if (full) return { type: 'beyond-share', most: full[1] };
    for (const [name] of bounds) this.#inFlight.set(name, (this.#inFlight.get(name) ?? 0) + 1);
    return { type: 'taken', release: () => bounds.forEach(([name]) => this.#release(name)) };
  }

  #release(name: string): void {
    const left = (this.#inFlight.get(name) ?? 0) - 1;
    if (left > 0) this.#inFlight.set(name, left);
    else this.#inFlight.delete(name);
  }
}

function shareOf(requests: number): number {
  return Math.max(1, Math.floor(requests * SHARE));
}
