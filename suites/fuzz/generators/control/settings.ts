/** Tags and time to live. */
import type { TemplateObject } from '../../../cases/case.ts';
import { newPlan, someTags } from './plan.ts';
import type { Script } from './script.ts';
import { change, data, drop, type Made, make } from './tables.ts';

/** How long a tag change may take that nobody polls for. */
const tagMs = 300;
const faultyTagsMax = 4;

const otherTags = [
  ['team', 'compute'],
  ['stage', 'live'],
  ['owner', 'nobody'],
] as const;

const polled = (script: Script, { of }: Made, until: Parameters<Script['poll']>[2]): void =>
  script.poll('ListTagsOfResource', { ResourceArn: script.arn(of) }, until, { observe: ['Tags'] });

function put(script: Script, made: Made): void {
  const { draw } = script;
  const tags = new Map(draw.some([...someTags, ...otherTags], 1 + draw.int(3)));
  script.call('TagResource', { ResourceArn: script.arn(made.of), Tags: tagList(tags) });
  const before = new Map(made.plan.tags);
  for (const [key, value] of tags) made.plan.tags.set(key, value);
  const changed = [...tags].find(([key, value]) => before.get(key) !== value);
  if (changed !== undefined) polled(script, made, { path: 'Tags', has: { Key: changed[0], Value: changed[1] } });
}

const tagList = (tags: ReadonlyMap<string, string>): TemplateObject[] =>
  [...tags].map(([Key, Value]) => ({ Key, Value }));

function remove(script: Script, made: Made): void {
  const { draw } = script;
  const known = [...made.plan.tags.keys()];
  const keys = [...draw.some(known, 1 + draw.int(2)), ...(draw.chance(20) ? ['absent'] : [])];
  if (keys.length === 0) return;
  script.call('UntagResource', { ResourceArn: script.arn(made.of), TagKeys: keys });
  for (const key of keys) made.plan.tags.delete(key);
  polled(script, made, { path: 'Tags[].Key', lacks: keys[0]! });
}

function faultyTags(script: Script, { of }: Made): void {
  const ResourceArn = script.arn(of);
  const Tags = tagList(new Map(someTags));
  const { draw } = script;
  const op = draw.pick(['TagResource', 'TagResource', 'UntagResource', 'ListTagsOfResource'] as const);
  script.faulty(
    op,
    op === 'TagResource'
      ? { ResourceArn, Tags }
      : op === 'UntagResource'
        ? { ResourceArn, TagKeys: ['team'] }
        : { ResourceArn },
  );
  if (op === 'ListTagsOfResource') return;
  script.steps.push({ wait: tagMs, because: 'a change of tags shows later' });
  script.call('ListTagsOfResource', { ResourceArn });
}

/** As many tags as a table may have, and then more. */
function fill(script: Script, { of }: Made): void {
  const tags = new Map(Array.from({ length: 50 }, (_, at) => [`many ${at}`, ''] as const));
  const ResourceArn = script.arn(of);
  script.call('TagResource', { ResourceArn, Tags: tagList(tags) });
  script.poll('ListTagsOfResource', { ResourceArn }, { path: 'Tags[].Key', has: 'many 49' }, { observe: ['Tags'] });
  script.call('TagResource', {
    ResourceArn,
    Tags: [
      { Key: 'many 1', Value: '' },
      { Key: 'one more', Value: '' },
    ],
  });
  script.call('ListTagsOfResource', { ResourceArn });
}

export const tagged = (script: Script): void => {
  const { draw } = script;
  const made = make(script, 'a', draw.chance(20) ? { ...newPlan(draw), tags: new Map() } : newPlan(draw));
  if (made.plan.tags.size === 0 && draw.chance(25)) {
    fill(script, made);
    return;
  }
  let faults = 0;
  for (let left = 6 + draw.int(6); left > 0; left--)
    draw.weighted(
      [4, () => put(script, made)],
      [3, () => remove(script, made)],
      [2, () => (faults++ < faultyTagsMax ? faultyTags(script, made) : undefined)],
      [1, () => change(script, made)],
    )();
  if (draw.chance(40)) {
    drop(script, made);
    script.call('ListTagsOfResource', { ResourceArn: script.arn('a') });
    script.call('TagResource', { ResourceArn: script.arn('a'), Tags: tagList(new Map(someTags)) });
    make(script, 'a');
    script.call('ListTagsOfResource', { ResourceArn: script.arn('a') });
  }
};

export function enableTimeToLive(script: Script, TableName: TemplateObject, AttributeName: string): void {
  script.call('UpdateTimeToLive', { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName } });
  const until = { path: 'TimeToLiveDescription.TimeToLiveStatus', equals: 'ENABLED' };
  script.poll('DescribeTimeToLive', { TableName }, until, { observe: ['TimeToLiveDescription'] });
}

/** The service allows one change an hour, so a second one is refused on every clock. */
export const expiring = (script: Script): void => {
  const { draw } = script;
  const made = make(script, 'a', { ...newPlan(draw), isProtected: false });
  const AttributeName = draw.pick(['ttl', 'alpha', 'gk']);
  const TableName = script.table('a');
  const set = (Enabled: boolean, name = AttributeName): TemplateObject => ({
    TableName,
    TimeToLiveSpecification: { Enabled, AttributeName: name },
  });
  data(script, made);
  const refusals = [
    () => script.faulty('UpdateTimeToLive', set(draw.chance(50))),
    () => script.faulty('DescribeTimeToLive', { TableName }),
    () => script.call('UpdateTimeToLive', set(false)),
    () => script.call('DescribeTimeToLive', { TableName }),
  ];
  for (const ask of draw.some(refusals, 1 + draw.int(3))) ask();
  enableTimeToLive(script, TableName, AttributeName);
  const later = [
    ...refusals,
    () => script.call('UpdateTimeToLive', set(true)),
    () => script.call('UpdateTimeToLive', set(true, 'other')),
    () => script.call('UpdateTimeToLive', set(false, 'other')),
  ];
  for (const ask of draw.some(later, 2 + draw.int(3))) ask();
  data(script, made);
  if (draw.chance(50)) {
    drop(script, made);
    make(script, 'a');
    script.call('DescribeTimeToLive', { TableName });
  }
};
