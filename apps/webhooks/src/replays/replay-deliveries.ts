import { errors } from '@fulfilment/contracts';
import { type Clock, delay, newId, type Page, type PageQuery, type Stoppable, type Tenant } from '@fulfilment/kernel';
import { fieldsRefused } from '../endpoints/endpoint-errors.ts';
import type { Author } from '../endpoints/endpoint-ports.ts';
import type { ReadEndpoints } from '../endpoints/read-endpoints.ts';
import { KEPT_DAYS, KEPT_MS } from '../deliveries/domain/delivery.ts';
import type { Replay } from './domain/replay.ts';
import type { ReplayId, ReplayStore } from './replay-ports.ts';

/** A request for a replay. */
export interface ReplayRequest extends Pick<Replay, 'endpointId' | 'since' | 'selection' | 'rate'> {
  /** Now by default. */
  readonly until: Date | undefined;
}

/** Commands and queries on replays. Each throws AppError `not_found`. */
export interface ReplayDeliveries {
  /** @throws AppError `validation_failed` for a time out of range; `replay_in_progress`. */
  start(tenant: Tenant, request: ReplayRequest, by: Author): Promise<Replay>;
  find(tenant: Tenant, which: ReplayId): Promise<Replay>;
  /** @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, endpointId: string, page: PageQuery): Promise<Page<Replay>>;
  cancel(tenant: Tenant, which: ReplayId, by: Author): Promise<Replay>;
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
      if (since.getTime() < at.getTime() - KEPT_MS)
        throw fieldsRefused({ pointer: '/since', code: 'out_of_range', message: `Events are kept for ${KEPT_DAYS} days.` });
      if (since >= end) throw fieldsRefused({ pointer: '/until', code: 'out_of_range', message: 'Must be after `since`.' });
      const requested = { id: newId('rpl'), tenant, endpointId, since, until: end, selection, rate };
      const replay: Replay = { ...requested, status: 'running', examined: 0, resent: 0, createdAt: at, endedAt: null };
      const other = await replays.add(replay, by);
      if (other)
        throw errors.replayInProgress('A replay for this endpoint is in progress.', { facts: { replay_id: other.runs } });
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
  if (!found) throw errors.notFound('There is no such replay.');
  return found;
}

export interface ReplayWorkerOptions {
  readonly replays: Pick<ReplayStore, 'step'>;
  /** Called with a failure; the worker goes on after a pause. */
  readonly onError: (error: unknown) => void;
}

const POLL_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/** Advances running replays one step after another. Stopping waits for the current step. */
export class ReplayWorker implements Stoppable {
  readonly #options: ReplayWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: ReplayWorkerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { replays, onError } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (await replays.step()) continue;
        await delay(POLL_MS, signal);
      } catch (error) {
        onError(error);
        await delay(PAUSE_AFTER_FAILURE_MS, signal);
      }
    }
  }
}
