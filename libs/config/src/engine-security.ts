import { readFileSync } from 'node:fs';
import { ConfigError } from './settings.ts';

/** TLS towards an engine, with the texts of PEM files. */
export interface EngineTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** How a client of Kafka proves who it is (SASL, RFC 4422). */
export interface Sasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

/** How connections to Kafka are secured; not at all without either. */
export interface KafkaSecurity {
  readonly tls?: EngineTls;
  readonly sasl?: Sasl;
}

/** The settings of `kafkaSettings` about security. */
export interface KafkaSecuritySettings {
  readonly KAFKA_TLS: boolean;
  readonly KAFKA_TLS_CA?: string | undefined;
  readonly KAFKA_TLS_CERT?: string | undefined;
  readonly KAFKA_TLS_KEY?: string | undefined;
  readonly KAFKA_SASL_MECHANISM?: Sasl['mechanism'] | undefined;
  readonly KAFKA_SASL_USERNAME?: string | undefined;
  readonly KAFKA_SASL_PASSWORD?: string | undefined;
}

/**
 * Reads the files that the settings name.
 *
 * @throws ConfigError for settings that do not go together, and for a file that cannot be read.
 */
export function readKafkaSecurity(settings: KafkaSecuritySettings): KafkaSecurity {
  const { KAFKA_TLS: isTls, KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = settings;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  if (!isTls && (ca ?? cert ?? key) !== undefined)
    throw refused('KAFKA_TLS', 'is true where KAFKA_TLS_CA, _CERT or _KEY is given');
  if ((cert === undefined) !== (key === undefined)) throw refused('KAFKA_TLS_KEY', 'is given together with KAFKA_TLS_CERT');
  const parts = [mechanism, username, password].filter((part) => part !== undefined);
  if (parts.length % 3 !== 0)
    throw refused('KAFKA_SASL_MECHANISM', 'is given together with KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD');
  return {
    ...(isTls
      ? { tls: { ...pem('KAFKA_TLS_CA', 'ca', ca), ...pem('KAFKA_TLS_CERT', 'cert', cert), ...pem('KAFKA_TLS_KEY', 'key', key) } }
      : {}),
    ...(mechanism && username !== undefined && password !== undefined ? { sasl: { mechanism, username, password } } : {}),
  };
}

/** The settings of Redis about security. */
export interface RedisTlsSettings {
  readonly REDIS_URL: string;
  readonly REDIS_TLS_CA?: string | undefined;
}

/** TLS towards Redis. @throws ConfigError for a file that cannot be read, and for one beside a URL without TLS. */
export function readRedisTls(settings: RedisTlsSettings): EngineTls | undefined {
  const isTls = settings.REDIS_URL.startsWith('rediss:');
  if (!isTls && settings.REDIS_TLS_CA !== undefined) throw refused('REDIS_URL', 'is rediss://… where REDIS_TLS_CA is given');
  return isTls ? pem('REDIS_TLS_CA', 'ca', settings.REDIS_TLS_CA) : undefined;
}

function pem(variable: string, field: keyof EngineTls, path: string | undefined): EngineTls {
  if (path === undefined) return {};
  try {
    return { [field]: readFileSync(path, 'utf8') };
  } catch (error) {
    throw refused(variable, `names a file that cannot be read (${codeOf(error) ?? 'unknown reason'})`);
  }
}

/** The engine that a process connects to, with the settings to look at. */
export interface EngineAccess {
  readonly label: string;
  readonly address: string;
  readonly credentials: string;
  readonly authorities: string;
}

/** Codes of OpenSSL and Node for a certificate that is not trusted, and of a peer that does not speak TLS. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const NO_TLS: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** Words of the engines for credentials that they refuse: MongoDB (code 18), Redis, and the SASL errors of KafkaJS. */
const REFUSED_CREDENTIALS = /AuthenticationFailed|Authentication failed|requires authentication|WRONGPASS|NOAUTH|NOPERM|SASL/;

/**
 * The fault of a connection that only other settings mend, in one line; undefined for any other, which may end by itself.
 *
 * @param error with the errors that caused it.
 */
export function configFaultOf(error: unknown, { label, credentials, authorities }: EngineAccess): ConfigError | undefined {
  for (let each = error; each instanceof Error; each = causeOf(each)) {
    const code = codeOf(each) ?? '';
    const isUntrusted = UNTRUSTED.has(code) || /self-signed certificate|unable to (get|verify)|altnames/.test(each.message);
    if (isUntrusted)
      return new ConfigError(`The certificate of ${label} is not trusted (${firstClause(each.message)}): see ${authorities}.`);
    if (NO_TLS.has(code)) return new ConfigError(`${label} does not answer with TLS: see ${authorities}.`);
    if (REFUSED_CREDENTIALS.test(`${each.name} ${each.message}`))
      return new ConfigError(`${label} refuses the credentials: see ${credentials}.`);
  }
  return undefined;
}

/**
 * An engine that cannot be reached, in one line.
 *
 * @param hosts with their ports, and without credentials.
 * @param error with the errors that caused it; the innermost is told.
 */
export function engineAway({ label, address }: EngineAccess, hosts: string, error: unknown): EngineAway {
  let innermost = error;
  for (let each = error; each instanceof Error; each = causeOf(each)) innermost = each;
  const reason = innermost instanceof Error ? firstClause(innermost.message) : String(innermost);
  return new EngineAway(`${label} does not answer at ${hosts} (${reason}): start it, or correct ${address}.`, { cause: error });
}

/** An engine that cannot be reached now, and may be later: a start waits for it. */
export class EngineAway extends ConfigError {
  /** The same, with the time for which it was waited. @param seconds of the setting `START_WAIT_SECONDS`. */
  after(seconds: number): EngineAway {
    return new EngineAway(`${this.message} It was waited for ${seconds} s (START_WAIT_SECONDS).`, { cause: this.cause });
  }
}

/** Node adds advice about its own options, and KafkaJS the words "Connection error". */
function firstClause(message: string): string {
  return message.replace(/^Connection error: /, '').replace(/[;\n].*/s, '');
}

/** The next error of the chain; an error that names itself as its cause ends it. */
function causeOf(error: Error): unknown {
  return error.cause === error ? undefined : error.cause;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function refused(variable: string, message: string): ConfigError {
  return new ConfigError(`Bad configuration:\n  ${variable}: ${message}`);
}
