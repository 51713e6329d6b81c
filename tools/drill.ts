import { drillCommand } from '@fulfilment/drill';
import { cachedBundles } from './build/cached-bundles.ts';

// Node's orderly end of a process spins without end now and then after a storm (`CleanupHandles`, 24.21): there is nothing left to end.
process.exit(await drillCommand(process.argv.slice(2), cachedBundles));
