import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory (tmpfs). */
const MEMORY = '/dev/shm';
/** Bytes that have to be free there: some times what the engines of a whole run keep. */
const ROOM = 8 * 2 ** 30;
const NAME = 'fulfilment-engines-';

/**
 * Makes a temporary folder for the data of engines that tests start: in memory where 8 GiB of it are free, since engines wait for the
 * disk at each acknowledged write, and make a file of each collection and index. It is on disk elsewhere, and where `TMPDIR` names one.
 */
export async function makeEngineFolder(): Promise<string> {
  if (process.env['TMPDIR'] !== undefined || !(await hasRoom())) return await mkdtemp(join(tmpdir(), NAME));
  await removeAbandoned();
  return await mkdtemp(join(MEMORY, `${NAME}${process.pid}-`));
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM;
  } catch {
    return false; // A system without it.
  }
}

/** Those of processes that were killed; their engines end with them. */
async function removeAbandoned(): Promise<void> {
  for (const folder of await readdir(MEMORY)) {
    const pid = folder.startsWith(NAME) ? Number.parseInt(folder.slice(NAME.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && hasEnded(pid)) await rm(join(MEMORY, folder), { recursive: true, force: true });
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // One of another user is refused.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
