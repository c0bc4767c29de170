import { describe, expect, test } from 'vitest';
import { builds } from '#lib/split/builds/builds.ts';
import { commonFolder } from '#lib/split/builds/common-folder.ts';
import { cutMessage } from '#lib/split/builds/cut-message.ts';
import { parseLocated } from '#lib/split/builds/parse-located.ts';
import type { Evidence } from '#lib/split/summarizer.ts';
import { recording } from '#scripts/split/recordings.ts';
import { scaled } from '#tests/support/scaled.ts';
import { understand } from './understand.ts';

describe('diagnostics', () => {
  test('very many different ones are counted, and held in part', () => {
    const text = Array.from(
      { length: scaled(100_000, 12_000) },
      (_, index) => `src/f${index}.c:1:2: error: odd thing ${index} [-Wodd-${index}]\n`,
    ).join('');
    const known = understand(text, { command: 'gcc -c x.c' });
    expect(known.verdict).toBe(`${scaled('100,000', '12,000')} errors in over 5,000 files`);
    expect(known.facts.length).toBeLessThan(2_000);
    expect(known.facts[0]).toBe('src/f0.c:1:2 -Wodd-0: odd thing 0');
  });

  test('100,000 equal ones are one, with their count', () => {
    const known = understand('src/a.c:1:2: warning: unused x [-Wunused]\n'.repeat(100_000), { exitCode: 0 });
    expect(known.verdict).toBe('0 errors, 100,000 warnings in 1 file');
    expect(known.facts).toEqual(['src/a.c:1:2 -Wunused: unused x', '-Wunused 100,000']);
  });

  test('errors come before warnings that stand above them', () => {
    const known = understand('a.c:1:2: warning: old [-Wold]\nb.c:3:4: error: broken\n');
    expect(known.facts[0]).toBe('b.c:3:4 broken');
    expect(known.facts).toContain('warning: a.c:1:2 -Wold: old');
  });

  test('the same message elsewhere is told apart by its location', () => {
    const known = understand('a.c:1:2: error: broken\na.c:9:2: error: broken\nb.c:3:4: error: broken\n');
    expect(known.facts).toEqual(['a.c:1:2 broken (also :9, b.c:3)']);
  });

  test('what the tool counted beyond what it printed is said', () => {
    const known = understand('src/a.ts(1,2): error TS2322: no\nFound 40 errors in 9 files.\n');
    expect(known.verdict).toBe('40 errors, 1 of them printed, 39 not shown, in 1 file');
  });

  test('a long message keeps what it proposes at its end', () => {
    const long = `Property '${'x'.repeat(400)}' does not exist. Did you mean 'total'?`;
    const { text, quotes } = cutMessage(long, 100);
    expect(text.endsWith("Did you mean 'total'?")).toBe(true);
    expect(quotes).toHaveLength(2);
  });

  test('a folder that absolute paths share is said once', () => {
    expect(commonFolder(['/src/shop/lib/a.js', '/src/shop/test/b.js'])).toBe('/src/shop/');
    expect(commonFolder(['/src/shop/lib/a.js', '/src/shop/lib/b.js'])).toBe('/src/shop/');
    expect(commonFolder(['C:\\src\\lib\\a.cs', 'C:\\src\\test\\b.cs'])).toBe('C:\\src\\');
    expect(commonFolder(['lib/a.js', 'lib/b.js'])).toBe('');
    expect(commonFolder(['/src/a.js'])).toBe('');
    expect(commonFolder(['/a.js', '/b.js'])).toBe('');
  });

  test('a place is a path, a line and perhaps a column', () => {
    expect(parseLocated('src/a.c:12:5: error: x')).toEqual({
      path: 'src/a.c',
      line: 12,
      column: 5,
      rest: 'error: x',
    });
    expect(parseLocated('C:\\src\\a.c:12: x')).toMatchObject({
      path: 'C:\\src\\a.c',
      line: 12,
      column: null,
    });
    expect(parseLocated('My Files/a.c:12:5: x')).toMatchObject({ path: 'My Files/a.c' });
    expect(parseLocated('Makefile:3: *** missing separator.  Stop.')).toMatchObject({ path: 'Makefile' });
    for (const none of [
      '10:20:30: x',
      '2026-11-22 10:20:30: x',
      '127.0.0.1:80: x',
      'https://a.b:80/x',
      '+a.c:1:2: x',
    ]) {
      expect(parseLocated(none), none).toBeNull();
    }
  });

  test('a verdict that a program imitates does not silence what was found', () => {
    const known = understand(
      'src/a.ts(1,2): error TS2322: no\nFound 0 errors. Watching for file changes.\n0 errors\nBUILD SUCCESS\n',
    );
    expect(known.verdict).toBe('1 error in 1 file');
    expect(known.explainsFailure).toBe(true);
  });
});

const names = [
  'make-errors',
  'cargo-check-errors',
  'eslint-stylish',
  'tsc-pretty',
  'biome-lint',
  'webpack-errors',
  'maven-compile-error',
  'apt-simulate',
  'pip-build-fails',
  'npm-install-script',
];

describe('every summarizer of builds', () => {
  test('takes recordings that end anywhere', () => {
    for (const name of names) {
      const { text } = recording(`builds/${name}`);
      for (let end = 0; end < text.length; end += scaled(331, 1_331)) understand(text.slice(0, end));
    }
  });

  test('takes lines that are not its own, however odd', () => {
    const odd = [
      'a('.repeat(4_000),
      '1:'.repeat(4_000),
      `x${' '.repeat(8_000)})`,
      ' (['.repeat(2_700),
      'error: `'.repeat(1_000),
      '[Error/'.repeat(1_100),
      '\u0000\ud800: error: x',
      '::::: : :',
      '/a.b:1'.repeat(1_300),
    ];
    for (const summarizer of builds) {
      const evidence: Evidence = {
        tool: 'run_pty_cmd',
        args: {},
        type: 'terminal',
        title: 'x',
        language: null,
        firstLine: 1,
        programs: [],
        head: odd.join('\n'),
        tail: odd.join('\n'),
      };
      summarizer.recognise(evidence);
      const reader = summarizer.read(evidence, () => {
        throw new Error('Nothing is read inside.');
      });
      odd.forEach((line, index) => {
        reader.line?.(line, index + 1);
      });
      expect(() => reader.finish({ exitCode: 1, lineCount: 9, byteLength: 9, counts: null })).not.toThrow();
    }
  });
});
