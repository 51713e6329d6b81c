import { type MoveOutcome, moveOutcome } from '@fulfilment/contracts';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { AppliedScans, ScanOutcome } from '../scans/scan-ports.ts';

/** What inventory says of scans; what it says of orders is theirs. */
export const decodeMoveOutcome = decodeTyped(moveOutcome, ['move']);

/** Notes what became of scans. Order and repetition do not matter: the first outcome of a scan stands. */
export function handleMoveOutcomes(scans: AppliedScans) {
  return async (batch: readonly Received<MoveOutcome>[]): Promise<void> => {
    await scans.settle(batch.map(({ message }) => toOutcome(message)));
  };
}

function toOutcome(message: MoveOutcome): ScanOutcome {
  const { account_id: accountId, environment, scan_id: scanId } = message;
  return { tenant: { accountId, environment }, scanId, refusal: refusalIn(message) };
}

function refusalIn({ accepted, code, detail, errors, at }: MoveOutcome): ScanOutcome['refusal'] {
  if (accepted) return null;
  return { code: code ?? 'internal', detail: detail ?? 'Inventory refused the movement.', errors: errors ?? [], at };
}
