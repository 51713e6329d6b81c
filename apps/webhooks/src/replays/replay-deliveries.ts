import { type Clock, newId, type Page, type PageQuery, type Tenant } from '@fulfilment/kernel';
import { emptyTime, replayInProgress, replayNotFound, sinceIsTooOld } from '../endpoints/endpoint-errors.ts';
import type { Author } from '../endpoints/endpoint-ports.ts';
import type { ReadEndpoints } from '../endpoints/read-endpoints.ts';
import { KEPT_MS } from '../events/domain/retention.ts';
import type { Replay, ReplayStore } from './replay-ports.ts';

/** What is to be sent again. */
export interface AskedReplay {
  readonly endpointId: string;
  readonly since: Date;
  /** Now where that is not told. */
  readonly until: Date | undefined;
  readonly selection: Replay['selection'];
  readonly rate: number | null;
}

export interface WhichReplay {
  readonly endpointId: string;
  readonly id: string;
}

/** Sends again what an endpoint missed, bit by bit. Each throws AppError `not_found`. */
export interface ReplayDeliveries {
  /** @throws AppError `validation_failed` for a time that is out of range; `replay_in_progress`. */
  start(tenant: Tenant, asked: AskedReplay, by: Author): Promise<Replay>;
  find(tenant: Tenant, which: WhichReplay): Promise<Replay>;
  /** @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, endpointId: string, page: PageQuery): Promise<Page<Replay>>;
  cancel(tenant: Tenant, which: WhichReplay, by: Author): Promise<Replay>;
}

export interface ReplayDeliveriesParts {
  readonly endpoints: Pick<ReadEndpoints, 'find'>;
  readonly replays: ReplayStore;
  readonly now: Clock;
}

export function makeReplayDeliveries({ endpoints, replays, now }: ReplayDeliveriesParts): ReplayDeliveries {
  return {
    start: async (tenant, { endpointId, since, until, selection, rate }, by) => {
      await endpoints.find(tenant, endpointId);
      const at = now();
      const end = until !== undefined && until < at ? until : at;
      if (since.getTime() < at.getTime() - KEPT_MS) throw sinceIsTooOld();
      if (since >= end) throw emptyTime();
      const asked = { id: newId('rpl'), tenant, endpointId, since, until: end, selection, rate };
      const replay: Replay = { ...asked, status: 'running', examined: 0, resent: 0, createdAt: at, endedAt: null };
      const other = await replays.add(replay, by);
      if (other) throw replayInProgress(other.runs);
      return replay;
    },
    find: async (tenant, which) => orNotFound(await replays.find(tenant, which)),
    page: async (tenant, endpointId, page) => {
      await endpoints.find(tenant, endpointId);
      return replays.page(tenant, endpointId, page);
    },
    cancel: async (tenant, which, by) => orNotFound(await replays.cancel(tenant, which, by)),
  };
}

function orNotFound(found: Replay | undefined): Replay {
  if (!found) throw replayNotFound();
  return found;
}
