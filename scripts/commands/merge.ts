import { mergeNights, openUnits } from '../../reports/night/merge.ts';
import { type Night, NightError } from '../../reports/night/record.ts';
import { count } from '../../reports/text/format.ts';
import { defineCommand } from '../command-line/command.ts';
import { fileToWrite } from '../command-line/files.ts';
import { text } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { concludeNight, markdownOption } from '../night/conclude.ts';
import { earlierNights, loadNight, write } from '../night/records.ts';

export const merge = defineCommand({
  name: 'merge',
  summary: 'joins the records of the shards of one night, and compares the whole with the nights before',
  arguments: '<records...>',
  options: [
    ['--record <file>', 'write the whole night as one record'],
    ['--records <dir>', 'compare with the nights in this directory', text, 'parallax-nights'],
    markdownOption,
  ],
  example: 'npx parallax merge shards/*.jsonl --record parallax-nights/2026-03-01.jsonl',
  async run(context, [files], options) {
    for (const file of [options.markdown, options.record]) if (file !== undefined) fileToWrite(file);
    const shards = files.map(loadNight);
    const night = merged(shards);
    const before = earlierNights(options.records, options.record);
    if (options.record !== undefined) write(options.record, night);
    const open = openUnits(night);
    if (open.length > 0)
      context.warn(`${count(open.length, 'unit')} of ${night.head.units.length} are in none of these`);
    return concludeNight(context, 'merge', { night, before, options });
  },
});

function merged(shards: readonly Night[]): Night {
  try {
    return mergeNights(shards);
  } catch (error) {
    if (!(error instanceof NightError)) throw error;
    throw new UsageError(error.message, 'give each shard of one night once');
  }
}
