import type { RedisConnection } from '@fulfilment/redis';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    drawTokens(keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
  }
}

/** A draw on one bucket, in nanoseconds. */
export interface Draw {
  readonly id: string;
  readonly roomNanos: number;
  readonly costNanos: number;
  /** Until the bucket is full, as far as the asking gateway knows: Redis may have lost it. */
  readonly knownFullInNanos: number;
}

/** Of each of `times` requests, one after the other: all buckets give, or none does. `owed` allows debt. */
export interface DrawMode {
  readonly owed: boolean;
  readonly times: number;
}

/** Draws on the buckets that all gateways share, in one round trip. */
export type DrawFromRedis = (
  draws: readonly Draw[],
  mode: DrawMode,
) => Promise<{
  /** The requests that were given; those after them were refused. */
  readonly admitted: number;
  /** Unix microseconds, by the clock of Redis. */
  readonly atMicros: number;
  /** Of each bucket, in order, after all of them. */
  readonly fullInNanos: readonly number[];
}>;

/*
 * GCRA. A bucket is kept as "‹written at, µs› ‹full in, ns› ‹room, ns›" and refills by the time since it was written, by nothing
 * where the clock of Redis was set back: an absolute time alone would refuse every client for the length of the jump. The room
 * shows a changed limit, under which the same fraction stays spent.
 *
 * Numbers in Lua are doubles: whole microseconds since 1970 are exact until 2255, nanoseconds of a room for 104 days.
 */
const DRAW_TOKENS = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local owed = ARGV[1] == 'owed'
local times = tonumber(ARGV[2])
local admitted = times
local fullIn, forgotten = {}, {}
for i = 1, #KEYS do
  local room, cost, known = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1]), tonumber(ARGV[3 * i + 2])
  local level = 0
  local kept = redis.call('GET', KEYS[i])
  if kept then
    local writtenAt, full, keptRoom = string.match(kept, '^(%d+) (%d+) (%d+)$')
    level = math.max(0, tonumber(full) - math.max(0, now - tonumber(writtenAt)) * 1000)
    if tonumber(keptRoom) ~= room then level = math.ceil(level / tonumber(keptRoom) * room) end
  end
  forgotten[i] = known > level
  fullIn[i] = math.max(level, known)
  if not owed and cost > 0 then admitted = math.max(0, math.min(admitted, math.floor((room - fullIn[i]) / cost))) end
end
local reply = { admitted, now }
for i = 1, #KEYS do
  fullIn[i] = fullIn[i] + admitted * tonumber(ARGV[3 * i + 1])
  if fullIn[i] > 0 and (admitted > 0 or forgotten[i]) then
    local value = string.format('%.0f %.0f %s', now, fullIn[i], ARGV[3 * i])
    redis.call('SET', KEYS[i], value, 'PX', math.ceil(fullIn[i] / 1000000))
  end
  reply[i + 2] = fullIn[i]
end
return reply
`;

export function makeDrawFromRedis({ redis }: RedisConnection): DrawFromRedis {
  redis.defineCommand('drawTokens', { lua: DRAW_TOKENS });
  return async (draws, { owed, times }) => {
    const keys = draws.map(({ id }) => id);
    const numbers = draws.flatMap(({ roomNanos, costNanos, knownFullInNanos }) => [roomNanos, costNanos, knownFullInNanos]);
    const reply = await redis.drawTokens(keys.length, ...keys, owed ? 'owed' : 'if there', times, ...numbers);
    const [admitted, atMicros, ...fullInNanos] = Array.isArray(reply) ? reply.map(Number) : [];
    if (admitted === undefined || atMicros === undefined)
      throw new Error('Redis gave no answer that the rate limiter understands');
    return { admitted, atMicros, fullInNanos };
  };
}
