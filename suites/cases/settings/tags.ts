/** Tags of tables. A change takes effect a little later, and until then the table accepts no other. */
import type { Call, Case, Repeat, TemplateObject, Until } from '../case.ts';
import { from, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, refused, untilActive } from '../steps.ts';

const plain = table({ hash: ['pk', 'S'] });
const tables = { t: plain };
const described: Call = { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] };
const arn = from('table', 'Table.TableArn');
type Tag = { Key: string; Value: string };
const tag = (Key: string, Value = ''): Tag => ({ Key, Value });
const many = (from: number, to: number): Tag[] =>
  Array.from({ length: to - from }, (_, at) => tag(`k${from + at}`, `v${from + at}`));

const list = (ResourceArn: TemplateObject = arn) => ({
  op: 'ListTagsOfResource' as const,
  input: { ResourceArn },
  observe: [],
});
const set = (Tags: TemplateObject[], ResourceArn: TemplateObject | string = arn): Call => ({
  op: 'TagResource',
  input: { ResourceArn, Tags },
  observe: [],
});
const unset = (TagKeys: string[], ResourceArn: TemplateObject = arn): Call => ({
  op: 'UntagResource',
  input: { ResourceArn, TagKeys },
  observe: [],
});
/** The tags are exactly these once the change before has taken effect. */
const settles = (tags: Tag[], until: Until = { path: 'Tags', size: tags.length }): Repeat => ({
  repeat: { ...list(), as: 'settled' },
  until,
  pauseMs: 100,
  turns: 100,
  observe: [],
  expect: { ok: { Tags: { $unordered: tags }, NextToken: { $absent: true } } },
});

const changes: Case = {
  id: 'settings/tags-changed',
  title: 'Tags are added, replaced and removed one by one, and removing what is not there is legal',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'A request changes the tags it names and leaves the others; keys differ by case.',
  sources: [sources.alternatorTagTests, sources.tagResource],
  tables,
  steps: [
    described,
    { ...list(), expect: { ok: { Tags: [] } } },
    accepted(set([tag('a', '1'), tag('A', '2'), tag('b', ' ')])),
    settles([tag('a', '1'), tag('A', '2'), tag('b', ' ')]),
  ],
};

const replaced: Case = {
  id: 'settings/tag-replaced',
  title: 'A tag that is set again has the new value, once',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'A key is there once; setting it replaces its value, and an empty value is a value.',
  sources: [sources.alternatorTagTests],
  tables: { t: { ...plain, Tags: [tag('a', '1'), tag('b', '2')] } },
  steps: [described, accepted(set([tag('a', ''), tag('c', '3')])), settles([tag('a'), tag('b', '2'), tag('c', '3')])],
};

const removed: Case = {
  id: 'settings/tag-removed',
  title: 'A removed tag is gone, and a key that no tag has changes nothing',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'UntagResource takes the named keys away and ignores those that are not there.',
  sources: [sources.alternatorTagTests],
  tables: { t: { ...plain, Tags: [tag('a', '1'), tag('A', '2')] } },
  steps: [described, accepted(unset(['a', 'absent'])), settles([tag('A', '2')], { path: 'Tags[1]', absent: true })],
};

const fromTheStart = family(
  {
    name: 'tags-at-creation',
    area: 'settings',
    certainty: 'measured',
    because: 'CreateTable takes tags, and ListTagsOfResource shows them like tags that were set later.',
    sources: [sources.alternatorTagTests, sources.createTable, sources.tagRules],
  },
  {
    fifty: { title: 'A table can be made with fifty tags', tags: many(0, 50) },
    'longest-key': { title: 'A tag key has up to 128 characters', tags: [tag('k'.repeat(128), 'v')] },
    'longest-value': { title: 'A tag value has up to 256 characters', tags: [tag('k', 'v'.repeat(256))] },
    'longest-key-of-hebrew': { title: 'Lengths of keys are counted in characters', tags: [tag('א'.repeat(128), 'v')] },
    'longest-value-of-hebrew': {
      title: 'Lengths of values are counted in characters',
      tags: [tag('k', 'א'.repeat(256))],
    },
    'empty-value': { title: 'A tag value may be empty', tags: [tag('k')] },
    'blank-key': { title: 'A blank is a key, and a value', tags: [tag(' ', '9'), tag('7', ' ')] },
    'all-signs': {
      title: 'Keys and values may have letters, digits and a few signs',
      tags: [tag('a1 +-=._:/@', '@/:_.=-+ 1a')],
    },
  },
  ({ tags }) => ({
    tables: { t: { ...plain, Tags: tags } },
    steps: [described, { ...list(), expect: { ok: { Tags: { $unordered: tags }, NextToken: { $absent: true } } } }],
  }),
);

