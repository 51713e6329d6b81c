import { type ReactNode, useEffect, useId, useState } from 'react';
import { useAddressValues } from './address-values.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import type { Choice } from './form.tsx';

const { filters: words } = strings;

/** One filter, by the name that it has in the address and in the query of the API. */
export type Filter =
  | { readonly name: string; readonly label: string; readonly choices: readonly Choice[] }
  | { readonly name: string; readonly label: string; readonly type: 'search' | 'date'; readonly placeholder?: string };

const TYPING_MS = 300;
/** Of the width of a field, which shows the whole of its hint. */
const LEAST_LETTERS = 16;

/**
 * Filters of a list, kept in the address: a link shows the same rows, and back goes to the page before. A phone shows the first, and a
 * button for the others that says how many of them are set.
 */
export function FilterBar({
  filters,
  children,
}: {
  readonly filters: readonly Filter[];
  readonly children?: ReactNode;
}): ReactNode {
  const [values] = useAddressValues();
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...others] = filters;
  const used = others.filter(({ name }) => values[name] !== undefined).length;
  return (
    <search className="filters" data-folds={others.length > 0 && !isOpen}>
      {first && <FilterField filter={first} />}
      {others.length > 0 && (
        <span className="unfold">
          <Button isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {used === 0 ? words.title : words.used(used)}
          </Button>
        </span>
      )}
      {others.map((filter) => (
        <FilterField key={filter.name} filter={filter} />
      ))}
      {children}
    </search>
  );
}

function FilterField({ filter }: { readonly filter: Filter }): ReactNode {
  const id = useId();
  const [{ [filter.name]: value = '' }, change] = useAddressValues();
  const set = (text: string): void => change({ [filter.name]: text });
  return (
    <div className="field">
      <label htmlFor={id}>{filter.label}</label>
      {'choices' in filter ? (
        <select id={id} className="input" value={value} onChange={({ target }) => set(target.value)}>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <TypedFilter id={id} filter={filter} value={value} set={set} />
      )}
    </div>
  );
}

interface TypedFilterProps {
  readonly id: string;
  readonly filter: Exclude<Filter, { readonly choices: readonly Choice[] }>;
  readonly value: string;
  readonly set: (text: string) => void;
}

function TypedFilter({ id, filter, value, set }: TypedFilterProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => set(text), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <input
      id={id}
      className="input"
      type={filter.type}
      value={text}
      {...(filter.type === 'search' ? { size: Math.max(LEAST_LETTERS, (filter.placeholder?.length ?? 0) + 4) } : {})}
      placeholder={filter.placeholder}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
