import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import { KEPT_DAYS } from '../events/domain/retention.ts';
import { MAX_ENDPOINTS, MAX_LIVING_SECRETS } from './domain/endpoint.ts';
import type { FilterFault } from './domain/filter/parse-filter.ts';

export const endpointNotFound = (): AppError => errors.notFound('There is no such webhook endpoint.');
export const deliveryNotFound = (): AppError => errors.notFound('There is no such delivery, or its endpoint was removed.');
export const replayNotFound = (): AppError => errors.notFound('There is no such replay.');

export const urlRefused = (message: string): AppError => refused([{ pointer: '/url', code: 'url_refused', message }]);

/** @param pointer the position of the filter in the body. */
export const filterRefused = (faults: readonly FilterFault[], pointer = '/filter'): AppError =>
  refused(faults.map((fault) => ({ pointer: pointer + fault.pointer, code: 'filter_refused', message: fault.message })));

export const batchOfOrdered = (): AppError =>
  refused([{ pointer: '/batch', code: 'batch_of_ordered', message: 'An endpoint with ordered delivery cannot have batches.' }]);

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
  refused([{ pointer: '/until', code: 'out_of_range', message: 'Must be after `since`.' }]);

/** @param endsAt the time at which the first of them ends. */
export const tooManySecrets = (endsAt: Date): AppError =>
  errors.tooManySecrets(`The endpoint has ${MAX_LIVING_SECRETS} valid secrets already.`, {
    facts: { ends_at: endsAt.toISOString() },
  });

export const endpointNotActive = (status: string): AppError =>
  errors.webhookNotActive(`The webhook endpoint is ${status}.`, { facts: { current_status: status } });

export const deliveryNotEnded = (status: string): AppError =>
  errors.deliveryNotEnded(`The delivery is ${status} and has not ended.`, { facts: { current_status: status } });

export const eventExpired = (): AppError => errors.eventExpired(`The event of the delivery is older than ${KEPT_DAYS} days.`);

export const replayInProgress = (id: string): AppError =>
  errors.replayInProgress('A replay for this endpoint is in progress.', { facts: { replay_id: id } });

interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

function refused(fields: readonly FieldError[]): AppError {
  const [first] = fields;
  const detail = first && fields.length === 1 ? first.message : `${fields.length} fields are invalid.`;
  return errors.validationFailed(detail, { facts: { errors: fields } });
}
