/** Credentials for a server that we did not start. No message here holds any part of one. */
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { isLoopbackHost } from '../../oracles/values/hosts.ts';
import type { Credentials } from './raw.ts';
import { TargetError } from './target.ts';

interface FoundCredentials {
  provide: () => Promise<Credentials>;
  /** For `facts`. */
  source: string;
}

const isLoopback = (url: URL): boolean => isLoopbackHost(url.hostname);

const expiredRemedy =
  'renew them (`aws sso login`, or export fresh AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN)';
const dummyCredentials: Credentials = { accessKeyId: 'parallax', secretAccessKey: 'parallax' };

/** The last words of the SDK's chain when no link of it had anything. */
const nothingFound = /^Could not load credentials from any providers/;

function whyNone(thrown: unknown): 'none' | TargetError {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (nothingFound.test(message)) return 'none';
  // The message of a credential process repeats its command line, which may hold a secret: only the kind is shown.
  return /expired/i.test(message)
    ? new TargetError('the AWS credentials have expired', expiredRemedy)
    : new TargetError(`the AWS credential chain failed (${name})`, '`aws sts get-caller-identity` shows why');
}

/**
 * The usual chain of the AWS SDK: environment, SSO, shared files, container, instance.
 *
 * @param now milliseconds since 1970; `expiration` is judged by it.
 * @throws TargetError when there are none, or expired ones. A loopback endpoint without any gets dummies.
 */
export async function findCredentials(url: URL, now: number): Promise<FoundCredentials> {
  // A server on this machine does not wait for an instance's metadata service.
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
 * Credentials of a second account, which nobody but the user can give. Whether they are of another account than the first
 * ones cannot be asked of a DynamoDB endpoint; only the same key given twice is noticed.
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

/** What an exception says about the credentials; `undefined` when it is about something else. */
export function credentialTrouble(type: string, host: string): TargetError | undefined {
  if (expiredTypes.has(type))
    return new TargetError(`${host} says that the AWS credentials have expired`, expiredRemedy);
  if (!refusedTypes.has(type)) return undefined;
  return new TargetError(
    `${host} does not accept these AWS credentials (${type})`,
    'check AWS_PROFILE, the AWS_* variables and the clock; `aws sts get-caller-identity` shows whose they are',
  );
}
