import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** True if a Docker engine answers: the one `DOCKER_HOST` names, else one of the usual sockets. */
export async function dockerAnswers(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const named = env['DOCKER_HOST'];
  if (named !== undefined && named !== '') return await namedAnswers(named);
  const runtime = env['XDG_RUNTIME_DIR'];
  const home = homedir();
  const sockets = ['/var/run/docker.sock', join(home, '.docker/run/docker.sock'), join(home, '.docker/desktop/docker.sock')];
  const answers = await Promise.all(
    [...sockets, ...(runtime === undefined ? [] : [join(runtime, 'docker.sock')])].map(socketAnswers),
  );
  return answers.includes(true);
}

async function namedAnswers(host: string): Promise<boolean> {
  // A user who names a remote engine wants it used; testcontainers knows its certificates and says what is wrong.
  return host.startsWith('unix://') ? await socketAnswers(host.slice('unix://'.length)) : true;
}

function socketAnswers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ socketPath, path: '/_ping', timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.once('close', () => resolve(false));
    ping.end();
  });
}
/** Removes the volumes in which containers kept data for a folder, where a Docker engine answers. */
export async function forgetVolumes(dataDir: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (env['FULFILMENT_ENGINES'] === 'processes' || !(await dockerAnswers(env))) return;
  const [{ getContainerRuntimeClient }, { volumeOf }] = await Promise.all([
    import('testcontainers'),
    import('./container-engine.ts'),
  ]);
  const { container } = await getContainerRuntimeClient();
  const names = (['kafka', 'mongodb', 'redis'] as const).map((engine) => volumeOf(engine, dataDir));
  await Promise.all(names.map((name) => container.dockerode.getVolume(name).remove().catch(unlessMissing)));
}

function unlessMissing(error: unknown): void {
  const missing = typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 404;
  if (!missing) throw error;
}
