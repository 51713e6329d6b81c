import type { webhooksOverview } from '@fulfilment/contracts';
import type { z } from 'zod';

/** The records of the APIs, by the contract's own types. */
export type * from '@fulfilment/contracts';
/** Each webhook endpoint with its health and the numbers of its last day, and the attempts of all by the minute. */
export type WebhooksOverview = z.output<typeof webhooksOverview>;
export type { Environment } from '@fulfilment/kernel';
