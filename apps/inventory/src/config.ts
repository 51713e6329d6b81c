import { commonSettings, flag, kafkaSettings, pagingSettings, parseEnv, publishingSettings } from '@fulfilment/config';
import { z } from 'zod';

export const Env = z.object({
  ...commonSettings('inventory'),
  ...kafkaSettings,
  ...publishingSettings,
  ...pagingSettings,
  OUTBOX_BLOCKS: flag
    .default(false)
    .describe(
      '`true`: while one process runs alone, the messages of a transaction are one document. Set it once no process of a release without this setting can run again: such processes do not read these documents.',
    ),
});
export type Config = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => parseEnv(Env, env);
