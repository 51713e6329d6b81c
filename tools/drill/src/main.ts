import { drillCommand } from './drill-command.ts';

// Node's orderly end of a process spins without end now and then after a storm (`CleanupHandles`, 24.21): there is nothing left to end.
process.exit(await drillCommand(process.argv.slice(2)));
