/** Several clients ADD one to the same number in transactions. Neither conflicts nor commits without an answer may show in the result. */
import { flag, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { MongoDb } from '../../stores/mongodb.ts';

interface Scale {
  readonly clients: number;
  readonly lostAnswers: number;
}

const rules = {
  triesAgainAfterConflict: true,
  /** After a commit without an answer: commit again, which the server recognises; run the whole transaction again; or fail. */
  afterNoAnswer: 'commit again' as 'commit again' | 'run again' | 'fail',
};
type Rules = typeof rules;

const itemShape = ({ clients }: Scale) => ({ number: upTo(2 * clients) });
const clientShape = ({ clients }: Scale) => ({
  at: oneOf('start', 'has read', 'heard nothing', 'acknowledged', 'failed'),
  read: upTo(2 * clients),
  /** The server remembers that the transaction has committed. */
  isCommitted: flag,
});
/** How often the number was incremented for a client. */
const raisedShape = { times: upTo(2) };
type Client = View<ReturnType<typeof clientShape>>;

interface World {
  readonly database: MongoDb;
  readonly item: View<ReturnType<typeof itemShape>>;
  readonly clients: readonly Client[];
  readonly raised: readonly View<typeof raisedShape>[];
  readonly answers: View<{ left: ReturnType<typeof upTo> }>;
}

function declareClient(m: Model, { database, item, clients, raised, answers }: World, rules: Rules, who: number) {
  const me = clients[who]!;
  const transaction = database.transaction(`transaction ${who}`, [item]);
  const raise = () => {
    item.number = me.read + 1;
    raised[who]!.times++;
    me.isCommitted = true;
  };
  const afterConflict = () => {
    me.read = 0;
    me.at = rules.triesAgainAfterConflict ? 'start' : 'failed';
  };
  const labels = [
    'begin',
    'commit',
    'commit, and the answer is lost',
    'the commit is lost',
    'WriteConflict',
    'commit again: it was committed',
    'commit again',
    'run again',
    'fail',
  ] as const;
  const client = m.process(`client ${who}`, labels, (step) => {
    const commit = (label: 'commit' | 'commit again') => {
      transaction.commit(
        step,
        [item],
        (committing) => {
          committing(label, () => {
            raise();
            me.at = 'acknowledged';
          });
          if (answers.left === 0) return;
          committing('commit, and the answer is lost', () => {
            raise();
            answers.left--;
            me.at = 'heard nothing';
          });
          step('the commit is lost', () => {
            answers.left--;
            me.at = 'heard nothing';
          });
        },
        (aborting) => aborting('WriteConflict', afterConflict),
      );
    };
    const begin = () =>
      transaction.begin(step, [item], (beginning) =>
        beginning('begin', () => {
          me.read = item.number;
          me.at = 'has read';
        }),
      );
    const afterNoAnswer = () => {
      if (rules.afterNoAnswer === 'run again') {
        step('run again', () => {
          transaction.abort();
          m.reset(me);
        });
      } else if (rules.afterNoAnswer === 'fail') {
        step('fail', () => {
          transaction.abort();
          me.at = 'failed';
        });
      } else if (!me.isCommitted) commit('commit again');
      else {
        step('commit again: it was committed', () => {
          me.at = 'acknowledged';
        });
      }
    };
    const phases: { readonly [at in Client['at']]?: () => void } = {
      start: begin,
      'has read': () => commit('commit'),
      'heard nothing': afterNoAnswer,
    };
    phases[me.at]?.();
  });
  m.weaklyFair(client);
}

export const contendedAdd = defineModel<null, Scale, Rules>({
  name: 'contended-add',
  title: 'contended updates with write conflicts and lost answers',
  about:
    'Each client reads the number and commits one more in a session transaction. The server retries after a ' +
    'WriteConflict, so no client sees it. A commit without an answer is sent again: the server knows the transaction ' +
    'and returns its outcome. To run the whole transaction again applies it twice; to report an error leaves the ' +
    'client with an update that was applied.',
  variants: { default: null },
  scales: {
    small: { clients: 2, lostAnswers: 1 },
    default: { clients: 3, lostAnswers: 1 },
    large: { clients: 4, lostAnswers: 2 },
  },
  neverTaken: { 'client n: run again': 'only a planted bug takes it', 'client n: fail': 'only a planted bug takes it' },
  document: {
    title: 'The review of the MongoDB backend, M2 and C3: contended updates',
    sentences: [
      {
        says: 'M2: N updates that add 1 to one item all succeed, and the number rises by N',
        steps: { 'client n': ['begin', 'commit'] },
        properties: ['M2', 'sum', 'L4'],
      },
      { says: 'M2: a WriteConflict is tried again', steps: { 'client n': ['WriteConflict'] }, properties: ['M2'] },
      {
        says: 'C3: a commit of unknown outcome is sent again, and the client hears one definite outcome',
        steps: {
          'client n': [
            'commit, and the answer is lost',
            'the commit is lost',
            'commit again: it was committed',
            'commit again',
          ],
        },
        properties: ['acknowledged means applied', 'failed means not applied'],
      },
      { says: 'C3: the effect is applied once', properties: ['once'] },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'conflict-is-an-error': {
      title: 'a WriteConflict is reported to the client',
      change: { triesAgainAfterConflict: false },
      finding: 'mongo-rfc/M2',
      expect: { breaks: ['M2', 'L4'] },
    },
    'no-answer-is-an-error': {
      title: 'a commit without an answer is reported as an error, though it may have landed',
      change: { afterNoAnswer: 'fail' },
      finding: 'mongo-rfc/C3-unknown-commit',
      expect: { breaks: ['failed means not applied', 'M2'] },
    },
    'no-answer-runs-again': {
      title: 'after a commit without an answer the whole transaction is run again',
      change: { afterNoAnswer: 'run again' },
      finding: 'mongo-rfc/C3-unknown-commit',
      expect: { breaks: ['once'] },
    },
  },
  build(m, chosen, scale) {
    const item = m.record('item', itemShape(scale));
    const world: World = {
      database: new MongoDb(m, [item]),
      item,
      clients: m.family('client', scale.clients, clientShape(scale)),
      raised: m.family('raised for client', scale.clients, raisedShape),
      answers: m.record('answers to lose', { left: upTo(scale.lostAnswers) }, { left: scale.lostAnswers }),
    };
    const { clients, raised } = world;
    clients.forEach((_, who) => void declareClient(m, world, chosen, who));
    m.always('once: an update is applied once', () => raised.every(({ times }) => times <= 1));
    m.always(
      'sum: the number is what was added',
      () => item.number === raised.reduce((sum, { times }) => sum + times, 0),
    );
    m.always('acknowledged means applied', () =>
      clients.every(({ at }, who) => at !== 'acknowledged' || raised[who]!.times > 0),
    );
    m.always('silence: an answer is lost for each client that heard none', () => {
      return clients.filter(({ at }) => at === 'heard nothing').length <= scale.lostAnswers - world.answers.left;
    });
    m.always('at the start: nothing that was read is remembered', () => {
      return clients.every(({ at, read }) => at !== 'start' || read === 0);
    });
    m.always('failed means not applied', () =>
      clients.every(({ at }, who) => at !== 'failed' || raised[who]!.times === 0),
    );
    m.always('M2: no update fails for the sake of another', () => clients.every(({ at }) => at !== 'failed'));
    m.sometimes('a client does not know that it was applied', () => {
      return clients.some(({ at, isCommitted }) => at === 'heard nothing' && isCommitted);
    });
    m.sometimes('a client does not know that it was not applied', () => {
      return clients.some(({ at, isCommitted }) => at === 'heard nothing' && !isCommitted);
    });
    const areAnswered = () => clients.every(({ at }) => at === 'acknowledged');
    m.eventually('L4: every client is answered', areAnswered);
    m.ending('every client is answered', () => clients.every(({ at }) => at === 'acknowledged' || at === 'failed'));
  },
});
