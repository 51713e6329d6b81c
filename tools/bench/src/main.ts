import { benchCommand } from './bench-command.ts';

process.exitCode = await benchCommand(process.argv.slice(2));
