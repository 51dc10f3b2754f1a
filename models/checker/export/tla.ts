/** A model in TLA+, for TLC: a module, and the configuration that names what to check. */
import { type Domain, shown } from '../../language/domains.ts';
import type { FairGroup } from '../../language/fairness.ts';
import { noDeadlock, type Property, propertyId } from '../../language/model.ts';
import type { Variable } from '../../language/state/variable.ts';
import { Identifiers } from './names.ts';
import { type Action, type Condition, guardsThatMark, judgedBy, type Program } from './program.ts';
import { type Guard, type Row, type Term, termText } from './rows.ts';
import { testOf } from './tests.ts';

export interface TlaModule {
  readonly module: string;
  readonly configuration: string;
}

const reserved = [
  ...[
    'ACTION',
    'ASSUME',
    'ASSUMPTION',
    'AXIOM',
    'BOOLEAN',
    'BY',
    'CASE',
    'CHOOSE',
    'CONSTANT',
    'CONSTANTS',
    'COROLLARY',
  ],
  ...['DEF', 'DEFINE', 'DEFS', 'DOMAIN', 'ELSE', 'ENABLED', 'EXCEPT', 'EXTENDS', 'FALSE', 'HAVE', 'HIDE', 'IF', 'IN'],
  ...[
    'INSTANCE',
    'LAMBDA',
    'LEMMA',
    'LET',
    'LOCAL',
    'MODULE',
    'NEW',
    'OBVIOUS',
    'OMITTED',
    'ONLY',
    'OTHER',
    'PICK',
    'PROOF',
  ],
  ...[
    'PROPOSITION',
    'PROVE',
    'QED',
    'RECURSIVE',
    'SF',
    'STATE',
    'STRING',
    'SUBSET',
    'SUFFICES',
    'TAKE',
    'TEMPORAL',
    'THEN',
  ],
  ...['THEOREM', 'TRUE', 'UNCHANGED', 'UNION', 'USE', 'VARIABLE', 'VARIABLES', 'WF', 'WITH', 'WITNESS', 'Int', 'Nat'],
  // What this file defines itself.
  ...['vars', 'Init', 'Next', 'Spec', 'Fairness', 'TypeOK', 'NoDeadlock'],
];

/** `name`: of the module, which is the name of its file. */
export function tlaOf(program: Program, name: string): TlaModule {
  return new Writer(program, name).written();
}

/** A name for the module of a model: letters, digits and underscores. */
export const moduleNameOf = ({ model }: Program): string =>
  new Identifiers(reserved).of('module', [model.name, model.variant, model.mutant ?? ''].join(' '));

const remark = (text: string): string => `\\* ${text}`;

const isAll = (domain: Domain<unknown>, type: 'number' | 'boolean'): boolean =>
  Array.from({ length: domain.size }, (_, code) => typeof shown(domain, code)).every((one) => one === type);

class Writer {
  private readonly program: Program;
  private readonly names: Identifiers;
  private readonly module: string;

  constructor(program: Program, module: string) {
    this.program = program;
    this.module = module;
    this.names = new Identifiers([...reserved, module]);
    for (const { name } of program.model.layout.variables) this.names.of('variable', name);
  }

  written(): TlaModule {
    const invariants = this.invariants();
    const runs = this.runs();
    const line = '-'.repeat(20);
    const parts = [
      [`${line} MODULE ${this.module} ${line}`, ...this.head(), 'EXTENDS Integers'],
      this.variables(),
      this.start(),
      ...this.actions(),
      this.behaviour(),
      ...invariants.map(({ text }) => text),
      ...runs.map(({ text }) => text),
      ...this.witnesses(),
      ['='.repeat(80)],
    ];
    return {
      module: `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`,
      configuration: `${[
        'SPECIFICATION Spec',
        // Where the model may stop is part of NoDeadlock.
        'CHECK_DEADLOCK FALSE',
        `INVARIANTS TypeOK ${[...invariants.map(({ name }) => name), 'NoDeadlock'].join(' ')}`,
        ...(runs.length === 0 ? [] : [`PROPERTIES ${runs.map(({ name }) => name).join(' ')}`]),
      ].join('\n')}\n`,
    };
  }

