export { describeSettings, type SettingDescription } from './settings.ts';
export {
  configFaultOf,
  EngineAway,
  engineAway,
  type EngineTls,
  type KafkaSecurity,
  type KafkaSecuritySettings,
  readKafkaSecurity,
  readRedisTls,
  type RedisTlsSettings,
} from './engine-security.ts';
export { ConfigError, parseEnv, withFiles } from './settings.ts';
export {
  commaList,
  commonSettings,
  flag,
  jsonText,
  kafkaSettings,
  pagingSettings,
  publishingSettings,
  port,
  resendSeconds,
  secret,
} from './settings.ts';
