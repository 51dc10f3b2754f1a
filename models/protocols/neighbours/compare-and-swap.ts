/**
 * The compare-and-swap contract of a key-value store on MongoDB: expecting no value is an insert, expecting bytes is a conditional
 * update.
 */
import { flag, oneOf, optional, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model, Step } from '../../language/model.ts';
import { MongoDb } from '../../stores/mongodb.ts';

type Expected = number | null;

type Swap =
  /** null: the key must not exist. */
  | { readonly from: Expected; readonly to: number }
  | { readonly from: 'what it reads'; readonly to: (read: number) => number };

interface Variant {
  readonly starts: Expected;
  /** What each client does, one swap after another. */
  readonly swaps: (client: number) => readonly Swap[];
  /** Whether a client whose swap failed starts again. */
  readonly triesAgain: boolean;
  /** Another program may insert the key without a value. */
  readonly hasStranger: boolean;
}

interface Scale {
  readonly clients: number;
}

const variants = {
  /** All insert a key that they expect not to exist. */
  insert: {
    starts: null,
    swaps: (client) => [{ from: null, to: client + 1 }],
    triesAgain: false,
    hasStranger: true,
  },
  /** All swap from the same value. */
  'from-one-value': {
    starts: 0,
    swaps: (client) => [{ from: 0, to: client + 1 }],
    triesAgain: false,
    hasStranger: false,
  },
  /** All increment a number, and retry until they succeed. */
  increment: {
    starts: 0,
    swaps: () => [{ from: 'what it reads', to: (read) => read + 1 }],
    triesAgain: true,
    hasStranger: false,
  },
  /** One swaps to another value and back; the others swap the first value for itself. */
  'there-and-back': {
    starts: 0,
    swaps: (client) =>
      client === 0
        ? [
            { from: 0, to: 1 },
            { from: 1, to: 0 },
          ]
        : [{ from: 'what it reads', to: (read) => read }],
    triesAgain: true,
    hasStranger: false,
  },
} satisfies { [name: string]: Variant };

const rules = {
  insert: 'by unique id' as 'by unique id' | 'after a look' | 'upsert of what has no value',
  update: 'conditional' as 'conditional' | 'after a comparison',
  /** A swap succeeded if its condition matched, even when the value stays the same. */
  judgedBy: 'matched' as 'matched' | 'modified',
};
type Rules = typeof rules;

/** A document without a value is one that another program has inserted. */
const documentShape = ({ clients }: Scale) => ({ isThere: flag, value: optional(upTo(clients)) });
const clientShape = ({ clients }: Scale) => ({
  at: oneOf('start', 'has compared', 'won', 'lost'),
  swap: upTo(2),
  read: optional(upTo(clients)),
});
const historyShape = ({ clients }: Scale) => ({ wins: upTo(2 * clients) });

interface World {
  readonly database: MongoDb;
  readonly document: View<ReturnType<typeof documentShape>>;
  readonly clients: readonly View<ReturnType<typeof clientShape>>[];
  /** Only properties read this. */
  readonly history: View<ReturnType<typeof historyShape>>;
  readonly judged: Judged;
}

interface Judged {
  readonly wonRightly: (holds: () => boolean) => void;
  readonly lostRightly: (holds: () => boolean) => void;
  readonly wonAfterAll: (seen: () => boolean) => void;
  readonly insertsNew: (holds: () => boolean) => void;
}

const labels = ['read', 'look', 'compare', 'insert', 'swap', 'ErrConflict'] as const;
type Label = (typeof labels)[number];
type Client = World['clients'][number];

