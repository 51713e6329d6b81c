export { EngineMissing, type EngineName } from './engines/local-engine.ts';
export type { RunningEngine } from './engines/local-engine.ts';
export { type EngineOptions, type Engines, startEngines } from './engines/start-engines.ts';
export { cacheFolder, fetchOnce } from './fetch/cache.ts';
export { type FetchedJars, fetchMavenJars } from './fetch/maven-jars.ts';
export { type FetchedTool, fetchPythonTool, SCHEMATHESIS } from './fetch/python-tool.ts';
export { runCommand } from './processes/kept-process.ts';
