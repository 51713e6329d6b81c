import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { accountOperations } from '../api/callable-operations.ts';
import { ApiProblem } from '../api/problem.ts';
import { useSession } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { chooseLanguage, language, LANGUAGES } from '../language/language.ts';
import { Button } from '../parts/button.tsx';
import { APPEARANCES, appearance, chooseAppearance } from '../parts/appearance.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { strings } from '../strings.ts';

const { shell: words } = strings;

/** The foot of the navigation: documentation, appearance, the signed-in member, sign-out. */
export function SidebarFoot(): ReactNode {
  const { member } = useSession();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const signOut = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await call(accountOperations.signOut, { isAnonymous: true });
    } catch (error) {
      const isOver = error instanceof ApiProblem && error.status === 401;
      if (!isOver) return setFailure(error);
    }
    queries.clear();
    location.assign('/console/sign-in');
  };
  return (
    <div className="sidebar-foot">
      <a href="/docs" target="_blank" rel="noreferrer">
        {words.documentation}
      </a>
      <ThemeSwitch />
      <LanguageSwitch />
      <span className="who quiet" title={member.email}>
        {member.email} · {strings.members.roles[member.role].title}
      </span>
      <span>
        <Button kind="quiet" size="small" onPress={() => void signOut()}>
          {words.signOut}
        </Button>
      </span>
      {failure !== undefined && (
        <div className="stack">
          <strong role="alert">{words.signOutFailed}</strong>
          <ProblemNotice error={failure} />
        </div>
      )}
    </div>
  );
}

function ThemeSwitch(): ReactNode {
  const chosen = useStore(appearance);
  const choices = APPEARANCES.map((id) => ({ id, name: words.themes[id] }));
  return <Switch name="appearance" label={words.theme} choices={choices} chosen={chosen} onChoose={chooseAppearance} />;
}

function LanguageSwitch(): ReactNode {
  const choices = LANGUAGES.map(({ id, name }) => ({ id, name, lang: id }));
  return <Switch name="language" label={words.language} choices={choices} chosen={language} onChoose={chooseLanguage} />;
}

interface SwitchProps<Id extends string> {
  readonly name: string;
  readonly label: string;
  /** Each with the language of its name, where it is another one than that of the page. */
  readonly choices: ReadonlyArray<{ readonly id: Id; readonly name: string; readonly lang?: string }>;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** One of a few choices, side by side. */
function Switch<Id extends string>({ name: group, label, choices, chosen, onChoose }: SwitchProps<Id>): ReactNode {
  return (
    <div className="themes" role="radiogroup" aria-label={label}>
      {choices.map(({ id, name, lang }) => (
        <label key={id} lang={lang}>
          <input type="radio" name={group} className="visually-hidden" checked={id === chosen} onChange={() => onChoose(id)} />
          {name}
        </label>
      ))}
    </div>
  );
}
