/** Encryption at rest with a key of the customer's. Without one the service uses a key of its own and says nothing of it. */
import type { Context, Encryption } from './state.ts';

export interface EncryptionRequest {
  Enabled?: boolean;
  SSEType?: Encryption['type'];
  KMSMasterKeyId?: string;
}

/** The key that stands for the account's default. */
const defaultKeyId = '00000000-0000-4000-8000-000000000000';

export function encryptionOf(
  { store, account }: Context,
  request: EncryptionRequest | undefined,
): Encryption | undefined {
  if (request?.Enabled !== true) return undefined;
  const key = request.KMSMasterKeyId ?? defaultKeyId;
  return {
    type: request.SSEType ?? 'KMS',
    keyArn: key.startsWith('arn:') ? key : `arn:aws:kms:${store.region}:${account.id}:key/${key}`,
  };
}
