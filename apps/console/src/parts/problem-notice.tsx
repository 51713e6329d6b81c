import type { ReactNode } from 'react';
import { ApiProblem, ConnectionLost, Interrupted } from '../api/problem.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { ConflictFacts } from './conflict-notice.tsx';

const { problem: words } = strings;

interface ProblemNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A failed request in words: the reason and remedy, the request's id, and the documentation of the code. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps): ReactNode {
  if (error === null || error === undefined || error instanceof Interrupted) return null;
  return (
    <div className="notice" data-kind="error" role="alert">
      <strong>{titleOf(error)}</strong>
      <span>{textOf(error)}</span>
      {error instanceof ApiProblem && error.code === 'version_conflict' && <ConflictFacts problem={error} />}
      {error instanceof ApiProblem && <ProblemFacts problem={error} />}
      {onRetry !== undefined && (
        <span>
          <Button size="small" onPress={onRetry}>
            {words.retry}
          </Button>
        </span>
      )}
    </div>
  );
}

function ProblemFacts({ problem }: { readonly problem: ApiProblem }): ReactNode {
  const { code, documentation, requestId, retryAfter } = problem;
  return (
    <span className="facts">
      {retryAfter !== undefined && <span>{words.waitSeconds(retryAfter)}</span>}
      <a href={documentation} target="_blank" rel="noreferrer">
        {words.about(code)}
      </a>
      <span>
        {words.requestId} <code>{requestId}</code>
      </span>
    </span>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.document.title;
  return strings.shell.failed;
}

function textOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.document.detail;
  return error instanceof ConnectionLost ? words.lost : words.unknown;
}
