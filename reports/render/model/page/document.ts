/** What the document of a protocol says, and where the model says it. */
import type { Sentence, Steps } from '../../../../models/language/document.ts';
import type { ModelEntry } from '../../../../models/language/entry.ts';
import { pageTable } from './markdown.ts';

export const documentHeading = '## The document, sentence by sentence';

export function documentSection({ document, neverTaken }: ModelEntry): string[] {
  if (document === null) return [];
  const { title, sentences, added = [], environment } = document;
  return [
    documentHeading,
    `${title}. Sentences are shortened.`,
    pageTable(
      ['sentence', 'in the model'],
      sentences.map((sentence) => [sentence.says, placeOf(sentence)]),
    ),
    [
      ...added.map(({ why, steps }) => `- Not in the document: ${why} (${stepsText(steps)}).`),
      ...Object.entries(neverTaken).map(([step, why]) => `- Never taken: ${step} (${why}).`),
      ...(environment.length === 0 ? [] : [`- What happens to the protocol: ${environment.join('; ')}.`]),
    ].join('\n'),
  ].filter((part) => part !== '');
}

function placeOf(sentence: Sentence): string[] {
  if ('leftOut' in sentence) return [`**left out**: ${sentence.leftOut}`];
  if ('elsewhere' in sentence) return [`in ${sentence.elsewhere.map((name) => `[${name}](${name}.md)`).join(', ')}`];
  const { steps, properties = [] } = sentence;
  return [
    ...(steps === undefined ? [] : [stepsText(steps)]),
    ...(properties.length === 0 ? [] : [`checked by ${properties.map((id) => `\`${id}\``).join(', ')}`]),
  ];
}

const stepsText = (steps: Steps): string =>
  Object.entries(steps)
    .map(([process, labels]) => `${process}: ${labels.join('; ')}`)
    .join(' · ');
