import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { id, quantity, timestamp } from '../fields.ts';

/** The tenant of a message. */
export const tenantFields = { account_id: id('acc'), environment: z.enum(ENVIRONMENTS) };

/** Fields of every command. Its id is `‹type›:‹order›:‹attempt›`: the same command twice has one effect and one answer. */
export const commandFields = {
  id: z.string().max(200),
  ...tenantFields,
  order_id: id('ord'),
  attempt: z.int().min(1),
  actor: z.string(),
  request_id: z.string(),
  at: timestamp,
};

/** Units of lines of the order, each line once. */
export const lineUnits = z
  .array(z.looseObject({ id: id('lin'), quantity: quantity.min(1) }))
  .min(1)
  .max(200);
