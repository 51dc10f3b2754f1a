/** A document that leads through commands and changes of one file, as steps that a test can take. */

export type DocumentStep =
  | { readonly kind: 'change'; readonly before: string; readonly after: string }
  | { readonly kind: 'run'; readonly command: string; readonly shown: readonly string[][] };

/** Each ```diff changes the file. Each ```sh is one command, and a ```text after it shows parts of its output; `…` stands for the rest. */
export function stepsOf(document: string): DocumentStep[] {
  const blocks = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
    language,
    text: text!,
  }));
  return blocks.flatMap(({ language, text }, at): DocumentStep[] => {
    if (language === 'diff') return [changeOf(text)];
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    return [{ kind: 'run', command: text.trim(), shown: next?.language === 'text' ? partsOf(next.text) : [] }];
  });
}

function changeOf(text: string): DocumentStep {
  const lines = text.split('\n').slice(0, -1);
  const side = (sign: '-' | '+') =>
    lines.filter((line) => line[0] === sign || line[0] === ' ').map((line) => line.slice(1));
  return { kind: 'change', before: side('-').join('\n'), after: side('+').join('\n') };
}

function partsOf(text: string): string[][] {
  const parts = text.split(/^…\n/m).map((part) => comparable(part));
  return parts.filter((part) => part.length > 0);
}

/** Lines without what differs from run to run: times, and the widths of columns that hold them. */
const comparable = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/[\d.,]+ (?:ms|s|min)\b/g, 'TIME')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');

/** The parts that the output does not have, each after the one before. */
export function missingIn(output: string, parts: readonly string[][]): string[][] {
  const lines = comparable(output);
  let from = 0;
  return parts.filter((part) => {
    const at = lines.findIndex(
      (_, start) => start >= from && part.every((line, offset) => lines[start + offset] === line),
    );
    if (at >= 0) from = at + part.length;
    return at < 0;
  });
}
