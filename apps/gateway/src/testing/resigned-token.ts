import { createSign, type KeyObject } from 'node:crypto';

/** Header and claims of a JWT. */
export interface TokenParts {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

export type AlterToken = (parts: TokenParts) => TokenParts;

/** A JWT that says something else, with a signature (RS256) that fits it; with none where its `alg` is `none`. */
export function resigned(
  token: string,
  { alter, privateKey }: { readonly alter: AlterToken; readonly privateKey: KeyObject },
): string {
  const [head = '', payload = ''] = token.split('.');
  const { header, claims } = alter({ header: decoded(head), claims: decoded(payload) });
  const text = `${encoded(header)}.${encoded(claims)}`;
  return header['alg'] === 'none' ? `${text}.` : `${text}.${signature(text, privateKey)}`;
}

/** The signature (RS256) of the first two parts of a JWT. */
export function signature(text: string, privateKey: KeyObject): string {
  return createSign('sha256').update(text).sign(privateKey).toString('base64url');
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function encoded(part: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
