import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { below, keyOf, reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const { getDelivery, getWebhook, getWebhooksOverview, listWebhooks } = accountOperations;

/** How often endpoints and their numbers are read again. */
export const REFRESH_MS = 15_000;

/** The endpoint that the address names. */
export function useEndpoint(): UseQueryResult<WebhookEndpointRecord> {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  return useQuery({
    ...reading(getWebhook, { params: { id }, query: { environment } }),
    refetchInterval: REFRESH_MS,
  });
}

/** Reads endpoints again after a change: the list, and the one that is shown. */
export async function refreshEndpoints(queries: QueryClient): Promise<void> {
  const keys = [keyOf(listWebhooks), keyOf(getWebhook)];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Something that a button does: it runs once at a time, and its failure stays in view. */
export interface Action {
  readonly run: () => void;
  readonly isWorking: boolean;
  readonly error: unknown;
}

const OF_WEBHOOKS = [below(listWebhooks), below(getDelivery), below(getWebhooksOverview)];

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
    await queries.invalidateQueries({ predicate: (query) => OF_WEBHOOKS.some((isBelow) => isBelow(query)) });
  };
  return { ...state, run: () => void run() };
}
