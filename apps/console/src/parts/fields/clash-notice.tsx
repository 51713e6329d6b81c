import type { ReactNode } from 'react';
import type { Clash } from '../../api/merged-change.ts';
import { Button } from '../button.tsx';
import type { Form } from '../form.tsx';
import { fieldStrings as words } from './field-strings.ts';

interface ClashNoticeProps<Names extends string> {
  readonly form: Form<Names>;
  readonly clashes: readonly Clash<Names>[];
  readonly titles: Readonly<Record<Names, string>>;
  /** A field's text as people read it; as it is by default. */
  readonly show?: (name: Names, text: string) => string;
}

/** The fields that others changed after the form was opened: the present text of each, and a way to take it. */
export function ClashNotice<Names extends string>({ form, clashes, titles, show }: ClashNoticeProps<Names>): ReactNode {
  const open = clashes.filter(({ name, present }) => form.values[name] !== present);
  if (open.length === 0) return null;
  return (
    <div className="notice" data-kind="warning" role="status">
      <strong>{words.clashTitle}</strong>
      {open.map(({ name, present }) => (
        <span key={name} className="row">
          <span className="wrapped">{words.clash(titles[name], (show?.(name, present) ?? present) || words.nothing)}</span>
          <Button size="small" label={words.useNamed(titles[name])} onPress={() => form.set(name, present)}>
            {words.use}
          </Button>
        </span>
      ))}
    </div>
  );
}
