import type { SecretBox } from '../endpoints/secret-box-store.ts';

const MOST_OPENED = 2_000;

/**
 * A box that remembers what it opened last, by what was sealed: opening is much of what an attempt costs. A secret that is
 * changed is sealed anew, and then it is another.
 */
export function rememberOpened(box: SecretBox): SecretBox['open'] {
  const opened = new Map<string, string>();
  return (sealed, endpointId) => {
    const name = `${endpointId}/${sealed.key_id}/${sealed.nonce.toString('base64')}/${sealed.box.toString('base64')}`;
    const secret = opened.get(name) ?? box.open(sealed, endpointId);
    opened.delete(name);
    opened.set(name, secret);
    const [oldest] = opened.keys();
    if (opened.size > MOST_OPENED && oldest !== undefined) opened.delete(oldest);
    return secret;
  };
}
