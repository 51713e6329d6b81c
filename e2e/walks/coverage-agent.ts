import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

// Loaded into a process before its program (`node --import`), it counts the calls of functions. At each SIGUSR2 it writes those that
// were called since the last one, as a list of [address of the file, name and offset of the function], to `‹pid›.json` in the folder that
// its own address names, and counts from zero again.
const folder = new URL(import.meta.url).searchParams.get('folder') ?? '.';
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('SIGUSR2', () => {
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    const called = result.flatMap(({ url, functions }) =>
      functions.flatMap(({ functionName, ranges: [whole] }) =>
        whole && whole.count > 0 ? [[url, `${functionName}@${whole.startOffset}`]] : [],
      ),
    );
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(called));
    renameSync(`${file}.part`, file);
  });
});
