import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Author } from '../audit/audit-ports.ts';
import type { Replay } from '../model/domain/replay.ts';

export interface ReplayId {
  readonly endpointId: string;
  readonly id: string;
}

export interface ReplayStore {
  /** @throws AppError `replay_in_progress`: an endpoint has one at a time. */
  add(replay: Replay, by: Author): Promise<void>;
  /** @throws AppError `not_found`. */
  readonly find: (tenant: Tenant, which: ReplayId) => Promise<Replay>;
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, endpointId: string, page: PageQuery): Promise<Page<Replay>>;
  /** @returns the replay after that; one that has ended stays as it is. @throws AppError `not_found`. */
  readonly cancel: (tenant: Tenant, which: ReplayId, by: Author) => Promise<Replay>;
  /** Does the next step of a replay that is due. @returns false if none is due. */
  step(): Promise<boolean>;
  /** @returns milliseconds until the next step is due, 0 or less where one is; undefined where no replay runs. */
  nextDueInMs(): Promise<number | undefined>;
}
