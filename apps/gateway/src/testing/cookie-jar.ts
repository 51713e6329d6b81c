import { CookieJar as Jar } from 'tough-cookie';

/** An answer as a browser sees it that follows no redirect. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends requests with cookies as a browser does, and follows redirects only where it is asked to. */
export interface CookieJar {
  visit(url: string, init?: RequestInit): Promise<Visit>;
  /** Follows redirects until one leads out of `origin`. @returns its target. */
  follow(url: string, origin: string): Promise<string>;
  cookie(origin: string, name: string): string | undefined;
  /** The `Cookie` header for `origin`; undefined without cookies. */
  header(origin: string): string | undefined;
  /** Stores the cookies that an answer of `origin` sets. */
  keep(origin: string, headers: Headers): void;
}

const MAX_REDIRECTS = 10;

export function makeCookieJar(): CookieJar {
  const jar = new Jar();
  const header = (url: string): string | undefined => jar.getCookieStringSync(url) || undefined;
  const keep = (url: string, headers: Headers): void => {
    for (const text of headers.getSetCookie()) jar.setCookieSync(text, url);
  };
  const visit: CookieJar['visit'] = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const cookies = header(url);
    if (cookies !== undefined) headers.set('cookie', cookies);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(url, response.headers);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    visit,
    follow: async (url, origin) => {
      let next = url;
      for (let step = 0; step < MAX_REDIRECTS; step += 1) {
        const { status, headers, text } = await visit(next);
        const location = headers.get('location');
        if (location === null) throw new Error(`${next} answered ${status}: ${text}`);
        next = new URL(location, next).href;
        if (new URL(next).origin !== origin) return next;
      }
      throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times`);
    },
    cookie: (origin, name) => jar.getCookiesSync(origin).find(({ key }) => key === name)?.value,
    header,
    keep,
  };
}
