/** Differences that are told of one check; the rest is counted. */
const MAX_SHOWN = 20;
/** Differences that are remembered from one look to the next. */
const REMEMBERED = 1_000;

/** Collects the findings of one look at one invariant. */
export interface Findings {
  /** Counts something that was compared. */
  readonly compared: (what: string, count?: number) => void;
  /** Notes a difference. Its text names the record and no time, so that a second look can tell the same one. */
  readonly differs: (text: string) => void;
  /** Notes what an operator should know and what is no difference. */
  readonly note: (text: string) => void;
}

/** All findings of a look. */
export interface Found {
  readonly compared: Readonly<Record<string, number>>;
  readonly differing: number;
  /** Some of them, where there are many. */
  readonly differences: readonly string[];
  readonly notes: readonly string[];
}

export const NOTHING_FOUND: Found = { compared: {}, differing: 0, differences: [], notes: [] };

interface OpenFindings extends Findings {
  readonly close: () => Found;
}

export function openFindings(): OpenFindings {
  const compared = new Map<string, number>();
  const differences = new Set<string>();
  const notes: string[] = [];
  let differing = 0;
  return {
    compared: (what, count = 1) => compared.set(what, (compared.get(what) ?? 0) + count),
    differs: (text) => {
      differing += 1;
      if (differences.size < REMEMBERED) differences.add(text);
    },
    note: (text) => {
      if (notes.length < REMEMBERED) notes.push(text);
    },
    close: () => ({ compared: Object.fromEntries(compared), differing, differences: [...differences], notes }),
  };
}

/**
 * The findings that two looks share. A difference that was only on its way at the first is gone, or another one, at the second.
 *
 * @param later of the two, whose numbers are kept.
 */
export function foundTwice(earlier: Found, later: Found): Found {
  if (Math.max(earlier.differing, later.differing) > REMEMBERED) return later;
  const before = new Set(earlier.differences);
  const differences = later.differences.filter((text) => before.has(text));
  return { ...later, differing: differences.length, differences };
}

/** The findings of several pieces together. */
export function together(pieces: readonly Found[]): Found {
  const all = openFindings();
  let differing = 0;
  for (const piece of pieces) {
    differing += piece.differing;
    for (const [what, count] of Object.entries(piece.compared)) all.compared(what, count);
    piece.differences.forEach(all.differs);
    piece.notes.forEach(all.note);
  }
  return { ...all.close(), differing };
}

/** The findings as they are reported: the first differences stand for all. */
export function shorten({ differences, notes, ...found }: Found): Found {
  return { ...found, differences: differences.slice(0, MAX_SHOWN), notes: notes.slice(0, MAX_SHOWN) };
}
