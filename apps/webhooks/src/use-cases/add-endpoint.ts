import { type Clock, newId, type Tenant } from '@fulfilment/kernel';
import { type Endpoint, UNTRIED } from '../domain/endpoint.ts';
import { refuseUrl, type UrlRules } from '../domain/target-url.ts';
import { tooManyEndpoints, urlRefused } from './endpoint-errors.ts';
import type { CheckTarget, EndpointStore } from './ports.ts';

export interface NewEndpoint {
  readonly tenant: Tenant;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
}

export interface AddedEndpoint {
  readonly endpoint: Endpoint;
  /** Given out this once. */
  readonly secret: string;
}

export interface AddEndpointParts {
  readonly endpoints: Pick<EndpointStore, 'add'>;
  readonly checkTarget: CheckTarget;
  readonly urlRules: UrlRules;
  readonly newSecret: () => string;
  readonly now: Clock;
}

/** @throws AppError `validation_failed` where deliveries must not go to the URL, or the tenant has as many endpoints as it may. */
export type AddEndpoint = (asked: NewEndpoint) => Promise<AddedEndpoint>;

export function makeAddEndpoint({ endpoints, checkTarget, urlRules, newSecret, now }: AddEndpointParts): AddEndpoint {
  return async (asked) => {
    const complaint = refuseUrl(asked.url, urlRules) ?? (await checkTarget(asked.url));
    if (complaint !== undefined) throw urlRefused(complaint);
    const secret = newSecret();
    const at = now();
    const endpoint: Endpoint = {
      ...asked,
      filter: null,
      ordered: false,
      batch: null,
      maxRate: null,
      id: newId('whk'),
      state: { status: 'active' },
      secrets: [{ id: newId('sec'), last4: secret.slice(-4), createdAt: at, endsAt: null }],
      restsUntil: null,
      health: UNTRIED,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    if (!(await endpoints.add(endpoint, secret))) throw tooManyEndpoints();
    return { endpoint, secret };
  };
}
