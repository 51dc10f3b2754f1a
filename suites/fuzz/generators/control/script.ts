/** A sequence under construction, and the steps that most control-plane sequences share. */
import type { Operation } from '../../../../oracles/values/types.ts';
import {
  type Call,
  from,
  type Repeat,
  type Step,
  type Template,
  type TemplateObject,
  type Until,
} from '../../../cases/case.ts';
import type { Draw } from './draw.ts';
import { faultyRequest } from './faults.ts';

/**
 * What an answer shows of a state that passes. A server may be fast enough that its answer shows the end of the change.
 */
const passing = ['TableStatus', 'GlobalSecondaryIndexes[].IndexStatus', 'GlobalSecondaryIndexes[].Backfilling'];
const changing = [
  'TableStatus',
  'ProvisionedThroughput',
  'TableClassSummary',
  'GlobalSecondaryIndexes',
  'AttributeDefinitions',
];
const ignored: { readonly [operation in Operation]?: readonly string[] } = {
  CreateTable: passing.map((member) => `TableDescription.${member}`),
  UpdateTable: changing.map((member) => `TableDescription.${member}`),
  RestoreTableFromBackup: [...passing, 'RestoreSummary.RestoreInProgress'].map(
    (member) => `TableDescription.${member}`,
  ),
  CreateBackup: ['BackupDetails.BackupStatus'],
  DeleteBackup: ['BackupDescription.BackupDetails.BackupStatus'],
};

/** DeleteTable describes the table only in part (API reference, example of DeleteTable). */
const observed: { readonly [operation in Operation]?: string[] } = {
  DeleteTable: ['TableDescription.TableName', 'TableDescription.TableArn'],
  // Where a server is, and for how long it stays there, is its own affair.
  DescribeEndpoints: [],
};

/** As long as a state of the oracle lasts, so that few requests wait for it. */
const pauseMs = 250;
const turns = 24;

export class Script {
  readonly steps: Step[] = [];
  readonly draw: Draw;
  /** Whether the answers show states that pass. */
  readonly showsPassing: boolean;
  readonly #salt: string;
  #polls = 0;

  constructor(draw: Draw, showsPassing = false) {
    this.draw = draw;
    this.showsPassing = showsPassing;
    this.#salt = draw.int(0x10000).toString(16).padStart(4, '0');
  }

  /**
   * The name of a table. The names of one sequence are neighbours in any listing, and come after those of leased tables.
   */
  name(of: string): TemplateObject {
    return { $name: this.label(of) };
  }

  label(of: string): string {
    return `x${this.#salt}.${of}`;
  }

  call(op: Operation, input: TemplateObject, more: Partial<Call> = {}): void {
    const leftOut = this.showsPassing ? undefined : ignored[op];
    const seen =
      this.showsPassing && op === 'DeleteTable'
        ? [...observed.DeleteTable!, 'TableDescription.TableStatus']
        : observed[op];
    this.steps.push({
      ...{ op, input, raw: true },
      ...(seen && { observe: seen }),
      ...(leftOut && { ignore: [...leftOut] }),
      ...more,
    });
  }

  /** The same request with one fault. It may be accepted, so what follows must wait as after the right one. */
  faulty(op: Operation, input: TemplateObject): void {
    // Without its cursor or its table, a listing shows what others have made.
    this.call(op, faultyRequest(this.draw, op, input), op.startsWith('List') ? { observe: [] } : {});
  }

  /** Sometimes a faulty request first. */
  request(op: Operation, input: TemplateObject, more: Partial<Call> = {}): void {
    if (this.draw.chance(15)) {
      this.faulty(op, input);
      this.settle(input.TableName ?? input.TargetTableName ?? null);
    }
    this.call(op, input, more);
  }

  poll(op: Operation, input: TemplateObject, until: Until, more: Partial<Repeat> = {}): void {
    this.#polls += 1;
    this.steps.push({
      repeat: { op, input, raw: true, as: `polled ${this.#polls}` },
      ...{ until, pauseMs, turns },
      ...more,
    });
  }

  /** Waits until nothing of a table changes any more, and compares what is then described. */
  settle(table: Template): void {
    if (table === null) return;
    const until: Until = {
      ...{ path: 'Table.TableStatus', equals: 'ACTIVE' },
      and: { path: 'Table.GlobalSecondaryIndexes[].IndexStatus', every: 'ACTIVE' },
    };
    this.poll('DescribeTable', { TableName: table }, until, { observe: ['Table'] });
  }

  gone(table: TemplateObject): void {
    this.poll('DescribeTable', { TableName: table }, { path: 'Table', rejected: 'ResourceNotFoundException' });
  }

  /** Keeps the ARN of a table for later requests, whichever request has created it. */
  keepArn(of: string): void {
    this.call('DescribeTable', { TableName: this.name(of) }, { as: this.label(of), observe: ['Table.TableName'] });
  }

  arn(of: string): TemplateObject {
    return from(this.label(of), 'Table.TableArn');
  }

  /** A table by its name, or now and then by its ARN. */
  table(of: string): TemplateObject {
    return this.draw.chance(5) ? this.arn(of) : this.name(of);
  }
}
