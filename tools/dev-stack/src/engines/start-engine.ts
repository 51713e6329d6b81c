import { ENGINES, type EngineName } from '../engine-missing.ts';
import { dockerAnswers } from './docker-answers.ts';
import type { Engine, EngineSite } from './engine-site.ts';
import { givenEngine } from './given-engine.ts';
import { startProcess } from './process-engine.ts';

/**
 * One engine from the first place that has it: the environment, a Docker engine, a process of this machine.
 * `FULFILMENT_ENGINES=containers` or `=processes` leaves out the other of the last two.
 *
 * @throws EngineMissing if none has it.
 */
export async function startEngine(name: EngineName, site: EngineSite): Promise<Engine> {
  const { label, variable } = ENGINES[name];
  const url = await givenEngine(name, site.env);
  if (url !== undefined) {
    site.progress(`${label}: given by ${variable}`);
    return {
      describe: () => ({ name, url, from: 'environment', description: `${label}, given by ${variable}` }),
      stop: async () => {},
    };
  }
  const only = site.env['FULFILMENT_ENGINES'];
  if (only === 'containers') return await startInContainer(name, site);
  if (only === 'processes' || !(await dockerAnswers(site.env))) return await startProcess(name, site);
  try {
    return await startInContainer(name, site);
  } catch (error) {
    site.progress(`${label}: no container (${firstLine(error)}), so a local process`);
    return await startProcess(name, site);
  }
}

// Loading testcontainers takes longer than starting an engine, so only who has Docker pays for it.
async function startInContainer(name: EngineName, site: EngineSite): Promise<Engine> {
  const { startContainer } = await import('./container-engine.ts');
  return await startContainer(name, site);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
