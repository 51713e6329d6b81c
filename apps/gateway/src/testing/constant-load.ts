import { delay } from '@fulfilment/kernel';
import { type Answer, type Client, expectCommonHeaders } from './client.ts';

/** Results of a load so far. */
export interface LoadTally {
  admitted: number;
  refused: number;
  /** Whatever a limiter has no reason to answer, and whatever lacked a header. */
  readonly faults: string[];
}

export interface ConstantLoad {
  readonly tally: Readonly<LoadTally>;
  stop(): Promise<void>;
}

/** Milliseconds between an answer and the next request: enough for a test machine to do something else as well. */
const PAUSE_MS = 10;

/** Sends requests through each client, several at a time, until it is stopped. */
export function startConstantLoad(clients: readonly Client[], atATime: number): ConstantLoad {
  const tally: LoadTally = { admitted: 0, refused: 0, faults: [] };
  const stopping = new AbortController();
  const send = async (client: Client): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        count(tally, await client('/v1/inventory'));
      } catch (error) {
        tally.faults.push(String(error));
      }
      await delay(PAUSE_MS);
    }
  };
  const senders = clients.flatMap((client) => Array.from({ length: atATime }, () => send(client)));
  return {
    tally,
    stop: async () => {
      stopping.abort();
      await Promise.all(senders);
    },
  };
}

function count(tally: LoadTally, answer: Answer): void {
  expectCommonHeaders(answer.headers);
  if (answer.status === 200) tally.admitted += 1;
  else if (answer.status === 429) tally.refused += 1;
  else tally.faults.push(`${answer.status}: ${answer.text}`);
}
