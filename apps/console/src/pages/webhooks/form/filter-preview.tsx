import type { SubscribableType } from '@fulfilment/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SUBSCRIBABLE_TYPES } from '../../../api/contracts/constants.ts';
import { call } from '../../../api/call.ts';
import { accountOperations, operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { useEventTypes } from '../event-types.ts';
import { strings } from '../webhook-strings.ts';
import type { FilterFindings } from '../webhook-types.ts';

const { filter: words } = strings;

/** Events that a preview tries at most. */
const TRIED = 8;
/** Events that are read from the feed, which begins with the oldest; the last of them are tried. */
const READ = 200;

/** An event as the feed has it, as far as the preview shows it. */
interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
}

interface TriedEvent {
  readonly event: FeedEvent;
  readonly findings: FilterFindings;
}

interface FilterPreviewProps {
  readonly filter: unknown;
  readonly types: readonly string[];
}

/** Tries a filter on events of the feed, on the samples of the catalogue where there are none, and says of each what it found. */
export function FilterPreview({ filter, types }: FilterPreviewProps): ReactNode {
  const [tried, setTried] = useState<string>();
  const asked = JSON.stringify({ filter, types });
  const { data, error, isFetching } = useTries({ filter, types }, tried === asked);
  return (
    <div className="filter-preview">
      <span>
        <Button size="small" isDisabled={isFetching || types.length === 0} onPress={() => setTried(asked)}>
          {words.preview}
        </Button>
      </span>
      <ProblemNotice error={error} />
      {data && tried === asked && (
        <>
          <p role="status">{words.matching(data.filter(({ findings }) => findings.matches).length, data.length)}</p>
          <ul>
            {data.map(({ event, findings }) => (
              <li key={event.id}>
                <StatusBadge tone={findings.matches ? 'good' : 'neutral'}>
                  {findings.matches ? words.sent : words.notSent}
                </StatusBadge>
                <code>{event.type}</code>
                <Time at={event.created_at} isRelative />
                <small>
                  {findings.fields
                    .filter(({ fits }) => !fits)
                    .map(faultOf)
                    .join('; ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function faultOf({ pointer, exists, found }: FilterFindings['fields'][number]): string {
  const path = pointer.slice(1).replaceAll('/', '.');
  return exists ? words.found(path, JSON.stringify(found).slice(0, 60)) : words.nothingAt(path);
}

function useTries({ filter, types }: FilterPreviewProps, isEnabled: boolean): UseQueryResult<TriedEvent[]> {
  const environment = useEnvironment();
  const { data: catalogue = [] } = useEventTypes();
  return useQuery({
    queryKey: ['filter-preview', environment, filter, types],
    enabled: isEnabled,
    retry: false,
    queryFn: async ({ signal }) => {
      const some = types.includes('*') ? {} : { types: inFeed(types) };
      const recent = await call(operations.listEvents, { query: { environment, limit: READ, ...some }, signal });
      const samples = catalogue
        .filter(({ type, selectable }) => selectable && (types.includes('*') || types.includes(type)))
        .map(({ sample }) => sample)
        .filter(isEvent);
      const events = (recent.data.length > 0 ? recent.data : samples).slice(-TRIED);
      return await Promise.all(
        events.map(async (event) => ({
          event,
          findings: await call(accountOperations.testFilter, { query: { environment }, body: { filter, event }, signal }),
        })),
      );
    },
  });
}

/** The selected types that the feed has. */
function inFeed(types: readonly string[]): readonly SubscribableType[] {
  return SUBSCRIBABLE_TYPES.filter((type) => type !== 'endpoint.disabled' && types.includes(type));
}

function isEvent(sample: unknown): sample is FeedEvent {
  return typeof sample === 'object' && sample !== null && 'id' in sample && 'type' in sample && 'created_at' in sample;
}
