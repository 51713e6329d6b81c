import { type ReactNode, useState } from 'react';
import { LOCATION_USES } from '../../api/contracts/constants.ts';
import { operations } from '../../api/callable-operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { LocationRecord } from '../../api/types.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { type Form, FormFrame, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { useSeenVersion } from '../../api/seen-version.ts';
import { toast } from '../../parts/toasts.tsx';
import { strings as all } from '../../strings.ts';
import { isDefaultWarehouse, typeBelow, useChangeOfLocations } from './location-records.ts';
import { strings as words } from './location-strings.ts';

interface ChangeProps {
  readonly location: LocationRecord;
  readonly onClose: () => void;
}

/** Adds a location of the type that stands in its parent; a warehouse without one. */
export function CreateLocationDialog({
  parent,
  onClose,
}: {
  readonly parent?: LocationRecord;
  readonly onClose: () => void;
}): ReactNode {
  const change = useChangeOfLocations();
  const [, setAddress] = useAddressValues();
  const type = (parent && typeBelow(parent.type)) ?? 'warehouse';
  const form = useForm({
    initial: { code: '', name: '', usage: parent?.usage ?? 'storage' },
    schema: 'createLocationBody',
    bodyOf: ({ code, name, usage }) => ({
      type,
      code: code.trim(),
      ...(parent ? { parent_id: parent.id } : {}),
      ...(name.trim() === '' ? {} : { name }),
      // What is not given is as that of the parent.
      ...(usage === parent?.usage ? {} : { usage }),
    }),
    send: async (body) => {
      const { id, path } = await change((call, query) => call(operations.createLocation, { query, body }));
      toast(words.added(path));
      setAddress({ location: id });
      onClose();
    },
  });
  return (
    <Dialog title={words.create[type]} onClose={onClose}>
      {parent && <p>{words.createIn(parent.path)}</p>}
      <FormFrame form={form} submit={words.create[type]} onCancel={onClose}>
        <TextField form={form} name="code" label={words.code} hint={words.codeHint} isFirst />
        <TextField form={form} name="name" label={words.name} isOptional />
        <UsageField form={form} />
      </FormFrame>
    </Dialog>
  );
}

const USES = LOCATION_USES.map((value) => ({ value, label: words.uses[value] }));

function UsageField({ form }: { readonly form: Form<'code' | 'name' | 'usage'> }): ReactNode {
  return <SelectField form={form} name="usage" label={words.usage} hint={words.usageHint} choices={USES} />;
}

/** Changes code, name and use, bound to the version that the member saw; a change of another since then is told and not overwritten. */
export function EditLocationDialog({ location, onClose }: ChangeProps): ReactNode {
  const [opened, setOpened] = useState(location);
  const [isStale, setIsStale] = useState(false);
  /** The version that what was typed is saved over: the one that was opened, until the member has seen another. */
  const [over, setOver] = useState(location.version);
  const decide = (present: LocationRecord | undefined): void => {
    if (present) setOpened(present);
    setOver(location.version);
    setIsStale(false);
  };
  return (
    <Dialog title={words.editTitle(opened.path)} onClose={onClose}>
      <EditForm key={opened.version} location={opened} version={over} onClose={onClose} onConflict={() => setIsStale(true)} />
      {isStale && location.version !== over && (
        <div className="stack">
          <span>{words.present(location.code, location.name)}</span>
          <span className="row">
            <Button onPress={() => decide(location)}>{all.problem.reloadRecord}</Button>
            <Button onPress={() => decide(undefined)}>{all.problem.keepMine}</Button>
          </span>
        </div>
      )}
    </Dialog>
  );
}

interface EditFormProps extends ChangeProps {
  /** The version that is saved over. */
  readonly version: number;
  readonly onConflict: () => void;
}

function EditForm({ location, version, onClose, onConflict }: EditFormProps): ReactNode {
  const change = useChangeOfLocations();
  const { id, code, name, usage } = location;
  const form = useForm({
    initial: { code, name: name ?? '', usage },
    schema: 'updateLocationBody',
    bodyOf: (values) => ({
      ...(values.code.trim() === code ? {} : { code: values.code.trim() }),
      name: values.name.trim() === '' ? null : values.name,
      ...(values.usage === usage ? {} : { usage: values.usage }),
    }),
    send: async (body) => {
      try {
        await change((call, query) => call(operations.updateLocation, { params: { id }, query, body, ifMatch: version }));
      } catch (failure) {
        if (failure instanceof ApiProblem && failure.code === 'version_conflict') onConflict();
        throw failure;
      }
      toast(words.saved);
      onClose();
    },
  });
  return (
    <FormFrame form={form} submit={words.save} onCancel={onClose}>
      {!isDefaultWarehouse(location) && <TextField form={form} name="code" label={words.code} hint={words.newCodeHint} isFirst />}
      <TextField form={form} name="name" label={words.name} isOptional />
      {!isDefaultWarehouse(location) && <UsageField form={form} />}
    </FormFrame>
  );
}

/** Archives a location, if it is as the member saw it and holds nothing. */
export function ArchiveLocationDialog({ location, onClose }: ChangeProps): ReactNode {
  const change = useChangeOfLocations();
  const asSeen = useSeenVersion(location);
  const [{ id, path }] = useState(location);
  const archive = async (): Promise<void> => {
    await asSeen((ifMatch) => change((call, query) => call(operations.archiveLocation, { params: { id }, query, ifMatch })));
    toast(words.archivedNow(path));
  };
  return (
    <ConfirmDialog title={words.archiveTitle(path)} action={words.archive} onConfirm={archive} onClose={onClose}>
      <p>{words.archiveText}</p>
    </ConfirmDialog>
  );
}

/** Restores a location, without those below it. */
export function RestoreLocationDialog({ location, onClose }: ChangeProps): ReactNode {
  const change = useChangeOfLocations();
  const asSeen = useSeenVersion(location);
  const [{ id, path }] = useState(location);
  const form = useForm({
    initial: {},
    bodyOf: () => ({ status: 'active' }) as const,
    send: async (body) => {
      await asSeen((ifMatch) =>
        change((call, query) => call(operations.updateLocation, { params: { id }, query, body, ifMatch })),
      );
      toast(words.restored(path));
      onClose();
    },
  });
  return (
    <Dialog title={words.restoreTitle(path)} onClose={onClose}>
      <p>{words.restoreText}</p>
      <FormFrame form={form} submit={words.restore} onCancel={onClose}>
        {null}
      </FormFrame>
    </Dialog>
  );
}
