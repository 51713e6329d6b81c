import type { ReactNode } from 'react';
import { inWords } from '../../../language/codes.ts';
import { Actor } from '../../../parts/actor.tsx';
import { CodeBlock } from '../../../parts/copy.tsx';
import { STATES } from '../../../parts/states/states.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { useEndpoint } from '../endpoint-query.ts';
import { milliseconds } from '../webhook-status.tsx';
import { strings } from '../webhook-strings.ts';
import type { AttemptRecord } from '../webhook-types.ts';
import { curlCommand } from './curl-command.ts';

const { attempt: words } = strings;

interface AttemptProps {
  readonly attempt: AttemptRecord;
  /** The body of the delivery, the same at every attempt. */
  readonly body: string | null;
  readonly isOpen: boolean;
  /** The id of the one who asked for it; undefined for a first attempt and for retries. */
  readonly resentBy: string | undefined;
}

/** One attempt: the request with what was signed, and the response. */
export function Attempt({ attempt, body, isOpen, resentBy }: AttemptProps): ReactNode {
  const { number, at, latency_ms: latency, status, error, outcome } = attempt;
  const partOf = (part: string): string => words.partOf(number, part);
  const fault = error === null ? undefined : inWords(error, words.errors);
  const signedAt = attempt.request_headers['webhook-timestamp'];
  const { data: endpoint } = useEndpoint();
  return (
    <details className="panel attempt" open={isOpen}>
      <summary>
        <StatusBadge {...STATES.attempt[outcome]}>{words.number(number)}</StatusBadge>
        <strong>{status ?? fault ?? '–'}</strong>
        <span className="quiet">{milliseconds(latency)}</span>
        <Time at={at} />
        <span className="quiet">{words.outcomes[outcome]}</span>
        {resentBy !== undefined && (
          <span className="quiet">
            {words.resentBy} <Actor id={resentBy} />
          </span>
        )}
      </summary>
      <div className="stack">
        {fault !== undefined && (
          <p>
            {fault}
            {attempt.error_detail !== null && `: ${attempt.error_detail.replaceAll('_', ' ')}`}
          </p>
        )}
        <div className="columns">
          <div className="stack">
            <h3>{words.request}</h3>
            <Headers of={attempt.request_headers} label={partOf(words.request)} />
          </div>
          <div className="stack">
            <h3>{words.response}</h3>
            <Headers of={attempt.response_headers} label={partOf(words.headersOfResponse)} />
            {/* The receiver wrote it: text, whatever it looks like. */}
            {attempt.response_excerpt === null ? (
              <p className="quiet">{words.noResponse}</p>
            ) : (
              <CodeBlock code={attempt.response_excerpt || words.emptyResponse} label={partOf(words.excerpt)} />
            )}
          </div>
        </div>
        {signedAt !== undefined && body !== null && (
          <div className="stack">
            <h3>{words.signed}</h3>
            <p className="quiet">{words.signedHint(attempt.signed_with)}</p>
            <CodeBlock code={`${signedAt}.${body}`} label={partOf(words.signed)} />
            {endpoint && (
              <>
                <h3>{words.byHand}</h3>
                <p className="quiet">{words.byHandHint}</p>
                <CodeBlock
                  code={curlCommand({ url: endpoint.url, headers: attempt.request_headers, body })}
                  label={partOf(words.byHand)}
                />
              </>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

function Headers({ of, label }: { readonly of: Readonly<Record<string, string>>; readonly label: string }): ReactNode {
  const lines = Object.entries(of).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? <p className="quiet">{words.noHeaders}</p> : <CodeBlock code={lines.join('\n')} label={label} />;
}
