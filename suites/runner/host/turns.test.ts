import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Notes its begin and its end. */
function noting() {
  const log: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
    return name;
  };
  return { log, work };
}

test('shared work overlaps, work alone does not', async () => {
  const { log, work } = noting();
  const turns = new Turns();
  const first = [turns.shared(work('a')), turns.shared(work('b'))];
  await Promise.resolve().then(() => {});
  const later = [turns.alone(work('c')), turns.shared(work('d')), turns.alone(work('e')), turns.shared(work('f'))];
  expect(await Promise.all([...first, ...later])).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  const at = (text: string): number => log.indexOf(text);
  expect(at('b begins')).toBeLessThan(at('a ends'));
  expect(at('f begins')).toBeLessThan(at('d ends'));
  for (const alone of ['c', 'e']) expect(at(`${alone} ends`)).toBe(at(`${alone} begins`) + 1);
});

test('a failure holds nothing up', async () => {
  const turns = new Turns();
  const fails = () => Promise.reject(new Error('no'));
  await expect(turns.shared(fails)).rejects.toThrow('no');
  await expect(turns.alone(fails)).rejects.toThrow('no');
  expect(await turns.alone(async () => 1)).toBe(1);
  expect(await turns.shared(async () => 2)).toBe(2);
});
