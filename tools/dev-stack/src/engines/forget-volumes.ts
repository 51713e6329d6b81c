import { dockerAnswers } from './docker-answers.ts';

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
