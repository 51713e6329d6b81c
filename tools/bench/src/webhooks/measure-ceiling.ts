import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { randomBytes } from 'node:crypto';
import { rawlySent } from './jobs.ts';
import { type Measured, startCpuMeter } from './measured.ts';
import type { Stage } from './stage.ts';

/**
 * Deliveries of the same sender to the same receiver, signed the same way, with no broker and no database.
 *
 * @param endpoints as many as these have in flight at most.
 */
export async function measureCeiling(stage: Stage, endpoints: number): Promise<Measured> {
  const cpu = await startCpuMeter(stage, 'raw');
  const { rawSender, subscriber, extent } = stage;
  const sample = SAMPLE_EVENTS['scan.completed'];
  const { delivered, elapsedMs } = await rawSender.run(
    {
      url: `${subscriber.url}/raw`,
      endpoints,
      forMs: extent.roundMs,
      secret: `whsec_${randomBytes(32).toString('base64')}`,
      event: { id: sample.id, type: sample.type, body: JSON.stringify(sample) },
    },
    rawlySent,
  );
  return { perSecond: (delivered / elapsedMs) * 1_000, cpuMs: await cpu.each(delivered) };
}
