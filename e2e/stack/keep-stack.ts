import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docker, edgeOfStack, stack, STACK_HOME } from '@fulfilment/deploy/stack';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { failRun } from '../system/keep-shared-system.ts';
import type { StackPlace } from '../system/shared-system.ts';
import { differencesIn } from '../system/start-test-system.ts';

const signingKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string(), kid: z.string() });
const networks = z.record(z.string(), z.object({ IPAddress: z.string(), Gateway: z.string() }));

let folder: string | undefined;
let mongodbUrl: string | undefined;

/**
 * Provides the stack that runs by deploy/compose, in the place of the shared system. Clients come through its edge and trust its
 * authority; the operator's calls and the checks of the stores go to the containers, which the host reaches in their networks.
 *
 * @throws Error where the stack does not run.
 */
export async function setup(project: TestProject): Promise<void> {
  const { port, certificate } = await edgeOfStack();
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-stack-'));
  // Workers take over the environment of this process.
  process.env.NODE_EXTRA_CA_CERTS = join(folder, 'edge.crt');
  await writeFile(process.env.NODE_EXTRA_CA_CERTS, certificate);
  const [gateway, webhooks, mongodb] = await Promise.all([
    placeIn('back', 'gateway'),
    placeIn('back', 'webhooks'),
    placeIn('engines', 'mongodb'),
  ]);
  process.env.RECEIVER_ADDRESS = (await placeIn('egress', 'webhooks')).Gateway;
  const url = new URL(await secret('mongodb-url-admin'));
  const place: StackPlace = {
    baseUrl: `https://localhost:${port}`,
    signingKey: signingKey.parse(JSON.parse(await secret('jwt-private-key'))),
    urls: { gateway: `http://${gateway.IPAddress}:9090`, webhooks: `http://${webhooks.IPAddress}:8080` },
    mongodbUrl: `mongodb://${url.username}:${url.password}@${mongodb.IPAddress}:27017/?authSource=admin&directConnection=true`,
  };
  ({ mongodbUrl } = place);
  project.provide('stack', place);
}

/** Holds the invariants against the stores, where a difference fails the run, and removes the certificate. */
export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  const differences = mongodbUrl === undefined ? [] : await differencesIn({ mongodbUrl }, '');
  if (differences.length > 0) failRun(`The stores of the stack differ:\n${differences.join('\n')}`);
}

function secret(name: string): Promise<string> {
  return readFile(join(STACK_HOME, 'secrets', name), 'utf8');
}

/** The addresses of the first container of a service in one of the stack's networks. @throws Error where it is not in it. */
async function placeIn(network: string, service: string): Promise<z.output<typeof networks>[string]> {
  const [container = ''] = (await stack('ps', '--quiet', service)).split('\n');
  const found = networks.parse(JSON.parse(await docker('inspect', '--format', '{{json .NetworkSettings.Networks}}', container)));
  const place = found[`fulfilment_${network}`];
  if (place === undefined) throw new Error(`${service} is not in the network ${network}`);
  return place;
}