const tooMany = 'Number of Tags exceed the current limit for the provided ResourceArn';
const hundred = { title: 'Fifty tags are the most, those that are there included', tags: many(50, 51) };
interface Refused {
  title: string;
  call: Call;
  certainty?: 'documented';
  /** The tags before and after it. */
  held?: Tag[];
  text?: string;
}
const refusals = family(
  {
    name: 'tag-refused',
    area: 'settings',
    certainty: 'measured',
    because: 'It is a ValidationException, and the tags stay what they were.',
    sources: [sources.alternatorTagTests, sources.tagResource, sources.tagRules],
  },
  {
    'none-set': {
      title: 'TagResource needs a tag',
      call: set([]),
      text: 'Atleast one Tag needs to be provided as Input.',
    },
    'none-removed': {
      title: 'UntagResource needs a key',
      call: unset([]),
      certainty: 'documented' as const,
      text: 'Atleast one Tag Key needs to be provided as Input.',
    },
    'fifty-one-at-once': { title: 'Fifty-one tags at once are refused', call: set(many(0, 51)) },
    'key-empty': {
      title: 'A tag key is not empty',
      call: set([tag('', 'dog')]),
      text: 'The Tag Key provided is invalid, Key: ',
    },
    'key-of-129': {
      title: 'A tag key of 129 characters is refused',
      call: set([tag('k'.repeat(129), 'v')]),
      text: `The Tag Key provided is invalid, Key: ${'k'.repeat(129)}`,
    },
    'value-of-257': {
      title: 'A tag value of 257 characters is refused',
      call: set([tag('k', 'v'.repeat(257))]),
      text: `The Tag Value provided is invalid, Value: ${'v'.repeat(257)}`,
    },
    'key-missing': {
      title: 'A tag has a key',
      call: set([{ Value: 'dog' }]),
      text: 'The Tag Key provided is invalid, Key: null',
    },
    'value-missing': {
      title: 'A tag has a value',
      call: set([{ Key: 'dog' }]),
      text: 'The Tag Value provided is invalid, Value: null',
    },
    'sign-in-key': {
      title: 'A tag key has no other signs',
      call: set([tag('d%g', 'dog')]),
      text: 'The Tag Key provided is invalid, Key: d%g',
    },
    'sign-in-value': {
      title: 'A tag value has no other signs',
      call: set([tag('dog', 'hi!')]),
      text: 'The Tag Value provided is invalid, Value: hi!',
    },
    'one-bad-of-two': {
      title: 'One bad tag fails a request of two',
      call: set([tag('good', 'v'), tag('d%g', 'v')]),
      text: 'The Tag Key provided is invalid, Key: d%g',
    },
    'reserved-prefix': {
      title: 'Keys that begin with aws: are reserved',
      call: set([tag('aws:dog', 'v')]),
      certainty: 'documented' as const,
      text: 'Tag Key cannot be prefixed with aws:, Key: aws:dog',
    },
    'over-fifty-together': { ...hundred, call: set(hundred.tags), held: many(0, 50) },
  },
  ({ call, held = [tag('kept', '1')], text = tooMany }: Refused) => ({
    tables: { t: { ...plain, Tags: held } },
    steps: [
      described,
      refused(call, 'ValidationException', { texts: [text] }),
      { ...list(), expect: { ok: { Tags: { $unordered: held } } } },
    ],
  }),
);

const otherArn = (suffix: string): TemplateObject => ({ $arn: arn, suffix });
const all = (ResourceArn: TemplateObject): Call[] => [
  set([tag('k', 'v')], ResourceArn),
  unset(['k'], ResourceArn),
  list(ResourceArn),
];

const changingWords = {
  texts: [{ $text: ['Subscriber limit exceeded: Table tags are being updated: ', { $table: 't' }] }],
};
const changing: Case = {
  id: 'settings/tags-while-changing',
  title:
    'While a change of tags takes effect the old tags are shown, and neither another change nor a deletion is taken',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'TagResource returns before the change has taken effect; how long it takes only a virtual clock can know.',
  sources: [sources.alternatorTagTests],
  tables: { t: { ...plain, Tags: [tag('a', '1')] } },
  steps: [
    described,
    accepted(set([tag('b', '2')])),
    { ...list(), expect: { ok: { Tags: [tag('a', '1')] } } },
    refused(set([tag('c', '3')]), 'LimitExceededException', changingWords),
    refused(unset(['a']), 'LimitExceededException', changingWords),
    refused({ op: 'DeleteTable', input: { TableName: { $table: 't' } }, observe: [] }, 'ResourceInUseException', {
      texts: [
        {
          $text: [
            'Attempt to change a resource which is still in use: Table tags are being updated: ',
            { $table: 't' },
          ],
        },
      ],
    }),
    { wait: 60_000, because: 'the change has taken effect' },
    { ...list(), expect: { ok: { Tags: { $unordered: [tag('a', '1'), tag('b', '2')] } } } },
    accepted(unset(['a'])),
    { wait: 60_000, because: 'the change has taken effect' },
    { ...list(), expect: { ok: { Tags: [tag('b', '2')] } } },
  ],
};

