import { type Tenant, tenantKey } from './tenant.ts';

/** Tenants of which a process remembers what they owe; of more than these, those that owe for longest are let off. */
const MOST_TENANTS = 10_000;

/**
 * Lines of orders that requests of tenants have set in motion and that no answer has paid for: work that is done after the answer, or by
 * another service, and what exports looked through that their receivers left. The next write or export of the tenant at this process pays
 * for them. They are forgotten with the process.
 */
export class OwedLines {
  readonly #owed = new Map<string, number>();

  note(tenant: Tenant, lines: number): void {
    if (lines <= 0) return;
    const key = tenantKey(tenant);
    this.#owed.set(key, (this.#owed.get(key) ?? 0) + lines);
    const [first] = this.#owed.keys();
    if (this.#owed.size > MOST_TENANTS && first !== undefined) this.#owed.delete(first);
  }

  /** @returns what the tenant owes: nothing any more from now on. */
  take(tenant: Tenant): number {
    const key = tenantKey(tenant);
    const lines = this.#owed.get(key) ?? 0;
    this.#owed.delete(key);
    return lines;
  }
}
