/** Headers of every answer, whatever it is: an API's answer is never a page, nor part of one. */
export function standingHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** What the API answers belongs to whoever asked. */
export const PRIVATE = 'private, no-cache';