function declareClient(m: Model, world: World, variant: Variant, rules: Rules, who: number) {
  const { database, document, history, judged } = world;
  const me = world.clients[who]!;
  const swaps = variant.swaps(who);
  const isAs = (expected: Expected) => document.value === expected && (expected !== null || !document.isThere);

  const win = (expected: Expected, to: number) => () => {
    judged.wonRightly(() => isAs(expected));
    judged.wonAfterAll(() => who > 0 && world.clients[0]!.at === 'won');
    history.wins++;
    document.isThere = true;
    document.value = to;
    me.read = null;
    me.swap++;
    me.at = me.swap === swaps.length ? 'won' : 'start';
  };
  const conflict = (step: Step<Label>, expected: Expected) =>
    step('ErrConflict', () => {
      judged.lostRightly(() => me.at !== 'lost' && !isAs(expected));
      me.read = null;
      me.at = variant.triesAgain ? 'start' : 'lost';
    });
  const compared = () => {
    me.at = 'has compared';
  };

  const insert = (step: Step<Label>, to: number) => {
    if (rules.insert === 'after a look' && me.at !== 'has compared') {
      database.find(document, () => (document.isThere ? conflict(step, null) : step('look', compared)));
      return;
    }
    database.insert(step, document, [document], (inserting) => {
      const isTaken = rules.insert === 'by unique id' ? document.isThere : document.value !== null;
      if (isTaken && rules.insert !== 'after a look') conflict(step, null);
      else inserting('insert', win(null, to));
    });
  };
  const update = (step: Step<Label>, expected: number, to: number) => {
    if (rules.update === 'after a comparison' && me.at !== 'has compared') {
      database.find(document, () =>
        document.value === expected ? step('compare', compared) : conflict(step, expected),
      );
      return;
    }
    database.update(step, document, (updating) => {
      const matches = rules.update === 'after a comparison' || document.value === expected;
      const counts = matches && (rules.judgedBy === 'matched' || to !== document.value);
      if (counts) updating('swap', win(expected, to));
      else conflict(step, expected);
    });
  };

  const client = m.process(`client ${who}`, labels, (step) => {
    const swap = swaps[me.swap];
    if (swap === undefined || me.at === 'lost') return;
    if (swap.from === null) insert(step, swap.to);
    else if (swap.from !== 'what it reads') update(step, swap.from, swap.to);
    else if (me.read !== null) update(step, me.read, swap.to(me.read));
    else {
      database.find(document, () => {
        step('read', () => {
          me.read = document.value;
        });
      });
    }
  });
  m.privateTo(client, me);
  m.weaklyFair(client);
}

function declareStranger(m: Model, { database, document, judged }: World) {
  m.process('another program', ['insert without a value'], (step) => {
    database.insert(step, document, [document], (inserting) => {
      if (document.isThere) return;
      inserting('insert without a value', () => {
        judged.insertsNew(() => !document.isThere);
        document.isThere = true;
      });
    });
  });
}

function declareProperties(m: Model, { document, clients, history }: World, variant: Variant) {
  const isThrough = ({ at }: Client) => at === 'won' || (at === 'lost' && !variant.triesAgain);
  const areThrough = () => clients.every(isThrough);
  const isBare = () => document.isThere && document.value === null;
  const lastOf = (who: number) => variant.swaps(who).at(-1)!.to;
  m.always('won: every swap is done', () =>
    clients.every(({ at, swap }, who) => (at === 'won') === (swap === variant.swaps(who).length)),
  );
  m.always('at rest: nothing that was read is remembered', () =>
    clients.every((client) => !isThrough(client) || client.read === null),
  );
  if (!variant.triesAgain) {
    m.always('one winner: of all that swap from one state', () => history.wins <= 1);
    m.always(
      'a winner: somebody wins, unless a stranger came first',
      () => !areThrough() || history.wins === 1 || isBare(),
    );
    m.always('the value is that of the winner', () =>
      clients.every(({ at }, who) => at !== 'won' || (document.isThere && document.value === lastOf(who))),
    );
    m.sometimes('somebody loses', () => clients.some(({ at }) => at === 'lost'));
  }
  if (variant.hasStranger) m.sometimes('all lose to a stranger', () => isBare() && areThrough());
  if (variant === variants['there-and-back']) {
    m.always('back: the value is the first again', () => clients[0]!.at !== 'won' || document.value === variant.starts);
  }
  if (variant === variants.increment) {
    m.always('increments: each is applied once', () => document.value === history.wins);
  }
  m.sometimes('everybody is through', areThrough);
  m.eventually('L4: every swap is answered', areThrough);
  m.ending('every swap is answered', areThrough);
}

