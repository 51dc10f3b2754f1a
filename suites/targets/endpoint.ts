/** A server that somebody else runs, by its URL. It is asked, never started, stopped or sent hazards. */
import { credentialTrouble, findCredentials, findOtherCredentials, isLoopback } from './credentials.ts';
import { createSender, healthOf, pause, type Sender } from './session.ts';
import {
  type Availability,
  type Session,
  type StartOptions,
  type Support,
  type Target,
  TargetError,
} from './target.ts';

const awsHost = /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|api\.aws)$/;
const firstAnswerMsMax = 5_000;

export const isRealService = (url: URL): boolean => awsHost.test(url.hostname);

export const notAllowed = {
  reason: 'real DynamoDB costs money and is touched only when told to',
  remedy: 'add --yes-real-aws',
};

/** @throws TargetError for anything but an http(s) URL without credentials, query or fragment. */
export function parseEndpoint(text: string): URL {
  const remedy = 'give a URL such as http://127.0.0.1:8000';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text is not repeated when it may hold a password.
  if (url === undefined) throw new TargetError('this is not a URL of an endpoint', remedy);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TargetError(`an endpoint speaks http or https, not ${url.protocol}`, remedy);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetError(
      'an endpoint URL must not carry a user or a password',
      'use the AWS_* variables or a profile',
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw new TargetError('an endpoint URL has no query and no fragment', remedy);
  return url;
}

/** DynamoDB Streams lives on a host of its own at AWS. */
export function streamsUrlOf(url: URL): URL {
  const streams = new URL(url);
  if (isRealService(url)) streams.hostname = url.hostname.replace(/^dynamodb(-fips)?\./, 'streams.dynamodb$1.');
  return streams;
}

interface Greeting {
  sender: Sender;
  version: string;
  source: string;
  otherAccount: Support;
}

/** Says hello with ListTables, which every target knows. */
async function greet(url: URL, options: StartOptions): Promise<Greeting> {
  if (isRealService(url) && options.realAwsAllowed !== true)
    throw new TargetError(notAllowed.reason, notAllowed.remedy);
  const { provide, source } = await findCredentials(url, Date.now());
  const endpoint = { url, streamsUrl: streamsUrlOf(url), region: options.region ?? 'us-east-1', credentials: provide };
  const other = await findOtherCredentials(provide);
  const sender = createSender(endpoint, options.requestTimeoutMs, 'none' in other ? undefined : async () => other);
  const otherAccount: Support = 'none' in other ? { supported: false, reason: other.none } : { supported: true };
  const outcome = await sender.listTables(options.requestTimeoutMs ?? firstAnswerMsMax);
  if (outcome.kind === 'ok')
    return { sender, source, otherAccount, version: outcome.wire?.headers.server ?? 'unknown' };
  sender.close();
  if (outcome.kind === 'rejected') {
    const trouble = credentialTrouble(outcome.type, url.host);
    const said = `${url.host} refuses ListTables: ${outcome.type}: ${outcome.message}`;
    throw trouble ?? new TargetError(said, 'allow dynamodb:ListTables, or check the endpoint and the region');
  }
  throw new TargetError(
    `${url.origin} does not answer as DynamoDB would (${outcome.cause}): ${outcome.detail}`,
    'start the server there, or correct the URL',
  );
}

const whyUnavailable = (thrown: unknown): Availability => {
  if (thrown instanceof TargetError) return { kind: 'unavailable', reason: thrown.message, remedy: thrown.remedy };
  throw thrown;
};

async function start(name: string, url: URL, options: StartOptions): Promise<Session> {
  const { sender, version, source, otherAccount } = await greet(url, options);
  return {
    target: name,
    version,
    facts: { endpoint: url.href, credentials: source },
    otherAccount,
    clock: 'real',
    near: isLoopback(url),
    send: sender.send,
    pause,
    health: () => healthOf(sender),
    stop: async () => sender.close(),
    log: async () => '',
  };
}

/** A target named `name` at `url`, which may depend on the region. */
export const remoteTarget = (name: string, title: string, urlOf: (options: StartOptions) => URL): Target => ({
  name,
  title,
  startedByUs: false,
  availability: async (options = {}) => {
    const url = urlOf(options);
    try {
      const { sender, version } = await greet(url, { requestTimeoutMs: firstAnswerMsMax, ...options });
      sender.close();
      return { kind: 'available', version, found: url.href };
    } catch (thrown) {
      return whyUnavailable(thrown);
    }
  },
  start: (options = {}) => start(name, urlOf(options), options),
});

/** @throws TargetError when the text is no URL of an endpoint. */
export function endpointTarget(text: string): Target {
  const url = parseEndpoint(text);
  return remoteTarget(url.href.replace(/\/$/, ''), `the endpoint ${url.host}`, () => url);
}
