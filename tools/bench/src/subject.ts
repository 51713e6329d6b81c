import { join } from 'node:path';
import { accountRecord, addedWebhook, IDENTITY_HEADER, issuedKey, webhookRecord } from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/identity';
import { loadSecrets, makeOperatorClient, type OperatorClient } from '@fulfilment/dev-stack/system';
import { readRun, type Run, type RunningProcess } from '@fulfilment/dev-stack/run-file';

/** An account of the measured system. */
export interface Customer {
  readonly accountId: string;
  /** Headers by which the gateway lets a request in, whatever the rate. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers by which the inventory service lets it in, without a gateway. */
  readonly identity: Readonly<Record<string, string>>;
  /** Registers a subscriber of scans. @returns the endpoint's id. */
  readonly subscribe: (url: string) => Promise<string>;
  readonly unsubscribe: (endpointId: string) => Promise<void>;
}

/** The measured system as the benchmark sees it. */
export interface Subject {
  readonly gatewayUrl: string;
  readonly inventoryUrl: string;
  readonly mongodbUrl: string;
  /** `host:port`, with commas between. */
  readonly kafkaBrokers: string;
  /** All that runs, the supervisor too. */
  readonly processes: readonly RunningProcess[];
  readonly newCustomer: (name: string) => Promise<Customer>;
}

const NO_LIMIT = { burst: 1_000_000, rate: 1_000_000 } as const;
const JSON_BODY = { 'content-type': 'application/json' } as const;
/** Longer than a benchmark takes. */
const IDENTITY_SECONDS = 3_600;

/** @throws Error if nothing runs on the folder. */
export async function openSubject(folder: string): Promise<Subject> {
  const dataDir = join(folder, 'data');
  const run = await readRun(dataDir);
  if (!run) throw new Error(`nothing runs on ${dataDir}`);
  const secrets = await loadSecrets(dataDir);
  const operate = await makeOperatorClient(secrets);
  const sign = await makeSignIdentity({ key: secrets.signingKey, lifetimeSeconds: IDENTITY_SECONDS });
  const operator = `http://127.0.0.1:${processOf(run, 'gateway').internalPort}/operator/v1`;
  const webhooks = `${processOf(run, 'webhooks').baseUrl}/operator/v1/webhooks`;
  const newCustomer = async (name: string): Promise<Customer> => {
    const account = await operate({
      audience: 'gateway',
      method: 'POST',
      url: `${operator}/accounts`,
      body: { name, plan: 'enterprise' },
      answer: accountRecord,
    });
    const body = { account_id: account.id, environment: 'sandbox', role: 'admin', ...NO_LIMIT };
    const issued = await operate({ audience: 'gateway', method: 'POST', url: `${operator}/keys`, body, answer: issuedKey });
    const claims = { sub: issued.id, acc: account.id, env: 'sandbox', role: 'admin' };
    return {
      accountId: account.id,
      headers: { authorization: `Bearer ${issued.key}`, ...JSON_BODY },
      identity: { [IDENTITY_HEADER]: await sign(claims, 'inventory'), ...JSON_BODY },
      ...subscribing(operate, webhooks, account.id),
    };
  };
  const supervisor: RunningProcess = { name: 'supervisor', kind: 'service', pid: run.pid, baseUrl: run.baseUrl };
  return {
    gatewayUrl: processOf(run, 'gateway').baseUrl,
    inventoryUrl: processOf(run, 'inventory').baseUrl,
    mongodbUrl: processOf(run, 'mongodb').baseUrl,
    kafkaBrokers: processOf(run, 'kafka').baseUrl,
    processes: [...run.processes, supervisor],
    newCustomer,
  };
}

type Subscribing = Pick<Customer, 'subscribe' | 'unsubscribe'>;

function subscribing(operate: OperatorClient, webhooks: string, accountId: string): Subscribing {
  const audience = 'webhooks';
  return {
    subscribe: async (url) => {
      const body = { account_id: accountId, environment: 'sandbox', url, events: ['scan.completed'] };
      const { id } = await operate({ audience, method: 'POST', url: webhooks, body, answer: addedWebhook });
      return id;
    },
    unsubscribe: async (endpointId) => {
      const url = `${webhooks}/${endpointId}?account_id=${accountId}`;
      await operate({ audience, method: 'DELETE', url, answer: webhookRecord });
    },
  };
}

function processOf({ processes }: Run, name: string): RunningProcess {
  const found = processes.find((one) => one.name === name);
  if (!found) throw new Error(`no process is named ${name}`);
  return found;
}
