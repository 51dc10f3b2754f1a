/** A server that someone else runs, given by URL. It is never started, stopped or sent hazards. */
import { isLoopbackHost } from '../../oracles/values/hosts.ts';
import type { Outcome } from '../../oracles/values/types.ts';
import { credentialTrouble, findCredentials, findOtherCredentials } from './credentials.ts';
import { remedyFor } from './greeting.ts';
import { assertAllowed, reachOf } from './guard.ts';
import type { Endpoint } from './raw.ts';
import { createSender, healthOf, pause, type Sender } from './session.ts';
import {
  type Availability,
  type Session,
  type StartOptions,
  type Support,
  type Target,
  TargetError,
} from './target.ts';

const firstAnswerMsMax = 5_000;
const secondTryMs = 250;

/** `localhost:8000`, `[::1]:8000`: host and port without a scheme. */
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+):\d+\/?$/i;

/** Whether a text is an endpoint rather than a target name. It may contain a password. */
export const looksLikeEndpoint = (text: string): boolean =>
  text.includes('://') || text.includes('@') || hostAndPort.test(text);

/**
 * @param text a URL, or host and port, which imply http
 * @throws TargetError for anything but an http(s) URL without credentials, query or fragment
 */
export function parseEndpoint(text: string): URL {
  const remedy = 'give a URL such as http://127.0.0.1:8000';
  const whole = hostAndPort.test(text) ? `http://${text}` : text;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  // The text is not repeated, since it may contain a password.
  if (text.includes('@'))
    throw new TargetError(
      'an endpoint URL must not carry a user or a password',
      'use the AWS_* variables or a profile',
    );
  if (url === undefined) throw new TargetError('this is not a URL of an endpoint', remedy);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TargetError(`an endpoint speaks http or https, not ${url.protocol}`, remedy);
  }
  if (url.search !== '' || url.hash !== '')
    throw new TargetError('an endpoint URL has no query and no fragment', remedy);
  return url;
}

/**
 * The URL of DynamoDB Streams. AWS has a separate host for it: with a dash for the dual-stack names of two partitions,
 * else with a dot.
 */
export function streamsUrlOf(url: URL): URL {
  const streams = new URL(url);
  const mark = /\.api\.(?:aws|amazonwebservices\.com\.cn)\.?$/.test(url.hostname) ? '-' : '.';
  if (reachOf(url) === 'aws')
    streams.hostname = url.hostname.replace(/^dynamodb(-fips)?\./, `streams${mark}dynamodb$1.`);
  return streams;
}

interface Greeting {
  sender: Sender;
  endpoint: Endpoint;
  version: string;
  source: string;
  otherAccount: Support;
}

/** Retries once, for a server that is just starting or failed briefly. */
async function askedTwice(ask: () => Promise<Outcome>): Promise<Outcome> {
  const first = await ask();
  if (first.kind === 'ok' || (first.kind === 'rejected' && first.status < 500)) return first;
  await pause(secondTryMs);
  return ask();
}

/** Sends ListTables, which every target knows. The guard decides first, before anything is sent. */
async function greet(url: URL, options: StartOptions): Promise<Greeting> {
  assertAllowed(url, options);
  const { provide, source } = await findCredentials(url, Date.now());
  const endpoint = { url, streamsUrl: streamsUrlOf(url), region: options.region ?? 'us-east-1', credentials: provide };
  const other = await findOtherCredentials(provide);
  const sender = createSender(endpoint, options.requestTimeoutMs, 'none' in other ? undefined : async () => other);
  const otherAccount: Support = 'none' in other ? { supported: false, reason: other.none } : { supported: true };
  const outcome = await askedTwice(() => sender.listTables(options.requestTimeoutMs ?? firstAnswerMsMax));
  if (outcome.kind === 'ok')
    return { sender, endpoint, source, otherAccount, version: outcome.wire?.headers.server ?? 'unknown' };
  sender.close();
  if (outcome.kind === 'rejected') {
    const trouble = credentialTrouble(outcome.type, url.host);
    const failed = outcome.status >= 500;
    const said = `${url.host} ${failed ? 'fails at' : 'refuses'} ListTables: ${outcome.type}: ${outcome.message}`;
    const remedy = failed
      ? 'see the log of that server'
      : 'allow dynamodb:ListTables, or check the endpoint and the region';
    throw trouble ?? new TargetError(said, remedy);
  }
  throw new TargetError(
    `${url.origin} does not answer as DynamoDB would (${outcome.cause}): ${outcome.detail}`,
    remedyFor(url, outcome),
  );
}

const whyUnavailable = (thrown: unknown): Availability => {
  if (thrown instanceof TargetError) return { kind: 'unavailable', reason: thrown.message, remedy: thrown.remedy };
  throw thrown;
};

async function start(name: string, url: URL, options: StartOptions): Promise<Session> {
  const { sender, endpoint, version, source, otherAccount } = await greet(url, options);
  return {
    target: name,
    version,
    facts: { endpoint: url.href, credentials: source },
    otherAccount,
    clock: 'real',
    near: isLoopbackHost(url.hostname),
    endpoint,
    send: sender.send,
    pause,
    health: () => healthOf(sender),
    stop: async () => sender.close(),
    log: async () => '',
  };
}

/**
 * A target named `name`. `urlOf` determines its URL without any network request.
 *
 * @param urlOf may throw a TargetError when the URL is unknown
 */
export const remoteTarget = (name: string, title: string, urlOf: (options: StartOptions) => Promise<URL>): Target => ({
  name,
  title,
  startedByUs: false,
  availability: async (options = {}) => {
    try {
      const url = await urlOf(options);
      const { sender, version } = await greet(url, { requestTimeoutMs: firstAnswerMsMax, ...options });
      sender.close();
      return { kind: 'available', version, found: url.href };
    } catch (thrown) {
      return whyUnavailable(thrown);
    }
  },
  start: async (options = {}) => start(name, await urlOf(options), options),
});

/** @throws TargetError when the text is not an endpoint URL */
export function endpointTarget(text: string): Target {
  const url = parseEndpoint(text);
  return remoteTarget(url.href.replace(/\/$/, ''), `the endpoint ${url.host}`, async () => url);
}

interface NamedEndpoint {
  name: string;
  title: string;
  /** Environment variable with the URL. */
  variable: string;
  /** What the user does to have such a server, and to be let in. */
  remedy: string;
}

/** An endpoint with a name of its own, and so with a ledger, wherever its server runs. */
export const namedEndpoint = ({ name, title, variable, remedy }: NamedEndpoint): Target =>
  remoteTarget(name, title, async () => {
    const text = process.env[variable];
    if (text === undefined || text === '') throw new TargetError(`${variable} is not set`, remedy);
    return parseEndpoint(text);
  });
