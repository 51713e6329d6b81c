import { errorOf, errors, isErrorCode } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { Order, Refusal, Transition } from './domain/order.ts';

export const orderNotFound = (): AppError => errors.notFound('There is no such order.');

const PAST_TENSE = { create: 'created', pack: 'packed', ship: 'shipped', cancel: 'cancelled' } as const satisfies Record<
  Transition,
  string
>;

export const wrongStatus = (transition: Transition, status: Order['status']): AppError =>
  errors.invalidTransition(`The order is ${status}; from there it cannot be ${PAST_TENSE[transition]}.`, {
    facts: { current_status: status },
  });

export const stepInProgress = ({ status }: Order): AppError =>
  errors.transitionInProgress('Another step of the order is still in progress. Try again.', {
    facts: { current_status: status },
  });

export const externalIdTaken = ({ id }: Order): AppError => {
  const message = `The order ${id} has this external_id and other content.`;
  const item = { pointer: '/external_id', code: 'duplicate_external_id', message };
  return errors.duplicateExternalId(message, { facts: { order_id: id, errors: [item] } });
};

/** A refusal by inventory, as the caller gets it. */
export const refusedByInventory = ({ code, detail, errors: items }: Refusal, { id, status }: Order): AppError =>
  errorOf(isErrorCode(code) ? code : 'internal', detail, {
    facts: { order_id: id, current_status: status, ...(items.length > 0 ? { errors: items } : {}) },
  });
