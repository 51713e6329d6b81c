import { runProcess } from '@fulfilment/service/run-process';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

await runProcess((onFatal) => compose(readConfig(process.env), { onFatal }));
