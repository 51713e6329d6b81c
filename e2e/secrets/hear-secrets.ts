import { noteHeard } from './kept-output.ts';

/** Members of bodies, both ways, whose value is a secret that its form does not show. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['password', 'new_password', 'current_password', 'token']);
/** Shorter texts are found in other text by chance. */
const LEAST_CHARACTERS = 12;

/** Notes what is secret in a request or an answer. */
export function hearSecrets({ headers, text }: { readonly headers?: Headers; readonly text: string }): void {
  for (const cookie of headers?.getSetCookie() ?? []) hear(cookie.slice(cookie.indexOf('=') + 1).split(';')[0] ?? '');
  // Most bodies have none, and some are large.
  if (![...SECRET_MEMBERS].some((name) => text.includes(`"${name}"`))) return;
  try {
    hearMembers(JSON.parse(text));
  } catch {
    // What is no JSON has no members.
  }
}

function hearMembers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && SECRET_MEMBERS.has(name)) hear(member);
    else hearMembers(member);
  }
}

function hear(text: string): void {
  if (text.length >= LEAST_CHARACTERS) noteHeard(text);
}
