import type { Descriptor, Json } from '../../../oracles/values/types.ts';
import { isObject } from './path.ts';

const descriptors: { readonly [type in Descriptor]: true } = {
  ...{ S: true, N: true, B: true, BOOL: true, NULL: true },
  ...{ L: true, M: true, SS: true, NS: true, BS: true },
};

function typeOf(value: Json | undefined): string | undefined {
  const [type, ...more] = isObject(value) ? Object.keys(value) : [];
  return type !== undefined && more.length === 0 && Object.hasOwn(descriptors, type) ? type : undefined;
}

/**
 * Whether both are attribute values of different types. This counts as one difference, not as a missing and an extra
 * member.
 */
export function otherType(expected: Json, actual: Json | undefined): boolean {
  const [left, right] = [typeOf(expected), typeOf(actual)];
  return left !== undefined && right !== undefined && left !== right;
}
