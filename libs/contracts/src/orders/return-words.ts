import { z } from 'zod';

/** Every state of a return, in the order of its life; closed, cancelled and rejected ones expect no units. */
export const RETURN_STATUSES = ['requested', 'approved', 'receiving', 'closed', 'cancelled', 'rejected'] as const;
/** The state of a return. */
export const returnStatus = z.enum(RETURN_STATUSES);
export type ReturnStatus = z.output<typeof returnStatus>;

/** The uses of units that came back: they are looked at first, sold again, kept apart, or thrown away. */
export const DISPOSITIONS = ['inspect', 'restock', 'quarantine', 'scrap'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** Dispositions whose units are still in stock, so that another may follow. */
export const KEPT_DISPOSITIONS = ['inspect', 'restock', 'quarantine'] as const satisfies readonly Disposition[];
export type KeptDisposition = (typeof KEPT_DISPOSITIONS)[number];
