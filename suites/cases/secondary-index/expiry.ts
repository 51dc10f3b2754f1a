import type { Item } from '../../../oracles/values/types.ts';
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { page, projected, scanned } from '../reads.ts';
import { sources } from '../sources.ts';
import { puts } from '../steps.ts';
import { enabled, past } from '../ttl/expiry.ts';

const expired: Item = { pk: s('p'), sk: n(1), g: s('g'), l: s('l'), ttl: past };
const stays: Item = { pk: s('p'), sk: n(2), g: s('g'), l: s('l') };
const indexes = ['all', 'keys', 'some', 'near-keys', 'near-some'];

const leaves: Case = {
  id: 'secondary-index/expired-item',
  title: 'An item that expires leaves every index, and its neighbour stays',
  area: 'secondary-index',
  findings: ['mongo-rfc/C1-delete', 'mongo-rfc/VC-ttl-worker'],
  certainty: 'documented',
  because: 'Expired items are removed from local and global indexes as deleted ones are.',
  sources: [sources.timeToLive],
  tables: { t: projected },
  steps: [
    ...puts('t', [expired, stays]),
    ...enabled,
    { wait: 3_600_000, because: 'the item is deleted some time after it has expired' },
    scanned({ ConsistentRead: true }, page([stays as TemplateObject])),
    ...indexes.map((IndexName) => scanned({ IndexName }, page([{ pk: s('p'), sk: n(2) }]))),
  ],
};

export const cases: readonly Case[] = [leaves];
