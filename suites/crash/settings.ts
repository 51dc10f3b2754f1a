/** What a table has beside its rows: set once, and the same after every disturbance. */
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';
import { settledOrThrow } from '../rounds/place.ts';
import { isObject, valueAt } from '../runner/play/path.ts';

interface Setting {
  /** Absent for what CreateTable has set. */
  readonly set?: (table: Described) => readonly [Operation, JsonObject];
  readonly read: (table: Described) => readonly [Operation, JsonObject];
  /** Of the answer to `read`; null where it is not set. */
  readonly shown: (output: JsonObject) => Json;
  /** It keeps others from removing the table, so it is set only on a server that ends with the run. */
  readonly hinders?: true;
}

interface Described {
  readonly TableName: string;
  readonly ResourceArn: string;
}

/** Members of a description that no request but UpdateTable changes. */
const lasting = [
  ...['TableArn', 'TableId', 'CreationDateTime', 'KeySchema', 'StreamSpecification', 'LatestStreamArn'],
  ...['BillingModeSummary', 'TableClassSummary'],
];

const describes = ({ TableName }: Described) => ['DescribeTable', { TableName }] as const;

const settings: { readonly [name: string]: Setting } = {
  description: {
    read: describes,
    shown: ({ Table }) => lasting.map((name) => valueAt(Table, name) ?? null),
  },
  protection: {
    set: ({ TableName }) => ['UpdateTable', { TableName, DeletionProtectionEnabled: true }],
    read: describes,
    shown: (output) => valueAt(output, 'Table.DeletionProtectionEnabled') ?? null,
    hinders: true,
  },
  'time to live': {
    set: ({ TableName }) => [
      'UpdateTimeToLive',
      { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' } },
    ],
    read: ({ TableName }) => ['DescribeTimeToLive', { TableName }],
    shown: (output) => valueAt(output, 'TimeToLiveDescription.AttributeName') ?? null,
  },
  tags: {
    set: ({ ResourceArn }) => ['TagResource', { ResourceArn, Tags: [{ Key: 'kept', Value: 'yes' }] }],
    read: ({ ResourceArn }) => ['ListTagsOfResource', { ResourceArn }],
    shown: (output) => (Array.isArray(output.Tags) && output.Tags.length > 0 ? output.Tags : null),
  },
  'point-in-time recovery': {
    set: ({ TableName }) => [
      'UpdateContinuousBackups',
      { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ],
    read: ({ TableName }) => ['DescribeContinuousBackups', { TableName }],
    shown: (output) =>
      valueAt(output, 'ContinuousBackupsDescription.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus') ?? null,
  },
};

const visibleMsMax = 2_000;
const pollMs = 3;

/** The settings that a table was seen to have. */
export class Settings {
  readonly #lab: Lab;
  readonly #table: Described;
  readonly #seen = new Map<string, string>();

  private constructor(lab: Lab, table: Described) {
    this.#lab = lab;
    this.#table = table;
  }

  /** Sets what the target can set, and remembers what it shows of it. @throws Unprepared */
  static async of(lab: Lab, TableName: string): Promise<Settings> {
    const described = await lab.send('DescribeTable', { TableName });
    const arn = described.kind === 'ok' ? valueAt(described.output, 'Table.TableArn') : undefined;
    const own = new Settings(lab, { TableName, ResourceArn: String(arn) });
    for (const [name, setting] of Object.entries(settings)) await own.#make(name, setting);
    return own;
  }

  async #make(name: string, setting: Setting): Promise<void> {
    const { hinders = false, set, read } = setting;
    const lab = this.#lab;
    const request = set?.(this.#table);
    if (hinders && lab.session.process === undefined) return;
    if (!lab.supports(read(this.#table)[0], ...(request ? [request[0]] : []))) return;
    const before = await this.#shown(setting);
    if (request) {
      if ((await lab.send(...request)).kind !== 'ok') return;
      await settledOrThrow(lab, { tables: [this.#table.TableName] });
    }
    const begin = performance.now();
    let shown = await this.#shown(setting);
    while (request && shown === before && performance.now() - begin < visibleMsMax) {
      await lab.session.pause(pollMs);
      shown = await this.#shown(setting);
    }
    // What is accepted and never shown is for `run` to judge.
    if (shown !== undefined && (!request || shown !== before)) this.#seen.set(name, shown);
  }

  async #shown({ read, shown }: Setting): Promise<string | undefined> {
    return textOf(shown, await this.#lab.send(...read(this.#table)));
  }

  async check(found: Anomaly[]): Promise<void> {
    for (const [name, expected] of this.#seen) {
      const { read, shown } = settings[name]!;
      const [operation, input] = read(this.#table);
      const actual = textOf(shown, await this.#lab.ask(operation, input, found));
      if (actual === undefined || actual === expected) continue;
      const said = (text: string): string => this.#lab.inRoles(text);
      found.push({ kind: 'lost', where: `${name} of old`, operation, expected: said(expected), actual: said(actual) });
    }
  }
}

const textOf = (shown: Setting['shown'], outcome: Outcome): string | undefined =>
  outcome.kind === 'ok' && isObject(outcome.output) ? JSON.stringify(shown(outcome.output)) : undefined;
