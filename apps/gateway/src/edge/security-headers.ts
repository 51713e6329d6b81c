/** Headers of every answer, whatever it is: an API's answer is never a page, nor part of one. */
export function standingHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    // No other site embeds what is answered here; pages that CORS lets in read it in another way.
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** What the API answers belongs to whoever asked. */
export const PRIVATE = 'private, no-cache';

/** The `Cache-Control` of what is answered at a target: what is said of an account is not kept anywhere. */
export function cachingAt(target = ''): string {
  return target.startsWith('/account/') ? 'no-store' : PRIVATE;
}
