import { runProcess } from '@fulfilment/service/run-process';

// Signals are heard before the rest is loaded, which takes a second.
await runProcess(async (onFatal) => {
  const { compose } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return compose(readConfig(process.env), onFatal);
});
