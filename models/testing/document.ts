/** Compares the sentences of a document with the steps and properties of its model. Builds the variants, and explores nothing. */
import { declaredSteps } from '../checker/steps.ts';
import { isAbsent, type ProtocolDocument, type Sentence, stepNames } from '../language/document.ts';
import type { ModelEntry } from '../language/entry.ts';
import { isJudged, propertyId } from '../language/model.ts';

/** Empty when nothing is invented and nothing is missing. `names`: of all models that a sentence may point to. */
export function documentComplaints(entry: ModelEntry, names: readonly string[]): string[] {
  const { document } = entry;
  if (document === null) return ['has no document'];
  const models = entry.variants.map((variant) => entry.build({ variant }));
  const declared = new Set(models.flatMap((model) => [...declaredSteps(model)]));
  const properties = new Set(
    models.flatMap((model) => model.properties.filter(isJudged).map(({ name }) => memberless(propertyId(name)))),
  );
  const others = names.filter((name) => name !== entry.name);
  const elsewhere = document.sentences.flatMap((sentence) => ('elsewhere' in sentence ? sentence.elsewhere : []));
  return [
    ...[...new Set(elsewhere)].filter((name) => !others.includes(name)).map((name) => `no other model ${name}`),
    ...sentenceComplaints(document.sentences, properties),
    ...stepComplaints(document, declared, Object.keys(entry.neverTaken)),
  ];
}

/** `L1 of target 0` → `L1 of target n`. */
const memberless = (id: string): string => id.replaceAll(/ \d+/g, ' n');

function sentenceComplaints(sentences: readonly Sentence[], properties: ReadonlySet<string>): string[] {
  const said = sentences.map(({ says }) => says);
  const places = sentences.flatMap((sentence) => (isAbsent(sentence) ? [] : [sentence]));
  const nowhere = places.filter(({ steps, properties: ids = [] }) => stepNames(steps).length + ids.length === 0);
  const named = places.flatMap((place) => place.properties ?? []);
  return [
    ...said.filter((text, at) => said.indexOf(text) < at).map((text) => `said twice: ${text}`),
    ...nowhere.map(({ says }) => `nothing in the model, and no reason: ${says}`),
    ...named.filter((id) => !properties.has(id)).map((id) => `no property ${id}`),
  ];
}

function stepComplaints(
  { sentences, added = [], environment }: ProtocolDocument,
  declared: ReadonlySet<string>,
  neverTaken: readonly string[],
): string[] {
  const said = sentences.flatMap((sentence) => (isAbsent(sentence) ? [] : stepNames(sentence.steps)));
  const named = new Set([...said, ...added.flatMap(({ steps }) => stepNames(steps))]);
  const matches = (one: string, step: string) => step === one || step.endsWith(`: ${one}`);
  const isKnown = (step: string) =>
    named.has(step) || neverTaken.includes(step) || environment.some((one) => matches(one, step));
  return [
    ...[...named].filter((step) => !declared.has(step)).map((step) => `no step ${step}`),
    ...neverTaken.filter((step) => named.has(step)).map((step) => `never taken: ${step}`),
    ...environment
      .filter((one) => ![...declared].some((step) => matches(one, step)))
      .map((one) => `no step of the environment ${one}`),
    ...[...declared].filter((step) => !isKnown(step)).map((step) => `in no sentence: ${step}`),
  ];
}
