/** Turns a shape into a view: an object whose fields read and write variables of the current state. */
import type { Domain, Field, Initial, SequenceView, SetView, Shape, View } from './domains.ts';
import { flag, optional, shown, upTo } from './domains.ts';
import { ModelError } from './error.ts';
import { recordNames, valueText } from './names.ts';
import type { Layout } from './state/layout.ts';
import type { Recorder } from './state/recorder.ts';
import type { Mark, Variable } from './state/variable.ts';

interface DeclaredRecord<S extends Shape> {
  readonly view: View<S>;
  readonly variables: readonly Variable[];
}

export function declareRecord<S extends Shape>(
  layout: Layout,
  recorder: Recorder,
  name: string,
  shape: S,
  initial: Initial<S>,
): DeclaredRecord<S> {
  const declaring = new Declaring(layout, recorder);
  const view = {};
  const unknown = Object.keys(initial).find((field) => !Object.hasOwn(shape, field));
  if (unknown !== undefined) {
    const problem = 'has an initial value, and is not declared';
    throw new ModelError({ model: recorder.model, variable: `${name}.${unknown}` }, problem);
  }
  for (const [field, domain] of Object.entries(shape)) {
    const given = (initial as Record<string, unknown>)[field];
    Object.defineProperty(view, field, declaring.field(`${name}.${field}`, domain, given));
  }
  recordNames.set(view, name);
  return { view: Object.freeze(view) as View<S>, variables: declaring.variables };
}

/** A reference to one record of a family, which must have been declared before. Compare with `===`. */
export const memberOf = <T extends object>(family: readonly T[]): Domain<T> => ({
  kind: 'one',
  size: family.length,
  text: `one of ${family.map((member) => recordNames.get(member) ?? '?').join(', ')}`,
  encode: (value) => family.indexOf(value as T),
  decode: (code) => family[code]!,
  show: (code) => recordNames.get(family[code]!) ?? String(code),
  refersTo: family,
});

class Declaring {
  readonly variables: Variable[] = [];
  private readonly layout: Layout;
  private readonly recorder: Recorder;

  constructor(layout: Layout, recorder: Recorder) {
    this.layout = layout;
    this.recorder = recorder;
  }

  field(name: string, field: Field | undefined, given: unknown): PropertyDescriptor {
    switch (field?.kind) {
      case 'one':
        return { enumerable: true, ...this.accessor(this.variable(name, field, given)) };
      case 'list':
        return { enumerable: true, value: this.elements(name, field.length, field.of, given) };
      case 'set':
        return { enumerable: true, value: this.set(name, field.of, given) };
      case 'sequence':
        return { enumerable: true, value: this.sequence(name, field.max, field.of, given) };
      default: {
        const problem = 'has no domain: give it upTo(9), flag, oneOf(…) or another';
        throw new ModelError({ model: this.recorder.model, variable: name }, problem);
      }
    }
  }

  private variable(name: string, domain: Domain<unknown>, given: unknown, mark: Mark | null = null): Variable {
    if (this.layout.variables.some((one) => one.name === name))
      throw new ModelError({ model: this.recorder.model, variable: name }, 'is declared twice');
    const code = given === undefined ? 0 : domain.encode(given);
    if (code < 0) {
      const problem = `cannot have the initial value ${valueText(given)}, which is not ${domain.text}`;
      throw new ModelError({ model: this.recorder.model, variable: name }, problem);
    }
    const variable = this.layout.add(name, domain, code, mark);
    this.variables.push(variable);
    return variable;
  }

  private accessor(variable: Variable): PropertyDescriptor {
    const { recorder } = this;
    return {
      get: () => variable.domain.decode(recorder.get(variable)),
      set: (value: unknown) => recorder.set(variable, value),
    };
  }

  private elements(name: string, length: number, of: Domain<unknown>, given: unknown): unknown[] {
    const starts = Array.isArray(given) ? given : [];
    const array: unknown[] = [];
    for (let index = 0; index < length; index++) {
      const variable = this.variable(`${name}[${index}]`, of, starts[index]);
      Object.defineProperty(array, index, { enumerable: true, ...this.accessor(variable) });
    }
    return Object.freeze(array) as unknown[];
  }

  private set(name: string, of: Domain<unknown>, given: unknown): SetView<unknown> {
    const starts = new Set(((given ?? []) as unknown[]).map((value) => this.codeIn(name, of, value)));
    const markOf = (code: number) => ({ set: name, about: of.refersTo?.[code] ?? null });
    const bits = Array.from({ length: of.size }, (_, code) =>
      this.variable(`${name} has ${shown(of, code)}`, flag, starts.has(code), markOf(code)),
    );
    const { recorder } = this;
    const bitOf = (value: unknown) => bits[this.codeIn(name, of, value)]!;
    const members = () => bits.flatMap((bit, code) => (recorder.get(bit) === 1 ? [of.decode(code)] : []));
    return Object.freeze({
      get size() {
        return members().length;
      },
      has: (value: unknown) => recorder.get(bitOf(value)) === 1,
      add: (value: unknown) => recorder.set(bitOf(value), true),
      delete: (value: unknown) => recorder.set(bitOf(value), false),
      clear: () => {
        for (const bit of bits) recorder.set(bit, false);
      },
      [Symbol.iterator]: () => members()[Symbol.iterator](),
    });
  }

  // Places after the end always hold the same value, so that equal sequences are equal states. For references it is null, since any
  // member would break the symmetry.
  private sequence(name: string, max: number, elements: Domain<unknown>, given: unknown): SequenceView<unknown> {
    const of = elements.refersTo === undefined ? elements : optional(elements);
    const starts = (given ?? []) as unknown[];
    const count = this.variable(`${name}.length`, upTo(max), starts.length);
    const places = Array.from({ length: max }, (_, at) => this.variable(`${name}[${at}]`, of, starts[at]));
    const { recorder } = this;
    const length = () => recorder.get(count);
    const get = (at: number) => of.decode(recorder.get(places[at]!));
    const all = () => places.slice(0, length()).map((_, at) => get(at));
    return Object.freeze({
      get length() {
        return length();
      },
      get isFull() {
        return length() === max;
      },
      at: (index: number) => (index >= 0 && index < length() ? get(index) : undefined),
      includes: (value: unknown) => {
        const code = of.encode(value);
        return places.slice(0, length()).some((place) => recorder.get(place) === code);
      },
      push: (value: unknown) => {
        const at = length();
        recorder.set(count, at + 1);
        recorder.set(places[at]!, value);
      },
      shift: () => {
        const [first, ...rest] = all();
        if (length() === 0) return undefined;
        recorder.set(count, rest.length);
        for (let at = 0; at <= rest.length; at++) recorder.set(places[at]!, at < rest.length ? rest[at] : of.decode(0));
        return first;
      },
      clear: () => {
        recorder.set(count, 0);
        for (const place of places) recorder.set(place, of.decode(0));
      },
      [Symbol.iterator]: () => all()[Symbol.iterator](),
    });
  }

  private codeIn(name: string, of: Domain<unknown>, value: unknown): number {
    const code = of.encode(value);
    if (code >= 0) return code;
    return this.recorder.fail(`${valueText(value)} is not ${of.text}`, { name });
  }
}
