import { type Clock, newId, type Replaceable, Rounds, type Tenant } from '@fulfilment/kernel';
import { fieldsRefused } from '../endpoints/manage-endpoints.ts';
import type { EndpointReader } from '../endpoints/endpoint-ports.ts';
import type { Author } from '../audit/audit-ports.ts';
import { KEPT_DAYS, KEPT_MS } from '../model/domain/delivery.ts';
import type { Replay } from '../model/domain/replay.ts';
import type { ReplayStore } from './replay-ports.ts';

/** A request for a replay. */
export interface ReplayRequest extends Pick<Replay, 'endpointId' | 'since' | 'selection' | 'rate'> {
  /** Now by default. */
  readonly until: Date | undefined;
}

/** Commands and queries on replays. Each throws AppError `not_found`. */
export interface ReplayDeliveries extends Pick<ReplayStore, 'find' | 'page' | 'cancel'> {
  /** @throws AppError `validation_failed` for a time out of range; `replay_in_progress`. */
  start(tenant: Tenant, request: ReplayRequest, by: Author): Promise<Replay>;
}

export function makeReplayDeliveries(endpoints: EndpointReader, replays: ReplayStore, now: Clock): ReplayDeliveries {
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
      await replays.add(replay, by);
      return replay;
    },
    find: replays.find,
    page: async (tenant, endpointId, page) => {
      await endpoints.find(tenant, endpointId);
      return replays.page(tenant, endpointId, page);
    },
    cancel: replays.cancel,
  };
}

/** The longest time in milliseconds between two looks for replays that are due: those of a process that ended. */
const MAX_UNSEEN_MS = 5_000;
/** Milliseconds between two looks while a replay is due that another process steps. */
const REPEAT_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/** Advances running replays one step after another. Stopping waits for the current step. */
export class ReplayWorker implements Replaceable {
  readonly #replays: Pick<ReplayStore, 'step' | 'nextDueInMs'>;
  readonly #rounds: Rounds;

  /** @param onError is called with a failure; the worker goes on after a pause. @param mark is called when a step has ended. */
  constructor(
    replays: Pick<ReplayStore, 'step' | 'nextDueInMs'>,
    onError: (error: unknown) => void,
    mark: () => void = () => undefined,
  ) {
    this.#replays = replays;
    this.#rounds = new Rounds({ round: () => this.#step(), onError, pauseMs: PAUSE_AFTER_FAILURE_MS }, mark);
  }

  /** Tells that a replay was started. */
  notify(): void {
    this.#rounds.dueBy();
  }

  isWaiting(): boolean {
    return this.#rounds.isWaiting();
  }

  abandon(): void {
    this.#rounds.abandon();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** @returns milliseconds until the next look. */
  async #step(): Promise<number> {
    const dueInMs = (await this.#replays.nextDueInMs()) ?? MAX_UNSEEN_MS;
    if (dueInMs > 0) return Math.min(dueInMs, MAX_UNSEEN_MS);
    return (await this.#replays.step()) ? 0 : REPEAT_MS;
  }
}
