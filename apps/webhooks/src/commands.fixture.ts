import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { vi } from 'vitest';

/** The commands that a client sends to MongoDB. */
export interface CountedCommands {
  /** In their order, each by its name and, where it has one, its collection. */
  made(): readonly string[];
  clear(): void;
}

/** Commands of the driver itself, and of health checks. */
const OWN = new Set(['hello', 'ismaster', 'ping', 'endSessions']);

/** Counts from now on. @param client with the option `monitorCommands`. */
export function countCommands(client: MongoClient): CountedCommands {
  let made: string[] = [];
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    const collection: unknown = command[commandName];
    if (!OWN.has(commandName)) made.push(typeof collection === 'string' ? `${commandName} ${collection}` : commandName);
  });
  return {
    made: () => made,
    clear: () => {
      made = [];
    },
  };
}

/** Counts the commands of the next client that connects with `monitorCommands=true` in its URL. */
export function countCommandsOfNext(): () => CountedCommands {
  let counted: CountedCommands | undefined;
  const watch = (): void => {
    const spy = vi.spyOn(MongoClient.prototype, 'connect');
    spy.mockImplementation(async function connectCounted(this: MongoClient) {
      spy.mockRestore();
      const connecting = this.connect();
      if (this.options.monitorCommands) counted = countCommands(this);
      else watch();
      return connecting;
    });
  };
  watch();
  return () => {
    if (!counted) throw new Error('No client has connected');
    return counted;
  };
}
