/**
 * Checks Signature Version 4. Sources of the rules: AWS general reference, create a signed request; IAM user guide,
 * troubleshoot signed requests. Texts and order of checks: observed on the service by the authors of dynalite (comments
 * in its index.js).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { rejected } from '../oracle.ts';
import type { Outcome } from '../values/types.ts';

export interface SignedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: { readonly [name: string]: string | string[] | undefined };
  body: Buffer;
}

/** Secret keys by access key. */
export type Secrets = ReadonlyMap<string, string>;

export interface Verifier {
  secrets: Secrets;
  /** The region that requests must be signed for. */
  region: string;
  /** The machine's time in milliseconds since 1970, since clients sign by the real time. */
  nowMs: number;
}

const algorithm = 'AWS4-HMAC-SHA256';
const service = 'dynamodb';
const terminator = 'aws4_request';
const skewMinutesMax = 15;
/** Host and operation must be signed, so that nobody can change them afterwards. */
const signedAlways = [
  ['host', "'Host' or ':authority'"],
  ['x-amz-target', "'X-Amz-Target'"],
] as const;
const needed = ['Credential', 'Signature', 'SignedHeaders'] as const;

const missingToken = (): Outcome =>
  rejected('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
const incomplete = (text: string): Outcome => rejected('IncompleteSignatureException', text);
const invalid = (text: string): Outcome => rejected('InvalidSignatureException', text);
const mismatch = (): Outcome =>
  invalid(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  );

const headerOf = ({ headers }: SignedRequest, name: string): string =>
  String(headers[name] ?? '')
    .trim()
    .replace(/\s+/g, ' ');

/** Splits `Credential=…, SignedHeaders=…, Signature=…` by name. */
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

/** `20260101T000000Z`. */
const stampOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

function millisecondsOf(text: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (parts.length === 0) return Number.NaN;
  const [year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * When the request was signed, in milliseconds since 1970. `Date` may also have the HTTP format. NaN when unreadable.
 */
function signedAtMs(request: SignedRequest): number {
  const own = headerOf(request, 'x-amz-date');
  const date = own || headerOf(request, 'date');
  return own === '' && date.endsWith('GMT') ? Date.parse(date) : millisecondsOf(date);
}

function dateRefusal(request: SignedRequest, nowMs: number): Outcome | undefined {
  const ms = signedAtMs(request);
  const date = headerOf(request, 'x-amz-date') || headerOf(request, 'date');
  if (Number.isNaN(ms))
    return incomplete(
      `Date must be in ISO-8601 'basic format'. Got '${date}'. See http://en.wikipedia.org/wiki/ISO_8601`,
    );
  const [stamp, now] = [stampOf(ms), stampOf(nowMs)];
  const skewMs = skewMinutesMax * 60_000;
  const [earliest, latest] = [stampOf(nowMs - skewMs), stampOf(nowMs + skewMs)];
  if (stamp < earliest)
    return invalid(`Signature expired: ${stamp} is now earlier than ${earliest} (${now} - ${skewMinutesMax} min.)`);
  if (stamp > latest)
    return invalid(
      `Signature not yet current: ${stamp} is still later than ${latest} (${now} + ${skewMinutesMax} min.)`,
    );
  return undefined;
}

/** One text lists every wrong part of the credential scope. */
function scopeRefusal([date, region, named, end]: readonly string[], right: { region: string; stamp: string }) {
  const day = right.stamp.slice(0, 8);
  const wrong = [
    ...(region === right.region ? [] : [`Credential should be scoped to a valid region, not '${region}'. `]),
    ...(named === service ? [] : [`Credential should be scoped to correct service: '${service}'. `]),
    ...(end === terminator
      ? []
      : [`Credential should be scoped with a valid terminator: '${terminator}', not '${end}'. `]),
    ...(date === day
      ? []
      : [
          `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '${date}' != '${day}', from '${right.stamp}'. `,
        ]),
  ];
  return wrong.length > 0 ? invalid(wrong.join('')) : undefined;
}

function signatureOf(
  request: SignedRequest,
  scope: readonly string[],
  signedHeaders: readonly string[],
  secret: string,
) {
  const toSign = [
    algorithm,
    stampOf(signedAtMs(request)),
    scope.join('/'),
    hex(canonicalRequest(request, signedHeaders)),
  ].join('\n');
  const key = scope.reduce<string | Buffer>((parent, part) => keyed(parent, part), `AWS4${secret}`);
  return createHmac('sha256', key).update(toSign).digest('hex');
}

/** `timingSafeEqual` needs equal byte lengths; equal text lengths do not guarantee that. */
function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function missingPartRefusal(request: SignedRequest, authorization: string, parts: ReadonlyMap<string, string>) {
  const dated = headerOf(request, 'x-amz-date') !== '' || headerOf(request, 'date') !== '';
  const lacks = [
    ...needed.filter((name) => !parts.get(name)).map((name) => `Authorization header requires '${name}' parameter. `),
    ...(dated ? [] : ["Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "]),
  ];
  return lacks.length > 0 ? incomplete(`${lacks.join('')}Authorization=${authorization}`) : undefined;
}

function unsignedHeaderRefusal(signedHeaders: readonly string[]): Outcome | undefined {
  const bare = signedAlways.find(([name]) => !signedHeaders.includes(name));
  return bare && invalid(`${bare[1]} must be a 'SignedHeader' in the AWS Authorization.`);
}

function algorithmRefusal(authorization: string): Outcome | undefined {
  const named = authorization.split(' ', 1)[0];
  return named === algorithm
    ? undefined
    : incomplete(`Unsupported AWS 'algorithm': '${named}' (only ${algorithm} for now). `);
}

function credentialRefusal(credential: string, right: { region: string; stamp: string }): Outcome | undefined {
  const [, ...scope] = elementsOf(credential);
  if (scope.length === 4) return scopeRefusal(scope, right);
  return incomplete(
    `Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '${credential}'`,
  );
}

/** Trailing slashes are ignored. */
const elementsOf = (credential: string): string[] => credential.replace(/\/+$/, '').split('/');

function keyRefusal(
  request: SignedRequest,
  secrets: Secrets,
  parts: ReadonlyMap<string, string>,
  signedHeaders: readonly string[],
) {
  const [accessKey = '', ...scope] = elementsOf(parts.get('Credential')!);
  const secret = secrets.get(accessKey);
  if (secret === undefined)
    return rejected('UnrecognizedClientException', 'The security token included in the request is invalid.');
  return sameText(signatureOf(request, scope, signedHeaders, secret), parts.get('Signature')!) ? undefined : mismatch();
}

/** The refusal of a wrong signature; undefined when it is valid. */
export function signatureRefusal(request: SignedRequest, { secrets, region, nowMs }: Verifier): Outcome | undefined {
  const authorization = headerOf(request, 'authorization');
  if (!authorization.startsWith('AWS4-')) return missingToken();
  const parts = partsOf(authorization);
  const unreadable = missingPartRefusal(request, authorization, parts) ?? dateRefusal(request, nowMs);
  if (unreadable) return unreadable;
  const signedHeaders = parts.get('SignedHeaders')!.toLowerCase().split(';');
  return (
    unsignedHeaderRefusal(signedHeaders) ??
    algorithmRefusal(authorization) ??
    credentialRefusal(parts.get('Credential')!, { region, stamp: stampOf(signedAtMs(request)) }) ??
    keyRefusal(request, secrets, parts, signedHeaders)
  );
}
