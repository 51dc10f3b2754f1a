/** UpdateTable that enables a stream, sent twice: the second must change nothing and be refused. */
import { flag, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model, Step } from '../../language/model.ts';
import { MongoDb } from '../../stores/mongodb.ts';

interface Scale {
  readonly requests: number;
}

const rules = {
  /** The condition of the update asks whether the stream is disabled. */
  asksInUpdate: true,
  refusesEnabled: true,
  /** An update that is let through replaces the shards. */
  replacesShards: true,
  keepsLabel: false,
};
type Rules = typeof rules;

const tableShape = ({ requests }: Scale) => ({
  isEnabled: flag,
  /** The set of shards that DescribeStream lists. */
  shardSets: upTo(requests),
  /** The label in the ARN. */
  label: upTo(requests),
});
const requestShape = { at: oneOf('start', 'has looked', 'enabled', 'refused') };
const consumerShape = ({ requests }: Scale) => ({ label: upTo(requests) });

interface World {
  readonly database: MongoDb;
  readonly table: View<ReturnType<typeof tableShape>>;
  readonly requests: readonly View<typeof requestShape>[];
  readonly consumer: View<ReturnType<typeof consumerShape>>;
  readonly judged: Judged;
}

interface Judged {
  readonly changesDisabledOnly: (holds: () => boolean) => void;
  readonly isRefusedRightly: (holds: () => boolean) => void;
  readonly takesArn: (holds: () => boolean) => void;
}

type Label = 'look' | 'enable' | 'refuse';

function declareRequest(m: Model, world: World, rules: Rules, who: number) {
  const { database, table, judged } = world;
  const me = world.requests[who]!;
  const enable = () => {
    judged.changesDisabledOnly(() => !table.isEnabled);
    table.shardSets = rules.replacesShards ? 1 : table.shardSets + 1;
    if (!(rules.keepsLabel && table.isEnabled)) table.label++;
    table.isEnabled = true;
    me.at = 'enabled';
  };
  const refuse = (step: Step<Label>) =>
    step('refuse', () => {
      judged.isRefusedRightly(() => table.isEnabled);
      me.at = 'refused';
    });
  const request = m.process(`UpdateTable ${who}`, ['look', 'enable', 'refuse'], (step) => {
    if (me.at === 'start' && !rules.asksInUpdate) {
      database.find(table, () => {
        if (table.isEnabled && rules.refusesEnabled) refuse(step);
        else {
          step('look', () => {
            me.at = 'has looked';
          });
        }
      });
    } else if (me.at === 'start' || (!rules.asksInUpdate && me.at === 'has looked')) {
      database.update(step, table, (updating) => {
        if (rules.asksInUpdate && rules.refusesEnabled && table.isEnabled) refuse(step);
        else updating('enable', enable);
      });
    }
  });
  m.weaklyFair(request);
}

function declareConsumer(m: Model, { database, table, consumer: me, judged }: World) {
  const isEnabled = () => table.isEnabled;
  const process = m.process('consumer', ['take the ARN'], (step) => {
    if (me.label > 0) return;
    database.find(table, () => {
      if (!isEnabled()) return;
      step('take the ARN', () => {
        judged.takesArn(() => me.label === 0 && isEnabled());
        me.label = table.label;
      });
    });
  });
  m.privateTo(process, me);
}

export const streamEnable = defineModel<null, Scale, Rules>({
  name: 'stream-enable',
  title: 'a stream that is enabled twice',
  about:
    'Enabling a stream writes its shards and a new label. Of several requests one succeeds and the others are ' +
    'refused, even if they are concurrent. A consumer has read the ARN of the stream before.',
  variants: { default: null },
  scales: { small: { requests: 2 }, default: { requests: 2 }, large: { requests: 4 } },
  neverTaken: { 'UpdateTable n: look': 'only a planted bug takes it' },
  document: {
    title: 'The review of the MongoDB backend, M12: a stream that is enabled again',
    sentences: [
      {
        says: 'M12: enabling an enabled stream is a ValidationException and changes nothing',
        steps: { 'UpdateTable n': ['enable', 'refuse'] },
        properties: ['M12', 'refused', 'enabled'],
      },
      {
        says: 'M12: an ARN that was handed out stays valid while the stream is enabled',
        steps: { consumer: ['take the ARN'] },
        properties: ['M12-arn'],
      },
      { says: 'M12: each shard is listed once', properties: ['M12-shards'] },
      { says: 'M12: a consumer sees each record once', leftOut: 'no records here: it follows from the list of shards' },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'redundant-enable': {
      title: 'an enabled stream is enabled again: its label is made anew',
      change: { refusesEnabled: false },
      finding: 'mongo-rfc/M12-arn',
      expect: { breaks: ['M12', 'M12-arn'] },
    },
    'redundant-enable-appends-shards': {
      title: 'an enabled stream is enabled again: another set of shards is added',
      change: { refusesEnabled: false, replacesShards: false, keepsLabel: true },
      finding: 'mongo-rfc/M12-shards',
      expect: { breaks: ['M12', 'M12-shards'] },
    },
    'looks-first': {
      title: 'the stream is looked at first, and enabled by an update without a condition',
      change: { asksInUpdate: false },
      finding: 'mongo-rfc/M12',
      expect: { breaks: ['M12', 'M12-arn'] },
    },
  },
  build(m, chosen, scale) {
    const table = m.record('table', tableShape(scale));
    const world: World = {
      database: new MongoDb(m, [table]),
      table,
      requests: m.family('request', scale.requests, requestShape),
      consumer: m.record('consumer', consumerShape(scale)),
      judged: {
        changesDisabledOnly: m.always('M12: an enabled stream is not enabled again'),
        isRefusedRightly: m.always('refused: only if the stream is enabled'),
        takesArn: m.always('ARN: it is taken once, of an enabled stream'),
      },
    };
    const { requests, consumer } = world;
    requests.forEach((_, who) => void declareRequest(m, world, chosen, who));
    declareConsumer(m, world);
    m.always('M12-shards: each shard is listed once', () => table.shardSets === (table.isEnabled ? 1 : 0));
    m.always('enabled: one request is answered so, and the others are not', () => {
      return requests.filter(({ at }) => at === 'enabled').length === (table.isEnabled ? 1 : 0);
    });
    m.always('M12-arn: an ARN stays valid while the stream is enabled', () => {
      return consumer.label === 0 || consumer.label === table.label;
    });
    m.sometimes('a request is refused', () => requests.some(({ at }) => at === 'refused'));
    m.sometimes('a consumer has the ARN before the second request', () => {
      return consumer.label > 0 && requests.some(({ at }) => at === 'start');
    });
    const areAnswered = () => requests.every(({ at }) => at === 'enabled' || at === 'refused');
    m.eventually('L4: every request is answered', areAnswered);
    m.ending('every request is answered, and the consumer has the ARN', () => areAnswered() && consumer.label > 0);
  },
});
