/** NextToken: the position after a page, bound to its statement and account. */

import type { RequestContext } from '../store/state.ts';
import { fingerprintOf } from '../store/tokens.ts';
import { checkKinds } from '../values/kinds.ts';
import { validation } from '../values/refusal.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { normaliseItem } from '../values/validate.ts';

interface Position {
  account: string;
  request: string;
  keys: JsonObject;
}

/** The request that a token is valid for. */
export const requestOf = (statement: string, parameters: readonly Json[]): string =>
  fingerprintOf([statement, [...parameters]]);

export const tokenOf = ({ account }: RequestContext, request: string, keys: Item): string =>
  Buffer.from(JSON.stringify({ account: account.id, request, keys } satisfies Position)).toString('base64');

function parsed(token: string): Position | undefined {
  try {
    const value = JSON.parse(Buffer.from(token, 'base64').toString()) as Partial<Position> | null;
    const { account, request, keys } = value ?? {};
    if (typeof account !== 'string' || typeof request !== 'string' || typeof keys !== 'object' || keys === null)
      return undefined;
    return { account, request, keys };
  } catch {
    return undefined;
  }
}

/** The keys of the last row read. @throws Refusal ValidationException for an invalid token or one of another request */
export function positionOf(
  { store, account }: RequestContext,
  token: string,
  request: string,
  names: readonly string[],
): Item {
  const position = parsed(token);
  if (position === undefined) throw validation('Invalid NextToken');
  if (position.account !== account.id) throw validation('Given NextToken is invalid for this account');
  if (position.request !== request) throw validation('NextToken does not match request');
  const keys = keysOf(position.keys, store.decisions);
  if (keys === undefined || names.some((name) => !Object.hasOwn(keys, name))) throw validation('Invalid NextToken');
  return keys;
}

function keysOf(keys: JsonObject, decisions: RequestContext['store']['decisions']): Item | undefined {
  try {
    checkKinds({ M: keys });
    return normaliseItem(keys, decisions);
  } catch {
    return undefined;
  }
}
