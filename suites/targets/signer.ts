/**
 * Signature Version 4 for many small requests: the derived key is kept for a day, and hashes are those of Node. Source:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import type { Credentials } from './raw.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export interface Signed {
  readonly authorization: string;
  /** `20261130T120000Z` */
  readonly date: string;
}

const signedHeaders = 'content-type;host;x-amz-date;x-amz-target';

/** Signs POST requests to `/` with these headers: content-type `application/x-amz-json-1.0`, host, x-amz-date, x-amz-target. */
export class Signer {
  readonly #credentials: Credentials;
  readonly #region: string;
  readonly #host: string;
  #keyDay = '';
  #key: Buffer = Buffer.alloc(0);

  constructor(credentials: Credentials, region: string, host: string) {
    this.#credentials = credentials;
    this.#region = region;
    this.#host = host;
  }

  sign(target: string, body: string, now: Date = new Date()): Signed {
    const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = date.slice(0, 8);
    const scope = `${day}/${this.#region}/dynamodb/aws4_request`;
    const headers = `content-type:application/x-amz-json-1.0\nhost:${this.#host}\nx-amz-date:${date}\nx-amz-target:${target}\n`;
    const canonical = hash(`POST\n/\n\n${headers}\n${signedHeaders}\n${hash(body)}`);
    const signature = hmac(this.#keyOf(day), `AWS4-HMAC-SHA256\n${date}\n${scope}\n${canonical}`).toString('hex');
    const credential = `${this.#credentials.accessKeyId}/${scope}`;
    return {
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
      date,
    };
  }

  #keyOf(day: string): Buffer {
    if (day !== this.#keyDay) {
      this.#keyDay = day;
      const parts = [day, this.#region, 'dynamodb', 'aws4_request'];
      this.#key = parts.reduce<Buffer>(hmac, Buffer.from(`AWS4${this.#credentials.secretAccessKey}`));
    }
    return this.#key;
  }
}
