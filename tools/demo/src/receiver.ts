import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@fulfilment/dev-stack/processes';
import type { Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';

const event = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ id: z.string().optional(), sku: z.string().optional() }),
});
export type ReceivedEvent = z.output<typeof event>;

/** A webhook subscriber of the demo's own. */
export interface Receiver extends Stoppable {
  readonly url: string;
  /**
   * From now on deliveries have to be signed with this secret; what comes before is refused, and comes again.
   *
   * @throws Error for what is no secret of an endpoint.
   */
  trust(secret: string): void;
}

const LOOPBACK = '127.0.0.1';

/**
 * Listens on a free port, answers 204 to what is signed and 401 to what is not, and reports each event once.
 *
 * @param host the name by which senders reach this machine; with any other than 127.0.0.1 it listens on every address.
 */
export async function startReceiver(onEvent: (received: ReceivedEvent) => void, host = LOOPBACK): Promise<Receiver> {
  const port = await freePort();
  const seen = new Set<string>();
  let secret: string | undefined;
  const accept = (rawBody: string): void => {
    const received = event.parse(JSON.parse(rawBody));
    if (seen.has(received.id)) return;
    seen.add(received.id);
    onEvent(received);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const rawBody = await text(request);
    const signed = secret !== undefined && isSigned({ ...signatureOf(request), rawBody, secret });
    response.writeHead(signed ? 204 : 401).end();
    if (signed) accept(rawBody);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, host === LOOPBACK ? LOOPBACK : '0.0.0.0', resolve));
  return {
    url: `http://${host}:${port}/hook`,
    trust: (shown) => {
      requireSecret(shown);
      secret = shown;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function signatureOf({ headers }: IncomingMessage): { readonly header: string; readonly nowSeconds: number } {
  return { header: String(headers['service-signature'] ?? ''), nowSeconds: Math.floor(Date.now() / 1000) };
}

// A signature that is older, or from further ahead, may be a replay.
const TOLERANCE_SECONDS = 300;

/** A delivery as it comes in, with the secret and the time that a receiver checks it by. */
interface SignedDelivery {
  /** `Service-Signature`: `t=<unix seconds>,v1=<hex>`, with one more `v1` for each live secret. */
  readonly header: string;
  /** The body as it came, before any parsing. */
  readonly rawBody: string;
  /** The endpoint's secret as it was shown, `whsec_…`. */
  readonly secret: string;
  readonly nowSeconds: number;
}

/** @throws Error unless it is `whsec_` and the base64 of 16 bytes or more: anyone can sign under an empty one. */
function requireSecret(secret: string): void {
  if (!/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(secret)) throw new Error('The secret of the endpoint is not set');
}

/**
 * True if a delivery was signed with the secret within the last 5 minutes: HMAC-SHA-256 over `<t>.<raw body>`, in hex.
 *
 * @throws Error for what is no secret of an endpoint.
 */
export function isSigned({ header, rawBody, secret, nowSeconds }: SignedDelivery): boolean {
  requireSecret(secret);
  const fields = header.split(',').map((field) => field.split('='));
  const time = fields.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(time) || Math.abs(nowSeconds - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${rawBody}`).digest();
  const signatures = fields.filter(([name]) => name === 'v1').map(([, hex = '']) => Buffer.from(hex, 'hex'));
  return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
