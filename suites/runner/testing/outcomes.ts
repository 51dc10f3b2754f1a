import type { JsonObject, Outcome } from '../../../oracles/values/types.ts';

export const ok = (output: JsonObject): Outcome => ({ kind: 'ok', output });

export const refused = (type: string, message = '', members: JsonObject = {}): Outcome => ({
  kind: 'rejected',
  type,
  rawType: `com.amazonaws.dynamodb.v20120810#${type}`,
  message,
  status: 400,
  members,
});
