/**
 * A model in Promela, for SPIN. Every process is one loop of `d_step`s, so it is always at the same place: SPIN stores exactly the
 * states of the model, and its transitions are the steps.
 */

import { shown } from '../../language/domains.ts';
import type { Property } from '../../language/model.ts';
import type { Variable } from '../../language/state/variable.ts';
import { Identifiers } from './names.ts';
import { type Action, type Condition, judgedBy, type Program } from './program.ts';
import { type Guard, type Row, type Term, termText } from './rows.ts';
import { testOf } from './tests.ts';

const reserved = [
  ...['active', 'assert', 'atomic', 'bit', 'bool', 'break', 'byte', 'chan', 'c_code', 'c_decl', 'c_expr', 'c_state'],
  ...[
    'd_proctype',
    'd_step',
    'do',
    'else',
    'empty',
    'enabled',
    'end',
    'eval',
    'false',
    'fi',
    'for',
    'full',
    'get_priority',
  ],
  ...[
    'goto',
    'hidden',
    'if',
    'in',
    'init',
    'inline',
    'int',
    'len',
    'local',
    'ltl',
    'mtype',
    'nempty',
    'never',
    'nfull',
  ],
  ...['notrace', 'np_', 'od', 'of', 'pc_value', 'pid', 'printf', 'printm', 'priority', 'proctype', 'provided', 'run'],
  ...['select', 'set_priority', 'short', 'show', 'skip', 'timeout', 'trace', 'true', 'typedef', 'unless', 'unsigned'],
  ...[
    'xr',
    'xs',
    'always',
    'eventually',
    'implies',
    'equivalent',
    'stronguntil',
    'weakuntil',
    'until',
    'release',
    'next',
  ],
  // Names of the C that SPIN writes.
  ...['now', 'main', 'long', 'char', 'float', 'double', 'void', 'static', 'struct', 'union', 'enum', 'signed', 'const'],
  ...['volatile', 'register', 'extern', 'return', 'switch', 'case', 'default', 'while', 'continue', 'sizeof', 'auto'],
  'properties',
];

const typeOf = ({ domain: { size } }: Variable): string =>
  size <= 2 ? 'bit' : size <= 256 ? 'byte' : size <= 32_768 ? 'short' : 'int';

const remark = (text: string): string => `/* ${text.replaceAll('*/', '* /')} */`;

/** How to check the file with SPIN, its name being FILE. */
const usage = [
  'spin -o2 -a FILE && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m1000000',
  'SPIN counts the start as a transition: it reports one more. Its default for written and never read variables, without -o2,',
  'stores fewer states. An error leaves a trail: spin -t -p FILE',
];

const nameWith = ({ name }: Property, { isWhole }: Condition): string =>
  isWhole ? name : `${name} (judged on the values of reachable states alone)`;

export function promelaOf(program: Program): string {
  return new Writer(program).text();
}

class Writer {
  private readonly program: Program;
  private readonly names = new Identifiers(reserved);
  private readonly constants = new Map<string, number>();
  private readonly marked: readonly Property[];

  constructor(program: Program) {
    this.program = program;
    for (const { name } of program.model.layout.variables) this.names.of('variable', name);
    this.marked = program.model.properties.filter(({ id }) =>
      program.actions.some(({ rows }) => rows.some(({ marks }) => marks.includes(id))),
    );
  }

  text(): string {
    const { model, states, transitions } = this.program;
    const variables = model.layout.variables.map((one) => this.declaration(one));
    const processes = model.processes.flatMap(({ id }) => this.process(id));
    const monitor = this.monitor();
    const constants = [...this.constants].map(([name, code]) => `#define ${name} ${code}`);
    const title = [model.name, `variant ${model.variant}`, ...(model.mutant === null ? [] : [`bug ${model.mutant}`])];
    return `${[
      remark(`${title.join(', ')}: ${states} states, ${transitions} transitions, by Parallax.`),
      ...usage.map(remark),
      ...this.unsaid().map(remark),
      ...(constants.length === 0 ? [] : ['', ...constants]),
      ...this.seekers(),
      '',
      ...variables,
      ...processes,
      ...monitor,
    ].join('\n')}\n`;
  }

  /** What this file does not check. */
  private unsaid(): string[] {
    const left = ['on fair runs', 'from everywhere'] as const;
    const names = left.flatMap((judged) => judgedBy(this.program, judged)).map(({ name }) => name);
    return names.length === 0 ? [] : [`Not in this file: ${names.join('; ')}`];
  }

  private declaration(variable: Variable): string {
    return `${typeOf(variable)} ${this.nameOf(variable)} = ${this.value(variable, variable.initial)}; ${remark(
      `${variable.name}: ${variable.domain.text}`,
    )}`;
  }

