import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { columns } from '../../reports/text/width.ts';
import { type Progress, terminalProgress } from './progress.ts';

/** A terminal that interprets the few control sequences in use, and wraps lines that are too long. */
class Screen extends EventEmitter {
  rows: string[] = [''];
  columns: number;
  constructor(width: number) {
    super();
    this.columns = width;
  }
  write(text: string): boolean {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the commands of a terminal begin with one
    for (const [part] of text.matchAll(/\x1b\[(\d*)([AJ])|\r|\n|[^\x1b\r\n]+/g)) {
      if (part === '\n') this.rows.push('');
      else if (part.endsWith('A')) this.rows.splice(this.rows.length - Number.parseInt(part.slice(2), 10));
      else if (part.endsWith('\u001b[J')) this.rows[this.rows.length - 1] = '';
      else if (part !== '\r') this.rows[this.rows.length - 1] += part;
    }
    return true;
  }
  get last(): string {
    return this.rows.at(-1) ?? '';
  }
  /** As in real terminals, the current line is wrapped again. */
  resize(width: number): void {
    this.columns = width;
    const parts = this.rows.pop()!.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [''];
    this.rows.push(...parts);
    this.emit('resize');
  }
}

function progressOn(width: number): { screen: Screen; progress: Progress; wait: (ms: number) => void } {
  const screen = new Screen(width);
  let now = 0;
  const progress = terminalProgress(screen as unknown as NodeJS.WriteStream, () => now);
  const wait = (ms: number): void => {
    now += ms;
  };
  return { screen, progress, wait };
}

describe('the progress line', () => {
  test('shows the progress, and the remaining time once it can be estimated', () => {
    const { screen, progress, wait } = progressOn(80);
    progress.update('dynalite', 'starting', { done: 0, total: 157 });
    expect(screen.last).toBe('dynalite 0/157 starting');
    wait(1_000);
    progress.update('dynalite', 'scan/a', { done: 10, total: 157 });
    expect(screen.last).toBe('dynalite 10/157 scan/a');
    wait(19_500);
    progress.update('dynalite', 'scan/b', { done: 41, total: 157 });
    expect(screen.last).toBe('dynalite 41/157 scan/b · 1 min left');
    wait(60_000);
    progress.update('dynalite', 'scan/c', { done: 150, total: 157 });
    expect(screen.last).toBe('dynalite 150/157 scan/c · 4 s left');
    wait(1_000);
    progress.update('dynalite', 'scan/d', { done: 157, total: 157 });
    expect(screen.last).toBe('dynalite 157/157 scan/d');
  });

  test('does not count what was done before the first update', () => {
    const { screen, progress, wait } = progressOn(80);
    progress.update('fuzz', '', { done: 100, total: 200 });
    wait(10_000);
    progress.update('fuzz', '', { done: 150, total: 200 });
    expect(screen.last).toBe('fuzz 150/200 · 10 s left');
  });

  test.each([200, 60, 40, 20, 5])('never fills all of %i columns, whatever it shows', (width) => {
    const { screen, progress, wait } = progressOn(width);
    for (const name of ['dynalite', '商店', '🛒 store', 'http://127.0.0.1:8000/\u001b[31m\n']) {
      progress.update(name, 'secondary-index/two-items-one-key 🧪', { done: 41, total: 157 });
      wait(5_000);
      progress.update(name, 'a name in Japanese: 試験、試験', { done: 42, total: 157 });
      expect(columns(screen.last)).toBeLessThan(width);
      expect(screen.rows).toHaveLength(1);
    }
  });

  test('drops the description before it drops the progress', () => {
    const { screen, progress, wait } = progressOn(60);
    for (const done of [0, 10]) {
      for (const name of ['dynalite', 'dynoxide']) progress.update(name, 'x'.repeat(40), { done, total: 20 });
      wait(5_000);
    }
    progress.update('dynalite', 'x'.repeat(40), { done: 11, total: 20 });
    expect(screen.last).toBe('dynalite 11/20 · 9 s left | dynoxide 10/20 · 10 s left');
  });

  test('is redrawn when the terminal is resized, without remains of the old line', () => {
    const { screen, progress } = progressOn(80);
    progress.update('mutants', 'a-mutant-with-a-long-name-that-fills-the-line', { done: 3, total: 90 });
    screen.resize(20);
    expect([screen.rows.length, screen.last]).toEqual([1, 'mutants 3/90']);
    screen.resize(80);
    expect(screen.last).toBe('mutants 3/90 a-mutant-with-a-long-name-that-fills-the-line');
  });

  test('is removed before other output, and at the end of the work', () => {
    const { screen, progress } = progressOn(80);
    progress.update('dynalite', 'starting', { done: 0, total: 9 });
    progress.clear();
    screen.write('a word\n');
    progress.done('dynalite', '9 cases');
    expect(screen.rows).toEqual(['a word', 'dynalite 9 cases', '']);
    expect(screen.listenerCount('resize')).toBe(0);
  });
});
