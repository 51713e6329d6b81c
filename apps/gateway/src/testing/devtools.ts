import type { Readable } from 'node:stream';
import { z } from 'zod';

/** What a browser's debugging port is asked and tells (Chrome DevTools Protocol). */
export interface Devtools {
  /** @throws Error with the browser's own words if it refuses. */
  ask(method: string, params: object, session?: string): Promise<Readonly<Record<string, unknown>>>;
  /** The parameters of every event of that name so far. */
  events(session: string, method: string): readonly unknown[];
  close(): void;
}

const facts = z.record(z.string(), z.unknown());
const message = z.object({
  id: z.int().optional(),
  result: facts.default({}),
  error: z.object({ message: z.string() }).optional(),
  method: z.string().optional(),
  params: facts.default({}),
  sessionId: z.string().optional(),
});
type Message = z.output<typeof message>;

/** @param announcements where the browser says at which address it listens. */
export async function openDevtools(announcements: Readable): Promise<Devtools> {
  const socket = new WebSocket(await addressIn(announcements));
  const asked = new Map<number, (answer: Message) => void>();
  const told: Message[] = [];
  socket.addEventListener('message', ({ data }) => {
    const read = message.parse(JSON.parse(String(data)));
    if (read.id === undefined) told.push(read);
    else asked.get(read.id)?.(read);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('The browser does not let itself be spoken to.')), { once: true });
  });
  let last = 0;
  return {
    ask: async (method, params, sessionId) => {
      last += 1;
      const id = last;
      const answered = new Promise<Message>((resolve) => asked.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      const { error, result } = await answered;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    events: (session, method) =>
      told.filter((each) => each.sessionId === session && each.method === method).map(({ params }) => params),
    close: () => socket.close(),
  };
}

async function addressIn(announcements: Readable): Promise<string> {
  let said = '';
  for await (const chunk of announcements.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
    if (address !== undefined) {
      announcements.resume();
      return address;
    }
  }
  throw new Error(`The browser ended before it could be spoken to: ${said.trim()}`);
}
