import { serialization } from './refusal.ts';

/** @throws Refusal (SerializationException) for anything that is not canonical base64 with padding. */
export function decodeBase64(text: string): Buffer {
  if (text.length % 4 !== 0) {
    throw serialization(`Base64 encoded length is expected a multiple of 4 bytes but found: ${text.length}`);
  }
  const bytes = Buffer.from(text, 'base64');
  // The misspelling is the service's.
  if (bytes.toString('base64') !== text) throw serialization('Invalid last non-pad Base64 character dectected');
  return bytes;
}

/** Decodes base64 that has already been validated. */
export const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');
