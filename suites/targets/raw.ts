/** Sends hand-signed requests: any body is sent unchanged. */
import { Sha256 } from '@aws-crypto/sha256-js';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import { amzTarget, operations } from '../../oracles/values/operations.ts';
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { HttpMessage, Transport } from './transport.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
}

/** The URLs and credentials of a target. Credentials are read for each request, since some expire. */
export interface Endpoint {
  url: URL;
  /** AWS has a separate host for DynamoDB Streams; other targets use one host. */
  streamsUrl: URL;
  region: string;
  credentials: () => Promise<Credentials>;
}

type Headers = { readonly [name: string]: string };
type SendBody = (operation: Operation, body: string, headers?: Headers) => Promise<Outcome>;

export const unsendable = (detail: string): Outcome => ({ kind: 'unanswered', cause: 'unsendable', detail });

/** The message of any thrown value. */
export const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

async function signed(endpoint: Endpoint, signer: SignatureV4, operation: Operation, body: string, other: Headers) {
  const url = operations[operation].service === 'streams' ? endpoint.streamsUrl : endpoint.url;
  const request = await signer.sign(
    new HttpRequest({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: {
        host: url.host,
        'content-type': 'application/x-amz-json-1.0',
        'content-length': String(Buffer.byteLength(body)),
        'x-amz-target': amzTarget(operation),
        ...other,
      },
      body,
    }),
  );
  return { url, headers: request.headers, body } satisfies HttpMessage;
}

export function createRawSender(endpoint: Endpoint, transport: Transport, timeoutMs: number): SendBody {
  const { region, credentials } = endpoint;
  const signer = new SignatureV4({ service: 'dynamodb', region, credentials, sha256: Sha256 });
  return async (operation, body, headers = {}) => {
    let message: HttpMessage;
    try {
      message = await signed(endpoint, signer, operation, body, headers);
    } catch (thrown) {
      return unsendable(`could not be signed: ${reasonOf(thrown)}`);
    }
    return transport.post(message, timeoutMs);
  };
}

/** The JSON of an input, or the reason why there is none (nested deeper than the stack allows). */
export function bodyOf(input: JsonObject): { body: string } | { refused: string } {
  try {
    return { body: JSON.stringify(input) };
  } catch (thrown) {
    return { refused: `cannot be written as JSON: ${reasonOf(thrown)}` };
  }
}
