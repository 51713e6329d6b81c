import { findSystem } from './demo/find-system.ts';
import { takeTour } from './demo/tour.ts';
import { dataFolder } from './system/data-folder.ts';
import { stopRequested } from './system/stop-requested.ts';

process.exitCode = await demo(dataFolder(process.env));

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
