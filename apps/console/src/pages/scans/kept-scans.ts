import { type KeptScan, type ScanKeeper, STATION_TYPES } from './scan-queue.ts';

const DATABASE = 'fulfilment';
const VERSION = 1;
const SCANS = 'scans';
const BY_ID = 'id';

/** Keeps scans in the browser's database. Each call fails where the browser has none, such as in some private windows. */
export function keptScans(): ScanKeeper {
  let opened: Promise<IDBDatabase> | undefined;
  const scansFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= openDatabase();
    return (await opened).transaction(SCANS, mode, { durability: 'strict' }).objectStore(SCANS);
  };
  return {
    all: async () => {
      const found: readonly unknown[] = await resultOf((await scansFor('readonly')).getAll());
      return found.filter(isKeptScan);
    },
    put: async (scan) => {
      const scans = await scansFor('readwrite');
      const key = await resultOf(scans.index(BY_ID).getKey(scan.id));
      await ended(scans, () => (key === undefined ? scans.add(scan) : scans.put(scan, key)));
    },
    remove: async (id) => {
      const scans = await scansFor('readwrite');
      const key = await resultOf(scans.index(BY_ID).getKey(id));
      if (key !== undefined) await ended(scans, () => scans.delete(key));
    },
  };
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.addEventListener('upgradeneeded', () => {
    // Keys count up: they keep the order of scanning, also of two windows.
    opening.result.createObjectStore(SCANS, { autoIncrement: true }).createIndex(BY_ID, 'id', { unique: true });
  });
  return await resultOf(opening);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(failureOf(request)));
  });
}

/** Makes a change, and waits until the browser has written it. */
function ended({ transaction }: IDBObjectStore, change: () => IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = change();
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(failureOf(request)));
  });
}

function failureOf({ error }: IDBRequest): Error {
  return error ?? new Error('The database of the browser failed');
}

/** True for a record of this release; one of another is left where it is. */
function isKeptScan(value: unknown): value is KeptScan {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const hasTexts = ['id', 'sender', 'barcode', 'scannedAt'].every((name) => typeof fields[name] === 'string');
  const { type, environment, refusal } = fields;
  const isKnown = isOf(STATION_TYPES, type) && isOf(['sandbox', 'production'], environment);
  return hasTexts && isKnown && (refusal === null || typeof refusal === 'string');
}

function isOf(values: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && values.includes(value);
}
