export { EngineMissing, type EngineName } from './engines/local-engine.ts';
export type { RunningEngine } from './engines/local-engine.ts';
export { type EngineOptions, type Engines, startEngines } from './engines/start-engines.ts';
export { cacheFolder, fetchOnce } from './fetch/cache.ts';
export { fetchSchemathesis, type Schemathesis } from './fetch/schemathesis.ts';
