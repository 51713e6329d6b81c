import type { OwedLines, Tenant } from '@fulfilment/kernel';

/** Lines of orders that one request has worked on beside its own record. */
export class NotedLines {
  readonly #tenant: Tenant;
  readonly #owed: OwedLines | undefined;
  #lines = 0;

  constructor(tenant: Tenant, owed: OwedLines | undefined) {
    this.#tenant = tenant;
    this.#owed = owed;
  }

  readonly note = (lines: number): void => void (this.#lines += lines);

  /** They are owed where the work fails: what it did until then was done. */
  async unlessItFails<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.#owed?.note(this.#tenant, this.#lines);
      throw error;
    }
  }

  /** @returns them with those that the tenant owes, which are paid with it. */
  all(): number {
    return this.#lines + (this.#owed?.take(this.#tenant) ?? 0);
  }
}