export const compareAndSwap = defineModel<Variant, Scale, Rules>({
  name: 'compare-and-swap',
  title: 'compare and swap of a key-value store',
  about:
    'If no value is expected, the swap is an insert, decided by the unique id. If a value is expected, it is a ' +
    'conditional update, which succeeds if it matched, whether or not the value changed. Whoever loses gets ' +
    'ErrConflict and may read again. The contract compares values, not versions: a value that has changed and ' +
    'changed back still matches (ABA). This is allowed, and the model shows that it happens.',
  variants,
  scales: { small: { clients: 2 }, default: { clients: 3 }, large: { clients: 5 } },
  neverTaken: { 'client n: look': 'only a planted bug takes it', 'client n: compare': 'only a planted bug takes it' },
  document: {
    title: 'The plan of the MongoDB key-value provider: CompareAndSwap and its success criteria',
    sentences: [
      {
        says: 'Nothing expected: an insert, and a duplicate key is ErrConflict',
        steps: { 'client n': ['insert', 'ErrConflict'] },
        properties: ['insert', 'lost rightly'],
      },
      {
        says: 'A value expected: a conditional update, and nothing matched is ErrConflict',
        steps: { 'client n': ['swap', 'ErrConflict'] },
        properties: ['won rightly', 'won'],
      },
      {
        says: 'No upsert that asks for a missing value: it may conflict with a document without one',
        steps: { 'another program': ['insert without a value'] },
        properties: ['lost rightly', 'all lose to a stranger'],
      },
      {
        says: 'Exactly one insert wins, and the losers read what the winner has written',
        steps: { 'client n': ['read'] },
        properties: ['one winner', 'a winner', 'the value is that of the winner'],
      },
      { says: 'Of N writers over one stale value exactly one wins', properties: ['one winner'] },
      { says: 'A loop of increments that tries again applies each once', properties: ['increments', 'L4'] },
      { says: 'A value that was changed and changed back matches (ABA)', properties: ['ABA', 'back'] },
      {
        says: 'Get, Put, Delete, List by prefix, modules as collections, encoding of times',
        leftOut: 'single operations, which race with nothing here',
      },
      { says: 'The address of the server is not logged', leftOut: 'logs change nothing' },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'looks-then-inserts': {
      title: 'the key is looked for and then inserted, without a unique id',
      change: { insert: 'after a look' },
      finding: 'kv-provider/cas-nil-race',
      expect: { breaks: ['one winner', 'won rightly'] },
    },
    'upsert-without-value': {
      title: 'an upsert of a document without a value, which one that lacks the field matches',
      change: { insert: 'upsert of what has no value' },
      finding: 'kv-provider/cas-no-exists-filter',
      expect: { breaks: ['won rightly'] },
    },
    'client-compares': {
      title: 'the client compares and then writes without a condition',
      change: { update: 'after a comparison' },
      variant: 'from-one-value',
      finding: 'kv-provider/cas-stale-race',
      expect: { breaks: ['one winner', 'won rightly'] },
    },
    'client-compares-increment': {
      title: 'the client of a retry loop compares and then writes without a condition',
      change: { update: 'after a comparison' },
      variant: 'increment',
      finding: 'kv-provider/cas-stale-race',
      expect: { breaks: ['increments', 'won rightly'] },
    },
    'judged-by-modified': {
      title: 'a swap to the same value counts as a conflict, since nothing was modified',
      change: { judgedBy: 'modified' },
      variant: 'there-and-back',
      finding: 'kv-provider/cas-value-semantics',
      expect: { breaks: ['lost rightly', 'L4'] },
    },
  },
  build(m, chosen, scale, variant) {
    const start = variant.starts === null ? {} : { isThere: true, value: variant.starts };
    const document = m.record('document', documentShape(scale), start);
    const isBackAndForth = variant === variants['there-and-back'];
    const world: World = {
      database: new MongoDb(m, [document]),
      document,
      clients: m.family('client', scale.clients, clientShape(scale)),
      history: m.record('history', historyShape(scale)),
      judged: {
        wonRightly: m.always('won rightly: a swap is done on what it expected'),
        lostRightly: m.always('lost rightly: ErrConflict is said once, and of something else than expected'),
        wonAfterAll: isBackAndForth ? m.sometimes('ABA: a swap is done on a value that was another') : () => undefined,
        insertsNew: m.always('insert: nothing is overwritten'),
      },
    };
    world.clients.forEach((_, who) => void declareClient(m, world, variant, chosen, who));
    if (variant.hasStranger) declareStranger(m, world);
    declareProperties(m, world, variant);
  },
});
