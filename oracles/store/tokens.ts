/** ClientRequestToken: repeated calls within ten minutes have one effect. Tokens belong to an account. */
import { Refusal } from '../values/refusal.ts';
import type { Json } from '../values/types.ts';
import type { RequestContext } from './state.ts';

const windowMs = 10 * 60 * 1000;
const sweepMs = 60 * 1000;

/** Equal for equal JSON, whatever the member order. */
export function fingerprintOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(fingerprintOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${fingerprintOf(value[name]!)}`).join(',')}}`;
}

const keyOf = ({ store, account }: RequestContext, token: string): string =>
  store.decisions.tokenScope === 'the-account' ? `${account.id}/${token}` : token;

function isLive({ store }: RequestContext, firstUsedMs: number): boolean {
  const endMs = firstUsedMs + windowMs;
  const freeMs =
    store.decisions.tokenWindow === 'after-ten-minutes' ? endMs : Math.ceil((endMs + 1) / sweepMs) * sweepMs;
  return store.clock.now() < freeMs;
}

/**
 * Whether a request with this token was executed before.
 * @throws Refusal IdempotentParameterMismatchException
 */
export function isReplay(context: RequestContext, token: string | undefined, fingerprint: string): boolean {
  const { decisions, tokens } = context.store;
  const used = token === undefined ? undefined : tokens.get(keyOf(context, token));
  if (used === undefined || !isLive(context, used.firstUsedMs)) return false;
  if (used.fingerprint === fingerprint) return decisions.tokenReplay === 'answers-only';
  if (decisions.tokenMismatch === 'refused')
    throw new Refusal(
      'IdempotentParameterMismatchException',
      'Request parameters do not match those of an earlier request with the same client token',
    );
  return decisions.tokenMismatch === 'answered-as-a-replay';
}

/**
 * Item sizes in bytes that the first call was charged for. A replay costs as much as reading them (measured in
 * eu-west-2).
 */
export const imagesOf = (context: RequestContext, token: string | undefined): readonly number[] =>
  context.store.tokens.get(keyOf(context, token!))!.images;

/** Called after the request took effect. A cancelled request does not use up its token. */
export function rememberToken(
  context: RequestContext,
  token: string | undefined,
  fingerprint: string,
  images: readonly number[] = [],
): void {
  if (token === undefined) return;
  context.store.tokens.set(keyOf(context, token), { fingerprint, firstUsedMs: context.store.clock.now(), images });
}
