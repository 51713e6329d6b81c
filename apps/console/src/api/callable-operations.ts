import { accountOperations as ofAccount, callables, operations as ofV1 } from '@fulfilment/contracts';

// The build evaluates this module and takes its values in place of it (`vite.config.ts`): no schema comes with them.

/** The operations of /v1 by their ids. */
export const operations = callables(ofV1);

/** The operations of the account API by their ids. */
export const accountOperations = callables(ofAccount);
