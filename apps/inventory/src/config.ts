import { commonSettings, kafkaSettings, pagingSettings, parseEnv, publishingSettings } from '@fulfilment/config';
import { z } from 'zod';

export const Env = z.object({ ...commonSettings('inventory'), ...kafkaSettings, ...publishingSettings, ...pagingSettings });
export type Config = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => parseEnv(Env, env);
