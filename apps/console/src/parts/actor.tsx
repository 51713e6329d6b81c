import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { inWords } from '../language/codes.ts';
import { shortId } from '../language/ids.ts';
import { strings } from '../strings.ts';
import { useActor } from '../api/names/actor-names.ts';

const { actor: words } = strings;

/** The one who did something, by the id that a record names: a member by address, as far as the reader may know it, or a key by name. */
export function Actor({ id }: { readonly id: string }): ReactNode {
  const { member } = useSession();
  const actor = useActor(id);
  if (id === member.id) return words.you;
  // `operator`, `system` and `anyone` are no records.
  if (!id.includes('_')) return inWords(id, words.others);
  if (actor === undefined)
    return (
      <span title={id} aria-busy>
        …
      </span>
    );
  const { name = null, type } = actor ?? {};
  if (name === null)
    return (
      <code className="nowrap" title={id}>
        {shortId(id)}
      </code>
    );
  const text = type === 'key' ? words.key(name) : name;
  return <span title={`${text} · ${id}`}>{text}</span>;
}
