import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { packGo } from '../../tools/clients/go/pack-go.ts';
import { runProgram } from '../../tools/clients/run-program.ts';
import type { DriverCommand } from './driver.ts';

const root = join(import.meta.dirname, '../..');
const CLIENTS = join(root, 'libs/clients');

/** Runs the go command in the folder of an installed library. @throws Error with all that it wrote, if it fails. */
export function runGo(folder: string, args: readonly string[]): Promise<string> {
  const env = {
    GOPROXY: `file://${join(folder, 'proxy')}`,
    GOSUMDB: 'off',
    GOTOOLCHAIN: 'local',
    GOMODCACHE: join(folder, 'modules'),
    GOFLAGS: '-modcacherw',
  };
  return runProgram('go', args, { cwd: folder, env });
}

/** Installs the Go library as its users do, from a proxy in the folder, and builds the driver and the examples, each once. */
export async function installGo(folder: string): Promise<DriverCommand> {
  const served = join(folder, 'proxy');
  await mkdir(served);
  const release = await packGo(root, served);
  await cp(join(CLIENTS, 'conformance/drivers/go'), join(folder, 'driver'), { recursive: true });
  await cp(join(CLIENTS, 'go/examples'), join(folder, 'sources'), { recursive: true });
  await runGo(folder, ['mod', 'init', 'shop.example/tools']);
  await runGo(folder, ['get', release]);
  await mkdir(join(folder, 'examples'));
  await runGo(folder, ['build', '-ldflags=-s', '-o', 'examples/', './sources/...', './driver']);
  await rename(join(folder, 'examples/driver'), join(folder, 'started-driver'));
  return { command: 'env', runner: [], args: ['./started-driver'], cwd: folder };
}
