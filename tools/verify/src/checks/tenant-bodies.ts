import { z } from 'zod';
import { OUTBOXES } from '../documents.ts';
import { jsonOrNothing } from '../json-or-nothing.ts';
import type { Look } from '../look.ts';
import { EVENT_BODIES } from '../webhook-documents.ts';

const addressed = z.object({ account_id: z.string(), environment: z.string() });

/** Holds that what is said under a tenant's key tells of that tenant. */
export async function bodiesKeepToTheirs({ rows, findings }: Look): Promise<void> {
  const compare = (what: string, message: Message): void => {
    findings.compared('bodies');
    const fault = faultOf(message);
    if (fault !== undefined) findings.differs(`${what} of ${message.tenant}: ${fault}`);
  };
  for (const outbox of OUTBOXES) {
    for await (const { id, tenant, key, value } of rows(outbox)) compare(`message ${id}`, { tenant, key, body: value });
  }
  for await (const { id, ...event } of rows(EVENT_BODIES)) compare(`event ${id}`, event);
}

interface Message {
  readonly tenant: string;
  readonly key: string;
  readonly body: string;
}

function faultOf({ tenant, key, body }: Message): string | undefined {
  if (key !== tenant && !key.startsWith(`${tenant}|`)) return `its key is ${key}`;
  const parsed = addressed.safeParse(jsonOrNothing(body));
  if (!parsed.success) return 'its body names no tenant';
  const { account_id: account, environment } = parsed.data;
  return `${account}:${environment}` === tenant ? undefined : `its body is of ${account}:${environment}`;
}
