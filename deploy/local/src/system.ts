export type { Accounts } from './system/accounts.ts';
export { type ApiClient, makeApiClient } from './system/api-client.ts';
export { makeOperatorClient, type OperatorClient } from './system/operator-client.ts';
export { readRun, type Run, type RunningProcess } from './system/run-file.ts';
export { loadSecrets, type Secrets } from './system/secrets.ts';
export { type RunningSystem, startSystem, type SystemOptions } from './system/start-system.ts';
