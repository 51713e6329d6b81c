import { commonSettings, kafkaSettings, pagingSettings, parseEnv } from '@fulfilment/config';
import { z } from 'zod';

export const Env = z.object({
  ...commonSettings('orders'),
  ...kafkaSettings,
  ...pagingSettings,
  ORDER_WAIT_MS: z.coerce
    .number('is milliseconds, 1 to 20000')
    .int()
    .min(1)
    .max(20_000)
    .default(8_000)
    .describe('How long a request waits for inventory before it is answered with 202, in milliseconds.'),
});
export type Config = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => parseEnv(Env, env);
