import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './system/data-folder.ts';

enableCompileCache(COMPILE_CACHE);
// Loaded when the cache is on, so that it counts.
const { startCommand } = await import('./system/start-command.ts');
process.exitCode = await startCommand(process.argv.slice(2));
