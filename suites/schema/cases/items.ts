/** Cases on single items: write, read, update, delete, conditions, and invalid keys. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Template } from '../../cases/case.ts';
import { sources } from '../../cases/sources.ts';
import { get, put, refused, remove, update } from '../../cases/steps.ts';
import { indexKeys } from '../../fuzz/generators/schemas.ts';
import { caseOf, keyOf, keysOf, label, type OwnGround } from './ground.ts';

const rowsMax = 8;
const changedValue: AttributeValue = { S: 'changed by Parallax' };

const set = (ground: OwnGround, key: Item, more: { [member: string]: Template } = {}): Call =>
  update(label, key, 'SET #changed = :changed', {
    ExpressionAttributeNames: { '#changed': ground.changed },
    ExpressionAttributeValues: { ':changed': changedValue },
    ...more,
  });

export { changedValue, set };

const answering = (step: Call, attributes: Template): Call => ({
  ...step,
  observe: ['Attributes'],
  expect: { ok: { Attributes: attributes } },
});

/** The full lifecycle of one item. */
function life(ground: OwnGround, row: Item): Call[] {
  const key = keyOf(ground, row);
  const changed = { ...row, [ground.changed]: changedValue };
  return [
    put(label, row),
    get(label, key, row),
    answering(put(label, row, { ReturnValues: 'ALL_OLD' }), row as unknown as Template),
    answering(set(ground, key, { ReturnValues: 'ALL_NEW' }), changed as unknown as Template),
    get(label, key, changed),
    put(label, key),
    get(label, key, key),
    answering(remove(label, key, { ReturnValues: 'ALL_OLD' }), key as unknown as Template),
    get(label, key, 'absent'),
    remove(label, key),
  ];
}

export const items = (ground: OwnGround): Case =>
  caseOf(ground, {
    slug: 'items',
    title: 'an item is read as it was written, changed and removed',
    because: 'PutItem replaces the whole item, UpdateItem what it names, and a read shows what the last write left.',
    sources: [sources.workingWithItems, sources.updateItem],
    steps: ground.rows.slice(0, rowsMax).flatMap((row) => life(ground, row)),
  });

const failed = 'ConditionalCheckFailedException';

function conditional(ground: OwnGround, row: Item): Call[] {
  const key = keyOf(ground, row);
  const hash = { '#hash': ground.hash.name };
  const absent = { ConditionExpression: 'attribute_not_exists(#hash)', ExpressionAttributeNames: hash };
  const present = { ConditionExpression: 'attribute_exists(#hash)', ExpressionAttributeNames: hash };
  const onValue = (value: AttributeValue): { [member: string]: Template } => ({
    ConditionExpression: '#changed = :was',
    ExpressionAttributeNames: { '#changed': ground.changed },
    ExpressionAttributeValues: { ':changed': { S: 'again' }, ':was': value },
  });
  return [
    refused(remove(label, key, present), failed),
    put(label, row, absent),
    refused(put(label, key, absent), failed),
    get(label, key, row),
    set(ground, key),
    refused(set(ground, key, onValue({ S: 'something else' })), failed),
    get(label, key, { ...row, [ground.changed]: changedValue }),
    set(ground, key, onValue(changedValue)),
    get(label, key, { ...row, [ground.changed]: { S: 'again' } }),
    remove(label, key, present),
    get(label, key, 'absent'),
  ];
}

export const conditions = (ground: OwnGround): Case =>
  caseOf(ground, {
    slug: 'conditions',
    title: 'a write whose condition fails is refused and changes nothing',
    because: 'A condition is looked at together with the write: it fails with ConditionalCheckFailedException.',
    sources: [sources.workingWithItems, sources.operators],
    steps: ground.rows.slice(0, rowsMax).flatMap((row) => conditional(ground, row)),
  });

/** A value of another type than the key's. */
const otherType = (type: string): AttributeValue => (type === 'S' ? { N: '1' } : { S: 'text' });

export function wrongKeys(ground: OwnGround): Case {
  const [row = {}] = ground.rows;
  const key = keyOf(ground, row);
  const without = (name: string): Item => Object.fromEntries(Object.entries(row).filter(([one]) => one !== name));
  const reading = (Key: Item): Call => ({
    op: 'GetItem',
    input: { TableName: { $table: label }, Key: Key as unknown as Template },
  });
  const invalid = (step: Call): Call => refused(step, 'ValidationException');
  return caseOf(ground, {
    slug: 'wrong-keys',
    title: 'a key that lacks a part, or has one of another type, is refused',
    because:
      'Each key attribute must be there, with the type that the table defines; so must that of an index if it is there.',
    sources: [sources.coreComponents, sources.gsi],
    steps: [
      ...keysOf(ground).flatMap(({ name, type }) => [
        invalid(put(label, without(name))),
        invalid(put(label, { ...row, [name]: otherType(type) })),
        invalid(reading({ ...key, [name]: otherType(type) })),
        ...(type === 'N' ? [] : [invalid(put(label, { ...row, [name]: { [type]: '' } as unknown as AttributeValue }))]),
      ]),
      ...(ground.range ? [invalid(reading({ [ground.hash.name]: key[ground.hash.name]! }))] : []),
      ...indexKeys(ground).map(({ name, type }) => invalid(put(label, { ...row, [name]: otherType(type) }))),
      get(label, key, 'absent'),
    ],
  });
}
