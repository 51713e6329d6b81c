import { type Event } from '@fulfilment/client';
import { createHmac, randomInt } from 'node:crypto';
import type { Command } from 'commander';
import { reasonOf, UsageError, webUrl } from '../arguments.ts';
import { type AddCommands, withExamples } from '../command.ts';
import { readFeed, textOfEvent, typesOption } from '../feed.ts';
import { isWebhookSecret, memberOf } from '../profiles.ts';
import { isOfThisMachine, post } from './post.ts';
import type { Session } from '../session.ts';
import { addTriggerCommand } from './trigger-command.ts';

/** As long as the service waits for a receiver. */
const TIMEOUT_MS = 15_000;

interface ListenOptions {
  readonly forwardTo: URL;
  readonly types?: string[];
  readonly since?: string;
  readonly state?: string;
  readonly insecure?: boolean;
}

/** Webhooks for receivers that the service cannot reach, such as the one under development. */
export const addWebhookCommands: AddCommands = (program, perform) => {
  const webhooks = program.command('webhooks').description('Deliveries to a receiver on this machine.');
  withExamples(webhooks.command('listen').description('Forward events to a local receiver, signed as the service signs them.'), [
    'webhooks listen --forward-to http://localhost:3000/hook',
    'webhooks listen --forward-to http://localhost:3000/hook --types order.shipped --since 1h',
    'webhooks listen --forward-to http://localhost:3000/hook --state hook.place',
  ])
    .requiredOption('--forward-to <url>', 'address of the receiver', webUrl)
    .addOption(typesOption())
    .option('--insecure', 'do not check the certificate of a receiver on this machine')
    .option('--since <place>', 'a time, a time ago (10m), an event id, or `oldest`; by default from now on')
    .option('--state <file>', 'file that keeps the position: the next run continues after the last forwarded event')
    .action((options: ListenOptions, command: Command) => perform(command, (session) => listen(session, options)));
  addTriggerCommand(webhooks, perform);
};

async function listen(session: Session, { forwardTo, types, since, state, insecure = false }: ListenOptions): Promise<void> {
  if (insecure && !isOfThisMachine(forwardTo))
    throw new UsageError(`--insecure is for a receiver on this machine, which ${forwardTo.hostname} is not.`);
  const { out, store, terminal } = session;
  const named = terminal.env['FULFILMENT_WEBHOOK_SECRET']?.trim();
  if (named && !isWebhookSecret(named))
    throw new UsageError('FULFILMENT_WEBHOOK_SECRET must be `whsec_` and the base64 of 24 bytes or more.');
  const secret = named || (await store.webhookSecret());
  await session.client();
  if (out.json) await out.document({ kind: 'listening', forward_to: forwardTo.href, secret });
  else
    await out.lines([
      `Events are forwarded to ${forwardTo.href}, each once.`,
      `Secret of the receiver, the same at every run: ${out.paint('bold', secret)}`,
      `  verifyWebhook(rawBody, headers, '${secret}')   in the client library, or WEBHOOK_SECRET=… of its examples`,
    ]);
  await readFeed(session, { since, types, state, follow: true }, async (event) => {
    const forwarded = await forward(event, { url: forwardTo, secret, signal: session.signal, isInsecure: insecure });
    if (out.json) return out.document({ kind: 'delivery', event_id: event.id, type: event.type, ...forwarded });
    const isGood = forwarded.status !== null && forwarded.status >= 200 && forwarded.status < 300;
    const answer = out.paint(
      isGood ? 'green' : 'red',
      forwarded.status === null ? `no answer: ${forwarded.error}` : String(forwarded.status),
    );
    await out.line(`${textOfEvent(out, event)}  → ${answer} in ${forwarded.ms} ms`);
  });
}

/** The answer of a receiver. */
interface ForwardResult {
  /** Null without an answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

interface Forwarding {
  readonly url: URL;
  readonly secret: string;
  readonly signal: AbortSignal;
  readonly isInsecure: boolean;
}

/** Delivers one event once. A redirect is not followed: it is a failure for the service too. */
async function forward(event: Event, { url, secret, signal, isInsecure }: Forwarding): Promise<ForwardResult> {
  const body = JSON.stringify(event);
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  try {
    const status = await post({
      url,
      headers: deliveryHeaders({ id: event.id, type: event.type, body, secret, at: new Date() }),
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      isInsecure,
    });
    return { status, error: null, ms: elapsed() };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, error: reasonOf(memberOf(error, 'cause') ?? error), ms: elapsed() };
  }
}

/** A delivery to be signed. */
export interface Signed {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly secret: string;
  readonly at: Date;
}

/** The headers of a delivery, as the service makes them: both forms of the signature. */
export function deliveryHeaders({ id, type, body, secret, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const base64 = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'fulfil-webhooks-listen',
    'Service-Signature': `t=${timestamp},v1=${hex}`,
    'Service-Event-Id': id,
    'Service-Event-Type': type,
    'Service-Delivery-Id': newDeliveryId(),
    'Service-Attempt': '1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${base64}`,
  };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function newDeliveryId(): string {
  return `dlv_0${Array.from({ length: 25 }, () => CROCKFORD.charAt(randomInt(32))).join('')}`;
}
