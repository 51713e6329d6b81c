import type { PackFulfilmentBody } from '@fulfilment/contracts';

/** Units by the line that they are of. */
export type UnitsByLine = Readonly<Record<string, number>>;

/** Units of a task that were scanned, and those of them that are in each closed parcel. */
export interface Scanned {
  readonly scanned: UnitsByLine;
  readonly parcels: readonly UnitsByLine[];
}

/** The fate of units that are not packed. */
export type Short = NonNullable<PackFulfilmentBody['short']>;

/** The units of the parcel that is being filled: those that were scanned and are in none before it. */
export function openParcel({ scanned, parcels }: Scanned): UnitsByLine {
  const left = Object.entries(scanned).map(([id, units]) => {
    const before = parcels.reduce((sum, parcel) => sum + (parcel[id] ?? 0), 0);
    return [id, units - before] as const;
  });
  return Object.fromEntries(left.filter(([, units]) => units > 0));
}

/** True while nothing is in the parcel that is being filled. */
export function isEmpty(parcel: UnitsByLine): boolean {
  return Object.keys(parcel).length === 0;
}

/** The body that packs the parcels with their contents, and says of units that are short what becomes of them. */
export function packBodyOf(work: Scanned, short: Short | undefined): PackFulfilmentBody {
  const packages = [...work.parcels, openParcel(work)]
    .filter((parcel) => !isEmpty(parcel))
    .map((parcel) => ({ lines: linesOf(parcel) }));
  return short === undefined ? { packages } : { packages, lines: linesOf(work.scanned), short };
}

function linesOf(units: UnitsByLine): { line_id: string; quantity: number }[] {
  return Object.entries(units).map(([line_id, quantity]) => ({ line_id, quantity }));
}
