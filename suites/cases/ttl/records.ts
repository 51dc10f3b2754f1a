/** What a stream shows of an item that has expired, by the view of the stream. */
import type { Case, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, remove } from '../steps.ts';
import { enabled, past } from './expiry.ts';

const absent = { $absent: true };
const key = { pk: s('p') };
const row = { ...key, ttl: past, v: s('x') };
type View = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';

const record = (eventName: string, view: View, userIdentity: Template): TemplateObject => {
  const { image, shown } =
    eventName === 'INSERT'
      ? { image: 'NewImage', shown: view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES' }
      : { image: 'OldImage', shown: view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES' };
  const images = { NewImage: absent, OldImage: absent, ...(shown && { [image]: row }) };
  return { eventName, userIdentity, dynamodb: { Keys: key, ...images, StreamViewType: view } };
};
const service = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' };

const views: { [slug: string]: { view: View; title: string } } = {
  'of-keys': { view: 'KEYS_ONLY', title: 'Under KEYS_ONLY the record of an expiry has the keys alone' },
  'of-new-images': { view: 'NEW_IMAGE', title: 'Under NEW_IMAGE the record of an expiry has no image' },
  'of-old-images': { view: 'OLD_IMAGE', title: 'Under OLD_IMAGE the record of an expiry has the item that is gone' },
  'of-both-images': {
    view: 'NEW_AND_OLD_IMAGES',
    title: 'Under NEW_AND_OLD_IMAGES the record of an expiry has the item that is gone, and no new image',
  },
};

export const cases: readonly Case[] = family(
  {
    name: 'record',
    area: 'ttl',
    certainty: 'documented',
    because:
      'An expiry is a deletion to a stream: it shows what the view shows of one, and names the service in userIdentity.',
    sources: [sources.timeToLiveStreams, sources.streamSpecification, sources.record],
  },
  views,
  ({ view }) => ({
    tables: { t: table({ hash: ['pk', 'S'], stream: view }) },
    steps: [
      { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
      put('t', row),
      remove('t', key),
      put('t', row),
      ...enabled,
      { wait: 3_600_000, because: 'the item is deleted some time after it has expired' },
      put('t', row),
      remove('t', key),
      {
        readStream: from('table', 'Table.LatestStreamArn'),
        until: { records: 6 },
        observe: ['Records[].eventName', 'Records[].userIdentity', 'Records[].dynamodb.StreamViewType'],
        expect: {
          ok: {
            Records: [
              record('INSERT', view, absent),
              record('REMOVE', view, absent),
              record('INSERT', view, absent),
              record('REMOVE', view, service),
              record('INSERT', view, absent),
              record('REMOVE', view, absent),
            ],
          },
        },
      },
    ],
  }),
);