  private process(id: number): string[] {
    const actions = this.program.actions.filter(({ process }) => process.id === id);
    if (actions.length === 0) return [];
    return this.loop(
      this.names.of('process', actions[0]!.process.name),
      actions.flatMap((action) => action.rows.map((row) => this.option(action, row))),
      actions[0]!.process.name,
    );
  }

  private loop(name: string, options: readonly string[], title: string): string[] {
    return [
      '',
      remark(title),
      `active proctype ${name}() {`,
      'end:',
      '  do',
      ...options.map((one) => `  ${one}`),
      '  od',
      '}',
    ];
  }

  private option({ label }: Action, { guard, writes, marks }: Row): string {
    const effects = [...writes].map(([target, terms]) => `${this.nameOf(target)} = ${this.term(target, terms)}`);
    const judged = this.marked.flatMap((property) =>
      !marks.includes(property.id) ? [] : property.kind === 'sometimes' ? [this.seen(property)] : ['assert(false)'],
    );
    const body = [...judged, ...effects];
    return `:: d_step { ${this.guard(guard)} -> ${(body.length === 0 ? ['skip'] : body).join('; ')} } ${remark(label)}`;
  }

  private guard(guard: Guard): string {
    if (guard.size === 0) return 'true';
    const tests = [...guard].map(([variable, codes]) => this.test(variable, codes));
    return tests.length === 1 ? tests[0]! : `(${tests.join(' && ')})`;
  }

  private test(variable: Variable, codes: readonly number[]): string {
    const name = this.nameOf(variable);
    const test = testOf(variable, codes);
    switch (test.is) {
      case 'true':
        return name;
      case 'false':
        return `!${name}`;
      case 'equal':
        return `${name} == ${this.value(variable, test.code)}`;
      case 'other':
        return `${name} != ${this.value(variable, test.code)}`;
      case 'between':
        return `(${name} >= ${test.from} && ${name} <= ${test.to})`;
      case 'among':
        return `(${test.codes.map((code) => `${name} == ${this.value(variable, code)}`).join(' || ')})`;
    }
  }

  private term(target: Variable, [term]: readonly Term[]): string {
    return termText(
      term!,
      (code) => this.value(target, code),
      (variable) => this.nameOf(variable),
    );
  }

  /** Where the condition has this answer. */
  private condition({ holds, guards }: Condition, wanted = true): string {
    if (guards.length === 0) return String(holds !== wanted);
    const all = guards.map((guard) => this.guard(guard));
    const any = all.length === 1 ? all[0]! : `(${all.join(' || ')})`;
    return holds === wanted ? any : `!(${any})`;
  }

  /** A process that moves only where a property is violated. */
  private monitor(): string[] {
    const { conditions, model } = this.program;
    const invariants = judgedBy(this.program, 'everywhere').flatMap((property) => {
      const condition = conditions.get(property.id);
      return condition === undefined
        ? []
        : [this.alarm(this.condition(condition, false), nameWith(property, condition))];
    });
    const witnesses = judgedBy(this.program, 'somewhere').flatMap((property) => {
      const condition = conditions.get(property.id);
      if (condition === undefined) return [];
      return [
        `:: d_step { ${this.condition(condition)} && seeking_${property.id} -> ${this.seen(property)} } ${remark(property.name)}`,
      ];
    });
    const endings = model.properties.flatMap(({ id, kind }) =>
      kind === 'ending' ? [this.condition(conditions.get(id)!, false)] : [],
    );
    const stops = ['timeout', ...endings].join(' && ');
    return this.loop(
      'properties',
      [...invariants, ...witnesses, this.alarm(stops, 'no deadlock')],
      'Moves only where a property is violated.',
    );
  }

  private alarm(where: string, name: string): string {
    return `:: d_step { ${where} -> assert(false) } ${remark(name)}`;
  }

  /** `sometimes` holds where SPIN finds an error: it is asked for one at a time. */
  private seekers(): string[] {
    return judgedBy(this.program, 'somewhere').flatMap(({ id, name }) => [
      '',
      remark(`${name}: an error found with spin -DSEEK_${id} is its witness`),
      `#ifdef SEEK_${id}`,
      `#define seeking_${id} true`,
      `#define seen_${id} assert(false)`,
      '#else',
      `#define seeking_${id} false`,
      `#define seen_${id} skip`,
      '#endif',
    ]);
  }

  private seen({ id }: Property): string {
    return `seen_${id}`;
  }

  private nameOf({ name }: Variable): string {
    return this.names.of('variable', name);
  }

  /** A name of its own for every pair of text and code. */
  private value({ domain }: Variable, code: number): string {
    const value = shown(domain, code);
    if (typeof value !== 'string') return String(value === true ? 'true' : value === false ? 'false' : code);
    const constant = this.names.of(`constant ${code}`, value.toUpperCase());
    this.constants.set(constant, code);
    return constant;
  }
}
