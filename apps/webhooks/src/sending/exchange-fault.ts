import type { ExchangeFault } from '../deliveries/domain/exchange.ts';
import { AddressRefused } from './ssrf-guard.ts';

/** A fault with more of it, where there is more to say. Both are shown to the endpoint's owner, so the names stay. */
export interface NamedFault {
  readonly fault: ExchangeFault;
  readonly detail: string | null;
}

const BY_CODE: Readonly<Record<string, ExchangeFault>> = {
  ENOTFOUND: 'host_not_found',
  ENODATA: 'host_not_found',
  ESERVFAIL: 'host_not_found',
  ETIMEOUT: 'host_not_found',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ECONNREFUSED: 'connect_failed',
  EHOSTUNREACH: 'connect_failed',
  ENETUNREACH: 'connect_failed',
  EADDRNOTAVAIL: 'connect_failed',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_HEADERS_OVERFLOW: 'malformed_response',
};

const DETAIL_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'no_such_name',
  ENODATA: 'no_such_name',
  ESERVFAIL: 'name_server_failed',
  ETIMEOUT: 'name_server_silent',
};

/** Codes of OpenSSL's and Node's refusals of a certificate or a handshake. */
const TLS = /^(ERR_(TLS|SSL)_|CERT_|EPROTO$|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/;

const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  CERT_REVOKED: 'certificate_revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_of_another_host',
  HOSTNAME_MISMATCH: 'certificate_of_another_host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_issuer_unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_issuer_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_issuer_unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_issuer_unknown',
};

/** Names what an exchange failed of. `connection_lost` is whatever broke a connection that was there. */
export function exchangeFault(error: unknown): NamedFault {
  if (error instanceof AddressRefused) return { fault: 'address_refused', detail: error.kind };
  const code = codeOf(error);
  if (TLS.test(code)) return { fault: 'tls_failed', detail: CERTIFICATE[code] ?? 'handshake' };
  // llhttp, the parser, has codes for some of its refusals only.
  if (error instanceof Error && error.name === 'HTTPParserError') return { fault: 'malformed_response', detail: null };
  return { fault: BY_CODE[code] ?? 'connection_lost', detail: DETAIL_BY_CODE[code] ?? null };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
