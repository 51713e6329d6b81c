import { commonSettings, kafkaSettings, pagingSettings, parseEnv, publishingSettings, resendSeconds } from '@fulfilment/config';
import { z } from 'zod';

export const Env = z.object({
  ...commonSettings('scans'),
  ...kafkaSettings,
  ...publishingSettings,
  ...pagingSettings,
  SCAN_RESEND_SECONDS: resendSeconds,
});
export type Config = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => parseEnv(Env, env);
