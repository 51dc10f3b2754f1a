/**
 * Signature version 4, from the side that checks. Source of the rules: AWS general reference, create a signed request; of the
 * texts: observed on the service by the authors of a public emulator.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { rejected } from './oracle.ts';
import type { Outcome } from './values/types.ts';

export interface SignedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: { readonly [name: string]: string | string[] | undefined };
  body: Buffer;
}

/** Access key → secret key. */
export type Secrets = ReadonlyMap<string, string>;

const algorithm = 'AWS4-HMAC-SHA256';
const needed = ['Credential', 'Signature', 'SignedHeaders'] as const;

const missingToken = (): Outcome =>
  rejected('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
const incomplete = (text: string): Outcome => rejected('IncompleteSignatureException', text);
const mismatch = (): Outcome =>
  rejected(
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  );

const headerOf = ({ headers }: SignedRequest, name: string): string =>
  String(headers[name] ?? '')
    .trim()
    .replace(/\s+/g, ' ');

/** `Credential=…, SignedHeaders=…, Signature=…`, by name. */
function partsOf(authorization: string): Map<string, string> {
  const parts = authorization.split(/[, ]+/).slice(1);
  return new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

const hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const keyed = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

function canonicalRequest(request: SignedRequest, signedHeaders: readonly string[]): string {
  const [path = '/', query = ''] = request.url.split('?');
  const headers = signedHeaders.map((name) => `${name}:${headerOf(request, name)}\n`).join('');
  return [
    request.method,
    path,
    query.split('&').sort().join('&'),
    headers,
    signedHeaders.join(';'),
    hex(request.body),
  ].join('\n');
}

function signatureOf(
  request: SignedRequest,
  scope: readonly string[],
  signedHeaders: readonly string[],
  secret: string,
) {
  const toSign = [
    algorithm,
    headerOf(request, 'x-amz-date') || headerOf(request, 'date'),
    scope.join('/'),
    hex(canonicalRequest(request, signedHeaders)),
  ].join('\n');
  const key = scope.reduce<string | Buffer>((parent, part) => keyed(parent, part), `AWS4${secret}`);
  return createHmac('sha256', key).update(toSign).digest('hex');
}

/** Texts of one length may have different bytes, which the comparison would not take. */
function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What is wrong with a request's signature, as the service says it; undefined when nothing is. */
export function signatureFault(request: SignedRequest, secrets: Secrets): Outcome | undefined {
  const authorization = headerOf(request, 'authorization');
  if (!authorization.startsWith('AWS4-')) return missingToken();
  const parts = partsOf(authorization);
  const dated = headerOf(request, 'x-amz-date') !== '' || headerOf(request, 'date') !== '';
  const lacks = [
    ...needed.filter((name) => !parts.get(name)).map((name) => `Authorization header requires '${name}' parameter. `),
    ...(dated ? [] : ["Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "]),
  ];
  if (lacks.length > 0) return incomplete(`${lacks.join('')}Authorization=${authorization}`);
  const [accessKey = '', ...scope] = parts.get('Credential')!.split('/');
  const secret = secrets.get(accessKey);
  if (secret === undefined)
    return rejected('UnrecognizedClientException', 'The security token included in the request is invalid.');
  const expected = signatureOf(request, scope, parts.get('SignedHeaders')!.split(';'), secret);
  return sameText(expected, parts.get('Signature')!) ? undefined : mismatch();
}
