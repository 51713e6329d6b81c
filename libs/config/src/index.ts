export { describeSettings, type SettingDescription } from './describe-settings.ts';
export { ConfigError, parseEnv } from './parse-env.ts';
export { commaList, commonSettings, flag, jsonText, kafkaSettings, pagingSettings, port, secret } from './settings.ts';
