import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { IssuedKey, KeyRecord } from '../../api/types.ts';
import { CodeBlock, SecretOnce } from '../../parts/copy.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { localInputOf, MomentField, momentFault, momentOf } from '../../parts/fields/moment-field.tsx';
import { ChoiceField, FormFrame, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toasts.tsx';
import { typedNumber } from '../../api/typed-number.ts';
import { strings } from '../../strings.ts';
import { KEY_ROLES } from './key-roles.ts';

const { keys: words } = strings;

interface DialogProps {
  readonly onClose: () => void;
  /** Called once the list has changed. */
  readonly onChange: () => void;
}

/** Creates a key and shows it, this once. */
export function CreateKeyDialog({ onClose, onChange }: DialogProps): ReactNode {
  const [issued, setIssued] = useState<IssuedKey>();
  if (issued) return <IssuedKeyDialog issued={issued} onClose={onClose} />;
  return (
    <Dialog title={words.createTitle} onClose={onClose} isWide>
      <CreateKeyForm
        onClose={onClose}
        onIssued={(key) => {
          setIssued(key);
          onChange();
        }}
      />
    </Dialog>
  );
}

function CreateKeyForm({
  onClose,
  onIssued,
}: {
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}): ReactNode {
  const environment = useEnvironment();
  const form = useForm({
    initial: { name: '', role: 'integration', expires_at: '', ip_allowlist: '', rate: '', burst: '' },
    schema: 'createKeyBody',
    check: ({ expires_at: expires }) => momentFault('expires_at', expires),
    bodyOf: createBodyOf,
    send: async (body) => onIssued(await call(accountOperations.createKey, { query: { environment }, body })),
  });
  return (
    <FormFrame form={form} submit={words.create} onCancel={onClose}>
      <p className="row">
        {words.createIn}{' '}
        <StatusBadge tone={environment === 'production' ? 'warning' : 'neutral'}>
          {strings.shell.environments[environment]}
        </StatusBadge>
      </p>
      <TextField form={form} name="name" label={words.name} hint={words.nameHint} isFirst />
      <ChoiceField form={form} name="role" label={words.role} choices={KEY_ROLES} />
      <div className="columns">
        <MomentField form={form} name="expires_at" label={words.expires} hint={words.expiresHint} isOptional />
        <TextField form={form} name="ip_allowlist" label={words.addresses} hint={words.addressesHint} rows={2} isOptional />
        <TextField form={form} name="rate" type="number" label={words.rate} hint={words.rateHint} isOptional />
        <TextField form={form} name="burst" type="number" label={words.burst} hint={words.burstHint} isOptional />
      </div>
    </FormFrame>
  );
}

/** Changes the name, the end or the addresses of a key; what was not changed is not sent, so that changes of others stay. */
export function EditKeyDialog({ record, onClose, onChange }: DialogProps & { readonly record: KeyRecord }): ReactNode {
  const environment = useEnvironment();
  const initial = {
    name: record.name ?? '',
    expires_at: record.expires_at === null ? '' : localInputOf(record.expires_at),
    ip_allowlist: record.ip_allowlist.join('\n'),
  };
  const form = useForm({
    initial,
    schema: 'updateKeyBody',
    check: ({ expires_at: expires }) => momentFault('expires_at', expires),
    bodyOf: ({ name, expires_at: expires, ip_allowlist: addresses }) => ({
      ...(name === initial.name ? {} : { name }),
      ...(expires === initial.expires_at ? {} : { expires_at: momentOf(expires) ?? null }),
      ...(addresses === initial.ip_allowlist ? {} : { ip_allowlist: listOf(addresses) }),
    }),
    send: async (body) => {
      const changed = await call(accountOperations.updateKey, { params: { id: record.id }, query: { environment }, body });
      onChange();
      toast(words.saved(nameOf(changed)));
      onClose();
    },
  });
  return (
    <Dialog title={words.editTitle(nameOf(record))} onClose={onClose}>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <p>{words.editText}</p>
        <TextField form={form} name="name" label={words.name} hint={words.nameHint} isFirst />
        <MomentField form={form} name="expires_at" label={words.expires} hint={words.expiresHint} isOptional />
        <TextField form={form} name="ip_allowlist" label={words.addresses} hint={words.addressesHint} rows={3} isOptional />
      </FormFrame>
    </Dialog>
  );
}

const listOf = (addresses: string): string[] => addresses.split(/[\s,]+/).filter(Boolean);

interface KeyFields {
  readonly name: string;
  readonly role: string;
  readonly expires_at: string;
  readonly ip_allowlist: string;
  readonly rate: string;
  readonly burst: string;
}

function createBodyOf({ name, role, expires_at: expires, ip_allowlist: addresses, rate, burst }: KeyFields) {
  const list = listOf(addresses);
  return {
    name,
    role,
    expires_at: momentOf(expires),
    ...(list.length === 0 ? {} : { ip_allowlist: list }),
    rate: typedNumber(rate),
    burst: typedNumber(burst),
  };
}

function IssuedKeyDialog({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }): ReactNode {
  const code = `curl ${location.origin}${operations.getCaller.path} -H 'Authorization: Bearer ${issued.key}'`;
  return (
    <Dialog title={words.issuedTitle(issued.name ?? issued.prefix)} onClose={onClose} loses={strings.secret.loses} isWide>
      <SecretOnce label={words.key} value={issued.key} onDone={onClose}>
        <div className="field">
          <span className="label">{words.tryIt}</span>
          <CodeBlock code={code} label={words.tryIt} />
        </div>
      </SecretOnce>
    </Dialog>
  );
}

const OVERLAPS = ['0', '3600', '86400', '604800'] as const;

/** Replaces the secret of a key; the old one stays valid for a while. */
export function RotateKeyDialog({ record, onClose, onChange }: DialogProps & { readonly record: KeyRecord }): ReactNode {
  const environment = useEnvironment();
  const [issued, setIssued] = useState<IssuedKey>();
  const form = useForm({
    initial: { overlap_seconds: '86400' },
    schema: 'rotateKeyBody',
    bodyOf: ({ overlap_seconds: seconds }) => ({ overlap_seconds: Number(seconds) }),
    send: async (body) => {
      setIssued(await call(accountOperations.rotateKey, { params: { id: record.id }, query: { environment }, body }));
      onChange();
    },
  });
  if (issued) return <IssuedKeyDialog issued={issued} onClose={onClose} />;
  return (
    <Dialog title={words.rotateTitle(nameOf(record))} onClose={onClose}>
      <p>{words.rotateText}</p>
      <FormFrame form={form} submit={words.rotate} onCancel={onClose}>
        <SelectField
          form={form}
          name="overlap_seconds"
          label={words.overlap}
          hint={words.overlapHint}
          choices={OVERLAPS.map((value) => ({ value, label: words.overlaps[value] }))}
        />
      </FormFrame>
    </Dialog>
  );
}

/** Revokes a key for good, once its name was typed. */
export function RevokeKeyDialog({ record, onClose, onChange }: DialogProps & { readonly record: KeyRecord }): ReactNode {
  const environment = useEnvironment();
  const revoke = async (): Promise<void> => {
    await call(accountOperations.revokeKey, { params: { id: record.id }, query: { environment } });
    onChange();
    toast(words.revoked(nameOf(record)));
  };
  return (
    <ConfirmDialog title={words.revokeTitle} action={words.revoke} typed={nameOf(record)} onConfirm={revoke} onClose={onClose}>
      <p>{words.revokeText(nameOf(record))}</p>
      <p className="quiet">
        {words.lastUsed}: <Time at={record.last_used_at} isRelative />
      </p>
    </ConfirmDialog>
  );
}

/** The name of a key, or its prefix where it has none. */
export function nameOf({ name, prefix }: Pick<KeyRecord, 'name' | 'prefix'>): string {
  return name ?? prefix;
}
