import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back the memories of WebAssembly that are no longer in use. Left to itself the collector would not look for them: a search
 * that works in such memories alone hardly makes garbage, and gigabytes outside of the heap do not count as any.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
