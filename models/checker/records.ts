/** Turns a shape into a view: an object whose fields read and write variables of the state at hand. */
import type { Domain, List, Shape, View } from './domains.ts';
import { ModelError } from './error.ts';
import type { Layout, Variable } from './layout.ts';
import type { Recorder } from './recorder.ts';

export interface DeclaredRecord<S extends Shape> {
  readonly view: View<S>;
  readonly variables: readonly Variable[];
}

export function declareRecord<S extends Shape>(
  layout: Layout,
  recorder: Recorder,
  name: string,
  shape: S,
  initial: Partial<View<S>>,
): DeclaredRecord<S> {
  const variables: Variable[] = [];
  const accessor = (variableName: string, domain: Domain<unknown>, given: unknown): PropertyDescriptor => {
    const code = given === undefined ? 0 : domain.encode(given);
    if (code < 0) {
      const problem = `cannot start as ${JSON.stringify(given)}, which is not ${domain.text}`;
      throw new ModelError({ model: recorder.model, variable: variableName }, problem);
    }
    const variable = layout.add(variableName, domain, code);
    variables.push(variable);
    return {
      enumerable: true,
      get: () => domain.decode(recorder.get(variable)),
      set: (value: unknown) => recorder.set(variable, value),
    };
  };
  const elements = (listName: string, domain: List<unknown>, given: unknown): PropertyDescriptor => {
    const starts = Array.isArray(given) ? given : [];
    const array: unknown[] = [];
    for (let index = 0; index < domain.length; index++) {
      Object.defineProperty(array, index, accessor(`${listName}[${index}]`, domain.of, starts[index]));
    }
    return { enumerable: true, value: Object.freeze(array) };
  };
  const view = {};
  for (const [field, domain] of Object.entries(shape)) {
    const given = (initial as Record<string, unknown>)[field];
    const fieldName = `${name}.${field}`;
    const descriptor = domain.kind === 'one' ? accessor(fieldName, domain, given) : elements(fieldName, domain, given);
    Object.defineProperty(view, field, descriptor);
  }
  return { view: Object.freeze(view) as View<S>, variables };
}
