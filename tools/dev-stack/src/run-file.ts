export { dataFolder } from './system/data-folder.ts';
export { databaseOf, databasesOf, namespaceFault } from './system/services.ts';
export { findMongodbUrl, readRun, runOf, type Run, type RunningProcess } from './system/run-file.ts';
