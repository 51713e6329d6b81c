import { AppError } from '@fulfilment/kernel';
import { KEPT_DAYS } from '../events/domain/retention.ts';
import { MAX_ENDPOINTS } from './domain/endpoint.ts';
import type { FilterFault } from './domain/filter/read-condition.ts';
import { MAX_LIVING_SECRETS } from './domain/secret-rotation.ts';

interface Item {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

export const endpointNotFound = (): AppError => notFound('There is no such webhook endpoint.');
export const deliveryNotFound = (): AppError => notFound('There is no such delivery, or its endpoint is removed.');
export const replayNotFound = (): AppError => notFound('There is no such replay.');

export const urlRefused = (message: string): AppError => refused([{ pointer: '/url', code: 'url_refused', message }]);

/** @param pointer where the filter stands in the body. */
export const filterRefused = (faults: readonly FilterFault[], pointer = '/filter'): AppError =>
  refused(faults.map((fault) => ({ pointer: pointer + fault.pointer, code: 'filter_refused', message: fault.message })));

export const batchOfOrdered = (): AppError =>
  refused([{ pointer: '/batch', code: 'batch_of_ordered', message: 'An endpoint that is ordered has no batches.' }]);

export const tooManyEndpoints = (): AppError =>
  refused([
    {
      pointer: '',
      code: 'too_many_endpoints',
      message: `An account has at most ${MAX_ENDPOINTS} webhook endpoints in each environment.`,
    },
  ]);

export const sinceIsTooOld = (): AppError =>
  refused([{ pointer: '/since', code: 'out_of_range', message: `Events are kept for ${KEPT_DAYS} days.` }]);

export const emptyTime = (): AppError =>
  refused([{ pointer: '/until', code: 'out_of_range', message: 'It is to be after `since`.' }]);

/** @param endsAt when the first of them ends. */
export const tooManySecrets = (endsAt: Date): AppError =>
  conflict('too_many_secrets', `Deliveries are signed with ${MAX_LIVING_SECRETS} secrets already.`, {
    ends_at: endsAt.toISOString(),
  });

export const endpointNotActive = (status: string): AppError =>
  conflict('webhook_not_active', `The webhook endpoint is ${status}.`, { current_status: status });

export const deliveryNotEnded = (status: string): AppError =>
  conflict('delivery_not_ended', `The delivery is ${status}: it has not ended.`, { current_status: status });

export const eventExpired = (): AppError => conflict('event_expired', 'What the delivery would send is past its 30 days.');

export const replayInProgress = (id: string): AppError =>
  conflict('replay_in_progress', 'Something is being sent again to this endpoint already.', { replay_id: id });

function notFound(message: string): AppError {
  return new AppError({ kind: 'not-found', code: 'not_found', message });
}

function conflict(code: string, message: string, details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError({ kind: 'conflict', code, message, details });
}

function refused(errors: readonly Item[]): AppError {
  const [first] = errors;
  const message = first && errors.length === 1 ? first.message : `${errors.length} fields of the body are not as they should be.`;
  return new AppError({ kind: 'invalid', code: 'validation_failed', message, details: { errors } });
}
