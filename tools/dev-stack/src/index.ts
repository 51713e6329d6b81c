export { EngineMissing, type EngineName } from './engines/local-engine.ts';
export type { RunningEngine } from './engines/local-engine.ts';
export { type EngineOptions, type Engines, startEngines } from './engines/start-engines.ts';
export { cacheFolder, fetchOnce } from './fetch/cache.ts';
export { fetchKafkaJars, findJava } from './fetch/kafka-jars.ts';
export { type FetchedJars, fetchMavenJars } from './fetch/maven-jars.ts';
export { type FetchedTool, fetchPythonTool, SCHEMATHESIS } from './fetch/python-tool.ts';
export { fetchWheel } from './fetch/wheels.ts';
export { runCommand } from './processes/kept-process.ts';
