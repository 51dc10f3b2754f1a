/** Encryption at rest with a customer's key. With a key of the service's own, descriptions omit the member. */
import { validation } from '../values/refusal.ts';
import type { Encryption, RequestContext } from './state.ts';

export interface EncryptionRequest {
  Enabled?: boolean;
  SSEType?: 'AES256' | 'KMS';
  KMSMasterKeyId?: string;
}

/** Stands for the account's default key. */
const defaultKeyId = '00000000-0000-4000-8000-000000000000';

/** @throws Refusal ValidationException */
export function encryptionOf(
  { store, account }: RequestContext,
  request: EncryptionRequest | undefined,
): Encryption | undefined {
  if (request?.SSEType === 'AES256')
    throw validation('One or more parameter values were invalid: SSEType AES256 is not supported');
  if (request?.Enabled !== true) return undefined;
  const key = request.KMSMasterKeyId ?? defaultKeyId;
  return {
    type: 'KMS',
    keyArn: key.startsWith('arn:') ? key : `arn:aws:kms:${store.region}:${account.id}:key/${key}`,
  };
}
