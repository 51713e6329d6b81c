/** API keys of the requests that faults are planted for (Kafka protocol). */
const KEYS = {
  Produce: 0,
  Fetch: 1,
  ListOffsets: 2,
  Metadata: 3,
  FindCoordinator: 10,
  JoinGroup: 11,
  SyncGroup: 14,
  Heartbeat: 12,
  OffsetFetch: 9,
  OffsetCommit: 8,
  LeaveGroup: 13,
  DescribeGroups: 15,
} as const;
export type Api = keyof typeof KEYS;
export type GroupApi = (typeof GROUP_APIS)[number];

export const GROUP_APIS = [
  'FindCoordinator',
  'JoinGroup',
  'SyncGroup',
  'Heartbeat',
  'OffsetFetch',
  'OffsetCommit',
  'LeaveGroup',
] as const satisfies readonly Api[];
/** Those of members, and the one by which members that are gone are found. */
const ASKED_OF_GROUPS = [...GROUP_APIS, 'DescribeGroups'] as const satisfies readonly Api[];
/** Of a client that appends, asks and consumes. */
export const APIS = ['Produce', 'Fetch', 'ListOffsets', 'Metadata', ...GROUP_APIS] as const satisfies readonly Api[];

/**
 * The fault that a request meets: the broker does what it asks, and its answer is made one with this error code; its connection is cut before
 * the broker has it, or after the broker did it; it is lost, or its answer is, and the connection stays; its answer says nothing that the
 * protocol knows, or announces more than comes.
 */
export type Fault = number | 'cut before' | 'cut after' | 'request lost' | 'reply lost' | 'nonsense' | 'endless';

/** The four bytes of length, and the id of the request. */
const HEAD_BYTES = 8;
const THROTTLE_BYTES = 4;

export function apiOf(apiKey: number): Api | undefined {
  return [...APIS, ...ASKED_OF_GROUPS].find((api) => KEYS[api] === apiKey);
}

/** @returns the reply with bytes that make no sense behind the id of its request. */
export function nonsense(reply: Buffer): Buffer {
  return Buffer.from(reply).fill(0xee, HEAD_BYTES);
}

/** @returns the reply with a length that never comes. */
export function endless(reply: Buffer): Buffer {
  const rewritten = Buffer.from(reply);
  rewritten.writeInt32BE(0x7f_ff_ff_00, 0);
  return rewritten;
}

/** The versions whose replies are known here: without tagged fields, and with an error of the whole group. */
const KNOWN: Readonly<Record<(typeof ASKED_OF_GROUPS)[number], { readonly from: number; readonly to: number }>> = {
  FindCoordinator: { from: 0, to: 2 },
  JoinGroup: { from: 0, to: 5 },
  SyncGroup: { from: 0, to: 3 },
  Heartbeat: { from: 0, to: 3 },
  OffsetFetch: { from: 2, to: 5 },
  OffsetCommit: { from: 0, to: 7 },
  LeaveGroup: { from: 0, to: 3 },
  DescribeGroups: { from: 0, to: 4 },
};

/** @returns the reply with `code` in each place where its API has the error of the group or of a partition. */
export function withError(code: number, head: { readonly apiKey: number; readonly version: number }, reply: Buffer): Buffer {
  const api = ASKED_OF_GROUPS.find((each) => KEYS[each] === head.apiKey);
  if (!api || head.version < KNOWN[api].from || head.version > KNOWN[api].to) {
    throw new Error(`The replies of version ${head.version} of API ${head.apiKey} are not known`);
  }
  const rewritten = Buffer.from(reply);
  for (const at of errorPlaces(head, reply)) rewritten.writeInt16BE(code, at);
  return rewritten;
}

/** Where replies of the versions without tagged fields have their error codes. */
function errorPlaces({ apiKey, version }: { readonly apiKey: number; readonly version: number }, reply: Buffer): number[] {
  const first = (throttledSince: number): number => HEAD_BYTES + (version >= throttledSince ? THROTTLE_BYTES : 0);
  if (apiKey === KEYS.OffsetFetch) return [reply.length - 2];
  if (apiKey === KEYS.OffsetCommit) return partitionErrors(reply, first(3));
  // The first of the array of groups.
  if (apiKey === KEYS.DescribeGroups) return [first(1) + 4];
  return [first(apiKey === KEYS.JoinGroup ? 2 : 1)];
}

/** Of an array of topics, each a name and an array of partitions, each a number and an error. */
function partitionErrors(reply: Buffer, from: number): number[] {
  const places: number[] = [];
  let at = from;
  const readInt32 = (): number => {
    at += 4;
    return reply.readInt32BE(at - 4);
  };
  for (let topics = readInt32(); topics > 0; topics -= 1) {
    at += 2 + reply.readInt16BE(at);
    for (let partitions = readInt32(); partitions > 0; partitions -= 1) {
      readInt32();
      places.push(at);
      at += 2;
    }
  }
  return places;
}
