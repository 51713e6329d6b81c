import { parseEnv } from '@fulfilment/config';
import { operatorOperations } from '@fulfilment/contracts';
import { OperatorClient } from '@fulfilment/identity';
import { z } from 'zod';
import { takeTour } from './tour.ts';

/** The settings of the demo on a system that runs elsewhere; `‹variable›_FILE` may name a file that holds a value. */
const Env = z.object({
  FULFILMENT_URL: z.url('is required, the address of the gateway without a path').describe('Where clients reach the gateway.'),
  GATEWAY_INTERNAL_URL: z.url('is required, a URL').describe('Internal port of a gateway.'),
  WEBHOOKS_URL: z.url('is required, a URL').describe('API port of webhooks.'),
  JWT_PRIVATE_KEY: z
    .string('is required, a private JWK')
    .transform((text) =>
      z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string(), kid: z.string() }).parse(JSON.parse(text)),
    )
    .describe('The key by which the system verifies its operator.'),
  RECEIVER_HOST: z.string().default('127.0.0.1').describe('The name by which webhooks reach the receiver of the demo.'),
});

/**
 * Shows the system that the environment names, with an account and a key of its own, which end with the demo.
 *
 * @throws ConfigError for settings that are missing; Error that says what went wrong.
 */
async function demoOnNamedSystem(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<void> {
  const settings = parseEnv(Env, env);
  const urls = { gateway: settings.GATEWAY_INTERNAL_URL, webhooks: settings.WEBHOOKS_URL };
  const operator = new OperatorClient({ signingKey: settings.JWT_PRIVATE_KEY, urls });
  const { id: accountId } = await operator.call(operatorOperations.createAccount, {
    body: { name: 'Demo', plan: 'evaluation' },
  });
  const body = { account_id: accountId, environment: 'sandbox', role: 'admin', name: 'demo' } as const;
  const { id, key } = await operator.call(operatorOperations.issueKey, { body });
  try {
    const baseUrl = settings.FULFILMENT_URL.replace(/\/+$/, '');
    await takeTour({ baseUrl, demo: { accountId, key }, operator, print, receiverHost: settings.RECEIVER_HOST });
    print('Done.');
  } finally {
    await operator.call(operatorOperations.revokeKey, { params: { id } });
  }
}

try {
  await demoOnNamedSystem(process.env, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
