/** Ports of the system that may be delivered to; the others below 1024 belong to mail, shells and the like. */
const OPEN_SYSTEM_PORTS: ReadonlySet<number> = new Set([80, 443]);
const FIRST_USER_PORT = 1_024;

export interface UrlRules {
  /** Whether the operator lets deliveries go over plain http. */
  readonly allowHttp: boolean;
}

/**
 * What is wrong with an endpoint's URL, before its host is looked at.
 *
 * @returns a sentence for whoever gave it; undefined where nothing is wrong.
 */
export function refuseUrl(text: string, rules: UrlRules): string | undefined {
  if (!URL.canParse(text)) return 'The URL cannot be read.';
  const url = new URL(text);
  return refuseScheme(url, rules) ?? refuseCredentials(url) ?? refusePort(url);
}

function refuseScheme({ protocol }: URL, { allowHttp }: UrlRules): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && allowHttp)) return undefined;
  return allowHttp ? 'The URL must begin with https:// or http://.' : 'The URL must begin with https://.';
}

function refuseCredentials({ username, password }: URL): string | undefined {
  return username === '' && password === '' ? undefined : 'The URL must not carry a user name or password.';
}

function refusePort(url: URL): string | undefined {
  const port = portOf(url);
  return port >= FIRST_USER_PORT || OPEN_SYSTEM_PORTS.has(port) ? undefined : 'The port must be 80, 443 or 1024 and above.';
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
