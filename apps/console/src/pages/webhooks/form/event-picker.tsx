import { type ReactNode, useId, useState } from 'react';
import type { Form } from '../../../parts/form.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { typesOf } from './endpoint-values.ts';
import { groupsOf, matchingTypes, useEventTypes } from '../event-types.ts';
import { Prose } from '../prose.tsx';
import { strings } from '../webhook-strings.ts';
import type { EventTypeEntry } from '../webhook-types.ts';

const { form: words } = strings;

/** The event types of an endpoint: all of them, or some of the catalogue. */
export function EventPicker({ form }: { readonly form: Form<'events'> }): ReactNode {
  const { data: types, error } = useEventTypes();
  const chosen = typesOf(form.values.events);
  const isAll = chosen.includes('*');
  const fault = form.errors['events'];
  return (
    <fieldset className="field">
      <legend className="label">{words.events}</legend>
      <div className="choices">
        {[true, false].map((all) => (
          <label key={String(all)}>
            <input type="radio" name="events" checked={isAll === all} onChange={() => form.set('events', all ? '*' : '')} />
            <span>{all ? words.allEvents : words.someEvents}</span>
            <small>{all ? words.allEventsHint : words.someEventsHint}</small>
          </label>
        ))}
      </div>
      {fault !== undefined && <span className="error">{fault}</span>}
      <ProblemNotice error={error} />
      {!isAll && types && <TypeGroups types={types} chosen={chosen} choose={(some) => form.set('events', some.join(' '))} />}
    </fieldset>
  );
}

interface TypeGroupsProps {
  readonly types: readonly EventTypeEntry[];
  readonly chosen: readonly string[];
  readonly choose: (types: readonly string[]) => void;
}

/** The types by group, each folded until it is opened; a search shows the types that match alone. */
function TypeGroups({ types, chosen, choose }: TypeGroupsProps): ReactNode {
  const id = useId();
  const [search, setSearch] = useState('');
  const selectable = types.filter((entry) => entry.selectable);
  const wanted = search.trim();
  const groups = groupsOf(matchingTypes(selectable, search));
  const set: SetTypes = (changed, isOn) => {
    const after = new Set(chosen);
    for (const type of changed)
      if (isOn) after.add(type);
      else after.delete(type);
    choose(selectable.map(({ type }) => type).filter((type) => after.has(type)));
  };
  return (
    <div className="event-groups">
      <div className="field">
        <label htmlFor={id}>{words.searchTypes}</label>
        <input
          id={id}
          className="input"
          type="search"
          value={search}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // Enter is not to send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <p className="hint" role="status">
        {groups.length === 0 ? words.noTypes : words.chosenTypes(chosen.length, selectable.length)}
      </p>
      {groups.map(([group, entries]) => (
        <TypeGroup key={group} group={group} entries={entries} chosen={chosen} set={set} isFound={wanted !== ''} />
      ))}
    </div>
  );
}

type SetTypes = (types: readonly string[], isOn: boolean) => void;

interface TypeGroupProps {
  readonly group: string;
  /** Those that the search leaves: the box of the group is about them. */
  readonly entries: readonly EventTypeEntry[];
  readonly chosen: readonly string[];
  readonly set: SetTypes;
  /** True while a search has found its types, which are shown then. */
  readonly isFound: boolean;
}

function TypeGroup({ group, entries, chosen, set, isFound }: TypeGroupProps): ReactNode {
  const names = entries.map(({ type }) => type);
  const count = names.filter((name) => chosen.includes(name)).length;
  const isWhole = count === names.length;
  const [isUnfolded, setIsUnfolded] = useState(count > 0 && !isWhole);
  const isOpen = isFound || isUnfolded;
  const title = words.groups[group] ?? group;
  return (
    <div role="group" aria-label={title}>
      <div className="event-group-head">
        <input
          type="checkbox"
          aria-label={words.wholeGroup(title)}
          checked={isWhole}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isWhole;
          }}
          onChange={() => set(names, !isWhole)}
        />
        <button type="button" aria-expanded={isOpen} disabled={isFound} onClick={() => setIsUnfolded(!isUnfolded)}>
          <span className="event-group-title">{title}</span> <span className="quiet">{words.someOf(count, names.length)}</span>
          <span className="fold" aria-hidden="true">
            ▸
          </span>
        </button>
      </div>
      {isOpen &&
        entries.map(({ type, description }) => (
          <label key={type}>
            <input type="checkbox" checked={chosen.includes(type)} onChange={({ target }) => set([type], target.checked)} />
            <code>{type}</code>
            <small>
              <Prose text={description} />
            </small>
          </label>
        ))}
    </div>
  );
}
