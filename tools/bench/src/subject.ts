import { join } from 'node:path';
import { IDENTITY_HEADER, operatorOperations } from '@fulfilment/contracts';
import { makeSignIdentity, OperatorClient } from '@fulfilment/identity';
import { loadSecrets } from '@fulfilment/dev-stack/system';
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
  /** Invites an owner. @returns the link of the invitation. */
  readonly invite: () => Promise<string>;
  readonly unsubscribe: (endpointId: string) => Promise<void>;
}

/** The measured system as the benchmark sees it. */
export interface Subject {
  readonly gatewayUrl: string;
  readonly inventoryUrl: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
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
  const sign = await makeSignIdentity({ key: secrets.signingKey, lifetimeSeconds: IDENTITY_SECONDS });
  const urls = {
    gateway: `http://127.0.0.1:${processOf(run, 'gateway').internalPort}`,
    webhooks: processOf(run, 'webhooks').baseUrl,
  };
  const operator = new OperatorClient({ signingKey: secrets.signingKey, urls });
  const newCustomer = async (name: string): Promise<Customer> => {
    const account = await operator.call(operatorOperations.createAccount, { body: { name, plan: 'enterprise' } });
    const issued = await operator.call(operatorOperations.issueKey, {
      body: { account_id: account.id, environment: 'sandbox', role: 'admin', ...NO_LIMIT },
    });
    const claims = { sub: issued.id, acc: account.id, env: 'sandbox', role: 'admin' };
    return {
      accountId: account.id,
      headers: { authorization: `Bearer ${issued.key}`, ...JSON_BODY },
      identity: { [IDENTITY_HEADER]: await sign(claims, 'inventory'), ...JSON_BODY },
      subscribe: async (url) => {
        const body = { account_id: account.id, environment: 'sandbox', url, events: ['scan.completed'] } as const;
        return (await operator.call(operatorOperations.addWebhook, { body })).id;
      },
      invite: async () => {
        const body = { account_id: account.id, email: 'owner@example.com', role: 'owner' } as const;
        return (await operator.call(operatorOperations.inviteMember, { body })).one_time_token.url;
      },
      unsubscribe: async (endpointId) => {
        const query = { account_id: account.id };
        await operator.call(operatorOperations.removeWebhook, { params: { id: endpointId }, query });
      },
    };
  };
  const supervisor: RunningProcess = { name: 'supervisor', kind: 'service', pid: run.pid, baseUrl: run.baseUrl };
  return {
    gatewayUrl: processOf(run, 'gateway').baseUrl,
    inventoryUrl: processOf(run, 'inventory').baseUrl,
    mongodbUrl: processOf(run, 'mongodb').baseUrl,
    redisUrl: processOf(run, 'redis').baseUrl,
    kafkaBrokers: processOf(run, 'kafka').baseUrl,
    processes: [...run.processes, supervisor],
    newCustomer,
  };
}

function processOf({ processes }: Run, name: string): RunningProcess {
  const found = processes.find((one) => one.name === name);
  if (!found) throw new Error(`no process is named ${name}`);
  return found;
}
