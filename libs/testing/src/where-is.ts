import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** Where Node's inspector listens once SIGUSR1 opened it (https://nodejs.org/learn/getting-started/debugging). */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const OPEN_MS = 1_000;
const ANSWER_MS = 3_000;

const TARGETS = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const FRAME = z.object({ functionName: z.string(), url: z.string(), location: z.object({ lineNumber: z.number() }) });
const PAUSED = z.object({ method: z.literal('Debugger.paused'), params: z.object({ callFrames: z.array(FRAME) }) });
const RESOURCES = z.object({ id: z.literal(4), result: z.object({ result: z.object({ value: z.string() }) }) });

/**
 * Where another Node process of this user is: its JavaScript stack if it spins, and what keeps it open if it waits. It goes
 * on afterwards.
 */
export async function whereIs(pid: number): Promise<readonly string[]> {
  try {
    process.kill(pid, 'SIGUSR1');
    await pause(OPEN_MS);
    const [target] = TARGETS.parse(await (await fetch(INSPECTOR, { signal: AbortSignal.timeout(ANSWER_MS) })).json());
    return target === undefined ? ['it cannot be looked into'] : await ask(target.webSocketDebuggerUrl);
  } catch (error) {
    return [`it cannot be looked into: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function ask(url: string): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const socket = new WebSocket(url);
  const found: string[] = [];
  const ended = setTimeout(() => resolve(found.length > 0 ? found : ['it answers nothing']), ANSWER_MS);
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const paused = PAUSED.safeParse(message);
    if (paused.success)
      found.push(
        ...paused.data.params.callFrames.map(
          ({ functionName, url: file, location }) => `at ${functionName || '(anonymous)'} ${file}:${location.lineNumber + 1}`,
        ),
      );
    const resources = RESOURCES.safeParse(message);
    if (resources.success) found.push(`open: ${resources.data.result.result.value}`);
  });
  const send = (id: number, method: string, params = {}): void => socket.send(JSON.stringify({ id, method, params }));
  socket.addEventListener('open', () => {
    send(1, 'Debugger.enable');
    send(2, 'Debugger.pause');
    // What spins has stopped by then; what waits runs a line only with this.
    setTimeout(() => {
      send(3, 'Debugger.disable');
      send(4, 'Runtime.evaluate', { expression: "process.getActiveResourcesInfo().join(' ')" });
    }, OPEN_MS);
  });
  return promise.finally(() => {
    clearTimeout(ended);
    socket.close();
  });
}
