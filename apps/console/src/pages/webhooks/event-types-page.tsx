import './webhooks.css';
import { type ReactNode, useId, useState } from 'react';
import { CodeBlock } from '../../parts/copy.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { groupsOf, matchingTypes, useEventTypes } from './event-types.ts';
import { Prose } from './prose.tsx';
import { strings } from './webhook-strings.ts';
import type { EventTypeEntry } from './webhook-types.ts';

const { catalogue: words } = strings;

/** Every type of event, with a sample as it is delivered. */
export function EventTypesPage(): ReactNode {
  const { data: types = [], error, refetch } = useEventTypes();
  const id = useId();
  const [search, setSearch] = useState('');
  const found = matchingTypes(types, search);
  return (
    <div className="stack">
      <PageHeader title={words.title} lead={words.lead} />
      <search className="field catalogue-search">
        <label htmlFor={id}>{strings.form.searchTypes}</label>
        <input id={id} className="input" type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        <span className="hint" role="status">
          {types.length > 0 && found.length === 0 && strings.form.noTypes}
        </span>
      </search>
      <ProblemNotice error={error} onRetry={() => void refetch()} />
      {groupsOf(found).map(([group, entries]) => (
        <section key={group} className="stack" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{strings.form.groups[group] ?? group}</h2>
          <div className="panel catalogue">
            {entries.map((entry) => (
              <EventType key={entry.type} entry={entry} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function EventType({ entry: { type, description, in_feed: isInFeed, sample } }: { readonly entry: EventTypeEntry }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <code>{type}</code>
        <span>
          <Prose text={description} />
        </span>
        {!isInFeed && <small className="quiet">{words.notInFeed}</small>}
      </summary>
      {isOpen && <CodeBlock code={JSON.stringify(sample, null, 2)} label={words.sampleOf(type)} />}
    </details>
  );
}
