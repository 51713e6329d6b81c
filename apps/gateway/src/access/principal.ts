import type { ActingRole } from '@fulfilment/contracts';
import type { Tenant } from '@fulfilment/kernel';
import type { KnownSession } from '../use-cases/member-ports.ts';
import type { KnownKey } from '../use-cases/ports.ts';

/** Who sends a request: a program with its key, or a member with a session. */
export type Principal =
  | { readonly type: 'key'; readonly key: KnownKey }
  | { readonly type: 'session'; readonly session: KnownSession };

/** Who acts, as which role, in which tenant: what the service that answers is told. */
export interface Acting {
  /** `key_…` or `mem_…`. */
  readonly id: string;
  /** Another one after every change of the key or member. */
  readonly rev: number;
  readonly tenant: Tenant;
  readonly role: ActingRole;
  /** Where it is a member. */
  readonly sessionId?: string | undefined;
}
