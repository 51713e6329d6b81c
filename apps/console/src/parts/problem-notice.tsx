import type { ReactNode } from 'react';
import { ApiProblem, ConnectionLost, Interrupted, UserFault } from '../api/problem.ts';
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
  // A proxy's page has no code of the catalogue, and no request.
  const isOfApi = problem.document.type !== '';
  return (
    <span className="facts">
      {retryAfter !== undefined && <span>{words.waitSeconds(retryAfter)}</span>}
      {isOfApi && (
        <a href={documentation} target="_blank" rel="noreferrer">
          {words.about(code)}
        </a>
      )}
      {requestId !== '' && (
        <span>
          {words.requestId} <code>{requestId}</code>
        </span>
      )}
    </span>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.document.title;
  if (error instanceof ConnectionLost) return words.lostTitle;
  return error instanceof UserFault ? words.notYet : words.unknownTitle;
}

/** The reason of a failed request, in a sentence. */
export function textOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.document.detail;
  if (error instanceof UserFault) return error.message;
  return error instanceof ConnectionLost ? words.lost : words.unknown;
}
