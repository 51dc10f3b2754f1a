/** What the document of a protocol says, and where the model says it. */
import type { ProtocolDocument, Sentence, stepNames } from '../../../../models/language/document.ts';
import { pageTable } from './markdown.ts';

export const documentHeading = '## The document, sentence by sentence';

export function documentSection(document: ProtocolDocument | null): string[] {
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
      ...(environment.length === 0 ? [] : [`- What happens to the protocol: ${environment.join('; ')}.`]),
    ].join('\n'),
  ].filter((part) => part !== '');
}

function placeOf(sentence: Sentence): string[] {
  if ('leftOut' in sentence) return [`**left out**: ${sentence.leftOut}`];
  const { steps, properties = [] } = sentence;
  return [...(steps === undefined ? [] : [stepsText(steps)]), ...properties.map((id) => `property ${id}`)];
}

const stepsText = (steps: Parameters<typeof stepNames>[0] = {}): string =>
  Object.entries(steps)
    .map(([process, labels]) => `${process}: ${labels.join('; ')}`)
    .join(' · ');
