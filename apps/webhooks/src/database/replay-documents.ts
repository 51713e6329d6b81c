import { firstIdAt, parseTenantKey, tenantKey } from '@fulfilment/kernel';
import type { Replay } from '../model/domain/replay.ts';

/** A replay with its progress. */
export interface ReplayDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly selection: Replay['selection'];
  readonly rate: number | null;
  readonly state: Replay['status'];
  /** The progress: the id of the last examined delivery, or for the selection `all` the position of the last examined event. */
  readonly at_id: string;
  readonly at_position: number;
  readonly last_position: number;
  readonly examined: number;
  readonly resent: number;
  /** While it runs: when its next step is due; during a step, when another worker takes it over. */
  readonly due_at?: Date;
  /** Counts claims. */
  readonly epoch: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly expires_at?: Date;
}

/** The positions of a replay's events in the feed: after `first`, up to `last`. */
export interface PositionRange {
  readonly first: number;
  readonly last: number;
}

export function toReplayDocument(replay: Replay, { first, last }: PositionRange): ReplayDocument {
  const { id, tenant, endpointId, since, until, selection, rate, createdAt } = replay;
  return {
    _id: id,
    tenant: tenantKey(tenant),
    endpoint_id: endpointId,
    since,
    until,
    selection,
    rate,
    state: 'running',
    at_id: firstIdAt('dlv', since),
    at_position: first,
    last_position: last,
    examined: 0,
    resent: 0,
    due_at: createdAt,
    epoch: 0,
    created_at: createdAt,
    ended_at: null,
  };
}

export function toReplay(document: ReplayDocument): Replay {
  const { _id: id, tenant, endpoint_id: endpointId, since, until, selection, rate, state: status, examined, resent } = document;
  const times = { createdAt: document.created_at, endedAt: document.ended_at };
  return { id, tenant: parseTenantKey(tenant), endpointId, since, until, selection, rate, status, examined, resent, ...times };
}
