import { reportNames } from '../../reports/render/files.ts';
import { folderToWrite } from '../command-line/files.ts';
import type { Option } from '../command-line/option.ts';

export const reportOption = [
  '--report <dir>',
  `write ${reportNames.slice(0, -1).join(', ')} and ${reportNames.at(-1)} into this directory`,
] as const satisfies Option;

/** The directory of `--report`, created and tested before any work. @throws UsageError when it cannot be written. */
export const reportFolder = ({ report }: { readonly report?: string }): string | undefined =>
  report === undefined ? undefined : folderToWrite(report, '--report');
