/** TransactWriteItems with a ClientRequestToken: the same token of the same account is executed only once in ten minutes. */
import { flag, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { Postgres } from '../../stores/postgres.ts';

interface Scale {
  /** By request: its account. All send the same token. */
  readonly accounts: readonly number[];
}

const rules = {
  /** The insert of the token and the writes are one transaction; a unique key refuses a second insert. */
  tokenIsUnique: true,
  /** The token of a request belongs to its account. */
  tokenOf: (account: number): number => account,
  /** A token expires by its time, not only when a periodic pass has removed it. */
  ageIsJudgedAtRead: true,
};
type Rules = typeof rules;

const tokenShape = { isThere: flag, isOld: flag };
const requestShape = { at: oneOf('start', 'token is new', 'executed', 'answered as a replay') };
/** The result of the requests of an account. */
const effectsShape = {
  /** Executions since the token was last new. */
  times: upTo(2),
  hasAny: flag,
};

type Request = View<typeof requestShape>;

interface World {
  readonly scale: Scale;
  readonly database: Postgres;
  /** By account. */
  readonly tokens: readonly View<typeof tokenShape>[];
  readonly effects: readonly View<typeof effectsShape>[];
  readonly requests: readonly Request[];
  readonly judged: Judged;
}

interface Judged {
  readonly replayIsOfWindow: (holds: () => boolean) => void;
  readonly expires: (holds: () => boolean) => void;
  readonly isKnownAtOnce: (seen: () => boolean) => void;
  readonly isRefusedByKey: (seen: () => boolean) => void;
}

function declareRequest(m: Model, world: World, rules: Rules, who: number) {
  const { database, tokens, effects, scale, judged } = world;
  const account = scale.accounts[who]!;
  const me = world.requests[who]!;
  const token = tokens[rules.tokenOf(account)]!;
  const isKnown = () => token.isThere && !(token.isOld && rules.ageIsJudgedAtRead);
  const request = m.process(`request ${who}`, ['look for the token', 'execute', 'answer as a replay'], (step) => {
    const answer = () =>
      step('answer as a replay', () => {
        judged.replayIsOfWindow(() => !token.isOld);
        judged.isKnownAtOnce(() => me.at === 'start');
        judged.isRefusedByKey(() => me.at === 'token is new');
        me.at = 'answered as a replay';
      });
    const look = () =>
      database.select([token], () => {
        if (isKnown()) answer();
        else {
          step('look for the token', () => {
            me.at = 'token is new';
          });
        }
      });
    const insert = () =>
      database.insert(token, [token], () => {
        if (rules.tokenIsUnique && isKnown()) answer();
        else {
          step('execute', () => {
            effects[account]!.times++;
            effects[account]!.hasAny = true;
            token.isThere = true;
            token.isOld = false;
            me.at = 'executed';
          });
        }
      });
    const phases: { readonly [at in Request['at']]?: () => void } = { start: look, 'token is new': insert };
    phases[me.at]?.();
  });
  m.weaklyFair(request);
}

function declareTime(m: Model, { tokens, effects, judged }: World) {
  tokens.forEach((token, account) => {
    m.timePasses(`token of account ${account}`, 'ten minutes go by', {
      when: () => token.isThere && !token.isOld,
      effect: () => {
        judged.expires(() => token.isThere && !token.isOld);
        token.isOld = true;
        effects[account]!.times = 0;
      },
    });
  });
}

export const idempotencyToken = defineModel<null, Scale, Rules>({
  name: 'idempotency-token',
  title: 'a ClientRequestToken is executed once',
  about:
    'All requests carry the same token. The token is inserted in the transaction that does the writes, and is unique ' +
    'within its account. The second of two concurrent requests finds it there and is answered as a replay. After ten ' +
    'minutes the token is free again. DynamoDB may also answer TransactionInProgressException to a concurrent ' +
    'duplicate, which has no effect either; the model does not distinguish the two.',
  checkedBy: { 'mongo-rfc/C11-mismatch': ['C11'] },
  variants: { default: null },
  scales: { small: { accounts: [0, 1] }, default: { accounts: [0, 0, 1] }, large: { accounts: [0, 0, 0, 1, 1] } },
  document: {
    title: 'The review of the MongoDB backend, M4, m4 and C11: ClientRequestToken',
    sentences: [
      {
        says: 'M4: requests with one token and body are executed once, at the same time as well',
        steps: { 'request n': ['look for the token', 'execute'] },
        properties: ['M4'],
      },
      {
        says: 'M4: a replay within 10 minutes succeeds without a second effect',
        steps: { 'request n': ['answer as a replay'] },
        properties: ['C11', 'a request is answered as a replay'],
      },
      {
        says: 'm4: after 10 minutes the token is new again',
        steps: { 'token of account n': ['ten minutes go by'] },
        properties: ['m4', 'ten minutes', 'a token is free again after ten minutes'],
      },
      { says: 'C11: accounts have tokens of their own', properties: ['C11'] },
      {
        says: 'C11: other parameters under a token are IdempotentParameterMismatchException for the same account only',
        properties: ['C11'],
      },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'check-then-insert': {
      title: 'the token is looked for and then inserted, without a unique key',
      change: { tokenIsUnique: false },
      finding: 'mongo-rfc/M4',
      expect: { breaks: ['M4'] },
    },
    'token-without-account': {
      title: 'the key of a token is the token alone',
      change: { tokenOf: () => 0 },
      finding: 'mongo-rfc/C11',
      expect: { breaks: ['C11'] },
    },
    'expires-by-a-pass-alone': {
      title: 'a token counts until a periodic pass has removed it',
      change: { ageIsJudgedAtRead: false },
      finding: 'mongo-rfc/m4',
      expect: { breaks: ['m4'] },
    },
  },
  build(m, chosen, scale) {
    const accounts = new Set(scale.accounts).size;
    const isSentTwice = scale.accounts.filter((account) => account === 0).length > 1;
    const sight = (name: string) => (isSentTwice ? m.sometimes(name) : () => undefined);
    const tokens = m.family('token of account', accounts, tokenShape);
    const world: World = {
      scale,
      database: new Postgres(m, { rows: tokens }),
      tokens,
      effects: m.family('effects of account', accounts, effectsShape),
      requests: m.family('request', scale.accounts.length, requestShape),
      judged: {
        replayIsOfWindow: m.always('m4: only what is not ten minutes old is a replay'),
        expires: m.always('ten minutes: only a token that counts expires'),
        isKnownAtOnce: sight('a replay is known at the first look'),
        isRefusedByKey: sight('a replay is refused by the unique key'),
      },
    };
    const { effects, requests } = world;
    requests.forEach((_, who) => void declareRequest(m, world, chosen, who));
    declareTime(m, world);
    m.always('M4: once in ten minutes', () => effects.every(({ times }) => times <= 1));
    m.always('token: it counts as long as the execution that it came with', () => {
      return tokens.every(({ isThere, isOld }, at) => (isThere && !isOld) === effects[at]!.times > 0);
    });
    m.always('C11: who is answered as a replay has been executed for the same account', () => {
      return requests.every(({ at }, who) => at !== 'answered as a replay' || effects[scale.accounts[who]!]!.hasAny);
    });
    if (isSentTwice) {
      m.sometimes('a request is answered as a replay', () => requests.some(({ at }) => at === 'answered as a replay'));
      m.sometimes('a token is free again after ten minutes', () => {
        return requests[0]!.at === 'executed' && requests[1]!.at === 'executed';
      });
      m.sometimes('two requests of an account find no token', () => {
        return requests[0]!.at === 'token is new' && requests[1]!.at === 'token is new';
      });
    }
    const areAnswered = () => requests.every(({ at }) => at === 'executed' || at === 'answered as a replay');
    m.eventually('L4: every request is answered', areAnswered);
    m.ending('every request is answered', areAnswered);
  },
});
