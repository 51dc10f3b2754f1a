/** Evaluates a template's functions and variables, as far as the file determines them. */
import { isPlainObject, type Plain, type PlainObject } from './document.ts';

/** A value that is known only after deployment. */
export class Unknown {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

export type Resolved = null | boolean | number | string | Unknown | Resolved[] | { [member: string]: Resolved };

/** `AWS::NoValue`: the member is absent. */
const noValue = new Unknown('AWS::NoValue');

/** Placeholder values: these parameters do not affect a table. */
const pseudoParameters: { readonly [name: string]: string } = {
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::StackName': 'stack',
  'AWS::URLSuffix': 'amazonaws.com',
};

const depthMax = 64;

/** The context of one template; for serverless also the whole file. */
export class Intrinsics {
  readonly #template: PlainObject;
  readonly #serverless: PlainObject | undefined;

  constructor(template: PlainObject, serverless?: PlainObject) {
    this.#template = template;
    this.#serverless = serverless;
  }

  resolve(value: Plain, depth = 0): Resolved {
    if (depth > depthMax) return new Unknown('it refers to itself');
    if (typeof value === 'string') return this.#serverless ? this.#variables(value, depth) : value;
    if (Array.isArray(value)) return value.map((one) => this.resolve(one, depth + 1)).filter((one) => one !== noValue);
    if (!isPlainObject(value)) return value;
    const [name, ...more] = Object.keys(value);
    if (name !== undefined && more.length === 0 && (name === 'Ref' || name.startsWith('Fn::')))
      return this.#call(name, value[name]!, depth + 1);
    const members = Object.entries(value).map(([member, inner]) => [member, this.resolve(inner, depth + 1)] as const);
    return Object.fromEntries(members.filter(([, inner]) => inner !== noValue));
  }

  /** Whether a template condition holds; undefined when unknown. */
  condition(name: string, depth = 0): boolean | undefined {
    const conditions = this.#template.Conditions;
    const own = isPlainObject(conditions) ? conditions[name] : undefined;
    return own === undefined || depth > depthMax ? undefined : this.#holds(own, depth + 1);
  }

  #holds(value: Plain, depth: number): boolean | undefined {
    if (!isPlainObject(value) || depth > depthMax) return undefined;
    const [name = ''] = Object.keys(value);
    const argument = value[name] ?? null;
    if (name === 'Condition') return this.condition(String(argument), depth);
    const parts = Array.isArray(argument) ? argument : [];
    if (name === 'Fn::Equals') {
      const [left, right] = parts.map((part) => this.resolve(part, depth));
      return left instanceof Unknown || right instanceof Unknown ? undefined : String(left) === String(right);
    }
    const held = parts.map((part) => this.#holds(part, depth + 1));
    if (name === 'Fn::Not') return held[0] === undefined ? undefined : !held[0];
    if (name === 'Fn::And') return held.includes(false) ? false : held.includes(undefined) ? undefined : true;
    if (name === 'Fn::Or') return held.includes(true) ? true : held.includes(undefined) ? undefined : false;
    return undefined;
  }

  #call(name: string, argument: Plain, depth: number): Resolved {
    if (name === 'Ref') return this.#reference(String(argument), depth);
    if (name === 'Fn::If') return this.#choice(argument, depth);
    const given = this.resolve(argument, depth);
    if (name === 'Fn::Sub') return this.#substituted(given, depth);
    if (!Array.isArray(given)) return new Unknown(`${name} is known only when it is deployed`);
    const unknown = given.find((one): one is Unknown => one instanceof Unknown);
    if (unknown) return unknown;
    if (name === 'Fn::FindInMap') return this.#mapped(given);
    if (name === 'Fn::Join') return joined(given);
    if (name === 'Fn::Split') return String(given[1]).split(String(given[0]));
    if (name === 'Fn::Select' && Array.isArray(given[1]))
      return given[1][Number(given[0])] ?? new Unknown('Fn::Select selects nothing');
    return new Unknown(`${name} is known only when it is deployed`);
  }

