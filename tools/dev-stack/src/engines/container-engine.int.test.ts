import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dockerAnswers, forgetVolumes } from './docker.ts';
import { readBack, writeEverywhere } from './engine-contents.fixture.ts';
import { startEngines } from './start-engines.ts';

// The images are those of KAFKA_IMAGE and its like, where no registry is reached.
const ENV = { ...process.env, KAFKA_BROKERS: '', MONGODB_URL: '', REDIS_URL: '', FULFILMENT_ENGINES: 'containers' };
const answers = await dockerAnswers(process.env);

describe.skipIf(!answers)('engines as containers (a Docker engine answers)', () => {
  let dataDir: string;
  const start = () => startEngines({ dataDir, env: ENV });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-containers-'));
    return async () => {
      await forgetVolumes(dataDir, ENV);
      await rm(dataDir, { recursive: true });
    };
  });

  test('keep what was written over a stop and a start', async () => {
    const before = await start();
    await writeEverywhere(before, 'kept');
    await before.stop();

    const after = await start();
    expect(after.describe().map(({ from }) => from)).toEqual(['container', 'container', 'container']);
    onTestFinished(() => after.stop());
    expect(await readBack(after)).toEqual({ kafka: 'kept', mongodb: 'kept', redis: 'kept' });
  }, 300_000);
});
