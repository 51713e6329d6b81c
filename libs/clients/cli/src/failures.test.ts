import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  PendingError,
  RequestTimeoutError,
  UnexpectedAnswerError,
} from '@fulfilment/client';
import { expect, test } from 'vitest';
import { UsageError } from './arguments.ts';
import { failureOf, NoKeyError } from './failures.ts';

const BASE = 'https://api.example.com';
const CALLED = { baseUrl: BASE, takesKey: true };

function refused(code: string, status: number): ApiError {
  const problem = { type: '', title: '', status, code, detail: 'It is so.', request_id: 'req_1', retryable: false };
  return new ApiError({
    problem,
    status,
    retryAfterSeconds: status === 429 ? 3 : null,
    remedy: 'Mend it.',
    idempotencyKey: null,
  });
}

const connection = (code: string): ConnectionError =>
  new ConnectionError(`No complete answer came from ${BASE}: x.`, {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }),
  });

test.each([
  [1, refused('invalid_transition', 409)],
  [1, refused('rate_limited', 429)],
  [2, new UsageError('x')],
  [2, new ConfigurationError('x')],
  [2, Object.assign(new Error('EACCES: permission denied'), { syscall: 'open' })],
  [3, connection('ECONNRESET')],
  [3, refused('upstream_unavailable', 503)],
  [3, new UnexpectedAnswerError('x', { status: 200, requestId: null })],
  [4, refused('unauthenticated', 401)],
  [4, refused('forbidden', 403)],
  [4, new NoKeyError('x')],
  [5, new PendingError({}, 'key-1', 'req_1')],
  [70, new TypeError('x')],
])('exit status %i for %s', (status, error) => {
  expect(failureOf(error, CALLED).status).toBe(status);
});

test.each([
  [connection('ECONNREFUSED'), `Nothing listens at ${BASE}`],
  [connection('ECONNRESET'), `No complete answer came from ${BASE}: x.`],
  [connection('ENOTFOUND'), 'check the base URL and the network'],
  [connection('ERR_SSL_WRONG_VERSION_NUMBER'), `${BASE} speaks no TLS`],
  [connection('CERT_NOT_YET_VALID'), 'check the clock of this machine'],
  [connection('SELF_SIGNED_CERT_IN_CHAIN'), 'NODE_EXTRA_CA_CERTS'],
  [new RequestTimeoutError('No answer within 2000 ms.', { idempotencyKey: 'k' }), 'did not answer within 2 s'],
  [new RequestTimeoutError('No answer within 2000 ms.', { idempotencyKey: 'k' }), '--idempotency-key k'],
  [new PendingError({}, 'key-1', 'req_1'), '--idempotency-key key-1'],
  [refused('unauthenticated', 401), 'fulfil login'],
  [refused('invalid_transition', 409), 'Mend it.'],
  [refused('rate_limited', 429), 'Try again in 3 s.'],
  [new ConfigurationError('`baseUrl` must be an http or https URL.'), 'The base URL must be'],
])('the message says what helps', (error, text) => {
  expect(failureOf(error, CALLED).lines.join('\n')).toContain(text);
});

test('a command without the option does not name it', () => {
  const { lines } = failureOf(new RequestTimeoutError('No answer within 2000 ms.', { idempotencyKey: 'k' }), {
    baseUrl: BASE,
    takesKey: false,
  });

  expect(lines.join(' ')).toContain('check before you repeat it');
  expect(lines.join(' ')).not.toContain('--idempotency-key');
});
