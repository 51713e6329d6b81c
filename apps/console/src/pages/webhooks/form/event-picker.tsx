import type { ReactNode } from 'react';
import type { Form } from '../../../parts/form.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { typesOf } from './endpoint-values.ts';
import { groupsOf, useEventTypes } from '../event-types.ts';
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

function TypeGroups({ types, chosen, choose }: TypeGroupsProps): ReactNode {
  const selectable = types.filter((entry) => entry.selectable);
  const set = (changed: readonly string[], isOn: boolean): void => {
    const after = new Set(chosen);
    for (const type of changed)
      if (isOn) after.add(type);
      else after.delete(type);
    choose(selectable.map(({ type }) => type).filter((type) => after.has(type)));
  };
  return (
    <div className="event-groups">
      {groupsOf(selectable).map(([group, entries]) => {
        const names = entries.map(({ type }) => type);
        const isWhole = names.every((name) => chosen.includes(name));
        return (
          <fieldset key={group}>
            <legend>
              <label>
                <input type="checkbox" checked={isWhole} onChange={() => set(names, !isWhole)} />
                <span>{words.groups[group] ?? group}</span>
              </label>
            </legend>
            {entries.map(({ type, description }) => (
              <label key={type}>
                <input type="checkbox" checked={chosen.includes(type)} onChange={({ target }) => set([type], target.checked)} />
                <code>{type}</code>
                <small>
                  <Prose text={description} />
                </small>
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
