import { IDENTITY_HEADER, importReport, type ImportReport, type ProblemDocument, problemDocument } from '@fulfilment/contracts';
import type { EngineAddresses } from '@fulfilment/testing';
import { type Caller, failTheRun, openServiceBed, type ServiceBed, signIdentity, untilReady } from '@fulfilment/service/test-bed';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { SCHEMA } from '../schema.ts';

export interface TextReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface SentText {
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A process of the service, for what is no JSON. */
export interface BulkService extends ServiceBed {
  /** @param to method and path below the version: `GET /inventory/export`. */
  ask(by: Caller, to: string, sent?: SentText): Promise<TextReply>;
  /** The same, before its body is read. */
  open(by: Caller, to: string, sent?: SentText): Promise<Response>;
  /** Imports a file. @throws Error with what came instead of a report. */
  load(
    by: Caller,
    file: string,
    terms?: { readonly dryRun?: boolean; readonly key?: string; readonly type?: string; readonly by?: string },
  ): Promise<ImportReport>;
}

export async function openBulkService(engines: EngineAddresses): Promise<BulkService> {
  const bed = await openServiceBed(engines, SCHEMA);
  const running = await compose(readConfig(bed.env), failTheRun);
  await untilReady(running.internalPort);
  const open: BulkService['open'] = async ({ keyId, accountId, environment, role }, to, { body, headers } = {}) => {
    const [method = '', path = ''] = to.split(' ');
    const token = await signIdentity({ sub: keyId, acc: accountId, env: environment, role }, 'inventory');
    return fetch(`http://127.0.0.1:${running.port}/v1${path}`, {
      method,
      headers: { [IDENTITY_HEADER]: token, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    });
  };
  const ask: BulkService['ask'] = async (by, to, sent) => {
    const response = await open(by, to, sent);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    ...bed,
    open,
    ask,
    load: async (by, body, { dryRun = false, key, type = 'text/csv', by: subject } = {}) => {
      const headers = { 'content-type': type, ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const named = { ...(dryRun && { dry_run: 'true' }), ...(subject !== undefined && { by: subject }) };
      const query = Object.keys(named).length === 0 ? '' : `?${new URLSearchParams(named).toString()}`;
      const { status, text } = await ask(by, `POST /inventory/import${query}`, { body, headers });
      if (status !== 200) throw new Error(`${status}: ${text}`);
      return importReport.parse(JSON.parse(text));
    },
    stop: async () => {
      await running.stop();
      await bed.stop();
    },
  };
}

/** The problem of a refusal. */
export const problemOf = ({ text }: TextReply): ProblemDocument => problemDocument.parse(JSON.parse(text));
