/** NextToken: the position after a page, bound to its statement and account. */

import type { Decisions } from '../policies/index.ts';
import type { RequestContext } from '../store/state.ts';
import { fingerprintOf } from '../store/tokens.ts';
import { checkKinds } from '../values/kinds.ts';
import { validation } from '../values/refusal.ts';
import type { Item, Json } from '../values/types.ts';
import { normaliseItem } from '../values/validate.ts';

interface Position {
  account: string;
  request: string;
  keys: Item;
}

/** The request that a token is valid for. */
export const requestOf = (statement: string, parameters: Json[]): string => fingerprintOf([statement, parameters]);

export const tokenOf = ({ account }: RequestContext, request: string, keys: Item): string =>
  Buffer.from(JSON.stringify({ account: account.id, request, keys } satisfies Position)).toString('base64');

const invalid = () => validation('Invalid NextToken');

/** @throws Refusal for what is no token */
function positionIn(token: string, decisions: Decisions): Position {
  try {
    const { account, request, keys } = JSON.parse(Buffer.from(token, 'base64').toString()) as Position;
    checkKinds({ M: keys });
    return { account, request, keys: normaliseItem(keys, decisions) };
  } catch {
    throw invalid();
  }
}

/** The keys of the last row read. @throws Refusal ValidationException for an invalid token or one of another request */
export function positionOf(
  { store, account }: RequestContext,
  token: string,
  request: string,
  names: readonly string[],
): Item {
  const position = positionIn(token, store.decisions);
  if (position.account !== account.id) throw validation('Given NextToken is invalid for this account');
  if (position.request !== request) throw validation('NextToken does not match request');
  if (names.some((name) => !Object.hasOwn(position.keys, name))) throw invalid();
  return position.keys;
}
