import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { understand } from './understand.ts';

const isBuild = (text: string, run: Parameters<typeof understand>[1] = {}) =>
  understand(text, { exitCode: 0, ...run }).kind !== 'general';

describe('what is no build is not read as one', () => {
  test('source code that speaks of errors', () => {
    const source =
      "const error = 'error TS2322: no';\nif (code) throw new Error(`src/a.c:12:3: error: no`);\n// make: *** [all] Error 1\n";
    expect(isBuild(source, { type: 'file', language: 'typescript' })).toBe(false);
    expect(isBuild(source, { command: 'cat src/a.ts' })).toBe(false);
  });

  test('a change of a log of a build', () => {
    const diff = recording('builds/tsc-errors')
      .text.split('\n')
      .map((line) => `+${line}`)
      .join('\n');
    expect(isBuild(diff, { command: 'git diff' })).toBe(false);
    expect(isBuild(recording('builds/make-errors').text, { command: 'git show HEAD:build.log' })).toBe(false);
  });

  test('matches of a search for errors', () => {
    expect(
      isBuild('src/a.c:12: error: no\nsrc/b.c:3: warning: no\n', { command: 'grep -rn "error:" src' }),
    ).toBe(false);
  });

  test('logs with clocks and addresses before a level', () => {
    expect(
      isBuild('2026-11-22 10:20:30: error: no\n2026-11-22T10:20:31: warning: no\n10:20:32: error: no\n'),
    ).toBe(false);
    expect(isBuild('127.0.0.1:8080: error: connection refused\n')).toBe(false);
  });

  test('listings, prose and tables', () => {
    expect(isBuild('12:30  lunch  with everyone\n14:00  build review  room 3\n')).toBe(false);
    expect(isBuild('In chapter 3 line 12: the end.\nerror is human\nmake it so\n')).toBe(false);
  });

  test('a file with a log of a build is', () => {
    expect(isBuild(recording('builds/make-errors').text, { type: 'file' })).toBe(true);
    expect(isBuild(recording('builds/make-errors').text, { command: 'cat build.log' })).toBe(true);
  });
});

describe('a build among other output', () => {
  test('each tool is recognised by its name', () => {
    const both = `${recording('builds/tsc-errors').text}${recording('builds/eslint-stylish').text}`;
    expect(understand(both, { command: 'npm run check' }).verdict).toBe(
      'tsc: 22 errors in 3 files, eslint: 63 problems (51 errors, 12 warnings) in 3 files under /tmp/demo/jstools/, 15 fixable with --fix (3 errors, 12 warnings)',
    );
  });

  test('errors in the middle of a long make are found', () => {
    const steps = Array.from(
      { length: 2_000 },
      (_, index) => `cc -O2 -Wall -c -o build/part${index}.o src/part${index}.c\n`,
    );
    const text = [...steps, 'src/odd.c:12:3: error: expected expression\n', ...steps].join('');
    const known = understand(text, { command: 'make -k' });
    expect(known.verdict).toBe('make: 4,000 files compiled, gcc: 1 error in 1 file');
    expect(known.facts[0]).toBe('src/odd.c:12:3 expected expression');
  });

  test('a make that went well tells how much it compiled, and what came last', () => {
    const known = understand('cc -c -o a.o a.c\ncc -c -o b.o b.c\nar rcs libshop.a a.o b.o\n', {
      command: 'make',
      exitCode: 0,
    });
    expect(known.verdict).toBe('2 files compiled');
    expect(known.facts).toEqual(['last: ar rcs libshop.a a.o b.o']);
  });

  test('a make that only says that something failed leaves the cause to others', () => {
    const known = understand('./run-all\nsomething odd happened\nmake: *** [Makefile:3: check] Error 1\n', {
      command: 'make check',
    });
    expect(known.verdict).toBe('failed: check (Makefile:3, Error 1)');
    expect(known.explainsFailure).toBe(false);
  });
});
