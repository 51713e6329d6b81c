import type { RequestClass, ServiceName } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';

/** Uploads and downloads of a tenant at once: each is held for as long as its client likes. */
const MOST_STREAMS = 8;
/** Tails of a tenant at once, and of one of its keys or members. */
const MOST_TAILS = 8;
const MOST_TAILS_OF_CALLER = 4;
/** The part of a service's capacity, and of that for streams and tails, that one tenant may take. */
const SHARE = 1 / 4;

/** Requests that this gateway may have in flight at a service: in all, as streams, and as tails. */
export interface Capacity {
  readonly requests: number;
  readonly streams: number;
  readonly tails: number;
}

export type Permit =
  | { readonly type: 'taken'; readonly release: () => void }
  /** The tenant has `most` requests of the kind in flight. */
  | { readonly type: 'beyond-share'; readonly most: number };

export interface PermitRequest {
  readonly tenant: Tenant;
  /** Id of the key or member. */
  readonly caller: string;
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

  /** Takes a permit of the tenant's share of the service, and of its streams where the request is one; a tail counts with tails alone. */
  take(request: PermitRequest): Permit {
    const bounds = this.#boundsOf(request);
    const full = bounds.find(([name, most]) => (this.#inFlight.get(name) ?? 0) >= most);
    if (full) return { type: 'beyond-share', most: full[1] };
    for (const [name] of bounds) this.#inFlight.set(name, (this.#inFlight.get(name) ?? 0) + 1);
    return { type: 'taken', release: () => bounds.forEach(([name]) => this.#release(name)) };
  }

  #boundsOf({ tenant, caller, service, requestClass }: PermitRequest): readonly (readonly [name: string, most: number])[] {
    const { requests, streams, tails } = this.#capacityOf(service);
    const owner = tenantKey(tenant);
    const ofService = [`${owner} ${service}`, shareOf(requests)] as const;
    switch (requestClass) {
      case 'tail':
        return [
          [`${owner} ${caller} tails`, Math.min(MOST_TAILS_OF_CALLER, shareOf(tails))],
          [`${owner} tails`, Math.min(MOST_TAILS, shareOf(tails))],
        ];
      case 'stream':
        return [[`${owner} streams`, Math.min(MOST_STREAMS, shareOf(streams))], ofService];
      default:
        return [ofService];
    }
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
