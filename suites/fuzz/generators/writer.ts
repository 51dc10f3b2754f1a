/** Expressions as trees, and a writer that turns them into text with placeholders. */
import type { AttributeValue, JsonObject } from '../../../oracles/values/types.ts';
import { standsBare } from './words.ts';

/** `alias` writes a name behind a placeholder. */
export type Segment = { name: string; alias: boolean } | number;
export type PathTree = readonly [Segment, ...Segment[]];
export type Operand = { path: PathTree } | { value: AttributeValue } | { size: PathTree };

export type ConditionTree =
  | { kind: 'compare'; comparator: string; left: Operand; right: Operand }
  | { kind: 'between'; operand: Operand; low: Operand; high: Operand }
  | { kind: 'in'; operand: Operand; members: readonly Operand[] }
  | { kind: 'call'; name: string; args: readonly Operand[] }
  | { kind: 'not'; of: ConditionTree }
  | { kind: 'and' | 'or'; left: ConditionTree; right: ConditionTree; bracketed: boolean };

/** Allocates placeholders while it writes the expressions of a request. */
export class Writer {
  readonly #names = new Map<string, string>();
  readonly #values: [string, AttributeValue][] = [];

  name(name: string, alias: boolean): string {
    if (!alias && standsBare(name)) return name;
    const known = this.#names.get(name) ?? `#n${this.#names.size}`;
    this.#names.set(name, known);
    return known;
  }

  value(value: AttributeValue): string {
    const placeholder = `:v${this.#values.length}`;
    this.#values.push([placeholder, value]);
    return placeholder;
  }

  path([first, ...rest]: PathTree): string {
    const part = (segment: Segment): string =>
      typeof segment === 'number' ? `[${segment}]` : `.${this.name(segment.name, segment.alias)}`;
    return [first, ...rest].map(part).join('').slice(1);
  }

  operand(operand: Operand): string {
    if ('path' in operand) return this.path(operand.path);
    return 'size' in operand ? `size(${this.path(operand.size)})` : this.value(operand.value);
  }

  condition(condition: ConditionTree): string {
    switch (condition.kind) {
      case 'compare':
        return `${this.operand(condition.left)} ${condition.comparator} ${this.operand(condition.right)}`;
      case 'between':
        return `${this.operand(condition.operand)} BETWEEN ${this.operand(condition.low)} AND ${this.operand(condition.high)}`;
      case 'in':
        return `${this.operand(condition.operand)} IN (${condition.members.map((one) => this.operand(one)).join(', ')})`;
      case 'call':
        return `${condition.name}(${condition.args.map((one) => this.operand(one)).join(', ')})`;
      case 'not':
        return `NOT ${this.#inner(condition.of, true)}`;
      case 'and':
      case 'or': {
        const side = (one: ConditionTree): string => this.#inner(one, condition.kind === 'and' || condition.bracketed);
        return `${side(condition.left)} ${condition.kind.toUpperCase()} ${side(condition.right)}`;
      }
    }
  }

  /** Adds parentheses only where precedence requires them: the service refuses redundant ones. */
  #inner(condition: ConditionTree, tight: boolean): string {
    const written = this.condition(condition);
    return tight && (condition.kind === 'and' || condition.kind === 'or') ? `(${written})` : written;
  }

  /** The allocated placeholders as request members. */
  get members(): JsonObject {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries([...this.#names].map(([name, key]) => [key, name])),
      }),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    };
  }
}
