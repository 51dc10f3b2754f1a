/** Where in a JSON text something stands, so that a person finds what is wrong in a long file. */
import { isNode, LineCounter, parseDocument } from 'yaml';

/** Keys and indexes from the root to a value. */
export type Path = readonly (string | number)[];

/** The line, from 1, of a value, or of the nearest one around it that is there. JSON is read as YAML, which keeps positions. */
export function lineOf(json: string, path: Path): number {
  const lineCounter = new LineCounter();
  const document = parseDocument(json, { lineCounter });
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
  }
  return 1;
}

const scalar = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`;
const token = new RegExp(String.raw`\s*(${scalar}|[[\]{},:])`, 'y');

/** What may follow: a value, the first of a list, a key, the first of an object, a colon, or the end of a value. */
type Awaited = 'value' | 'element' | 'key' | 'member' | ':' | 'after';

/** The line of the first thing that JSON does not allow there. JSON.parse tells the position of some errors only. */
export function lineOfError(json: string): number {
  const open: string[] = [];
  let awaited: Awaited | undefined = 'value';
  let end = 0;
  while (awaited !== undefined) {
    token.lastIndex = end;
    const found = token.exec(json)?.[1];
    awaited = found === undefined ? undefined : next(awaited, found, open);
    if (awaited !== undefined) end = token.lastIndex;
  }
  return lineAt(json, end + (/^\s*/.exec(json.slice(end).trimEnd())?.[0].length ?? 0));
}

/** What may follow `found`; undefined where that may not stand. Keeps the open brackets. */
function next(awaited: Awaited, found: string, open: string[]): Awaited | undefined {
  const closes = found === '}' || found === ']';
  if (closes) {
    const mayClose = awaited === 'after' || awaited === (found === '}' ? 'member' : 'element');
    return mayClose && open.pop() === (found === '}' ? '{' : '[') ? 'after' : undefined;
  }
  if (awaited === 'after')
    return found === ',' && open.length > 0 ? (open.at(-1) === '{' ? 'key' : 'value') : undefined;
  if (awaited === ':') return found === ':' ? 'value' : undefined;
  if (awaited === 'key' || awaited === 'member') return found.startsWith('"') ? ':' : undefined;
  if (found === ',' || found === ':') return undefined;
  if (found !== '{' && found !== '[') return 'after';
  open.push(found);
  return found === '{' ? 'member' : 'element';
}

/** The line of the last occurrence of a text; the first line if it does not occur. */
export const lineOfLast = (text: string, wanted: string): number => lineAt(text, Math.max(0, text.lastIndexOf(wanted)));

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;
