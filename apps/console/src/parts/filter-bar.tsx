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

interface FilterBarProps {
  readonly filters: readonly Filter[];
  /** Filters that are seldom used: wide screens too show them at the press of a button, or where one of them is set. */
  readonly seldom?: readonly Filter[];
  readonly children?: ReactNode;
}

/**
 * Filters of a list, kept in the address: a link shows the same rows, and back goes to the page before. A phone shows the first, and a
 * button for the others that says how many of them are set.
 */
export function FilterBar({ filters, seldom = [], children }: FilterBarProps): ReactNode {
  const [values] = useAddressValues();
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...others] = filters;
  const isUsed = ({ name }: Filter): boolean => values[name] !== undefined;
  const used = [...others, ...seldom].filter(isUsed).length;
  const usedSeldom = seldom.filter(isUsed).length;
  // Those that were found set stay in view once they are cleared.
  const [isSeldomSet] = useState(usedSeldom > 0);
  const unfold = (count: number, className: string): ReactNode => (
    <span className={className}>
      <Button isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {count === 0 ? words.title : words.used(count)}
      </Button>
    </span>
  );
  return (
    <search className="filters" data-folds={others.length + seldom.length > 0 && !isOpen}>
      {first && <FilterField filter={first} />}
      {others.length + seldom.length > 0 && unfold(used, 'unfold')}
      {others.map((filter) => (
        <FilterField key={filter.name} filter={filter} />
      ))}
      {seldom.length > 0 && !isSeldomSet && unfold(usedSeldom, 'unfold-seldom')}
      {seldom.map((filter) => (
        <FilterField key={filter.name} filter={filter} isSeldom={!isSeldomSet} />
      ))}
      {children}
    </search>
  );
}

function FilterField({ filter, isSeldom = false }: { readonly filter: Filter; readonly isSeldom?: boolean }): ReactNode {
  const id = useId();
  const [{ [filter.name]: value = '' }, change] = useAddressValues();
  const set = (text: string): void => change({ [filter.name]: text });
  return (
    <div className="field" data-seldom={isSeldom}>
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
