import type { ExchangeFault } from '../domain/exchange.ts';

const BY_CODE: Readonly<Record<string, ExchangeFault>> = {
  ADDRESS_REFUSED: 'address_refused',
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

/** Codes of OpenSSL's and Node's refusals of a certificate or a handshake. */
const TLS = /^(ERR_(TLS|SSL)_|CERT_|EPROTO$|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** Names what an exchange failed of. `connection_lost` is whatever broke a connection that was there. */
export function exchangeFault(error: unknown): ExchangeFault {
  if (!(error instanceof Error)) return 'connection_lost';
  if (error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TLS.test(code)) return 'tls_failed';
  // llhttp, the parser, has codes for some of its refusals only.
  if (error.name === 'HTTPParserError') return 'malformed_response';
  return BY_CODE[code] ?? 'connection_lost';
}
