import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Author } from '../endpoints/endpoint-ports.ts';

export interface Replay {
  readonly id: string;
  readonly tenant: Tenant;
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly selection: 'failed' | 'all';
  /** Deliveries a second. */
  readonly rate: number | null;
  readonly status: 'running' | 'done' | 'cancelled';
  readonly examined: number;
  readonly resent: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface ReplayStore {
  /** @returns the id of the one that is running where there is one: there is one at a time for an endpoint. */
  add(replay: Replay, by: Author): Promise<{ readonly runs: string } | undefined>;
  find(tenant: Tenant, which: { readonly endpointId: string; readonly id: string }): Promise<Replay | undefined>;
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, endpointId: string, page: PageQuery): Promise<Page<Replay>>;
  /** @returns it as it is then; one that has ended stays. */
  cancel(tenant: Tenant, which: { readonly endpointId: string; readonly id: string }, by: Author): Promise<Replay | undefined>;
  /** Does the next bit of one that is due, if there is one. @returns whether there was. */
  step(): Promise<boolean>;
}
