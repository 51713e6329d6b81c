import { parseSetCookie, stringifyCookie } from 'cookie';

/** An answer as a browser sees it that does not go on by itself. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends requests as a browser does: with the cookies of each origin, and no step further than told. */
export interface CookieJar {
  visit(url: string, init?: RequestInit): Promise<Visit>;
  /** Follows redirects until one leads elsewhere than to `origin`. @returns where that is. */
  follow(url: string, origin: string): Promise<string>;
  cookie(origin: string, name: string): string | undefined;
  /** What `Cookie` says to `origin`. */
  header(origin: string): string | undefined;
  /** Takes over what an answer of `origin` sets. */
  keep(origin: string, headers: Headers): void;
}

const MOST_STEPS = 10;

export function makeCookieJar(): CookieJar {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const visit: CookieJar['visit'] = async (url, init = {}) => {
    const jar = jarOf(url);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', stringifyCookie(Object.fromEntries(jar)));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    keepAll(jar, response.headers);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    visit,
    follow: async (url, origin) => {
      let next = url;
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const { status, headers, text } = await visit(next);
        const location = headers.get('location');
        if (location === null) throw new Error(`${next} answered ${status}: ${text}`);
        next = new URL(location, next).href;
        if (new URL(next).origin !== origin) return next;
      }
      throw new Error(`${url} leads nowhere`);
    },
    cookie: (origin, name) => jarOf(origin).get(name),
    header: (origin) => (jarOf(origin).size > 0 ? stringifyCookie(Object.fromEntries(jarOf(origin))) : undefined),
    keep: (origin, headers) => keepAll(jarOf(origin), headers),
  };
}

function keepAll(jar: Map<string, string>, headers: Headers): void {
  for (const text of headers.getSetCookie()) keep(jar, text);
}

function keep(jar: Map<string, string>, text: string): void {
  const { name, value, maxAge, expires } = parseSetCookie(text);
  const isOver = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
  if (isOver || value === undefined) jar.delete(name);
  else jar.set(name, value);
}
