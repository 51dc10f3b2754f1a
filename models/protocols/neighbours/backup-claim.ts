/** Servers that claim the row of one backup on MongoDB, by an upsert whose filter asks for a row without an owner. */
import { flag, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model, Step } from '../../language/model.ts';
import { MongoDb } from '../../stores/mongodb.ts';
import { interleavingSentences } from '../sentences.ts';

interface Scale {
  readonly servers: number;
}

const rules = {
  /** The upsert matches only a row without a generation. When none matches it inserts, and the unique id refuses a duplicate. */
  asksForNoOwner: true,
  /** The check and the write are one operation. */
  claimsInOneStep: true,
  /** The first heartbeat uses the clock of the database, even when the server's clock is far behind. */
  heartbeatOfDatabase: true,
};
type Rules = typeof rules;

/** Generation 0: unclaimed, whether the row exists or not. Each server draws its own number. */
const rowShape = ({ servers }: Scale) => ({
  isThere: flag,
  generation: upTo(servers),
  heartbeat: oneOf('none', 'of now', 'of long ago'),
});
const serverShape = { at: oneOf('start', 'has looked', 'owner', 'AlreadyExists') };
type Row = View<ReturnType<typeof rowShape>>;

interface World {
  readonly database: MongoDb;
  readonly row: Row;
  readonly servers: readonly View<typeof serverShape>[];
  readonly judged: Judged;
}

interface Judged {
  readonly isRefusedRightly: (holds: () => boolean) => void;
  readonly insertsNew: (holds: () => boolean) => void;
}

type Label = 'look' | 'claim' | 'AlreadyExists';

function declareServer(m: Model, { database, row, servers, judged }: World, rules: Rules, who: number) {
  const me = servers[who]!;
  const isClockBehind = who === 0;
  const claim = () => {
    row.isThere = true;
    row.generation = who + 1;
    row.heartbeat = rules.heartbeatOfDatabase || !isClockBehind ? 'of now' : 'of long ago';
    me.at = 'owner';
  };
  const refused = (step: Step<Label>) =>
    step('AlreadyExists', () => {
      judged.isRefusedRightly(() => row.generation > 0);
      me.at = 'AlreadyExists';
    });
  const server = m.process(`server ${who}`, ['look', 'claim', 'AlreadyExists'], (step) => {
    const looksFirst = me.at === 'start' && !rules.claimsInOneStep;
    if (looksFirst) {
      database.find(row, () => {
        if (row.generation > 0) refused(step);
        else {
          step('look', () => {
            me.at = 'has looked';
          });
        }
      });
    } else if (me.at === 'start' || (!rules.claimsInOneStep && me.at === 'has looked')) {
      database.insert(step, row, [row], (upserting) => {
        if (rules.claimsInOneStep && rules.asksForNoOwner && row.generation > 0) refused(step);
        else upserting('claim', claim);
      });
    }
  });
  m.weaklyFair(server);
}

export const backupClaim = defineModel<null, Scale, Rules>({
  name: 'backup-claim',
  title: 'servers that claim the row of one backup',
  about:
    'A server claims a backup by an upsert that matches only a row without a generation. If the row has a ' +
    'generation, nothing matches: the upsert tries to insert, and fails on the unique id. A row of an older release, ' +
    'without a generation, can be claimed. The first heartbeat uses the clock of the database, so a server whose own ' +
    'clock is far behind does not look dead at once.',
  variants: { default: null },
  scales: { small: { servers: 2 }, default: { servers: 3 }, large: { servers: 6 } },
  neverTaken: { 'server n: look': 'only a planted bug takes it' },
  document: {
    title: 'The design with owner generations, the claim of a backup on MongoDB: section 6.1',
    sentences: [
      {
        says: 'Claim: the row is inserted as CREATING under a fresh generation',
        steps: { 'server n': ['claim'] },
        properties: ['the row is of its owner, who knows it'],
      },
      {
        says: 'Claim: a second one answers AlreadyExists and changes nothing',
        steps: { 'server n': ['AlreadyExists'] },
        properties: ['one owner', 'insert', 'AlreadyExists is said of a claimed row'],
      },
      {
        says: 'MongoDB: an upsert that asks for no generation; the unique index refuses the second',
        steps: { 'server n': ['claim'] },
        properties: ['one owner'],
      },
      {
        says: '6.1: a row of an older release has no generation',
        steps: { 'older release': ['insert without a generation'] },
        properties: ['a row without a generation is there'],
      },
      ...interleavingSentences({ 20: { properties: ['S8'] } }),
      { says: 'MongoDB: the first heartbeat is by the clock of the database', properties: ['S8'] },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'replaces-the-owner': {
      title: 'the upsert goes by the id alone',
      change: { asksForNoOwner: false },
      finding: 'catalog-index/claim-mongo',
      expect: { breaks: ['one owner'] },
    },
    'looks-then-claims': {
      title: 'the row is looked for first, and then written whatever there is',
      change: { claimsInOneStep: false },
      finding: 'catalog-index/claim-backup',
      expect: { breaks: ['one owner'] },
    },
    'heartbeat-of-the-host': {
      title: 'the first heartbeat is of the clock of the server',
      change: { heartbeatOfDatabase: false },
      finding: 'catalog-index/mongo-first-heartbeat-clock',
      expect: { breaks: ['S8'] },
    },
  },
  build(m, chosen, scale) {
    const row = m.record('row', rowShape(scale));
    const world: World = {
      database: new MongoDb(m, [row]),
      row,
      servers: m.family('server', scale.servers, serverShape),
      judged: {
        isRefusedRightly: m.always('AlreadyExists is said of a claimed row'),
        insertsNew: m.always('insert: nothing is overwritten'),
      },
    };
    const { servers, database, judged } = world;
    servers.forEach((_, who) => void declareServer(m, world, chosen, who));
    m.process('older release', ['insert without a generation'], (step) => {
      database.insert(step, row, [row], (inserting) => {
        if (row.isThere) return;
        inserting('insert without a generation', () => {
          judged.insertsNew(() => !row.isThere);
          row.isThere = true;
        });
      });
    });
    m.always('one owner: of all that claim one row', () => servers.filter(({ at }) => at === 'owner').length <= 1);
    const isClaimed = () => row.generation > 0;
    m.always('the row is of its owner, who knows it', () =>
      servers.every(({ at }, who) => (at === 'owner') === (row.generation === who + 1)),
    );
    m.always('a claimed row is there', () => row.isThere || !isClaimed());
    m.always('S8: a claim does not look dead when it is made', () => !isClaimed() || row.heartbeat === 'of now');
    m.sometimes('a row without a generation is there', () => row.isThere && row.generation === 0);
    m.sometimes('a server finds the row claimed', () => servers.some(({ at }) => at === 'AlreadyExists'));
    const areAnswered = () => servers.every(({ at }) => at === 'owner' || at === 'AlreadyExists');
    m.eventually('L4: every claim is answered', areAnswered);
    m.ending('every claim is answered', areAnswered);
  },
});
