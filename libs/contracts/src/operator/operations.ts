import * as accounts from './accounts.ts';
import * as messages from './messages.ts';
import type { OperatorOperation } from './operation.ts';
import * as webhooks from './webhooks.ts';

/** Every operation of /operator/v1 by its id. */
export const operatorOperations = { ...accounts, ...webhooks, ...messages } as const;

/** The same as a list. */
export const OPERATOR_OPERATIONS: readonly OperatorOperation[] = Object.values<OperatorOperation>(operatorOperations);
