import type { Tenant } from '@fulfilment/kernel';

/** How long persons' data of a tenant's ended orders is kept. */
export interface Retention {
  /** Days after the last change of an ended order; null keeps it. */
  readonly shipToDays: number | null;
  /** Undefined where it was never set. */
  readonly changed: { readonly at: Date; readonly by: string } | undefined;
}

/** An order that has ended, with the time of its last change. */
export interface EndedOrder {
  readonly id: string;
  readonly updatedAt: Date;
  /** The return that it stands for, where that has no order; absent of any other. */
  readonly returnId?: string | undefined;
}

/** A tenant whose orders lose persons' data by themselves. */
export interface LimitedTenant {
  readonly tenant: Tenant;
  readonly shipToDays: number;
  /** The last order, by time of change and id, that was looked at; undefined before the first. */
  readonly reached: EndedOrder | undefined;
}

export interface RetentionStore {
  find(tenant: Tenant): Promise<Retention>;
  set(tenant: Tenant, retention: Retention & { readonly changed: object }): Promise<void>;
  /** Tenants with a retention. */
  limited(): Promise<readonly LimitedTenant[]>;
  /** Ended orders whose last change was before a time, behind the one that was reached, by time of change and id. */
  endedBefore(limited: LimitedTenant, before: Date, limit: number): Promise<readonly EndedOrder[]>;
  /** Stores that all orders up to this one were looked at: none of them is due again before it changes. */
  reach(tenant: Tenant, order: EndedOrder): Promise<void>;
}
