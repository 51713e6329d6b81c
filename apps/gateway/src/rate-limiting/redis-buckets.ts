import type { RedisConnection } from '@fulfilment/redis';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    drawTokens(keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
    settleDraw(mark: string, number: number): Promise<unknown>;
  }
}

/** A draw on one bucket, in nanoseconds. */
export interface Draw {
  readonly id: string;
  readonly roomNanos: number;
  /** Negative where tokens are given back. */
  readonly costNanos: number;
  /** Until the bucket is full, as far as the asking gateway knows: Redis may have lost it. */
  readonly knownFullInNanos: number;
}

/**
 * Tells a draw from all others, so that it takes once, however often it arrives. Redis remembers the last one of each mark: the next
 * one of a mark is not sent before the outcome of that is known.
 */
export interface DrawIdentity {
  /** A key in the slot of the buckets, of one gateway. */
  readonly mark: string;
  /** Higher than of every earlier draw of the mark. */
  readonly number: number;
}

/** Of each of `times` requests, one after the other: all buckets give, or none does. `owed` allows debt. */
export interface DrawMode {
  readonly owed: boolean;
  readonly times: number;
}

/** The buckets that all gateways share. */
export interface RedisBuckets {
  /** Draws on buckets in one round trip. A draw that has been executed takes nothing more, and is told what it took. */
  readonly draw: (
    draws: readonly Draw[],
    mode: DrawMode & DrawIdentity,
  ) => Promise<{
    /** The requests that were given; those after them were refused. */
    readonly admitted: number;
    /** Unix microseconds, by the clock of Redis. */
    readonly atMicros: number;
    /** Of each bucket, in order, after all of them. */
    readonly fullInNanos: readonly number[];
  }>;
  /** Tells what the last draw of a mark was given. One that has not arrived takes nothing from now on. */
  readonly settle: (identity: DrawIdentity) => Promise<{
    readonly admitted: number;
    /** Since it was executed. */
    readonly ageMicros: number;
  }>;
}

/*
 * GCRA. A bucket is kept as "‹written at, µs› ‹full in, ns› ‹room, ns›" and refills by the time since it was written, by nothing
 * where the clock of Redis was set back: an absolute time alone would refuse every client for the length of the jump. The room
 * shows a changed limit, under which the same fraction stays spent. A mark is "‹number of the draw› ‹admitted› ‹executed at: seconds› ‹µs›",
 * and outlives what was drawn.
 *
 * Numbers in Lua are doubles: whole microseconds since 1970 are exact until 2255, nanoseconds of a room for 104 days.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
`;

/** Milliseconds for which a mark outlives its draw: longer than a broken connection may deliver what it was given. */
const MARK_MS = 60_000;

const DRAW_TOKENS = `${NOW}
local owed, times, number = ARGV[1] == 'owed', tonumber(ARGV[2]), tonumber(ARGV[3])
local buckets, mark = #KEYS - 1, KEYS[#KEYS]
local admitted, isRepeated = times, false
local marked = redis.call('GET', mark)
if marked then
  local last, given = string.match(marked, '^(%d+) (%d+)')
  isRepeated = tonumber(last) >= number
  if isRepeated then admitted = tonumber(last) == number and tonumber(given) or 0 end
end
local cost, fullIn, isChanged = {}, {}, {}
for i = 1, buckets do
  local room, known = tonumber(ARGV[3 * i + 1]), tonumber(ARGV[3 * i + 3])
  cost[i] = isRepeated and 0 or tonumber(ARGV[3 * i + 2])
  local level = 0
  local kept = redis.call('GET', KEYS[i])
  if kept then
    local writtenAt, full, keptRoom = string.match(kept, '^(%d+) (%d+) (%d+)$')
    level = math.max(0, tonumber(full) - math.max(0, now - tonumber(writtenAt)) * 1000)
    if tonumber(keptRoom) ~= room then level = math.ceil(level / tonumber(keptRoom) * room) end
  end
  isChanged[i] = known > level
  fullIn[i] = math.max(level, known)
  if not owed and cost[i] > 0 then admitted = math.max(0, math.min(admitted, math.floor((room - fullIn[i]) / cost[i]))) end
end
local reply, longest, isTaken = { admitted, now }, 0, false
for i = 1, buckets do
  local taken = admitted * cost[i]
  fullIn[i] = math.max(0, fullIn[i] + taken)
  if taken ~= 0 then isTaken, longest = true, math.max(longest, fullIn[i]) end
  if fullIn[i] > 0 and (taken ~= 0 or isChanged[i]) then
    local value = string.format('%.0f %.0f %s', now, fullIn[i], ARGV[3 * i + 1])
    redis.call('SET', KEYS[i], value, 'PX', math.ceil(fullIn[i] / 1000000))
  elseif taken < 0 then
    redis.call('DEL', KEYS[i])
  end
  reply[i + 2] = fullIn[i]
end
if isTaken then
  local value = ARGV[3] .. ' ' .. admitted .. ' ' .. time[1] .. ' ' .. time[2]
  redis.call('SET', mark, value, 'PX', math.ceil(longest / 1000000) + ${MARK_MS})
end
return reply
`;

const SETTLE_DRAW = `${NOW}
local number = tonumber(ARGV[1])
local marked = redis.call('GET', KEYS[1]) or '0 0 0 0'
local last, given, seconds, micros = string.match(marked, '^(%d+) (%d+) (%d+) (%d+)$')
if tonumber(last) == number then return { tonumber(given), math.max(0, now - seconds * 1000000 - micros) } end
if tonumber(last) < number then redis.call('SET', KEYS[1], ARGV[1] .. ' 0 0 0', 'PX', ${MARK_MS}) end
return { 0, 0 }
`;

export function makeRedisBuckets({ redis }: RedisConnection): RedisBuckets {
  redis.defineCommand('drawTokens', { lua: DRAW_TOKENS });
  redis.defineCommand('settleDraw', { lua: SETTLE_DRAW, numberOfKeys: 1 });
  return {
    draw: async (draws, { owed, times, mark, number }) => {
      const keys = [...draws.map(({ id }) => id), mark];
      const numbers = draws.flatMap(({ roomNanos, costNanos, knownFullInNanos }) => [roomNanos, costNanos, knownFullInNanos]);
      const reply = await redis.drawTokens(keys.length, ...keys, owed ? 'owed' : 'if there', times, number, ...numbers);
      const [admitted, atMicros, ...fullInNanos] = numbersOf(reply);
      if (admitted === undefined || atMicros === undefined) throw notUnderstood();
      return { admitted, atMicros, fullInNanos };
    },
    settle: async ({ mark, number }) => {
      const [admitted, ageMicros] = numbersOf(await redis.settleDraw(mark, number));
      if (admitted === undefined || ageMicros === undefined) throw notUnderstood();
      return { admitted, ageMicros };
    },
  };
}

function numbersOf(reply: unknown): readonly number[] {
  return Array.isArray(reply) ? reply.map(Number) : [];
}

function notUnderstood(): Error {
  return new Error('Redis gave no answer that the rate limiter understands');
}
