import { verifyCommand } from './verify-command.ts';

process.exitCode = await verifyCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
