import { findSystem } from './find-system.ts';
import { takeTour } from './tour.ts';
import { exitCodeForArguments, stopRequested } from '@fulfilment/dev-stack/system';
import { dataFolder } from '@fulfilment/dev-stack/run-file';

const USAGE = `npm run demo

Creates a SKU, orders, packs and ships, and verifies each webhook with a receiver of its own, on the running system,
or on one that it starts for this run. Exits with 1 if something is missing after 30 s.
`;

process.exitCode = exitCodeForArguments(process.argv.slice(2), USAGE) ?? (await demo(dataFolder(process.env)));

async function demo(dataDir: string): Promise<number> {
  try {
    const system = await findSystem(dataDir, print, stopRequested(process.env));
    try {
      await takeTour({ ...system, print });
      print('Done.');
    } finally {
      await system.stop();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
