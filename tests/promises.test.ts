import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faults } from './faults/all-faults.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const promisesOf = (text: string) =>
  [...text.matchAll(/^\| ([^|]+) \| `(tests\/[^`]+)`: “(.+)” \|$/gm)].map(
    ([, promise = '', path = '', title = '']) => ({ promise, path, title }),
  );
const page = read('docs/promises.md');
const promises = promisesOf(page);

describe('promises', () => {
  test('are in the table as the README says them, each once', () => {
    const stated = [...read('README.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, words = '']) => words);
    expect(stated.length).toBeGreaterThan(15);
    expect(promises.map(({ promise }) => promise).slice(0, stated.length)).toEqual(stated);
    // A row that does not read like the others names no test.
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'));
    expect(rows).toHaveLength(promises.length);
  });

  test.each(promises)('$promise has its test', ({ path, title }) => {
    expect(existsSync(join(root, path))).toBe(true);
    const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);
    const source = read(path);
    expect(quoted.some((text) => source.includes(text))).toBe(true);
  });
});

describe('the page of faults', () => {
  const rows = read('docs/faults.md')
    .split('\n')
    .filter((line) => /^\| F\d/.test(line));

  test('has them in order, none left out', () => {
    const ofRows = rows.map((row) => Number(/^\| F(\d+) /.exec(row)?.[1]));
    // One that comes in several ways has a row for each.
    const numbers = [...new Set(ofRows)];
    expect(ofRows).toEqual(ofRows.toSorted((one, other) => one - other));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(numbers.length).toBeGreaterThan(30);
  });

  test.each(rows)('%s', (row) => {
    const [, inSuite] = /suite: “(.+)” \|$/.exec(row) ?? [];
    if (inSuite !== undefined) {
      const [, id = ''] = /^\| (F\d+) /.exec(row) ?? [];
      expect(faults.find(({ name }) => name === inSuite)?.ids).toContain(id);
      return;
    }
    const [, path = '', title = ''] = /`(tests\/[^`]+)`: “(.+)” \|$/.exec(row) ?? [];
    const source = read(path);
    expect(["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))).toBe(true);
  });
});

describe('the page of bad inputs', () => {
  const rows = read('docs/bad-inputs.md')
    .split('\n')
    .filter((line) => /^\| [A-Z]?\d/.test(line));

  test('has all that were asked for', () => {
    expect(rows.length).toBeGreaterThan(150);
  });

  test.each(rows)('%s', (row) => {
    const [, path = '', title = ''] = /`(tests\/[^`]+)`: “(.+)” \|$/.exec(row) ?? [];
    // A title that only repeats its cases names no test.
    expect(title).not.toBe('%s');
    const source = read(path);
    expect(["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))).toBe(true);
  });
});
