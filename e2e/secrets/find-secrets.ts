/** Texts that are secrets by their form, whichever part made them. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an API key': /fsk_(?:sandbox|live)_[0-9A-Za-z]{36}/,
  "an endpoint's secret": /whsec_[0-9A-Za-z+/=_-]{20,}/,
  'a bearer token': /Bearer [^"<\s]{8,}/,
  'a signed identity': /eyJ[\w-]{10,}\.[\w-]{10,}/,
  'a signature': /v1a?,[0-9A-Za-z+/]{43,}=/,
  'a session': /__Host-[a-z]+=[^;"\s]{8,}/,
  'a hash of a password': /\$argon2/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY|"d":"[\w-]{20,}"/,
};

/** Which secrets are in a text, each with the line on which it first is, without the secret itself. */
export function findSecrets(text: string, secrets: readonly string[]): readonly string[] {
  const known = secrets.flatMap((secret) => placeOf(text, text.indexOf(secret), `the secret ${secret.slice(0, 4)}…`));
  const formed = Object.entries(FORMS).flatMap(([name, form]) => placeOf(text, text.search(form), name));
  return [...known, ...formed];
}

function placeOf(text: string, at: number, what: string): readonly string[] {
  if (at < 0) return [];
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return [`${what} behind: ${line.slice(-200)}`];
}
