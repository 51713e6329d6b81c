import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/client.ts';
import { useEnvironment } from '../../api/session.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const REFRESH_MS = 15_000;

/** The endpoint that the address names. */
export function useEndpoint(): UseQueryResult<WebhookEndpointRecord> {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  return useQuery({
    queryKey: ['/account/v1/webhooks', id, environment],
    queryFn: ({ signal }) => send<WebhookEndpointRecord>({ path: `/account/v1/webhooks/${id}`, query: { environment }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Something that a button does: it runs once at a time, and its failure stays in view. */
export interface Action {
  readonly run: () => void;
  readonly isWorking: boolean;
  readonly error: unknown;
}

/** An action of a page of webhooks, after which all that the page shows is read again. */
export function useAction(act: () => Promise<unknown>): Action {
  const queries = useQueryClient();
  const [state, setState] = useState<Pick<Action, 'isWorking' | 'error'>>({ isWorking: false, error: undefined });
  const run = async (): Promise<void> => {
    setState({ isWorking: true, error: undefined });
    try {
      await act();
      setState({ isWorking: false, error: undefined });
    } catch (error) {
      setState({ isWorking: false, error });
    }
    await queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isOfWebhooks(path) });
  };
  return { ...state, run: () => void run() };
}

function isOfWebhooks(path: unknown): boolean {
  return typeof path === 'string' && /^\/account\/v1\/(?:webhooks|deliveries|overview\/webhooks)/.test(path);
}
