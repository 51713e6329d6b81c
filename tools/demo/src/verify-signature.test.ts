import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned } from './receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const rawBody = '{"id":"evt_1"}';
const nowSeconds = 1_700_000_000;

function sign(timeSeconds: number, by = secret): string {
  return createHmac('sha256', by).update(`${timeSeconds}.${rawBody}`).digest('hex');
}

test.each([
  ['signed now', `t=${nowSeconds},v1=${sign(nowSeconds)}`],
  ['signed 5 minutes ago', `t=${nowSeconds - 300},v1=${sign(nowSeconds - 300)}`],
  ['signed under two secrets, one of them ours', `t=${nowSeconds},v1=${sign(nowSeconds, 'whsec_old')},v1=${sign(nowSeconds)}`],
])('a delivery is believed that was %s', (_, header) => {
  expect(isSigned({ header, rawBody, secret, nowSeconds })).toBe(true);
});

test.each([
  ['is not signed', ''],
  ['was signed under another secret', `t=${nowSeconds},v1=${sign(nowSeconds, 'whsec_other')}`],
  ['was signed more than 5 minutes ago', `t=${nowSeconds - 301},v1=${sign(nowSeconds - 301)}`],
  ['was signed more than 5 minutes ahead', `t=${nowSeconds + 301},v1=${sign(nowSeconds + 301)}`],
  ['carries another time than was signed', `t=${nowSeconds + 1},v1=${sign(nowSeconds)}`],
  ['has a signature cut short', `t=${nowSeconds},v1=${sign(nowSeconds).slice(0, 10)}`],
  ['has no time', `v1=${sign(nowSeconds)}`],
])('a delivery is refused that %s', (_, header) => {
  expect(isSigned({ header, rawBody, secret, nowSeconds })).toBe(false);
});

test.each(['', ' ', 'whsec_', 'whsec_eA=='])('nothing is believed under %j, which others may know', (known) => {
  const header = `t=${nowSeconds},v1=${sign(nowSeconds, known)}`;

  expect(() => isSigned({ header, rawBody, secret: known, nowSeconds })).toThrow('secret of the endpoint is not set');
});

test('the published example of a signature is believed', () => {
  const example = {
    header: 't=1763715600,v1=a65c8500d8d89ad542debcef54b09ed899d774999266ced40cb88a991052ae45',
    rawBody: '{"id":"evt_01JD8Z0000000000000000TEST","type":"order.shipped","data":{}}',
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  };

  expect(isSigned({ ...example, nowSeconds: 1_763_715_600 })).toBe(true);
});

test('a delivery is refused whose body was changed', () => {
  expect(isSigned({ header: `t=${nowSeconds},v1=${sign(nowSeconds)}`, rawBody: `${rawBody} `, secret, nowSeconds })).toBe(false);
});
