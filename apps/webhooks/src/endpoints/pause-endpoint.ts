import { changeEndpoint, type ChangeOrder, type ChangeParts } from './change-endpoint.ts';
import type { Endpoint } from './domain/endpoint.ts';

/** What comes is held from now on. One that is paused or disabled stays as it is. @throws AppError `not_found`, `version_conflict`. */
export type PauseEndpoint = (order: ChangeOrder) => Promise<Endpoint>;

export function makePauseEndpoint(parts: ChangeParts): PauseEndpoint {
  return (order) =>
    changeEndpoint(parts, order, (endpoint) => {
      if (endpoint.state.status !== 'active') return undefined;
      return { endpoint: { ...endpoint, state: { status: 'paused' } }, told: { action: 'webhook.paused', details: {} } };
    });
}
