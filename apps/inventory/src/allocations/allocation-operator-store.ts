import { newId, type OutgoingMessage } from '@fulfilment/kernel';
import type { OutboxTransact } from '@fulfilment/messaging';
import type { Collection, Db } from 'mongodb';
import { type AllocationDocument, toAllocation } from '../database/allocation-documents.ts';
import { ALLOCATIONS } from '../database/inventory-indexes.ts';
import type { Allocation } from '../model/allocation.ts';
import type { Sources } from '../model/sourcing.ts';

/** The order that an allocation is of. */
interface AllocationKey {
  readonly tenant: string;
  readonly order_id: string;
}

export interface AllocationOperatorParts {
  readonly transact: OutboxTransact;
  /** Makes the message that tells orders of an allocation. */
  readonly messageOf: (
    allocation: Allocation,
    terms: { readonly tenant: string; readonly sources: Sources; readonly newId: typeof newId },
  ) => OutgoingMessage;
  /** The rules and warehouses of a tenant. */
  readonly sources: (tenant: string) => Promise<Sources>;
}

const PAGE = 1_000;

/** The operator's view of allocations. */
export class AllocationOperator {
  readonly #allocations: Collection<AllocationDocument>;
  readonly #parts: AllocationOperatorParts;

  constructor(db: Db, parts: AllocationOperatorParts) {
    this.#allocations = db.collection(ALLOCATIONS);
    this.#parts = parts;
  }

  /** The next 1 000 allocations behind `after`, and the last of them where there may be more. */
  async versions(
    after: string,
  ): Promise<{ readonly data: (AllocationKey & { readonly version: number })[]; readonly next: string | null }> {
    const found = await this.#allocations
      .find({ _id: { $gt: after } }, { projection: { tenant: 1, order_id: 1, version: 1 } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray();
    const data = found.map(({ tenant, order_id, version }) => ({ tenant, order_id, version }));
    const { _id: last = null } = found.at(PAGE - 1) ?? {};
    return { data, next: last };
  }

  /** Tells orders of allocations as they are now. @returns their number. */
  async publish(keys: readonly AllocationKey[]): Promise<number> {
    const ids = keys.map(({ tenant, order_id: order }) => `${tenant}/${order}`);
    const found = await this.#allocations.find({ _id: { $in: ids } }).toArray();
    const messages = await Promise.all(
      found.map(async (document) => {
        const { tenant } = document;
        return this.#parts.messageOf(toAllocation(document), { tenant, sources: await this.#parts.sources(tenant), newId });
      }),
    );
    await this.#parts.transact((_session, add) => add(messages));
    return messages.length;
  }
}
