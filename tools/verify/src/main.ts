import { verifyCommand } from './verify-command.ts';

// As the first process of a container it would not end by a signal otherwise. It changes nothing, so nothing has to be ended well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    process.stderr.write('The verification was interrupted before its end; nothing was changed.\n');
    process.exit(1);
  });

process.exitCode = await verifyCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
