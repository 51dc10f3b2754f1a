/** AttributeUpdates: PUT, ADD and DELETE by attribute name, resolved to UpdateExpression actions. */
import type { Decisions } from '../../policies/index.ts';
import type { AttributeValue, Json, JsonObject } from '../../values/types.ts';
import { checkName, descriptorOf, normaliseValue } from '../../values/validate.ts';
import type { Resolved } from '../resolve.ts';
import type { ResolvedAction } from '../update-check.ts';
import { invalid } from './conditions.ts';

interface UpdateRequest {
  Action?: 'PUT' | 'ADD' | 'DELETE';
  Value?: Json;
}

const isSet = (value: AttributeValue): boolean => ['SS', 'NS', 'BS'].includes(descriptorOf(value));

/**
 * ADD appends a list, although AWS documents only numbers and sets. Source: a public emulator, checked on the service.
 */
function addition(path: readonly [string], value: AttributeValue): ResolvedAction {
  if (!('L' in value)) return { section: 'ADD', path, value };
  const old: Resolved = {
    kind: 'call',
    name: 'if_not_exists',
    args: [
      { kind: 'path', segments: path },
      { kind: 'value', value: { L: [] } },
    ],
  };
  return { section: 'SET', path, value: { kind: 'call', name: 'list_append', args: [old, { kind: 'value', value }] } };
}

function actionOf(name: string, { Action: action = 'PUT' }: UpdateRequest, value: AttributeValue | undefined) {
  const path = [name] as const;
  if (value === undefined) {
    if (action !== 'DELETE') throw invalid('Only DELETE action is allowed when no attribute value is specified');
    return { section: 'REMOVE', path } satisfies ResolvedAction;
  }
  const type = descriptorOf(value);
  if (action === 'PUT') return { section: 'SET', path, value: { kind: 'value', value } } satisfies ResolvedAction;
  if (action === 'DELETE') {
    if (!isSet(value)) throw invalid(`DELETE action with value is not supported for the type ${type}`);
    return { section: 'DELETE', path, value } satisfies ResolvedAction;
  }
  if (!isSet(value) && type !== 'N' && type !== 'L') throw invalid(`ADD action is not supported for the type ${type}`);
  return addition(path, value);
}

/** @throws Refusal */
export function legacyActions(updates: JsonObject, decisions: Decisions): ResolvedAction[] {
  return Object.entries(updates).map(([name, given]) => {
    checkName(name);
    const request = given as unknown as UpdateRequest;
    const value = request.Value === undefined ? undefined : normaliseValue(request.Value, decisions);
    return actionOf(name, request, value);
  });
}
