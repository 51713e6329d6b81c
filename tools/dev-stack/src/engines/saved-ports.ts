import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../processes/free-port.ts';

const savedPorts = z.object({ port: z.int(), innerPort: z.int() });

/** An engine's port for clients, and one more for those that also talk to themselves. */
export type EnginePorts = Readonly<z.infer<typeof savedPorts>>;

/**
 * Free loopback ports for an engine's folder: those it had last time where they are still free, so that a client that was
 * configured by hand finds it again. The choice is saved.
 */
export async function choosePorts(folder: string): Promise<EnginePorts> {
  const file = join(folder, 'ports.json');
  const saved = await readSaved(file);
  const ports = { port: await freePort(saved?.port), innerPort: await freePort(saved?.innerPort) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(ports), { mode: 0o600 });
  return ports;
}

async function readSaved(file: string): Promise<EnginePorts | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return savedPorts.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
