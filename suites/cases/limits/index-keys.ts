/** The size of secondary index keys, by every way of writing, on both sides of the limit. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { b, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, get, put, queryIndex, refused } from '../steps.ts';
import { invalidValues, inWords } from '../words.ts';

const tables = {
  t: table({
    hash: ['pk', 'S'],
    range: ['sk', 'S'],
    gsi: { 'by-g': { hash: ['g', 'S'] }, 'by-h': { hash: ['pk', 'S'], range: ['h', 'S'] } },
    lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'B'] } },
  }),
};
const TableName = { $table: 't' };
const text = (bytes: number): AttributeValue => s('x'.repeat(bytes));
const key = (sk: string) => ({ pk: s('p'), sk: s(sk) });

type Write = (name: string, value: AttributeValue, sk: string) => Call;
const call = (op: Call['op'], input: TemplateObject): Call => ({ op, input, observe: [] });
const setting = (name: string, value: AttributeValue, sk: string): TemplateObject => ({
  ...{ TableName, Key: key(sk), UpdateExpression: 'SET #n = :v' },
  ...{ ExpressionAttributeNames: { '#n': name }, ExpressionAttributeValues: { ':v': value } },
});

/** A put says how long the key is. An update does not. */
const isLong = (name: string, bytes: number, max: number): string =>
  invalidValues(
    `Size limit exceeded for Index Key ${name} Actual Size: ${bytes} bytes Max Size: ${max} bytes IndexName: by-${name}`,
  );
const isBeyond = 'The update expression attempted to update the secondary index key beyond allowed size limits';