  #reference(name: string, depth: number): Resolved {
    if (name === 'AWS::NoValue') return noValue;
    if (Object.hasOwn(pseudoParameters, name)) return pseudoParameters[name]!;
    const parameters = this.#template.Parameters;
    const parameter = isPlainObject(parameters) ? parameters[name] : undefined;
    if (!isPlainObject(parameter)) return new Unknown(`${name} is not a parameter of this file`);
    const { Default: value } = parameter;
    if (value === undefined) return new Unknown(`the parameter ${name} has no Default`);
    return this.resolve(value, depth);
  }

  #choice(argument: Plain, depth: number): Resolved {
    const [name, yes = null, no = null] = Array.isArray(argument) ? argument : [];
    const holds = this.condition(String(name), depth);
    if (holds === undefined) return new Unknown(`the condition ${String(name)} is not known from this file`);
    return this.resolve(holds ? yes : no, depth);
  }

  /**
   * `${Name}` is a parameter or a local variable, `${!Name}` literal text, `${Resource.Attribute}` known only after
   * deployment.
   */
  #substituted(given: Resolved, depth: number): Resolved {
    const [text, own] = Array.isArray(given) ? given : [given, {}];
    if (text instanceof Unknown) return text;
    const variables = typeof own === 'object' && own !== null ? (own as { [name: string]: Resolved }) : {};
    let unknown: Unknown | undefined;
    const written = String(text).replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      const value = Object.hasOwn(variables, name) ? variables[name]! : this.#reference(name, depth);
      if (value instanceof Unknown) unknown ??= value;
      return String(value);
    });
    return unknown ?? written.replaceAll('${!', '${');
  }

  #mapped([map, first, second]: Resolved[]): Resolved {
    let value: Plain | undefined = this.#template.Mappings;
    for (const key of [map, first, second]) value = isPlainObject(value) ? value[String(key)] : undefined;
    return value === undefined ? new Unknown(`Mappings has no ${[map, first, second].join('.')}`) : this.resolve(value);
  }

  /** Serverless variables. The innermost `${…}` comes first, since they can be nested. */
  #variables(text: string, depth: number): Resolved {
    let rest = text;
    for (let turn = 0; turn < depthMax; turn++) {
      const found = /\$\{((?:self|opt|env|sls|param|file|ssm|cf|s3|aws|git)\b[^${}]*)\}/.exec(rest);
      if (!found) return rest;
      const value = this.#variable(found[1] ?? '', depth + 1);
      if (value instanceof Unknown || found[0] === rest) return value;
      rest = rest.slice(0, found.index) + String(value) + rest.slice(found.index + found[0].length);
    }
    return new Unknown('it refers to itself');
  }

  #variable(text: string, depth: number): Resolved {
    if (depth > depthMax) return new Unknown('it refers to itself');
    const [wanted = '', ...otherwise] = text.split(',').map((part) => part.trim());
    const value = this.#serverlessValue(wanted);
    if (value !== undefined) return this.resolve(value, depth);
    const [next, ...later] = otherwise;
    if (next === undefined) return new Unknown(`\${${wanted}} is not known from this file`);
    if (/^(?:self|opt|env|sls|param):/.test(next)) return this.#variable([next, ...later].join(','), depth);
    return next.replace(/^(['"])(.*)\1$/, '$2');
  }

  #serverlessValue(wanted: string): Plain | undefined {
    const provider = this.#serverless?.provider;
    if (wanted === 'sls:stage') return isPlainObject(provider) ? (provider.stage ?? 'dev') : 'dev';
    if (!wanted.startsWith('self:')) return undefined;
    let value: Plain | undefined = this.#serverless;
    for (const part of wanted.slice('self:'.length).split('.').filter(Boolean))
      value = isPlainObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    return value;
  }
}

function joined([separator, list]: Resolved[]): Resolved {
  if (!Array.isArray(list)) return new Unknown('Fn::Join of something that is known only when it is deployed');
  const unknown = list.find((one): one is Unknown => one instanceof Unknown);
  return unknown ?? list.map(String).join(String(separator));
}
