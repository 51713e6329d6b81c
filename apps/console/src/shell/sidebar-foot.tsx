import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { accountOperations } from '../api/operations.ts';
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
      <span className="who quiet">
        {member.email} · {member.role}
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
  return (
    <div className="themes" role="radiogroup" aria-label={words.theme}>
      {APPEARANCES.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="appearance"
            className="visually-hidden"
            checked={each === chosen}
            onChange={() => chooseAppearance(each)}
          />
          {words.themes[each]}
        </label>
      ))}
    </div>
  );
}

function LanguageSwitch(): ReactNode {
  return (
    <div className="themes" role="radiogroup" aria-label={words.language}>
      {LANGUAGES.map(({ id, name }) => (
        <label key={id} lang={id}>
          <input
            type="radio"
            name="language"
            className="visually-hidden"
            checked={id === language}
            onChange={() => chooseLanguage(id)}
          />
          {name}
        </label>
      ))}
    </div>
  );
}
