import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { isConnected } from '../../api/connection.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { useSession } from '../../api/session.ts';
import { skuNamed } from '../../api/sku-of-barcode.ts';
import type { ScanRecord, SignedInRecord } from '../../api/types.ts';
import { queueWords as words } from './queue-strings.ts';
import { keptScans } from './kept-scans.ts';
import { CannotRecord, type KeptScan, type ScanAnswer, ScanQueue, SignedOut } from './scan-queue.ts';

const keeper = keptScans();
/** The queues of the members that were signed in while the page is open. */
const queues = new Map<string, ScanQueue>();

/** The queue of the signed-in member. */
export function useScanQueue(): ScanQueue {
  return queueOf(senderOf(useSession()));
}

/** Sends the scans of the signed-in member that wait, on whichever page of the console. */
export function useScanSending(): void {
  const queue = useScanQueue();
  useEffect(() => {
    void queue.start();
    const hurry = (): void => queue.hurry();
    const unsubscribe = isConnected.subscribe(hurry);
    window.addEventListener('online', hurry);
    return () => {
      unsubscribe();
      window.removeEventListener('online', hurry);
      queue.stop();
    };
  }, [queue]);
}

function queueOf(sender: string): ScanQueue {
  const queue = queues.get(sender) ?? new ScanQueue({ sender, keeper, send: sendScan, look: lookAtScan });
  queues.set(sender, queue);
  return queue;
}

/** The account and member of a session, as scans have them. */
export function senderOf({ account, member }: SignedInRecord): string {
  return `${account.id}/${member.id}`;
}

/** The server knows the key of a transfer for at least 24 hours: one that is sent again before that moves its units once. */
const KNOWN_MS = 23 * 3_600_000;

/**
 * Sends a scan with the session of its sender alone: another window may have signed in as another member since, whose cookie the browser
 * would send. No dialog is opened for it.
 *
 * @throws SignedOut where the session is another one, CannotRecord where no other try may do it.
 */
export async function sendScan(scan: KeptScan): Promise<ScanAnswer> {
  await ensureSender(scan);
  const { id, sender, environment, barcode, type, scannedAt, quantity, location, orderId, apply = false } = scan;
  const named = await namedSku(scan);
  if (scan.from !== undefined) await putAway(scan, named);
  const body = {
    barcode,
    type,
    scanned_at: scannedAt,
    client_scan_id: id,
    // Its id, which says no more of a person than other records do.
    operator: sender.split('/').at(-1),
    ...(named === undefined ? {} : { sku: named }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(location === undefined ? {} : { location }),
    ...(orderId === undefined ? {} : { order_id: orderId }),
    ...(apply ? { apply } : {}),
  };
  return await answerOf(scan, await call(operations.createScan, { query: { environment }, body, isAnonymous: true }));
}

/** Reads what became of a scan that was recorded. @throws SignedOut where the session is not that of its sender. */
export async function lookAtScan(scan: KeptScan & { readonly recordId: string }): Promise<ScanAnswer> {
  await ensureSender(scan);
  const request = { params: { id: scan.recordId }, query: { environment: scan.environment }, isAnonymous: true };
  return await answerOf(scan, await call(operations.getScan, request));
}

async function ensureSender({ sender }: KeptScan): Promise<void> {
  if (senderOf(await call(accountOperations.getSession, { isAnonymous: true })) !== sender) throw new SignedOut();
}

async function answerOf(
  { barcode, environment }: KeptScan,
  { id, applied, refusal }: Pick<ScanRecord, 'id' | 'applied' | 'refusal'>,
): Promise<ScanAnswer> {
  const isPending = applied === 'pending';
  const answer = { recordId: id, isPending, refusal: refusal?.detail ?? null };
  if (isPending || refusal !== null) return answer;
  // It is recorded, whether or not its SKU can be read.
  return { ...answer, found: await skuNamed(barcode, environment, true).catch(() => undefined) };
}

/** The SKU that is sent with a scan: the one that the station knew, or, of a change of stock, the one whose code the label has. */
async function namedSku({ sku, barcode, environment, apply = false, from }: KeptScan): Promise<string | undefined> {
  if (sku !== undefined || (!apply && from === undefined)) return sku;
  const found = await skuNamed(barcode, environment, true);
  if (found === null) throw new CannotRecord(words.unknown);
  return from !== undefined || found.sku === barcode ? found.sku : undefined;
}

/** Moves units to a location under the key of their scan. */
async function putAway(
  { id, environment, from = '', location: to = '', quantity = 1, sentAt }: KeptScan,
  sku = '',
): Promise<void> {
  if (sentAt !== undefined && Date.now() - sentAt > KNOWN_MS) throw new CannotRecord(words.tooOld);
  const query = { environment } as const;
  const isId = from.startsWith('loc_');
  const [source] = isId
    ? [{ id: from }]
    : (await call(operations.listLocations, { query: { ...query, path: from, limit: 1 }, isAnonymous: true })).data;
  if (source === undefined) throw new CannotRecord(words.noSuchPlace(from));
  const body = { to, sku, quantity };
  await call(operations.transferStock, { params: { id: source.id }, query, body, idempotencyKey: id, isAnonymous: true });
}
