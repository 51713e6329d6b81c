import { drillCommand } from './drill-command.ts';

process.exitCode = await drillCommand(process.argv.slice(2));