interface Way {
  what: string;
  write: Write;
  updates?: true;
  refusal?: string;
}
const ways: { [slug: string]: Way } = {
  put: {
    what: 'a put',
    write: (name, value, sk) => call('PutItem', { TableName, Item: { ...key(sk), [name]: value } }),
  },
  update: { what: 'an update', updates: true, write: (...change) => call('UpdateItem', setting(...change)) },
  'attribute-updates': {
    what: 'AttributeUpdates',
    updates: true,
    write: (name, value, sk) =>
      call('UpdateItem', { TableName, Key: key(sk), AttributeUpdates: { [name]: { Value: value } } }),
  },
  batch: {
    what: 'a batch',
    write: (name, value, sk) =>
      call('BatchWriteItem', {
        RequestItems: { '$table:t': [{ PutRequest: { Item: { ...key(sk), [name]: value } } }] },
      }),
  },
  'transact-put': {
    what: 'a put of a transaction',
    refusal: 'TransactionCanceledException',
    write: (name, value, sk) =>
      call('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: { ...key(sk), [name]: value } } }] }),
  },
  'transact-update': {
    what: 'an update of a transaction',
    refusal: 'TransactionCanceledException',
    write: (...change) => call('TransactWriteItems', { TransactItems: [{ Update: setting(...change) }] }),
  },
  insert: {
    what: 'INSERT',
    write: (name, value, sk) =>
      call('ExecuteStatement', {
        Statement: { $text: ['INSERT INTO "', TableName, `" VALUE {'pk': 'p', 'sk': '${sk}', '${name}': ?}`] },
        Parameters: [value],
      }),
  },
};

/** What a write of the limit, and one of a byte more, leave behind. */
function onBothSides(
  { write, refusal = 'ValidationException' }: Pick<Way, 'write' | 'refusal'>,
  [name, fits, exceeds]: readonly [name: string, fits: AttributeValue, exceeds: AttributeValue],
  text?: string,
) {
  return [
    accepted(write(name, fits, 'fits')),
    refused(write(name, exceeds, 'exceeds'), refusal, inWords(text)),
    get('t', key('fits'), { ...key('fits'), [name]: fits }),
    get('t', key('exceeds'), 'absent'),
  ];
}

const shared = {
  area: 'limits' as const,
  certainty: 'measured' as const,
  because: 'A key of an index has the limits of a key: 2048 bytes for its partition key, 1024 for its sort key.',
  sources: [sources.alternatorIndexTests, sources.dynaliteIndexKeySize, sources.transactWrite],
  tables,
};

const parts = [
  { slug: 'hash', name: 'g', part: 'partition', max: 2048 },
  { slug: 'range', name: 'h', part: 'sort', max: 1024 },
];

const byWay = parts.flatMap(({ slug: part, name, part: word, max }) =>
  family(
    { ...shared, name: `index-${part}-key-by` },
    Object.fromEntries(
      Object.entries(ways).map(([slug, way]) => [
        slug,
        {
          title: `The ${word} key of an index has at most ${max} bytes, by ${way.what}`,
          steps: onBothSides(
            way,
            [name, text(max), text(max + 1)],
            way.refusal === undefined ? (way.updates ? isBeyond : isLong(name, max + 1, max)) : undefined,
          ),
        },
      ]),
    ),
    ({ steps }: { title: string; steps: Step[] }) => ({ steps }),
  ),
);

const bytes = (count: number) => b(...Array<number>(count).fill(7));
const copying = { TableName, Key: key('copied'), UpdateExpression: 'SET g = v' };

const more = family<Pick<Case, 'title' | 'steps'> & Partial<Pick<Case, 'tables' | 'certainty' | 'sources'>>>(
  { ...shared, name: 'index-key' },
  {
    'local-binary': {
      title: 'The sort key of a local index has at most 1024 bytes, not characters of its base64',
      steps: onBothSides(ways.put!, ['l', bytes(1024), bytes(1025)], isLong('l', 1025, 1024)),
    },
    'utf-8': {
      title: 'The key of an index is measured in bytes of UTF-8',
      steps: onBothSides(ways.put!, ['g', s('é'.repeat(1024)), s('é'.repeat(1025))], isLong('g', 2050, 2048)),
    },
    copied: {
      title: 'An update that copies a long attribute into the key of an index is refused',
      steps: [
        put('t', { ...key('copied'), v: text(2049) }),
        refused(call('UpdateItem', copying), 'ValidationException', { texts: [isBeyond] }),
        get('t', key('copied'), { ...key('copied'), v: text(2049), g: { $absent: true } }),
        put('t', { ...key('copied'), v: text(2048) }),
        accepted(call('UpdateItem', copying)),
        get('t', key('copied'), { ...key('copied'), v: text(2048), g: text(2048) }),
      ],
    },
    'of-the-table': {
      title:
        'An update that creates an item is refused where the partition key is too long for the sort key of an index',
      certainty: 'documented',
      sources: [sources.quotas, sources.transactWrite],
      tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'], range: ['pk', 'S'] } } }) },
      steps: [1024, 1025].flatMap((size) => {
        const Key = { pk: text(size) };
        const [fits, Item] = [size === 1024, { ...Key, g: s('g') }];
        const created = call('UpdateItem', {
          ...{ TableName, Key, UpdateExpression: 'SET g = :g', ExpressionAttributeValues: { ':g': s('g') } },
        });
        return [
          fits ? accepted(created) : refused(created, 'ValidationException', { texts: [isBeyond] }),
          get('t', Key, fits ? Item : 'absent'),
        ];
      }),
    },
    indexed: {
      title: 'The longest keys are in the index',
      steps: [
        put('t', { ...key('long'), g: text(2048), h: text(1024) }),
        queryIndex('by-g', 't', { index: 'by-g', where: 'g = :g', values: { ':g': text(2048) } }, [
          { ...key('long'), g: text(2048), h: text(1024) },
        ]),
        queryIndex('by-h', 't', { index: 'by-h', where: 'pk = :p', values: { ':p': s('p') } }, [
          { ...key('long'), g: text(2048), h: text(1024) },
        ]),
      ],
    },
  },
  ({ steps }) => ({ steps }),
);

export const cases = [...byWay, ...more];
