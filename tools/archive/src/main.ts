import { archiveCommand } from './archive-command.ts';

const stop = new AbortController();
// One Ctrl-C may come twice, from the terminal and by npm: what was begun ends well after either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

process.exitCode = await archiveCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  signal: stop.signal,
});
