/** Finds credentials for a server that we did not start. No message may contain any part of them. */
import { isLoopbackHost } from '../../oracles/values/hosts.ts';
import type { Credentials } from './raw.ts';
import { TargetError } from './target.ts';

interface FoundCredentials {
  provide: () => Promise<Credentials>;
  /** Shown in `facts`. */
  source: string;
}

const isLoopback = (url: URL): boolean => isLoopbackHost(url.hostname);

const expiredRemedy =
  'renew them (`aws sso login`, or export fresh AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN)';
const dummyCredentials: Credentials = { accessKeyId: 'parallax', secretAccessKey: 'parallax' };

/** The SDK's message when no provider in its chain has credentials. */
const nothingFound = /^Could not load credentials from any providers/;

function whyNone(thrown: unknown): 'none' | TargetError {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (nothingFound.test(message)) return 'none';
  // The message of a credential process may contain its command line with a secret, so only the kind of error is shown.
  return /expired/i.test(message)
    ? new TargetError('the AWS credentials have expired', expiredRemedy)
    : new TargetError(`the AWS credential chain failed (${name})`, '`aws sts get-caller-identity` shows why');
}

/**
 * Uses the AWS SDK's default chain: environment, SSO, shared files, container, instance.
 *
 * @param now milliseconds since 1970, compared with `expiration`
 * @throws TargetError when there are none or they have expired; a loopback endpoint gets dummies instead of none
 */
export async function findCredentials(url: URL, now: number): Promise<FoundCredentials> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  // A local server should not wait for an instance metadata service.
  const provide = defaultProvider(isLoopback(url) ? { maxRetries: 0, timeout: 200 } : {});
  try {
    const { expiration } = await provide();
    if (expiration !== undefined && expiration.getTime() <= now) {
      throw new TargetError('the AWS credentials have expired', expiredRemedy);
    }
    return { provide, source: 'default chain' };
  } catch (thrown) {
    if (thrown instanceof TargetError) throw thrown;
    const why = whyNone(thrown);
    if (why !== 'none') throw why;
    if (isLoopback(url)) return { provide: async () => dummyCredentials, source: 'none found, dummy ones sent' };
    throw new TargetError(
      `no AWS credentials for ${url.host}`,
      'export AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (any value works if the endpoint does not check them), or set AWS_PROFILE',
    );
  }
}

export const otherAccountVariables = {
  accessKeyId: 'PARALLAX_OTHER_AWS_ACCESS_KEY_ID',
  secretAccessKey: 'PARALLAX_OTHER_AWS_SECRET_ACCESS_KEY',
  sessionToken: 'PARALLAX_OTHER_AWS_SESSION_TOKEN',
} as const;

/**
 * Credentials of a second account, which the user must provide. A DynamoDB endpoint cannot tell whether the accounts
 * differ, so only the same key given twice is detected.
 */
export async function findOtherCredentials(first: () => Promise<Credentials>): Promise<Credentials | { none: string }> {
  const { accessKeyId: id, secretAccessKey: secret, sessionToken: token } = otherAccountVariables;
  const given = (variable: string): string | undefined => process.env[variable] || undefined;
  const [accessKeyId, secretAccessKey, sessionToken] = [given(id), given(secret), given(token)];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return { none: `no second account is configured: set ${id} and ${secret}` };
  if (accessKeyId === (await first()).accessKeyId) return { none: `${id} is the key of the first account` };
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

const expiredTypes: ReadonlySet<string> = new Set(['ExpiredTokenException', 'ExpiredToken', 'RequestExpired']);
const refusedTypes: ReadonlySet<string> = new Set([
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
]);

/** The credential problem behind an exception; undefined for any other exception. */
export function credentialTrouble(type: string, host: string): TargetError | undefined {
  if (expiredTypes.has(type))
    return new TargetError(`${host} says that the AWS credentials have expired`, expiredRemedy);
  if (!refusedTypes.has(type)) return undefined;
  return new TargetError(
    `${host} does not accept these AWS credentials (${type})`,
    'check AWS_PROFILE, the AWS_* variables and the clock; `aws sts get-caller-identity` shows whose they are',
  );
}
