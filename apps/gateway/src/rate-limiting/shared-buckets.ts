import { createHash } from 'node:crypto';
import type { RedisConnection } from '@fulfilment/redis';

/** What is asked of one bucket, in nanoseconds. */
export interface Draw {
  readonly id: string;
  /** The size of the bucket in time. */
  readonly roomNanos: number;
  readonly costNanos: number;
  /** Until the bucket is full, as far as the asking gateway knows: Redis may have forgotten. */
  readonly knownFullInNanos: number;
}

export interface Drawn {
  readonly allowed: boolean;
  /** Unix microseconds, by Redis's clock. */
  readonly atMicros: number;
  /** Of each bucket, in their order. */
  readonly fullInNanos: readonly number[];
}

/** The buckets that all gateways share, asked in one step: all of them give, or none does. */
export interface SharedBuckets {
  /** @param owed whether the tokens are taken even if they are not there. */
  draw(draws: readonly Draw[], owed: boolean): Promise<Drawn>;
}

/*
 * A bucket is kept as "‹when it was written, µs› ‹full in, ns› ‹room, ns›". What has passed since then is what Redis's clock says,
 * and nothing where that clock was set back: with an absolute time alone a clock that goes back an hour would refuse everybody for
 * an hour. The room tells that the limit was changed: the same part of the bucket is spent then as before.
 *
 * Numbers in Lua are doubles: whole microseconds since 1970 are exact until 2255, nanoseconds of a room for 104 days.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local owed = ARGV[1] == 'owed'
local allowed = true
local fullIn, forgotten = {}, {}
for i = 1, #KEYS do
  local room, cost, known = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local level = 0
  local kept = redis.call('GET', KEYS[i])
  if kept then
    local writtenAt, full, keptRoom = string.match(kept, '^(%d+) (%d+) (%d+)$')
    level = math.max(0, tonumber(full) - math.max(0, now - tonumber(writtenAt)) * 1000)
    if tonumber(keptRoom) ~= room then level = math.ceil(level / tonumber(keptRoom) * room) end
  end
  forgotten[i] = known > level
  fullIn[i] = math.max(level, known)
  if fullIn[i] + cost > room then allowed = false end
end
local reply = { allowed and 1 or 0, now }
for i = 1, #KEYS do
  local drawn = owed or allowed
  if drawn then fullIn[i] = fullIn[i] + tonumber(ARGV[3 * i]) end
  if fullIn[i] > 0 and (drawn or forgotten[i]) then
    local value = string.format('%.0f %.0f %s', now, fullIn[i], ARGV[3 * i - 1])
    redis.call('SET', KEYS[i], value, 'PX', math.ceil(fullIn[i] / 1000000))
  end
  reply[i + 2] = fullIn[i]
end
return reply
`;
const SHA1 = createHash('sha1').update(SCRIPT).digest('hex');

export function makeSharedBuckets({ redis }: RedisConnection): SharedBuckets {
  return {
    draw: async (draws, owed) => {
      const keys = draws.map(({ id }) => id);
      const numbers = draws.flatMap(({ roomNanos, costNanos, knownFullInNanos }) => [roomNanos, costNanos, knownFullInNanos]);
      const args = [keys.length, ...keys, owed ? 'owed' : 'if there', ...numbers] as const;
      const reply: unknown = await redis.evalsha(SHA1, ...args).catch((error: unknown) => {
        if (!isUnknownScript(error)) throw error;
        return redis.eval(SCRIPT, ...args);
      });
      return parse(reply);
    },
  };
}

/** Redis knows scripts until it is restarted. */
function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function parse(reply: unknown): Drawn {
  const [allowed, atMicros, ...fullInNanos] = Array.isArray(reply) ? reply.map(Number) : [];
  if (atMicros === undefined) throw new Error('Redis answered the rate limit script with something else');
  return { allowed: allowed === 1, atMicros, fullInNanos };
}
