import type { RequestClass, ServiceName } from '@fulfilment/contracts';

/** Uploads and downloads of an account at once: each is held for as long as its client likes. */
const MOST_STREAMS = 8;
/** Tails of an account at once, and of one of its keys or members. */
const MOST_TAILS = 8;
const MOST_TAILS_OF_CALLER = 4;
/** The part of a service's capacity for a class that one account may take. */
const SHARE = 1 / 4;

/** Requests of a class that this gateway may have in flight at a service. */
export type CapacityOf = (service: ServiceName, requestClass: RequestClass) => number;

export type Permit =
  | { readonly type: 'taken'; readonly release: () => void }
  /** The account has `most` requests of the kind in flight. */
  | { readonly type: 'beyond-share'; readonly most: number };

export interface PermitRequest {
  readonly accountId: string;
  /** Id of the key or member. */
  readonly caller: string;
  readonly service: ServiceName;
  readonly requestClass: RequestClass;
}

/**
 * Bounds what each account has in flight at this gateway, so that none can take a service from the others. An account has one share,
 * however many environments and keys it has.
 */
export class TenantShares {
  readonly #capacityOf: CapacityOf;
  readonly #inFlight = new Map<string, number>();

  constructor(capacityOf: CapacityOf) {
    this.#capacityOf = capacityOf;
  }

  /** Takes a permit of the account's share of the service and of the class; a tail counts with tails alone. */
  take(request: PermitRequest): Permit {
    const bounds = this.#boundsOf(request);
    const full = bounds.find(([name, most]) => (this.#inFlight.get(name) ?? 0) >= most);
    if (full) return { type: 'beyond-share', most: full[1] };
    for (const [name] of bounds) this.#inFlight.set(name, (this.#inFlight.get(name) ?? 0) + 1);
    return { type: 'taken', release: () => bounds.forEach(([name]) => this.#release(name)) };
  }

  #boundsOf({ accountId, caller, service, requestClass }: PermitRequest): readonly (readonly [name: string, most: number])[] {
    const ofClass = shareOf(this.#capacityOf(service, requestClass));
    // Reads may be as many as all requests.
    const ofService = [`${accountId} ${service}`, shareOf(this.#capacityOf(service, 'read'))] as const;
    switch (requestClass) {
      case 'tail':
        return [
          [`${accountId} ${caller} tails`, Math.min(MOST_TAILS_OF_CALLER, ofClass)],
          [`${accountId} tails`, Math.min(MOST_TAILS, ofClass)],
        ];
      case 'stream':
        return [[`${accountId} streams`, Math.min(MOST_STREAMS, ofClass)], ofService];
      case 'read':
        return [ofService];
      default:
        return [[`${accountId} ${service} ${requestClass}`, ofClass], ofService];
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
