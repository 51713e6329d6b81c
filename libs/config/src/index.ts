export { describeSettings, type SettingDescription } from './settings.ts';
export { ConfigError, parseEnv } from './settings.ts';
export { commaList, commonSettings, flag, jsonText, kafkaSettings, pagingSettings, port, secret } from './settings.ts';
