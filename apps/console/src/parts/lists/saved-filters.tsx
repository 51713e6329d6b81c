import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useEnvironment } from '../../api/session.ts';
import { strings } from '../../strings.ts';
import { type AddressValues, useAddressValues } from '../address-values.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { FormFrame, TextField, useForm } from '../form.tsx';
import { readSaved, type SavedFilter, withSaved, writeSaved } from './saved-filters-store.ts';

const { savedFilters: words } = strings;

/** The filters of a list that the member has saved in this browser, each a link, and the way to save those of the address. */
export function SavedFilters({ list }: { readonly list: string }): ReactNode {
  const place = `filters ${useEnvironment()} ${list}`;
  const [values] = useAddressValues();
  const [saved, setSaved] = useState(() => readSaved(localStorage, place));
  const [isNaming, setIsNaming] = useState(false);
  const keep = (filters: readonly SavedFilter[]): void => {
    setSaved(filters);
    writeSaved(localStorage, place, filters);
  };
  const isFiltered = Object.values(values).some(Boolean);
  if (saved.length === 0 && !isFiltered) return null;
  return (
    <nav className="saved-filters row" aria-label={words.title}>
      {saved.map((filter) => (
        <span key={filter.name} className="saved-filter">
          <Link to="." search={{ ...filter.values }} activeOptions={{ exact: true }}>
            {filter.name}
          </Link>
          <Button
            size="small"
            kind="quiet"
            label={words.remove(filter.name)}
            onPress={() => keep(saved.filter((each) => each !== filter))}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </span>
      ))}
      {isFiltered && (
        <Button size="small" onPress={() => setIsNaming(true)}>
          {words.save}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onName={(name) => keep(withSaved(saved, { name, values: filled(values) }))}
          onClose={() => setIsNaming(false)}
        />
      )}
    </nav>
  );
}

const filled = (values: AddressValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

function NameDialog({ onName, onClose }: { readonly onName: (name: string) => void; readonly onClose: () => void }): ReactNode {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: strings.form.required } : {}),
    send: ({ name }) => {
      onName(name.trim().slice(0, 60));
      onClose();
      return Promise.resolve();
    },
  });
  return (
    <Dialog title={words.save} onClose={onClose}>
      <p>{words.text}</p>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <TextField form={form} name="name" label={words.name} isFirst />
      </FormFrame>
    </Dialog>
  );
}
