import { AppError } from '@fulfilment/kernel';
import type { Order, Refusal, Transition } from './domain/order.ts';

export const orderNotFound = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such order.' });

const PAST_TENSE = { create: 'created', pack: 'packed', ship: 'shipped', cancel: 'cancelled' } as const satisfies Record<
  Transition,
  string
>;

export const wrongStatus = (transition: Transition, status: Order['status']): AppError =>
  new AppError({
    kind: 'conflict',
    code: 'invalid_transition',
    message: `The order is ${status}; from there it cannot be ${PAST_TENSE[transition]}.`,
    details: { current_status: status },
  });

export const stepInProgress = (order: Order): AppError =>
  new AppError({
    kind: 'conflict',
    code: 'transition_in_progress',
    message: 'Another step of the order is still in progress. Try again.',
    details: { current_status: order.status },
  });

export const externalIdTaken = (order: Order): AppError => {
  const code = 'duplicate_external_id';
  const message = `The order ${order.id} has this external_id and other content.`;
  const errors = [{ pointer: '/external_id', code, message }];
  return new AppError({ kind: 'conflict', code, message, details: { order_id: order.id, errors } });
};

/** A refusal by inventory, as the caller gets it. */
export const refusedByInventory = ({ transition, code, detail, errors }: Refusal, order: Order): AppError =>
  new AppError({
    kind: transition === 'create' ? 'invalid' : 'conflict',
    code,
    message: detail,
    details: { order_id: order.id, current_status: order.status, ...(errors.length > 0 ? { errors } : {}) },
  });
