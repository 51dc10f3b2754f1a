/** A page about a model, for readers who know its protocol. Generated from the model, so it cannot contradict it. */

import type { ModelEntry } from '../../../../models/language/entry.ts';
import type { Sizes } from '../../../../models/sizes.ts';
import { survey } from '../survey.ts';
import { documentSection } from './document.ts';
import { mutantsSection } from './mutants.ts';
import { propertiesSection } from './properties.ts';
import { runSection } from './run.ts';
import { sizesSection } from './sizes.ts';
import { stepsSection } from './steps.ts';
import { variablesSection } from './variables.ts';

/** GitHub-flavoured Markdown, with Mermaid; ends with a newline. */
export function modelPage(entry: ModelEntry, sizes: Sizes): string {
  const scale = entry.scales.includes('small') ? 'small' : 'default';
  const model = entry.build({ scale });
  const surveyed = survey(model);
  const parts = [
    `# ${entry.name}: ${entry.title}`,
    ...(entry.about === '' ? [] : [inParagraphs(entry.about)]),
    ...variablesSection(model),
    ...stepsSection(model, scale, surveyed),
    ...propertiesSection(model),
    ...runSection(surveyed.goodRun),
    ...sizesSection(sizes),
    ...mutantsSection(entry),
    ...documentSection(entry),
  ];
  return `${parts.join('\n\n')}\n`;
}

const subjects = 'Left out|Decided|Open|What the model shows|Shown beside|Beyond the protocol|Also not in|On record';
const subjectStart = new RegExp(`(?<=[.)] )(?=(?:${subjects})\\b)`);

/** What a model is about is one text; a page begins a paragraph with each subject, and lists what is numbered as `(1) …; (2) …`. */
const inParagraphs = (about: string): string =>
  about
    .split(subjectStart)
    .map((part) => part.trim().replace(/(?<=[:;.)]) \((\d)\) /g, (_, at) => `${at === '1' ? '\n' : ''}\n${at}. `))
    .join('\n\n');
