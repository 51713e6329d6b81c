import { runAdmin } from './run-admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