  private head(): string[] {
    const { model, states, transitions } = this.program;
    const title = [model.name, `variant ${model.variant}`, ...(model.mutant === null ? [] : [`bug ${model.mutant}`])];
    const left = judgedBy(this.program, 'from everywhere').map(({ name }) => name);
    return [
      `${title.join(', ')}: ${states} distinct states, ${transitions + 1} generated, by Parallax.`,
      `java -jar tla2tools.jar ${this.module}.tla, with ${this.module}.cfg beside it.`,
      'An action has a case for each group of values that its step tells apart, of those that reachable states have.',
      ...(left.length === 0 ? [] : [`Not in this file: ${left.join('; ')}`]),
    ].map(remark);
  }

  private variables(): string[] {
    const { variables } = this.program.model.layout;
    const last = variables.length - 1;
    return [
      'VARIABLES',
      ...variables.map(
        (one, at) => `  ${this.nameOf(one)}${at === last ? '' : ','} ${remark(`${one.name}: ${one.domain.text}`)}`,
      ),
      '',
      `vars == <<${variables.map((one) => this.nameOf(one)).join(', ')}>>`,
    ];
  }

  private start(): string[] {
    const { variables } = this.program.model.layout;
    return [
      'TypeOK ==',
      ...variables.map((one) => `  /\\ ${this.nameOf(one)} \\in ${this.all(one)}`),
      '',
      'Init ==',
      ...variables.map((one) => `  /\\ ${this.nameOf(one)} = ${this.value(one, one.initial)}`),
    ];
  }

  private all(variable: Variable): string {
    const { domain } = variable;
    if (isAll(domain, 'boolean')) return 'BOOLEAN';
    if (isAll(domain, 'number')) return `${shown(domain, 0)}..${shown(domain, domain.size - 1)}`;
    return `{${Array.from({ length: domain.size }, (_, code) => this.value(variable, code)).join(', ')}}`;
  }

  private actions(): string[][] {
    return this.program.actions.map((action) => [
      remark(`${action.process.name}: ${action.label}`),
      `${this.actionName(action)} ==`,
      ...(action.rows.length === 1
        ? this.row(action.rows[0]!).map((one) => `  /\\ ${one}`)
        : action.rows.flatMap((row) => this.row(row).map((one, at) => `  ${at === 0 ? '\\/ ' : '   '}/\\ ${one}`))),
    ]);
  }

  private row({ guard, writes }: Row): string[] {
    const kept = this.program.model.layout.variables.filter((one) => !writes.has(one));
    return [
      ...this.tests(guard),
      ...[...writes].map(([target, terms]) => `${this.nameOf(target)}' = ${this.term(target, terms)}`),
      ...(kept.length === 0 ? [] : [`UNCHANGED <<${kept.map((one) => this.nameOf(one)).join(', ')}>>`]),
    ];
  }

  private behaviour(): string[] {
    const { actions, model } = this.program;
    const endings = model.properties.filter(({ kind }) => kind === 'ending');
    const fairness = model.fairness.flatMap((group) => this.fairness(group));
    return [
      'Next ==',
      ...actions.map((action) => `  \\/ ${this.actionName(action)}`),
      ...(actions.length === 0 ? ['  FALSE'] : []),
      '',
      ...(fairness.length === 0 ? ['Fairness == TRUE'] : ['Fairness ==', ...fairness]),
      '',
      'Spec == Init /\\ [][Next]_vars /\\ Fairness',
      '',
      remark(`${noDeadlock}: the model stops only where it may`),
      'NoDeadlock ==',
      '  \\/ ENABLED Next',
      ...endings.flatMap(({ id, name }) => [
        `  ${remark(name)}`,
        `  \\/ ${this.condition(this.program.conditions.get(id)!)}`,
      ]),
    ];
  }

  /** In TLA+ a step that changes nothing is never fair; in the model it is a step as any other. */
  private fairness({ strength, process, labels, text }: FairGroup): string[] {
    const fair = this.program.actions.filter((one) => one.process.name === process && labels.has(one.label));
    if (fair.length === 0) return [];
    const stays = fair.filter(({ mayStay }) => mayStay).map(({ label }) => label);
    const warning = stays.length === 0 ? '' : `; not quite: ${stays.join(', ')} may change nothing, which TLA+ ignores`;
    return [
      `  ${remark(`${text}${warning}`)}`,
      `  /\\ ${strength === 'weak' ? 'WF' : 'SF'}_vars(${fair.map((one) => this.actionName(one)).join(' \\/ ')})`,
    ];
  }

