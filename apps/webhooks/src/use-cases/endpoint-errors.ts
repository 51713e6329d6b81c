import { AppError } from '@fulfilment/kernel';
import { MAX_ENDPOINTS } from '../domain/endpoint.ts';

export const endpointNotFound = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such webhook endpoint.' });

export const urlRefused = (message: string): AppError => refused({ pointer: '/url', code: 'url_refused', message });

export const tooManyEndpoints = (): AppError =>
  refused({
    pointer: '',
    code: 'too_many_endpoints',
    message: `An account has at most ${MAX_ENDPOINTS} webhook endpoints in each environment.`,
  });

function refused(item: { readonly pointer: string; readonly code: string; readonly message: string }): AppError {
  return new AppError({ kind: 'invalid', code: 'validation_failed', message: item.message, details: { errors: [item] } });
}