const removing: Case = {
  id: 'settings/tags-while-removing',
  title: 'While tags are being removed no other change of tags is taken, whatever it sets or removes',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'A removal takes effect later too, and until then blocks all changes.',
  sources: [sources.alternatorTagTests],
  tables: { t: { ...plain, Tags: [tag('a', '1'), tag('b', '2')] } },
  steps: [
    described,
    accepted(unset(['a'])),
    { ...list(), expect: { ok: { Tags: { $unordered: [tag('a', '1'), tag('b', '2')] } } } },
    ...[set([tag('c', '3')]), set([tag('a', '1')]), unset(['b']), unset(['a'])].map((call) =>
      refused(call, 'LimitExceededException', changingWords),
    ),
    { wait: 60_000, because: 'the change has taken effect' },
    { ...list(), expect: { ok: { Tags: [tag('b', '2')] } } },
    accepted(set([tag('c', '3')])),
    { wait: 60_000, because: 'the change has taken effect' },
    { ...list(), expect: { ok: { Tags: { $unordered: [tag('b', '2'), tag('c', '3')] } } } },
  ],
};

const unknown: Case = {
  id: 'settings/tags-of-unknown-table',
  title: 'Tags of a table that is not there are not found',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'A well-formed ARN of no table is ResourceNotFoundException.',
  sources: [sources.alternatorTagTests],
  tables,
  steps: [
    described,
    ...all(otherArn('x')).map((call) =>
      // Listing was denied in answers that an older suite recorded.
      refused(call, [
        'ResourceNotFoundException',
        ...(call.op === 'ListTagsOfResource' ? ['AccessDeniedException'] : []),
      ]),
    ),
  ],
};

const ofIndexes: Case = {
  id: 'settings/tags-of-index',
  title: 'An index cannot be tagged, although it has an ARN',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'Tags are those of tables: the ARN of an index is a ValidationException.',
  sources: [sources.alternatorTagTests],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: [
    described,
    ...all(from('table', 'Table.GlobalSecondaryIndexes[0].IndexArn')).map((call) =>
      refused(call, 'ValidationException'),
    ),
  ],
};

const noArn: Case = {
  id: 'settings/tags-of-no-arn',
  title: 'Tags of what is no ARN are refused',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'Older answers of the service denied access, newer ones name the form of ARNs.',
  sources: [sources.alternatorTagTests],
  tables,
  steps: [
    described,
    ...['I_do_not_exist', 'arn:not/a/good/format', 'x'.repeat(125), { $text: ['x', arn] }].map((text) =>
      refused(set([tag('x', 'y')], text), ['AccessDeniedException', 'ValidationException']),
    ),
    { ...list(), expect: { ok: { Tags: [] } } },
  ],
};

const named = { $name: 'made' };
const withTable: Case = {
  id: 'settings/tags-go-with-table',
  title: 'Tags go with their table: a new table of its name has none',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'Tags belong to a table, and deleting it deletes them.',
  sources: [sources.tagRules, sources.deleteTable],
  steps: [
    accepted({ op: 'CreateTable', input: { ...plain, TableName: named, Tags: [tag('a', '1')] }, observe: [] }),
    untilActive('first', named),
    {
      ...list(from('first', 'Table.TableArn')),
      expect: { ok: { Tags: [tag('a', '1')] } },
    },
    accepted({ op: 'DeleteTable', input: { TableName: named }, observe: [] }),
    {
      repeat: { op: 'CreateTable', as: 'again', input: { ...plain, TableName: named } },
      until: { path: 'TableDescription', present: true },
      despite: ['ResourceInUseException'],
      pauseMs: 100,
      turns: 300,
      observe: [],
    },
    untilActive('second', named),
    { ...list(from('second', 'Table.TableArn')), expect: { ok: { Tags: [] } } },
    {
      op: 'PutItem',
      input: { TableName: named, Item: { pk: s('p') } },
      observe: [],
      expect: { ok: {} },
    },
  ],
};

export const cases: readonly Case[] = [
  changes,
  replaced,
  removed,
  ...fromTheStart,
  ...refusals,
  changing,
  removing,
  unknown,
  ofIndexes,
  noArn,
  withTable,
];
