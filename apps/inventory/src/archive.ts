import { ConfigError } from '@fulfilment/config';
import { MIGRATE_COMMAND, openFence, type RaiseOptions, readStatus } from '@fulfilment/mongo';
import { type ArchiveLedger, makeArchiveLedger } from './ledger/archive-ledger.ts';
import { makeArchiveStore } from './ledger/archive-store.ts';
import { COLD_STORAGE, SCHEMA } from './schema.ts';

export {
  ARCHIVE_RATE,
  type ArchiveLedger,
  type ArchiveReport,
  type ArchiveRequest,
  MIN_ARCHIVE_DAYS,
} from './ledger/archive-ledger.ts';

/**
 * The moving of ledgers to cold storage, for the operator's command.
 *
 * @throws ConfigError where the store lacks cold storage, a migration was broken off, or a later release has shut out this one.
 */
export async function openArchive(
  options: Pick<RaiseOptions, 'db' | 'progress' | 'settleMs'> & { readonly batch?: number },
): Promise<ArchiveLedger> {
  const { batch, ...store } = options;
  const { version, running, database } = await readStatus(store.db, SCHEMA);
  if (version < COLD_STORAGE || running)
    throw new ConfigError(
      `The store of inventory (database ${database}) is at schema version ${version}${running ? ', with a migration under way' : ''}; ` +
        `cold storage needs ${COLD_STORAGE}. Run: ${MIGRATE_COMMAND}`,
    );
  const fence = await openFence(store.db, { ...SCHEMA, needs: COLD_STORAGE });
  return makeArchiveLedger(makeArchiveStore({ ...store, fence, schema: SCHEMA, version: COLD_STORAGE }), batch);
}