  private invariants(): { name: string; text: string[] }[] {
    return judgedBy(this.program, 'everywhere').map((property) => {
      const condition = this.program.conditions.get(property.id) ?? this.unmarked(property);
      return this.defined(property, this.condition(condition), condition.isWhole);
    });
  }

  /** A step property as a condition on states: no step that violates it is enabled. */
  private unmarked(property: Property): Condition {
    return { holds: false, guards: guardsThatMark(this.program, property), isWhole: true };
  }

  private runs(): { name: string; text: string[] }[] {
    return judgedBy(this.program, 'on fair runs').map((property) => {
      const { conditions } = this.program;
      const [goal, premise] = [conditions.get(property.id)!, property.premise && conditions.get(property.premise.id)];
      const formula =
        premise === undefined
          ? `${property.kind === 'eventuallyAlways' ? '<>[]' : '<>'}(${this.condition(goal)})`
          : `(${this.condition(premise)}) ~> (${this.condition(goal)})`;
      return this.defined(property, formula, goal.isWhole && premise?.isWhole !== false);
    });
  }

  private witnesses(): string[][] {
    return judgedBy(this.program, 'somewhere').map((property) => {
      const seen = this.program.conditions.get(property.id) ?? {
        ...{ holds: true, isWhole: true },
        guards: guardsThatMark(this.program, property),
      };
      return [
        remark(`${property.name}: as an invariant it is to be violated; the trace is the witness`),
        `${this.names.of('never', `never ${propertyId(property.name)}`)} == ~(${this.condition(seen)})`,
      ];
    });
  }

  private defined(property: Property, formula: string, isWhole: boolean): { name: string; text: string[] } {
    const name = this.names.of('property', propertyId(property.name));
    const partly = isWhole ? '' : ' (judged on the values of reachable states alone)';
    return { name, text: [remark(`${property.name}${partly}`), `${name} == ${formula}`] };
  }

  private condition({ holds, guards }: Condition): string {
    if (guards.length === 0) return holds ? 'FALSE' : 'TRUE';
    const all = guards.map((guard) => this.guard(guard));
    const any = all.length === 1 ? all[0]! : all.map((one) => `(${one})`).join(' \\/ ');
    return holds ? any : `~(${any})`;
  }

  private guard(guard: Guard): string {
    return guard.size === 0 ? 'TRUE' : this.tests(guard).join(' /\\ ');
  }

  private tests(guard: Guard): string[] {
    return [...guard].map(([variable, codes]) => this.test(variable, codes));
  }

  private test(variable: Variable, codes: readonly number[]): string {
    const name = this.nameOf(variable);
    const test = testOf(variable, codes);
    switch (test.is) {
      case 'true':
        return name;
      case 'false':
        return `~${name}`;
      case 'equal':
        return `${name} = ${this.value(variable, test.code)}`;
      case 'other':
        return `${name} /= ${this.value(variable, test.code)}`;
      case 'between':
        return `${name} \\in ${test.from}..${test.to}`;
      case 'among':
        return `${name} \\in {${test.codes.map((code) => this.value(variable, code)).join(', ')}}`;
    }
  }

  private term(target: Variable, [term]: readonly Term[]): string {
    return termText(
      term!,
      (code) => this.value(target, code),
      (variable) => this.nameOf(variable),
    );
  }

  private actionName({ process, label }: Action): string {
    return this.names.of('action', `${process.name} ${label}`);
  }

  private nameOf({ name }: Variable): string {
    return this.names.of('variable', name);
  }

  /** TLC compares values of one type only. */
  private value({ domain }: Variable, code: number): string {
    const value = shown(domain, code);
    if (isAll(domain, 'number')) return String(value);
    if (isAll(domain, 'boolean')) return value === true ? 'TRUE' : 'FALSE';
    return JSON.stringify(String(value));
  }
}
