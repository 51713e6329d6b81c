import { type Document, type Db, MongoClient } from 'mongodb';

/** Index keys and documents that the server examines for a read. */
export interface Examined {
  readonly keys: number;
  readonly documents: number;
}

export interface WatchedDatabase {
  readonly db: Db;
  /** Leaves out what was read so far. */
  forget(): void;
  /** Sums over every read since, as the server explains them. */
  examined(): Promise<Examined>;
  stop(): Promise<void>;
}

/** The same database over a connection that remembers what it reads. */
export async function watchDatabase({ databaseName }: Db, url: string): Promise<WatchedDatabase> {
  const client = await new MongoClient(url, { monitorCommands: true, ignoreUndefined: true }).connect();
  const db = client.db(databaseName);
  const reads: Document[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'aggregate' || commandName === 'find') reads.push(command);
  });
  return {
    db,
    forget: () => void reads.splice(0),
    examined: async () => {
      const all = await Promise.all(reads.splice(0).map((read) => explained(db, read)));
      return {
        keys: all.reduce((sum, { keys }) => sum + keys, 0),
        documents: all.reduce((sum, { documents }) => sum + documents, 0),
      };
    },
    stop: () => client.close(),
  };
}

/** Without what belongs to its session. */
async function explained(db: Db, command: Document): Promise<Examined> {
  const { lsid: _session, $clusterTime: _time, $db: _name, readConcern: _level, ...read } = command;
  const plan = await db.command({ explain: read, verbosity: 'executionStats' });
  const stages: readonly Document[] = Array.isArray(plan['stages']) ? plan['stages'] : [{ $cursor: plan }];
  const stats = stages.flatMap((stage): Document[] => stage['$cursor']?.['executionStats'] ?? (stage['$lookup'] ? [stage] : []));
  return {
    keys: stats.reduce((sum, { totalKeysExamined }) => sum + Number(totalKeysExamined), 0),
    documents: stats.reduce((sum, { totalDocsExamined }) => sum + Number(totalDocsExamined), 0),
  };
}
