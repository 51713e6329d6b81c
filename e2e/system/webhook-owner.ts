import { type CreateWebhookBody, webhookEndpoint, webhookWithSecret } from '@fulfilment/contracts';
import type { z } from 'zod';

type Endpoint = z.output<typeof webhookEndpoint>;
type EndpointWithSecret = z.output<typeof webhookWithSecret>;

/** The requests of an account's owner for webhook endpoints, over the account API. @throws Error (each) where it is refused. */
export interface WebhookOwner {
  add(endpoint: Pick<CreateWebhookBody, 'url' | 'events' | 'ordered'>): Promise<EndpointWithSecret>;
  pause(id: string): Promise<Endpoint>;
  /** Resumes the endpoint, and sends its held deliveries. */
  resume(id: string): Promise<Endpoint>;
  /** @param overlapSeconds for which the secret before signs too; 0: not any more. */
  rotate(id: string, overlapSeconds: number): Promise<EndpointWithSecret>;
}

/** @param baseUrl of the system, without a path. */
export function makeWebhookOwner(baseUrl: string, key: string): WebhookOwner {
  const post = async <Schema extends z.ZodType>(path: string, body: unknown, answer: Schema): Promise<z.output<Schema>> => {
    const response = await fetch(`${baseUrl}/account/v1/webhooks${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST /webhooks${path} was answered with ${response.status}: ${text}`);
    return answer.parse(JSON.parse(text));
  };
  return {
    add: (endpoint) => post('', endpoint, webhookWithSecret),
    pause: (id) => post(`/${id}/pause`, undefined, webhookEndpoint),
    resume: (id) => post(`/${id}/resume`, { held: 'deliver' }, webhookEndpoint),
    rotate: (id, overlapSeconds) => post(`/${id}/secret/rotate`, { overlap_seconds: overlapSeconds }, webhookWithSecret),
  };
}
