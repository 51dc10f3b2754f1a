/** Advice for an endpoint that did not answer the first request as DynamoDB would. */
import type { Unanswered } from './target.ts';

/** Error codes of Node and OpenSSL, grouped by advice. */
const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const otherTls = /^(?:CERT_|ERR_TLS_CERT_)/;
const notTls: ReadonlySet<string> = new Set([
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);
const nameUnknown: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

/** The error code at the start of the transport's message. */
const codeOf = ({ detail }: Unanswered): string => /^([A-Z][A-Z0-9_]+): /.exec(detail)?.[1] ?? '';

const other = (url: URL): string => (url.protocol === 'https:' ? `http://${url.host}` : `https://${url.host}`);

/** One sentence for the user: the next step for this failure. */
export function remedyFor(url: URL, outcome: Unanswered): string {
  const code = codeOf(outcome);
  const secure = url.protocol === 'https:';
  if (untrusted.has(code))
    return 'set NODE_EXTRA_CA_CERTS=FILE to the PEM certificate of the authority that signed the server certificate';
  if (code === 'CERT_HAS_EXPIRED') return 'renew the certificate of the server, or correct the clock of this machine';
  if (otherTls.test(code)) return 'use the host name in the server certificate';
  if (secure && notTls.has(code)) return `the port does not seem to speak TLS: try ${other(url)}`;
  if (nameUnknown.has(code)) return `the name ${url.hostname} cannot be resolved: correct it, or check DNS and the VPN`;
  switch (outcome.cause) {
    case 'refused':
      return 'nothing listens there: start the server, or correct host and port';
    case 'timeout':
      return 'check whether the server is busy or a firewall drops the request; a larger --timeout gives it more time';
    case 'closed':
      return secure
        ? 'check the log of the server'
        : `if the port speaks TLS, try ${other(url)}; else check the log of the server`;
    case 'garbage':
      return remedyForGarbage(url, outcome);
    default:
      return 'correct the URL';
  }
}

function remedyForGarbage(url: URL, { wire }: Unanswered): string {
  // A TLS server answers plain HTTP with an alert, which is not HTTP, or with a page that says so.
  if (url.protocol === 'http:' && (wire === undefined || (wire.status === 400 && /https/i.test(wire.body))))
    return `if the port speaks TLS, try ${other(url)}; else something other than DynamoDB listens there`;
  if (wire?.status === 403 || wire?.status === 401)
    return 'a proxy or another service refuses the request before DynamoDB sees it: correct host, port and path';
  if (wire !== undefined && wire.status >= 300 && wire.status < 400)
    return `redirects are not followed: give the URL that it redirects to`;
  return 'something other than DynamoDB answers there: correct host, port and path';
}
