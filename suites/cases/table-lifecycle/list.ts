import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, refused, untilActive } from '../steps.ts';
import { isNoName, isTooLarge, isTooLong, isTooShort, isTooSmall } from '../words.ts';
import { create, onDemand } from './requests.ts';

// Nothing comes between these names: no other case makes tables that begin so.
const [first, second, third] = [{ $name: 'listed-a' }, { $name: 'listed-b' }, { $name: 'listed-c' }] as const;
const names = [first, second, third];
const list = (input: TemplateObject): Call => ({ op: 'ListTables', input, observe: [] });
const shows = (input: TemplateObject, TableNames: Template, more: Template = { $present: true }): Call => ({
  ...list(input),
  expect: { ok: { TableNames, LastEvaluatedTableName: more } },
});

const paged: Case = {
  id: 'table-lifecycle/list-pages',
  title:
    'ListTables goes on after the name it is given, in the order of names, and its cursor is the last name of a page',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'recorded',
  because: 'ExclusiveStartTableName is not listed itself; a full page names its last table as the cursor.',
  sources: [sources.dynaliteListTablesTests, sources.listTables],
  steps: [
    ...names.flatMap((name, at) => [accepted(create(onDemand, name)), untilActive(`made ${at}`, name)]),
    shows({ ExclusiveStartTableName: first, Limit: 1 }, [second], second),
    shows({ ExclusiveStartTableName: first, Limit: 2 }, [second, third], { $oneOf: [third, { $absent: true }] }),
    // A name that no table has stands for its place in the order.
    shows({ ExclusiveStartTableName: { $text: [first, 'zz'] }, Limit: 1 }, [second], second),
  ],
};

const start = 'exclusiveStartTableName';
const limits: Case = {
  id: 'table-lifecycle/list-limits',
  title: 'ListTables takes a limit of one to a hundred, and a cursor that is a table’s name',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'recorded',
  because: 'Everything else is a ValidationException.',
  sources: [sources.dynaliteListTablesTests, sources.alternatorTableTests],
  steps: [
    ...[0, -1, 101].map((Limit) =>
      refused(list({ Limit }), 'ValidationException', {
        texts: [Limit < 1 ? isTooSmall('limit', Limit, 1) : isTooLarge('limit', Limit, 100)],
      }),
    ),
    ...[
      ['', isTooShort(start, '', 3)] as const,
      ['ab', isTooShort(start, 'ab', 3)] as const,
      ['n'.repeat(256), isTooLong(start, 'n'.repeat(256), 255)] as const,
      ['a b', isNoName(start, 'a b')] as const,
    ].map(([ExclusiveStartTableName, text]) =>
      refused(list({ ExclusiveStartTableName }), 'ValidationException', { texts: [text] }),
    ),
    ...[1, 100].map((Limit) => ({ ...list({ Limit }), expect: { ok: { TableNames: { $present: true } } } })),
  ],
};

const complete: Case = {
  id: 'table-lifecycle/list-end',
  title: 'After the last table ListTables answers an empty list without a cursor',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'Where LastEvaluatedTableName is absent there are no more tables.',
  sources: [sources.listTables],
  steps: [shows({ ExclusiveStartTableName: 'z'.repeat(255) }, [], { $absent: true })],
};

export const cases: readonly Case[] = [paged, limits, complete];
