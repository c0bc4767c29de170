import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

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
