import { type Clock, newId, type Tenant } from '@fulfilment/kernel';
import { checkRules, type CheckSettingsParts, checkUrl } from './check-settings.ts';
import { type Endpoint, type EndpointSettings, UNTRIED } from './domain/endpoint.ts';
import { tooManyEndpoints } from './endpoint-errors.ts';
import type { Author, EndpointStore } from './endpoint-ports.ts';

export interface NewEndpoint extends EndpointSettings {
  readonly tenant: Tenant;
}

export interface AddedEndpoint {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export interface AddEndpointParts extends CheckSettingsParts {
  readonly endpoints: Pick<EndpointStore, 'add'>;
  readonly newSecret: () => string;
  readonly now: Clock;
}

/**
 * @throws AppError `validation_failed` where deliveries must not go to the URL, the filter cannot be read, or the tenant has as
 * many endpoints as it may.
 */
export type AddEndpoint = (asked: NewEndpoint, by: Author) => Promise<AddedEndpoint>;

export function makeAddEndpoint({ endpoints, newSecret, now, ...checks }: AddEndpointParts): AddEndpoint {
  return async (asked, by) => {
    checkRules(asked);
    await checkUrl(asked.url, checks);
    const secret = newSecret();
    const at = now();
    const endpoint: Endpoint = {
      ...asked,
      id: newId('whk'),
      state: { status: 'active' },
      secrets: [{ id: newId('sec'), last4: secret.slice(-4), createdAt: at, endsAt: null }],
      restsUntil: null,
      health: UNTRIED,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    if (!(await endpoints.add(endpoint, secret, by))) throw tooManyEndpoints();
    return { endpoint, secret };
  };
}
