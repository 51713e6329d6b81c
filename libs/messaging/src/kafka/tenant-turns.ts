import { type IncomingRecord, tenantOf } from '../port.ts';

/**
 * Records of one partition that wait to be handled. Tenants take turns: each has an equal share of a chunk, and what one does not use
 * goes to the others, so that a backlog of one tenant stands before the records of no other. Those of a tenant keep their order.
 */
export class TenantTurns {
  /** The tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, IncomingRecord[]>();

  add(records: readonly IncomingRecord[]): void {
    for (const record of records) {
      const tenant = tenantOf(record.key);
      const waiting = this.#waiting.get(tenant);
      if (waiting) waiting.push(record);
      else this.#waiting.set(tenant, [record]);
    }
  }

  /** Takes `limit` records at most. @returns them in the order of their offsets. */
  take(limit: number): readonly IncomingRecord[] {
    const taken: IncomingRecord[] = [];
    while (taken.length < limit && this.#waiting.size > 0) {
      const share = Math.ceil((limit - taken.length) / this.#waiting.size);
      for (const [tenant, records] of Array.from(this.#waiting)) {
        taken.push(...records.splice(0, Math.min(share, limit - taken.length)));
        this.#waiting.delete(tenant);
        if (records.length > 0) this.#waiting.set(tenant, records);
        if (taken.length === limit) break;
      }
    }
    return taken.toSorted(byOffset);
  }
}

/** Offsets are decimal without leading zeros, and may be larger than a safe integer: the longer is the later. */
function byOffset({ offset: a }: IncomingRecord, { offset: b }: IncomingRecord): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
