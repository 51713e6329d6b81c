import { ACCOUNT_OPERATIONS, isList, type Operation, OPERATIONS, requestClassOf } from '@fulfilment/contracts';
import { z } from 'zod';
import { atOnce } from '../system/at-once.ts';
import { kindOf } from '../system/resources.ts';
import type { Party } from './party.ts';

/** All but answers without an end. */
const READS = [...OPERATIONS, ...ACCOUNT_OPERATIONS].filter(
  (each) => each.method === 'GET' && each.access !== 'open' && requestClassOf(each) !== 'tail',
);
/** Paths of counts, which change with every request or in the background. */
const COUNTS = ['/overview/', '/stats', '/integrity'];
/** Members that reading alone changes: times of the last use, and what is left of a limit. */
const READ_CHANGES = new Set(['last_used_at', 'last_seen_at', 'current', 'remaining']);
const AT_ONCE = 4;
/** The audit log's entry of an export, which each round makes. */
const noteOfRead = z.looseObject({ action: z.enum(['orders.exported', 'orders.read']) });

/** Whatever a party can read of itself, by path; it finds what is in it. Ids that it finds on the way are read in the next round. */
export async function readEverything(party: Party): Promise<Readonly<Record<string, unknown>>> {
  const read = new Map<string, unknown>();
  let paths: readonly { readonly operation: Operation; readonly path: string }[];
  do {
    paths = READS.flatMap((operation) => pathsOf(operation, party).map((path) => ({ operation, path }))).filter(
      ({ path }) => !read.has(path),
    );
    await atOnce(AT_ONCE, paths, async ({ operation, path }) => {
      const whole = await party.ask({ operation, path: isList(operation) ? `${path}?limit=200` : path });
      read.set(path, isCount(path) ? undefined : lasting(whole.text));
      if (isList(operation)) await noteCursor(party, operation, path);
    });
  } while (paths.length > 0);
  return Object.fromEntries([...read].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Kind of find that the cursors of an operation are. */
export const cursorsOf = ({ id }: Operation): string => `cursor of ${id}`;

async function noteCursor({ ask, finds }: Party, operation: Operation, path: string): Promise<void> {
  const { text } = await ask({ operation, path: `${path}?limit=1` });
  const { next_cursor: cursor } = z.looseObject({ next_cursor: z.string().nullable() }).parse(JSON.parse(text));
  if (cursor !== null) finds.addOwn(cursorsOf(operation), cursor);
}

const isCount = (path: string): boolean => COUNTS.some((part) => path.includes(part));

function pathsOf(operation: Operation, { finds }: Party): readonly string[] {
  const [name, ...others] = [...operation.path.matchAll(/:([a-z_]+)/g)].map(([whole]) => whole);
  if (name === undefined) return [operation.path];
  return finds.of(kindOf(operation, name.slice(1))).flatMap((value) => {
    const path = operation.path.replace(name, value);
    return others.reduce<readonly string[]>(
      (made, other) => made.flatMap((each) => finds.of(kindOf(operation, other.slice(1))).map((id) => each.replace(other, id))),
      [path],
    );
  });
}

function lasting(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (Array.isArray(value)) return value.filter((each) => !noteOfRead.safeParse(each).success);
      return READ_CHANGES.has(name) ? undefined : value;
    });
  } catch {
    return text;
  }
}
