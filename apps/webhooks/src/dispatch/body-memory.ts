/** Room for one body. `release` must follow; it takes effect once. */
export interface HeldBody {
  /** Tells the size of the body, once it was read: others get the rest of the room. */
  fit(characters: number): void;
  release(): void;
}

interface Held {
  characters: number;
  readonly waiting: (() => void)[];
}

/** The largest body has up to 900 KB. */
const MOST_OF_BODY = 1_000_000;
/** Of 50 endpoints, which a plan allows, each can have an attempt with the largest body in flight; of more, some wait for others. */
const MOST_OF_TENANT = 64_000_000;

/**
 * Bounds the characters of the bodies that a tenant has in flight in this process. Without it a thousand attempts at receivers that
 * hang, of large events, would take more memory than the process has.
 */
export class BodyMemory {
  readonly #mostOfTenant: number;
  readonly #tenants = new Map<string, Held>();

  constructor(mostOfTenant = MOST_OF_TENANT) {
    this.#mostOfTenant = mostOfTenant;
  }

  /** Waits until the tenant has room for the largest body, which counts until its size is known. Those of a tenant get it in turn. */
  async acquire(tenant: string): Promise<HeldBody> {
    const held = this.#tenants.get(tenant) ?? { characters: 0, waiting: [] };
    this.#tenants.set(tenant, held);
    const granted = Promise.withResolvers<void>();
    held.waiting.push(granted.resolve);
    this.#grant(tenant, held);
    await granted.promise;
    let counted = MOST_OF_BODY;
    const fit = (characters: number): void => {
      held.characters += characters - counted;
      counted = characters;
      this.#grant(tenant, held);
    };
    return { fit, release: () => fit(0) };
  }

  #grant(tenant: string, held: Held): void {
    while (held.waiting.length > 0 && held.characters + MOST_OF_BODY <= this.#mostOfTenant) {
      held.characters += MOST_OF_BODY;
      held.waiting.shift()?.();
    }
    if (held.characters === 0 && held.waiting.length === 0) this.#tenants.delete(tenant);
  }
}
