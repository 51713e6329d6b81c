import { once } from 'node:events';
import { resolve } from 'node:path';
import { EngineMissing } from './engine-missing.ts';
import { startEngines } from './engines/start-engines.ts';

const out = (line: string): boolean => process.stdout.write(`${line}\n`);
const note = (line: string): boolean => process.stderr.write(`${line}\n`);

const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
const dataDir = process.env['FULFILMENT_DATA'] ?? '.data';

try {
  const engines = await startEngines({ dataDir: resolve(dataDir, 'engines'), progress: note });
  out(`KAFKA_BROKERS=${engines.kafkaBrokers}`);
  out(`MONGODB_URL=${engines.mongodbUrl}`);
  out(`REDIS_URL=${engines.redisUrl}`);
  note('Ctrl-C stops them.');
  await interrupted;
  note('Stopping the engines …');
  await engines.stop();
} catch (error) {
  note(error instanceof EngineMissing || error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
