import type { Plan, Role } from '@fulfilment/contracts';
import type { Tenant } from '@fulfilment/kernel';
import type { KeyEnds } from '../domain/key-status.ts';
import type { Limit } from '../domain/limits.ts';

/** Everything the gateway has to know of a key to let a request in. */
export interface KnownKey extends KeyEnds {
  readonly id: string;
  /** Another one after every change of the key. */
  readonly rev: number;
  readonly tenant: Tenant;
  readonly role: Role;
  /** Of the account. */
  readonly plan: Plan;
  readonly limit: Limit;
  /** Of all keys of the tenant together. */
  readonly tenantLimit: Limit;
}

/** Reads a key by its digest from the primary; undefined if there is none. */
export type LookUpKey = (digest: string) => Promise<KnownKey | undefined>;
