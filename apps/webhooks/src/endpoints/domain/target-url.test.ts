import { expect, test } from 'vitest';
import { refuseUrl } from './target-url.ts';

const strict = { allowHttp: false };
const lenient = { allowHttp: true };

test.each([
  'https://hooks.example.com/in?x=1',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:80/',
])('%s may be delivered to', (url) => {
  expect(refuseUrl(url, strict)).toBeUndefined();
});

test('plain http is for operators who allow it', () => {
  expect(refuseUrl('http://hooks.example.com/', strict)).toMatch(/https/);
  expect(refuseUrl('http://hooks.example.com/', lenient)).toBeUndefined();
});

test.each([
  ['https://user@hooks.example.com/', /user name/],
  ['https://:pass@hooks.example.com/', /password/],
  ['https://hooks.example.com:22/', /port/],
  ['https://hooks.example.com:1023/', /port/],
  ['https://hooks.example.com:0/', /port/],
  ['ftp://hooks.example.com/', /https/],
  ['file:///etc/passwd', /https/],
  ['hooks.example.com', /read/],
])('%s is refused with the reason', (url, reason) => {
  expect(refuseUrl(url, lenient)).toMatch(reason);
});
