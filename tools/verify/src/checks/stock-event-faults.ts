import type { MovementRow } from '../documents.ts';
import type { SkuEvent } from '../sku-event.ts';

type Quantities = Pick<SkuEvent['data'], 'on_hand' | 'allocated'>;

/** Units that the entries of one version put on hand together. */
export async function movesOf(entries: AsyncIterable<Pick<MovementRow, 'delta'>>): Promise<number> {
  let units = 0;
  for await (const { delta } of entries) units += delta;
  return units;
}

/**
 * Where an event does not go on from the one before it.
 *
 * @param moved units that the ledger moved by its version; undefined where that was compared already.
 */
export function stepFaults(event: SkuEvent, last: SkuEvent | undefined, moved: number | undefined): string[] {
  const { sequence, previous, data } = event;
  const faults: string[] = [];
  if (data.version !== sequence) faults.push(`it is of version ${sequence} and shows version ${data.version}`);
  const told = data.on_hand - (previous?.on_hand ?? 0);
  if (moved !== undefined && moved !== told) {
    faults.push(`version ${sequence} is told to have moved ${told}, the ledger moved ${moved}`);
  }
  return [...faults, ...orderFaults(event, last)];
}

function orderFaults(event: SkuEvent, last: SkuEvent | undefined): string[] {
  const { sequence, previous } = event;
  // Before the first that is kept there may have been others.
  if (!last) return sequence === 1 && previous !== null ? ['the first has quantities before it'] : [];
  if (sequence < last.sequence) return [`version ${sequence} is stored after version ${last.sequence}`];
  if (sequence === last.sequence) return goesWith(event, last) ? [] : [`version ${sequence} is told twice`];
  return gapFaults(event, last);
}

function gapFaults({ sequence, previous }: SkuEvent, { data }: SkuEvent): string[] {
  if (previous !== null && sameQuantities(previous, data)) return [];
  const before = previous === null ? 'none' : shown(previous);
  return [`before version ${sequence} there were ${before}, the event before tells of ${shown(data)}`];
}

/** Of one version a change is told, and then, where it is one, the warning. */
function goesWith({ type }: SkuEvent, last: SkuEvent): boolean {
  return type === 'inventory.low_stock' && last.type === 'inventory.updated';
}

/**
 * Where the last event does not tell what there is.
 *
 * @param known whether events of the SKU's creation are still kept.
 */
export function endFaults(sku: Quantities, last: SkuEvent | undefined, known: boolean): string[] {
  if (!last) return known ? ['its creation has no event'] : [];
  if (sameQuantities(last.data, sku)) return [];
  return [`the last event tells of ${shown(last.data)}, there are ${shown(sku)}`];
}

function sameQuantities(a: Quantities, b: Quantities): boolean {
  return a.on_hand === b.on_hand && a.allocated === b.allocated;
}

const shown = ({ on_hand: onHand, allocated }: Quantities): string => `${onHand} on hand, ${allocated} allocated`;
