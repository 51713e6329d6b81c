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
          <Headers of={attempt.request_headers} title={words.request} label={partOf(words.request)} />
          <div className="stack">
            <Headers of={attempt.response_headers} title={words.response} label={partOf(words.headersOfResponse)} />
            {/* The receiver wrote it: text, whatever it looks like. */}
            {attempt.response_excerpt === null ? (
              <p className="quiet">{words.noResponse}</p>
            ) : (
              <CodeBlock
                code={attempt.response_excerpt || words.emptyResponse}
                label={partOf(words.excerpt)}
                title={<h3>{words.excerpt}</h3>}
                wraps
              />
            )}
          </div>
        </div>
        {signedAt !== undefined && body !== null && (
          <div>
            <Folded title={words.signed} hint={words.signedHint(attempt.signed_with)}>
              <CodeBlock code={`${signedAt}.${body}`} label={partOf(words.signed)} wraps />
            </Folded>
            {endpoint && (
              <Folded title={words.byHand} hint={words.byHandHint}>
                <CodeBlock
                  code={curlCommand({ url: endpoint.url, headers: attempt.request_headers, body })}
                  label={partOf(words.byHand)}
                />
              </Folded>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** A part for those who look for the cause of a wrong signature. */
function Folded({ title, hint, children }: FoldedProps): ReactNode {
  return (
    <details className="folded">
      <summary>{title}</summary>
      <div className="stack">
        <p className="quiet">{hint}</p>
        {children}
      </div>
    </details>
  );
}

interface HeadersProps {
  readonly of: Readonly<Record<string, string>>;
  readonly title: string;
  readonly label: string;
}

function Headers({ of, title, label }: HeadersProps): ReactNode {
  const lines = Object.entries(of).map(([name, value]) => `${name}: ${value}`);
  const head = <h3>{title}</h3>;
  if (lines.length > 0) return <CodeBlock code={lines.join('\n')} label={label} title={head} wraps />;
  return (
    <div className="stack">
      {head}
      <p className="quiet">{words.noHeaders}</p>
    </div>
  );
}
