/** Real DynamoDB as the reference; needs credentials and permission. */
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type HttpRequest, HttpResponse } from '@smithy/protocol-http';
import { plainHost } from '../../oracles/values/hosts.ts';
import { remoteTarget, streamsUrlOf } from './endpoint.ts';
import { reachOf } from './guard.ts';
import { type StartOptions, TargetError } from './target.ts';

/** The public endpoint of a region in any partition. */
async function endpointOf(region: string): Promise<URL> {
  const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
  const client = new DynamoDBClient({ region });
  const { url } = client.config.endpointProvider({ Region: region, UseDualStack: false, UseFIPS: false });
  client.destroy();
  return url;
}

interface Services {
  tables: URL;
  streams: URL;
}

/**
 * The endpoints that the SDK would use, given the environment and the profile. Asks the SDK itself instead of imitating
 * it; its request handler is a stub, so nothing is sent.
 */
async function configuredEndpoints(region: string): Promise<Services> {
  const { DynamoDBClient, ListTablesCommand } = await import('@aws-sdk/client-dynamodb');
  const { DynamoDBStreamsClient, ListStreamsCommand } = await import('@aws-sdk/client-dynamodb-streams');
  const seen: URL[] = [];
  const settings: DynamoDBClientConfig = {
    ...{ region, maxAttempts: 1, useDualstackEndpoint: false, useFipsEndpoint: false, defaultsMode: 'legacy' },
    credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' },
    requestHandler: {
      handle: async ({ protocol, hostname, port, path }: HttpRequest) => {
        seen.push(new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`));
        return { response: new HttpResponse({ statusCode: 200, body: Buffer.from('{}') }) };
      },
    },
  };
  const [tables, streams] = [new DynamoDBClient(settings), new DynamoDBStreamsClient(settings)];
  try {
    await tables.send(new ListTablesCommand({}));
    await streams.send(new ListStreamsCommand({}));
  } finally {
    tables.destroy();
    streams.destroy();
  }
  return { tables: seen[0]!, streams: seen[1]! };
}

const sameOrigin = (one: URL, other: URL): boolean =>
  one.protocol === other.protocol && plainHost(one.hostname) === plainHost(other.hostname) && one.port === other.port;

const variables = ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_DYNAMODB_STREAMS', 'AWS_ENDPOINT_URL'];

/** The source of a configured endpoint. Variables take precedence over the profile. */
const namedBy = (): string => variables.filter((name) => process.env[name]).join(' and ') || 'the AWS profile';

/**
 * `aws` must mean the service itself. A user with another endpoint configured may expect a local server, so this
 * refuses to guess.
 */
async function urlOf({ region = 'us-east-1' }: StartOptions): Promise<URL> {
  const url = await endpointOf(region);
  // The SDK's region `local` is a server on this machine.
  if (reachOf(url) !== 'aws')
    throw new TargetError(`region ${region} leads to ${url.host}, which is not AWS`, 'give a region of AWS');
  const configured = await configuredEndpoints(region).catch((thrown: unknown) => {
    const kind = thrown instanceof Error ? thrown.name : String(thrown);
    throw new TargetError(`the endpoint that ${namedBy()} names cannot be read (${kind})`, 'fix it, or unset it');
  });
  for (const [wanted, found] of [
    [url, configured.tables],
    [streamsUrlOf(url), configured.streams],
  ] as const) {
    if (sameOrigin(wanted, found)) continue;
    throw new TargetError(
      `the target aws is ${wanted.host}, but ${namedBy()} leads to ${found.host}`,
      `for that endpoint give --target ${found.origin}; for real DynamoDB set AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true`,
    );
  }
  return url;
}

export const aws = remoteTarget('aws', 'DynamoDB at AWS', urlOf);
