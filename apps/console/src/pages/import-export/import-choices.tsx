import { IMPORT_PRESETS } from '@fulfilment/contracts/import-files';
import { type ReactNode, useId } from 'react';
import { strings } from './file-strings.ts';
import type { ChosenFile } from './import-file.ts';
import {
  AS_THEY_ARE,
  CHARSETS,
  type Charset,
  type ImportOptions,
  knownColumns,
  OWN_MAPPING,
  targetsOf,
} from './import-options.ts';

const { import: words } = strings;

interface ImportChoicesProps {
  readonly chosen: ChosenFile;
  readonly isDisabled: boolean;
  readonly onChange: (options: ImportOptions) => void;
}

const BY = Object.entries(words.bys);
const CHARACTERS = Object.entries(strings.charsets);
const PRESET_NAMES: Readonly<Record<string, string>> = words.presets;
const MAPPINGS = [
  [AS_THEY_ARE, words.asTheyAre],
  ...Object.keys(IMPORT_PRESETS).map((name) => [name, PRESET_NAMES[name] ?? name] as const),
  [OWN_MAPPING, words.own],
] as const;

/** The way in which a file is read, as the member chooses it. */
export function ImportChoices({ chosen, isDisabled, onChange }: ImportChoicesProps): ReactNode {
  const { type, options, header } = chosen;
  const change = (changed: Partial<ImportOptions>): void => onChange({ ...options, ...changed });
  const map = (mapping: string): void => change({ mapping, own: mapping === OWN_MAPPING ? knownColumns(header) : {} });
  return (
    <fieldset className="plain stack" disabled={isDisabled}>
      <div className="filters">
        <Chooser
          label={words.by}
          value={options.by}
          choices={BY}
          onChange={(by) => change({ by: by === 'location' ? by : 'sku' })}
        />
        {type === 'text/csv' && (
          <>
            <Chooser label={words.mapping} value={options.mapping} choices={MAPPINGS} onChange={map} />
            <Chooser
              label={words.charset}
              value={options.charset}
              choices={CHARACTERS}
              onChange={(charset) => change({ charset: charsetNamed(charset) })}
            />
          </>
        )}
      </div>
      {options.mapping === OWN_MAPPING && <OwnColumns chosen={chosen} onChange={(own) => change({ own })} />}
    </fieldset>
  );
}

function charsetNamed(name: string): Charset {
  return CHARSETS.find((charset) => charset === name) ?? 'utf-8';
}

interface ChooserProps {
  readonly label: string;
  readonly value: string;
  readonly choices: ReadonlyArray<readonly [value: string, label: string]>;
  readonly onChange: (value: string) => void;
}

function Chooser({ label, value, choices, onChange }: ChooserProps): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} choices={choices} onChange={onChange} />
    </div>
  );
}

type SelectProps = Omit<ChooserProps, 'label'> & ({ readonly id: string } | { readonly 'aria-label': string });

function Select({ choices, onChange, ...attributes }: SelectProps): ReactNode {
  return (
    <select className="input" {...attributes} onChange={({ target }) => onChange(target.value)}>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface OwnColumnsProps {
  readonly chosen: ChosenFile;
  readonly onChange: (own: ImportOptions['own']) => void;
}

function OwnColumns({ chosen: { header, options }, onChange }: OwnColumnsProps): ReactNode {
  const { own } = options;
  const choose = (column: string, target: string): void => {
    const { [column]: _before, ...others } = own;
    onChange(target === '' ? others : { ...others, [column]: target });
  };
  const targets = targetsOf(options).map((target): [string, string] => {
    const [, unit] = target.split(' ');
    return [target, unit === undefined ? target : words.weightIn(unit)];
  });
  return (
    <div className="table-frame">
      <section className="table-scroll" tabIndex={0} aria-label={words.own}>
        <table className="table" aria-label={words.own}>
          <thead>
            <tr>
              <th scope="col">{words.ownColumns.column}</th>
              <th scope="col">{words.ownColumns.target}</th>
            </tr>
          </thead>
          <tbody>
            {header
              .filter((column) => column !== '')
              .map((column, index) => (
                <tr key={`${index} ${column}`}>
                  <th scope="row">{column}</th>
                  <td>
                    <Select
                      aria-label={words.targetOf(column)}
                      value={own[column] ?? ''}
                      choices={[['', words.notImported], ...targets]}
                      onChange={(target) => choose(column, target)}
                    />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
