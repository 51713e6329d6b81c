/** A request of a delivery, to be sent once more by hand. */
export interface SentRequest {
  /** Of the endpoint. */
  readonly url: string;
  /** As they were sent, without signatures. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const EVENT_ID = 'webhook-id';
const TIMESTAMP = 'webhook-timestamp';

/**
 * A command for a POSIX shell with curl and OpenSSL that sends the request again, signed again in both ways with the secret in `$SECRET`:
 * receivers refuse a signature that is some minutes old. The secret itself is never part of it.
 */
export function curlCommand({ url, headers, body }: SentRequest): string {
  const kept = Object.entries(headers).filter(([name]) => name !== TIMESTAMP);
  return [
    '(',
    `: "\${SECRET:?is to be the secret of the endpoint, whsec_...}"`,
    `BODY=${quoted(body)}`,
    'AT=$(date +%s)',
    `hex() { od -An -v -tx1 | tr -d ' \\n'; }`,
    'mac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary; }',
    `SERVICE=$(printf '%s' "$AT.$BODY" | mac "$(printf '%s' "$SECRET" | hex)" | hex)`,
    `STANDARD=$(printf '%s' ${quoted(headers[EVENT_ID] ?? '')}".$AT.$BODY" | mac "$(printf '%s' "\${SECRET#whsec_}" | base64 -d | hex)" | base64)`,
    [
      `curl -i ${quoted(url)}`,
      ...kept.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      `-H "${TIMESTAMP}: $AT"`,
      '-H "Service-Signature: t=$AT,v1=$SERVICE"',
      '-H "webhook-signature: v1,$STANDARD"',
      '--data-raw "$BODY"',
    ].join(' \\\n  '),
    ')',
  ].join('\n');
}

/** A text as one word of a POSIX shell. @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html section 2.2.2 */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
