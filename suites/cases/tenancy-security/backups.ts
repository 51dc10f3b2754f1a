import type { Call, Case } from '../case.ts';
import { s, table } from '../case.ts';
import { backUp, backupArn, put, refused } from '../steps.ts';

const about: Call[] = [
  {
    op: 'TagResource',
    input: { ResourceArn: backupArn('kept'), Tags: [{ Key: 'team', Value: 'a' }] },
    observe: [],
  },
  { op: 'UntagResource', input: { ResourceArn: backupArn('kept'), TagKeys: ['team'] }, observe: [] },
  { op: 'ListTagsOfResource', input: { ResourceArn: backupArn('kept') }, observe: [] },
];

const tags: Case = {
  id: 'tenancy-security/backup-tags',
  title: 'A backup cannot be tagged',
  area: 'tenancy-security',
  findings: ['restore-parity/authz-backup-tags'],
  certainty: 'inferred',
  because: 'Where a policy lets a user at what bears a tag, a user who can tag a backup gives the permission away.',
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...about.map((step) => refused(step, 'ValidationException')),
  ],
};

export const cases: readonly Case[] = [tags];
