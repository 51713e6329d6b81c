import { operations } from '@fulfilment/contracts';
import type { Call } from '../system/call.ts';
import type { Delivery } from '../system/receiver.ts';

/** Scans of some devices, each device's numbered from 1 in the order of its events. */
export interface ScanStream {
  /** Records so many more, of all devices in turn. @throws Error unless each is taken. */
  record(scans: number): Promise<void>;
  /** How many were recorded so far. */
  recorded(): number;
}

const AT_ONCE = 1_000;

export function makeScanStream(call: Call, key: string, devices: number): ScanStream {
  let recorded = 0;
  const scanAt = (place: number) => {
    const device = `gun-${place % devices}`;
    return { barcode: '4006381333931', device_id: device, client_scan_id: `${device} ${Math.floor(place / devices) + 1}` };
  };
  const recordBatch = async (size: number): Promise<void> => {
    const scans = Array.from({ length: size }, (_, place) => scanAt(recorded + place));
    const { results } = (await call('POST', '/scans/batch', { key, body: { scans } })).as(
      200,
      operations.createScans.replies[200].body,
    );
    const refused = results.filter(({ status }) => status >= 400);
    if (refused.length > 0) throw new Error(`${refused.length} scans were refused, the first: ${JSON.stringify(refused[0])}`);
    recorded += size;
  };
  return {
    record: async (scans) => {
      for (let left = scans; left > 0; left -= AT_ONCE) await recordBatch(Math.min(left, AT_ONCE));
    },
    recorded: () => recorded,
  };
}

/** The numbers of each device's scans, in the order in which they were received. */
export function numbersByDevice(deliveries: readonly Delivery[]): ReadonlyMap<string, readonly number[]> {
  const scans = deliveries.flatMap(({ event }) => (event.type === 'scan.completed' ? [event.data] : []));
  const byDevice = Map.groupBy(scans, ({ device_id }) => device_id ?? '');
  return new Map(
    Array.from(byDevice, ([device, its]) => [device, its.map(({ client_scan_id }) => Number(client_scan_id?.split(' ').at(-1)))]),
  );
}

/** Devices of which something came after what is behind it; the same again right after itself is no fault. */
export function outOfOrder(deliveries: readonly Delivery[]): readonly string[] {
  return [...numbersByDevice(deliveries)]
    .filter(([, numbers]) => numbers.some((number, place) => place > 0 && number < (numbers[place - 1] ?? 0)))
    .map(([device]) => device);
}
