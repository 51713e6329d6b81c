import {
  commonSettings,
  flag,
  kafkaSettings,
  pagingSettings,
  parseEnv,
  publishingSettings,
  resendSeconds,
} from '@fulfilment/config';
import { z } from 'zod';

export const Env = z.object({
  ...commonSettings('orders'),
  ...kafkaSettings,
  ...publishingSettings,
  ...pagingSettings,
  ORDER_WAIT_MS: z.coerce
    .number('is milliseconds, 1 to 20000')
    .int()
    .min(1)
    .max(20_000)
    .default(8_000)
    .describe('Milliseconds that a request waits for inventory before it is answered with 202.'),
  ORDER_RESEND_SECONDS: resendSeconds,
  ORDER_MAX_WAITING: z.coerce
    .number('is a number of requests, 1 to 10000')
    .int()
    .min(1)
    .max(10_000)
    .default(128)
    .describe(
      'Most requests of this process that wait for inventory at the same time; further ones are answered with 202 at once.',
    ),
  OUTBOX_BLOCKS: flag
    .default(false)
    .describe(
      '`true`: published events of orders are kept many in one document, and the history of an order stays in its document until it is read. Set it once no process of a release without this setting can run again: such processes do not erase personal data from these documents.',
    ),
});
export type Config = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => parseEnv(Env, env);
