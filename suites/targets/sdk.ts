/**
 * Sends requests as an application does, serialised and signed by AWS SDK v3. Outcomes are read from the received
 * bytes, since the SDK's parsed answer omits what it does not know.
 */
import { isDeepStrictEqual } from 'node:util';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as streams from '@aws-sdk/client-dynamodb-streams';
import { type HttpHandlerOptions, type HttpRequest, HttpResponse } from '@smithy/protocol-http';
import { type Operation, type OperationOf, operations } from '../../oracles/values/operations.ts';
import type { JsonObject, Outcome } from '../../oracles/values/types.ts';
import { bodyOf, type Endpoint } from './raw.ts';
import { sdkInput } from './sdk-input.ts';
import type { Transport } from './transport.ts';

/** Undefined when nothing was sent, because the SDK refuses the input or would change it. */
type SendInput = (operation: Operation, input: JsonObject) => Promise<Outcome | undefined>;

/** One request in flight: its expected body and its outcome. */
interface Exchange {
  input: JsonObject;
  outcome?: Outcome;
}

/**
 * Whether the SDK kept the request unchanged. It adds tokens, drops unknown members and rounds times to milliseconds.
 */
function saysTheSame(sent: string, input: JsonObject): boolean {
  const written = bodyOf(input);
  if ('body' in written && written.body === sent) return true;
  const parsed: JsonObject = JSON.parse(sent);
  if (!Object.hasOwn(input, 'ClientRequestToken')) delete parsed.ClientRequestToken;
  return isDeepStrictEqual(parsed, JSON.parse(JSON.stringify(input)));
}

/** A dummy answer for the SDK, which need not parse the real one. */
const nothingMore = (headers: { [name: string]: string }) => ({
  response: new HttpResponse({ statusCode: 200, headers, body: Buffer.from('{}') }),
});

const textOf = (body: string | Uint8Array | undefined): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

function urlOf(request: HttpRequest): URL {
  const port = request.port === undefined ? '' : `:${request.port}`;
  return new URL(`${request.protocol}//${request.hostname}${port}${request.path}`);
}

/** The client passes its options to the handler, which links an answer to its request. */
interface HandlerOptions extends HttpHandlerOptions {
  exchange?: Exchange;
}

function requestHandler(transport: Transport, timeoutMs: number) {
  return {
    async handle(request: HttpRequest, options: HandlerOptions = {}) {
      const { exchange } = options;
      if (exchange === undefined) throw new Error('a request that was never sent');
      const body = textOf(request.body);
      if (!saysTheSame(body, exchange.input)) return nothingMore({});
      exchange.outcome = await transport.post({ url: urlOf(request), headers: request.headers, body }, timeoutMs);
      const date = exchange.outcome.wire?.headers.date;
      // The SDK corrects its clock by the server's date.
      return nothingMore(date === undefined ? {} : { date });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}

type AnyCommand = new (input: never) => object;
type CommandsOf<Names extends Operation> = { readonly [Name in Names as `${Name}Command`]: AnyCommand };

/** Does not compile for an operation that the SDK lacks. */
const commands: CommandsOf<Operation> = {
  ...(dynamodb satisfies CommandsOf<OperationOf<'dynamodb'>>),
  ...(streams satisfies CommandsOf<OperationOf<'streams'>>),
};

type AnyRequest = Parameters<dynamodb.DynamoDBClient['send']>[0] & Parameters<streams.DynamoDBStreamsClient['send']>[0];

const commandOf = (operation: Operation, input: JsonObject): AnyRequest =>
  new commands[`${operation}Command`](sdkInput(operation, input) as never) as AnyRequest;

export function createSdkSender(endpoint: Endpoint, transport: Transport, timeoutMs: number) {
  const settings = {
    region: endpoint.region,
    credentials: endpoint.credentials,
    maxAttempts: 1,
    // The endpoint is explicit, so settings from the environment must not change it.
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    requestHandler: requestHandler(transport, timeoutMs),
  };
  const main = new dynamodb.DynamoDBClient({ ...settings, endpoint: endpoint.url.href });
  const stream = new streams.DynamoDBStreamsClient({ ...settings, endpoint: endpoint.streamsUrl.href });

  const send: SendInput = async (operation, input) => {
    const exchange: Exchange = { input };
    const options: HandlerOptions = { exchange };
    try {
      const command = commandOf(operation, input);
      await (operations[operation].service === 'streams' ? stream.send(command, options) : main.send(command, options));
    } catch {
      // The SDK refused the input, and the raw request is sent instead; or it refused the answer, which is already
      // recorded.
    }
    return exchange.outcome;
  };
  const close = (): void => {
    main.destroy();
    stream.destroy();
  };
  return { send, close };
}
