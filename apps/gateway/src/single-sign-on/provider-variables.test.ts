import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { providerSettingsOf } from './provider-settings.ts';
import { providerVariables, setTogether } from './provider-variables.ts';

const Env = z.object(providerVariables).superRefine(setTogether);
const whole = { OIDC_ISSUER: 'https://id.example.test', OIDC_CLIENT_ID: 'fulfilment', OIDC_CLIENT_SECRET: 'secret' };

function faults(given: object): readonly string[] | undefined {
  return Env.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

describe('an identity provider', () => {
  test('is there whole or not at all', () => {
    expect(faults({})).toBeUndefined();
    expect(faults(whole)).toBeUndefined();
    expect(faults({ OIDC_CLIENT_ID: 'fulfilment' })).toEqual([
      'OIDC_ISSUER is required beside OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      'OIDC_CLIENT_SECRET is required beside OIDC_ISSUER and OIDC_CLIENT_ID',
    ]);
  });

  test.each([
    ['https://id.example.test/realms/one', true],
    ['http://127.0.0.1:4000', true],
    ['http://localhost:4000', true],
    ['http://[::1]:4000', true],
    ['http://id.example.test', false],
    ['http://localhost.example.test', false],
    ['http://127.0.0.1.example.test', false],
    ['ftp://id.example.test', false],
    ['id.example.test', false],
  ])('at %s: %s', (issuer, isTaken) => {
    expect(Env.safeParse({ ...whole, OIDC_ISSUER: issuer }).success).toBe(isTaken);
  });

  test.each([
    ['openid', true],
    ['openid email profile', true],
    ['email', false],
    ['openid,email', false],
    ['', false],
  ])('is asked for %o: %s', (scopes, isTaken) => {
    expect(Env.safeParse({ ...whole, OIDC_SCOPES: scopes }).success).toBe(isTaken);
  });

  test('sends browsers back to where the public URL leads', () => {
    const variables = { ...Env.parse(whole), PUBLIC_URL: 'https://api.example.test/' };

    expect(providerSettingsOf(variables)?.redirectUri).toBe('https://api.example.test/account/v1/single-sign-on/callback');
    expect(providerSettingsOf({ ...Env.parse({}), PUBLIC_URL: 'https://api.example.test' })).toBeUndefined();
  });
});
