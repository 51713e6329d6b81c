import { finished } from 'node:stream/promises';
import { type ActingRole, CSV, mayDo, type Operation } from '@fulfilment/contracts';
import { parseBody } from '@fulfilment/http';
import { systemClock } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import { z } from 'zod';
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

/** Does what is due once a request has ended, however it ended: charges what a read has not reported, and notes who did what. */
export async function settle(
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

type Audited = NonNullable<Operation['auditedAs']>;

/**
 * Notes a success once its answer has gone to the client, also where that broke off. It never throws: what could not be noted is in the
 * log of the gateway.
 */
async function note(
  { noteInAuditLog, logger }: SettleParts,
  exchange: Exchange,
  { claims }: AuthorisedCaller,
  action: Audited,
): Promise<void> {
  const { client, requestId, response } = exchange;
  const facts: Record<string, unknown> = { requestId, action };
  const complete = await finished(response).then(
    () => true,
    () => false,
  );
  if (response.statusCode !== 200) return;
  try {
    const details = action === 'orders.exported' ? exported(exchange, claims.role, complete) : changed(exchange);
    if (!details) return;
    Object.assign(facts, details);
    const subject = { accountId: claims.acc, environment: claims.env, target: { type: 'account', id: claims.acc } } as const;
    const by = { actor: claims.sub, address: client.address, requestId };
    await noteInAuditLog(auditEntry(action, subject, { by, at: systemClock(), details }));
  } catch (error) {
    logger.error({ err: error, ...facts }, 'a success was not recorded in the audit log');
  }
}

type Details = Readonly<Record<string, unknown>>;

/** All that went to the client; undefined where nothing did. */
function exported({ answerMeter, response }: Exchange, role: ActingRole, complete: boolean): Details | undefined {
  const { rows, bytes } = answerMeter?.passed ?? { rows: 0, bytes: 0 };
  if (bytes === 0) return undefined;
  const format = String(response.getHeader('content-type')).split(';')[0];
  return {
    format,
    // The first line of CSV names the columns.
    rows: format === CSV ? Math.max(0, rows - 1) : rows,
    bytes,
    with_addresses: mayDo(role, 'orders:read_ship_to'),
    complete,
  };
}

/** The members of the body, which the service has taken; undefined where it has none, and for an answer of before. */
function changed({ body, response }: Exchange): Details | undefined {
  if (response.hasHeader('idempotency-replayed') || !body) return undefined;
  const members = z.record(z.string(), z.unknown()).parse(parseBody(body));
  return Object.keys(members).length > 0 ? members : undefined;
}
