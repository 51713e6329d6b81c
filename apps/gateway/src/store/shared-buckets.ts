import { createHash } from 'node:crypto';
import type { RedisConnection } from '@fulfilment/redis';

/** What is asked of one bucket, in microseconds. */
export interface Draw {
  readonly id: string;
  /** The size of the bucket in time. */
  readonly roomMicros: number;
  readonly costMicros: number;
  /** Until the bucket is full, as far as the asking gateway knows: Redis may have forgotten. */
  readonly knownFullInMicros: number;
}

export interface Drawn {
  readonly allowed: boolean;
  /** Unix microseconds, by Redis's clock. */
  readonly atMicros: number;
  /** Of each bucket, in their order. */
  readonly fullInMicros: readonly number[];
}

/** The buckets that all gateways share, asked in one step: all of them give, or none does. */
export interface SharedBuckets {
  /** @param owed whether the tokens are taken even if they are not there. */
  draw(draws: readonly Draw[], owed: boolean): Promise<Drawn>;
}

// Numbers in Lua are doubles: whole microseconds since 1970 are exact until 2255, and '%.0f' keeps them so.
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local owed = ARGV[1] == 'owed'
local allowed = 1
local fullAt = {}
for i = 1, #KEYS do
  local room, cost, known = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  fullAt[i] = math.max(tonumber(redis.call('GET', KEYS[i]) or '0'), now + known)
  if fullAt[i] + cost - now > room then allowed = 0 end
end
local reply = { allowed, now }
for i = 1, #KEYS do
  if owed or allowed == 1 then
    fullAt[i] = fullAt[i] + tonumber(ARGV[3 * i])
    redis.call('SET', KEYS[i], string.format('%.0f', fullAt[i]), 'PX', math.ceil((fullAt[i] - now) / 1000))
  end
  reply[i + 2] = fullAt[i] - now
end
return reply
`;
const SHA1 = createHash('sha1').update(SCRIPT).digest('hex');

export function makeSharedBuckets({ redis }: RedisConnection): SharedBuckets {
  return {
    draw: async (draws, owed) => {
      const keys = draws.map(({ id }) => id);
      const numbers = draws.flatMap(({ roomMicros, costMicros, knownFullInMicros }) => [
        roomMicros,
        costMicros,
        knownFullInMicros,
      ]);
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
  const [allowed, atMicros, ...fullInMicros] = Array.isArray(reply) ? reply.map(Number) : [];
  if (atMicros === undefined) throw new Error('Redis answered the rate limit script with something else');
  return { allowed: allowed === 1, atMicros, fullInMicros };
}
