import { changeEndpoint, type ChangeOrder, type ChangeParts } from './change-endpoint.ts';
import { type Endpoint, UNTRIED } from './domain/endpoint.ts';

/**
 * Makes one that is paused or disabled active again; what it failed before counts no more.
 *
 * @param held what becomes of what was held.
 * @throws AppError `not_found`, `version_conflict`.
 */
export type ResumeEndpoint = (order: ChangeOrder, held: 'deliver' | 'drop') => Promise<Endpoint>;

export function makeResumeEndpoint(parts: ChangeParts): ResumeEndpoint {
  return (order, held) =>
    changeEndpoint(parts, order, (before) => {
      if (before.state.status === 'active') return undefined;
      const { lastSuccessAt, lastFailureAt } = before.health;
      const health = { ...UNTRIED, lastSuccessAt, lastFailureAt };
      const endpoint: Endpoint = { ...before, state: { status: 'active' }, restsUntil: null, health };
      const told = { action: 'webhook.resumed', details: { held, was: before.state.status } };
      return { endpoint, told, wakes: true, startsAfresh: true, dropsHeld: held === 'drop' };
    });
}
