import { describe, expect, test } from 'vitest';
import { logs } from '../../../lib/split/logs/logs.ts';
import { recording } from '../../support/recordings.ts';
import { type Run, understandText } from '../../support/understand-text.ts';

const understand = (text: string, run: Run = { exitCode: 1 }) => understandText(text, logs, run);

describe('stack traces', () => {
  test('frames of .NET are read, with the inner error (written by hand, from its documentation)', () => {
    const { facts } = understand(
      'Unhandled exception. System.InvalidOperationException: no total\n' +
        " ---> System.Collections.Generic.KeyNotFoundException: The given key 'cake' was not present\n" +
        '   at System.Collections.Generic.Dictionary`2.get_Item(TKey key)\n' +
        '   at Shop.Prices.Of(String name) in /app/Prices.cs:line 12\n' +
        '   --- End of inner exception stack trace ---\n' +
        '   at Shop.Program.Main(String[] args) in /app/Program.cs:line 4\n',
    );
    expect(facts).toContain('System.InvalidOperationException: no total');
    expect(
      facts.some((fact) => fact.startsWith('root cause: System.Collections.Generic.KeyNotFoundException')),
    ).toBe(true);
    expect(facts).toContain('at /app/Prices.cs:12 Shop.Prices.Of(String name)');
  });

  test('code that was installed is told apart from the own', () => {
    const { facts } = understand(
      'TypeError: argument must be a function\n' +
        '    at use (/app/node_modules/router/index.js:392:13)\n' +
        '    at new Shop (/app/lib/shop.js:22:5)\n' +
        '    at node:internal/main:1:1\n',
    );
    expect(facts).toEqual([
      'TypeError: argument must be a function',
      'own code at /app/lib/shop.js:22:5 new Shop',
      'thrown at /app/node_modules/router/index.js:392:13 use',
    ]);
  });

  test('the same trace again is counted', () => {
    const trace =
      'RangeError: page 7 does not exist\n    at read (/app/pages.js:3:1)\n    at main (/app/main.js:9:2)\n';
    const { verdict, facts } = understand(trace.repeat(40));
    expect(verdict).toBe('40 stack traces');
    expect(facts[0]).toBe('RangeError: page 7 does not exist (×40)');
  });

  test('goroutines beside the one that panicked are no part of it', () => {
    const { facts } = understand(recording('logs/go').text);
    expect(facts).toEqual([
      'panic: runtime error: index out of range [0] with length 0',
      'at /tmp/demo/app/main.go:7 main.(*order).first',
    ]);
  });

  test.each([
    ['prose with at', 'We met\n    at the corner (see the map)\n    at 10:30\n'],
    ['a list with numbers', '#1 first thing\n#2 second thing\n'],
    ['steps with numbers', ' 1: read\n 2: write\n'],
  ])('%s is no trace', (_, text) => {
    expect(understand(text).kind).toBe('general');
  });

  test('no trace is looked for in source', () => {
    const { text } = recording('logs/java');
    expect(understand(text, { type: 'file', language: 'java', path: 'A.java' }).kind).toBe('general');
  });

  test.each([
    'java',
    'python-context',
    'go',
    'rust-backtrace',
    'asan',
    'valgrind',
    'node-cause',
    'php',
    'ruby',
    'gdb',
  ])('%s cut anywhere is read without a fault', (name) => {
    const { text } = recording(`logs/${name}`);
    for (let end = text.length; end > 0; end -= 53) understand(text.slice(0, end));
  });

  test('a hundred thousand traces are counted, and some held', () => {
    const text = Array.from({ length: 100_000 }, (_, n) => `Error: e\n    at f (/app/a${n}.js:1:1)\n`).join(
      '',
    );
    const { verdict, sections } = understand(text);
    expect(verdict).toBe('100,000 stack traces');
    expect(Math.max(...sections.map(({ facts }) => facts.length))).toBeLessThanOrEqual(210);
  });
});

describe('errors of commands', () => {
  test('errors are counted by program and reason, beside what was printed', () => {
    const denied = Array.from({ length: 50 }, (_, n) => `find: '/srv/private-${n}': Permission denied`);
    const text = ['/srv/a.txt', ...denied, '/srv/b.txt', 'find: File system loop: Input/output error'].join(
      '\n',
    );
    const { verdict, facts } = understand(`${text}\n`, { command: './collect.sh', exitCode: 1 });
    expect(verdict).toBe('51 errors');
    expect(facts[0]).toBe(
      "find: Permission denied ×50, first at 2: find: '/srv/private-0': Permission denied",
    );
    expect(facts).toContain('1: /srv/a.txt');
  });

  test('a program without errors of that kind is none', () => {
    expect(understand('all: good\nnothing: to see\n', { command: './run.sh' }).kind).toBe('general');
  });
});
