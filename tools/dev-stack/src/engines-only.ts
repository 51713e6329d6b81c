import { once } from 'node:events';
import { join } from 'node:path';
import { startEngines } from './engines/start-engines.ts';
import { dataFolder } from './system/data-folder.ts';
import { exitCodeForArguments, stopRequested } from './system/command-line.ts';

const USAGE = `npm run engines

Starts Kafka, MongoDB and Redis alone, prints their addresses as environment lines, and keeps them running until Ctrl-C.
Data is kept in FULFILMENT_DATA, .data by default.
`;

process.exitCode = exitCodeForArguments(process.argv.slice(2), USAGE) ?? (await runEngines(dataFolder(process.env)));

// Addresses go to standard output, everything else to standard error, so that the former can be sourced by a shell.
async function runEngines(dataDir: string): Promise<number> {
  const stop = stopRequested(process.env);
  try {
    const engines = await startEngines({ dataDir: join(dataDir, 'engines'), progress: note, signal: stop });
    process.stdout.write(
      `KAFKA_BROKERS=${engines.kafkaBrokers}\nMONGODB_URL=${engines.mongodbUrl}\nREDIS_URL=${engines.redisUrl}\n`,
    );
    note('Ctrl-C stops them.');
    if (!stop.aborted) await once(stop, 'abort');
    note('Stopping the engines …');
    await engines.stop();
    return 0;
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
