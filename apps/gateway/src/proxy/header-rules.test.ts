import { expect, test } from 'vitest';
import { fieldsForClient, fieldsForService } from './header-rules.ts';

const identity = { identity: 'signed', requestId: 'req_1', traceparent: '00-1-2-01' };
const own = ['x-internal-identity', 'signed', 'x-request-id', 'req_1', 'traceparent', '00-1-2-01'];
const goesOn = (...fields: string[]) => fieldsForService(fields, identity);

test('what means something to a service goes on as it came', () => {
  const fields = [
    'Content-Type',
    'application/json',
    'Accept',
    'x',
    'Accept',
    'y',
    'If-Match',
    '"3"',
    'Idempotency-Key',
    'k',
    'tracestate',
    't',
  ];

  expect(goesOn(...fields)).toEqual([...fields, ...own]);
});

test.each([
  'Authorization',
  'Cookie',
  'Host',
  'X-Internal-Identity',
  'x-internal-cost',
  'x_internal_identity',
  'X_Internal-Anything',
  'X-Forwarded-For',
  'x_forwarded_host',
  'Forwarded',
  'X-Real-IP',
  'x_real_ip',
  'X-Request-Id',
  'traceparent',
  'Connection',
  'Keep-Alive',
  'Proxy-Connection',
  'Proxy-Authorization',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Expect',
  'Via',
  'Proxy',
  'X-HTTP-Method-Override',
  'x_http_method_override',
  'X-HTTP-Method',
  'X-Method-Override',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Cluster-Client-IP',
  'X-Original-Host',
  'X-Host',
  'baggage',
])('a client cannot say %s to a service', (name) => {
  expect(goesOn(name, 'spoofed')).toEqual(own);
});

test('what Connection names stays on its connection, but not the framing', () => {
  expect(goesOn('Connection', 'close, X-Secret', 'x-secret', '1', 'X_Secret', '1', 'connection', 'Other', 'Other', '2')).toEqual(
    own,
  );
  expect(goesOn('Connection', 'content-length', 'Content-Length', '3')).toEqual(['Content-Length', '3', ...own]);
});

test('a client cannot have Connection take away what the gateway says', () => {
  expect(goesOn('Connection', 'x-internal-identity, x-request-id')).toEqual(own);
});

test('the answer goes on without what is between gateway and service', () => {
  const answer = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    location: '/v1/orders/ord_1',
    'set-cookie': ['a', 'b'],
    'x-internal-cost': '3',
    'x-ratelimit-remaining': '7',
    'ratelimit-policy': 'x',
    'x-request-id': 'other',
    'x-powered-by': 'Express',
    'keep-alive': 'timeout=5',
    connection: 'keep-alive, x-hop',
    'x-hop': '1',
    'transfer-encoding': 'chunked',
    'access-control-allow-origin': '*',
  };

  expect(Object.fromEntries(fieldsForClient(answer))).toEqual({
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    location: '/v1/orders/ord_1',
    'set-cookie': ['a', 'b'],
  });
});
