import type { Stage } from './stage.ts';

/** How fast deliveries went, and what they cost. */
export interface Measured {
  readonly perSecond: number;
  /** CPU milliseconds of each delivery, by process. They count work and not waiting, so they hold on a busy machine too. */
  readonly cpuMs: { readonly sender: number; readonly mongodb: number };
}

/** How much CPU time the processes took from now until it is asked. */
export interface CpuMeter {
  /** @returns milliseconds for each of so many deliveries. */
  readonly each: (deliveries: number) => Promise<Measured['cpuMs']>;
}

/** @param sender the webhooks service, or the sender without it. */
export async function startCpuMeter({ cpuTime, subject, rawSender }: Stage, sender: 'webhooks' | 'raw'): Promise<CpuMeter> {
  const pidOf = (name: string): number => subject.processes.find((one) => one.name === name)?.pid ?? 0;
  const senderPid = sender === 'raw' ? rawSender.pid : pidOf('webhooks');
  const read = async () => ({ sender: await cpuTime(senderPid), mongodb: await cpuTime(pidOf('mongodb')) });
  const before = await read();
  return {
    each: async (deliveries) => {
      const after = await read();
      const ms = (name: 'sender' | 'mongodb'): number => (after[name] - before[name]) / 1_000 / deliveries;
      return { sender: ms('sender'), mongodb: ms('mongodb') };
    },
  };
}
