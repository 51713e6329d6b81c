import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

/** The data folder of the release, as a sparse tar archive compressed by zstd. */
export const ARCHIVE = fileURLToPath(new URL('./data.tar.zst', import.meta.url));

/** Files that are no data: what processes logged, MongoDB's own telemetry, and the settings that Kafka gets at each start. */
const NOT_DATA = ['./logs', '*.log.1', 'kafka.log', 'mongod.log', 'redis.log', 'diagnostic.data', 'server.properties'];

/** Kafka and MongoDB allocate their files ahead, the latter by writing zeros: only what was written is archived. */
export async function packFolder(folder: string, archive: string): Promise<void> {
  const digHoles = ['-exec', 'fallocate', '--dig-holes', '{}', ';'];
  await ended(spawn('find', [folder, '-type', 'f', '-size', '+1M', ...digHoles], { stdio: 'inherit' }));
  const excluded = NOT_DATA.map((pattern) => `--exclude=${pattern}`);
  const ownerless = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const tar = spawn('tar', ['--create', '--file=-', '--sparse', ...ownerless, ...excluded, '--directory', folder, '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window } = constants;
  const compress = createZstdCompress({ params: { [level]: 19, [window]: 24 } });
  await Promise.all([ended(tar), pipeline(required(tar.stdout), compress, createWriteStream(archive))]);
}

/** Unpacks into a folder, which is made, by tar and Node alone. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // At the first zeros, which end an archive, tar would close the pipe before all is written.
  const toTheEnd = '--ignore-zeros';
  const tar = spawn('tar', ['--extract', '--file=-', toTheEnd, '--no-same-owner', '--directory', folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await Promise.all([ended(tar), pipeline(createReadStream(archive), createZstdDecompress(), required(tar.stdin))]);
}

function required<Stream extends Readable | Writable>(stream: Stream | null): Stream {
  if (stream === null) throw new Error('tar has no pipe');
  return stream;
}

async function ended(child: ReturnType<typeof spawn>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${child.spawnfile} ended with ${code}`))));
  await promise;
}
