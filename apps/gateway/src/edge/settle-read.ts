import { finished } from 'node:stream/promises';
import { CSV, mayDo, type Operation } from '@fulfilment/contracts';
import { systemClock } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import { auditEntry } from '../accounts/account-commands.ts';
import type { AuditEntry } from '../accounts/account-ports.ts';
import type { AddressReads } from '../accounts/address-reads.ts';
import type { AuthorisedCaller } from '../authentication/principal.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';

/** Writes an entry of what changed nothing. */
export type NoteInAuditLog = (entry: AuditEntry) => Promise<void>;

interface SettleParts {
  readonly gate: Gate;
  readonly noteInAuditLog: NoteInAuditLog;
  readonly addressReads: Pick<AddressReads, 'note'>;
  readonly logger: Logger;
}

/** Does what is due once a read has ended, however it ended: charges what it has not reported, and notes who read what. */
export async function settleRead(
  parts: SettleParts,
  exchange: Exchange,
  caller: AuthorisedCaller,
  operation: Operation,
): Promise<void> {
  const { destroyed, headersSent } = exchange.response;
  // Not awaited: of an answer that broke off, the rest is still to be done.
  if (operation.auditedAs && headersSent) void note(parts, exchange, caller, operation.auditedAs);
  const { shownAddresses: orders = 0, client, requestId } = exchange;
  if (orders > 0) parts.addressReads.note({ claims: caller.claims, address: client.address, requestId, orders });
  const { examinedPrice } = operation;
  if (examinedPrice && destroyed && !headersSent) await parts.gate.charge(exchange, examinedPrice.unreported - 1);
}

/** Notes all that went to the client once that has ended, also where it broke off. A note that fails is in the log of the gateway. */
async function note(
  { noteInAuditLog, logger }: SettleParts,
  { answerMeter, client, requestId, response }: Exchange,
  { claims }: AuthorisedCaller,
  action: NonNullable<Operation['auditedAs']>,
): Promise<void> {
  const complete = await finished(response).then(
    () => true,
    () => false,
  );
  const { rows, bytes } = answerMeter?.passed ?? { rows: 0, bytes: 0 };
  if (bytes === 0 || response.statusCode !== 200) return;
  const format = String(response.getHeader('content-type')).split(';')[0];
  const details = {
    format,
    // The first line of CSV names the columns.
    rows: format === CSV ? Math.max(0, rows - 1) : rows,
    bytes,
    with_addresses: mayDo(claims.role, 'orders:read_ship_to'),
    complete,
  };
  const subject = { accountId: claims.acc, environment: claims.env, target: { type: 'account', id: claims.acc } } as const;
  const by = { actor: claims.sub, address: client.address, requestId };
  await noteInAuditLog(auditEntry(action, subject, { by, at: systemClock(), details })).catch((error: unknown) =>
    logger.error({ err: error, requestId, action, ...details }, 'a read was not noted in the audit log'),
  );
}
