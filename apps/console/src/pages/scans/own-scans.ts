import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { isConnected } from '../../api/connection.ts';
import { accountOperations, operations } from '../../api/operations.ts';
import { useSession } from '../../api/session.ts';
import type { SignedInRecord } from '../../api/types.ts';
import { keptScans } from './kept-scans.ts';
import { type KeptScan, ScanQueue, SignedOut } from './scan-queue.ts';

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
  const queue = queues.get(sender) ?? new ScanQueue({ sender, keeper, send: sendScan });
  queues.set(sender, queue);
  return queue;
}

function senderOf({ account, member }: SignedInRecord): string {
  return `${account.id}/${member.id}`;
}

/**
 * Sends a scan with the session of its sender alone: another window may have signed in as another member since, whose cookie the browser
 * would send. No dialog is opened for it.
 *
 * @throws SignedOut where the session is another one.
 */
export async function sendScan({ id, sender, environment, barcode, type, scannedAt }: KeptScan): Promise<void> {
  if (senderOf(await call(accountOperations.getSession, { isAnonymous: true })) !== sender) throw new SignedOut();
  const body = { barcode, type, scanned_at: scannedAt, client_scan_id: id };
  await call(operations.createScan, { query: { environment }, body, isAnonymous: true });
}
