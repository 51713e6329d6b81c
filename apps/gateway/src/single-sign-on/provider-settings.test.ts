import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { providerSettingsOf, providerVariables, setTogether } from './provider-settings.ts';

const Env = z.object(providerVariables).superRefine(setTogether);
const whole = { OIDC_ISSUER: 'https://id.example.test', OIDC_CLIENT_ID: 'fulfilment', OIDC_CLIENT_SECRET: 'secret' };

function faults(given: object): readonly string[] | undefined {
  return Env.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

describe('an identity provider', () => {
  test('is configured completely or not at all', () => {
    expect(faults({})).toBeUndefined();
    expect(faults(whole)).toBeUndefined();
    expect(faults({ OIDC_CLIENT_ID: 'fulfilment' })).toEqual([
      'OIDC_ISSUER is required with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      'OIDC_CLIENT_SECRET is required with OIDC_ISSUER and OIDC_CLIENT_ID',
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
  ])('at %s is valid: %s', (issuer, isTaken) => {
    expect(Env.safeParse({ ...whole, OIDC_ISSUER: issuer }).success).toBe(isTaken);
  });

  test.each([
    ['openid', true],
    ['openid email profile', true],
    ['email', false],
    ['openid,email', false],
    ['', false],
  ])('with the scopes %o is valid: %s', (scopes, isTaken) => {
    expect(Env.safeParse({ ...whole, OIDC_SCOPES: scopes }).success).toBe(isTaken);
  });

  test('has a redirect URI under the public URL', () => {
    const variables = { ...Env.parse(whole), PUBLIC_URL: 'https://api.example.test/' };

    expect(providerSettingsOf(variables)?.redirectUri).toBe('https://api.example.test/account/v1/single-sign-on/callback');
    expect(providerSettingsOf({ ...Env.parse({}), PUBLIC_URL: 'https://api.example.test' })).toBeUndefined();
  });
});
