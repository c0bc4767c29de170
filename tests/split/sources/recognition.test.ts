import { describe, expect, test } from 'vitest';
import { understand } from './understand.ts';

const code = 'export function a() {\n  return 1;\n}\n';
const kindOf = (command: string, text = code, exitCode = 0) =>
  understand('', text, { command, exitCode }).kind;

describe('a command that shows one file is reported as that file', () => {
  test.each([
    'cat a.ts',
    'cat < a.ts',
    'cat -n ./lib/a.ts',
    'head -n 20 a.ts',
    'head -20 a.ts',
    'tail -n +5 a.ts',
    "sed -n '1,80p' a.ts",
    "sed -n -e '1,80p' a.ts",
    'nl -ba a.ts',
    'bat --style=plain a.ts',
    'cd lib && cat a.ts',
    'cat a.ts | head -n 5',
    'bash -c "cat a.ts"',
    'git show HEAD:lib/a.ts',
  ])('%s', (command) => {
    expect(kindOf(command)).toBe('source');
  });

  test.each([
    'cat a.ts b.ts',
    'cat *.ts',
    'cat a.ts | grep x',
    'cat a.ts && npm test',
    'echo a.ts',
    'grep a a.ts',
    'git show HEAD',
    'node a.ts',
  ])('%s is not', (command) => {
    expect(kindOf(command)).toBe('general');
  });

  test('a command that failed shows none', () => {
    expect(kindOf('cat a.ts', 'cat: a.ts: No such file or directory\n', 1)).toBe('general');
  });
});

describe('a file is recognised by its name', () => {
  test('or by the program that its first line names', () => {
    expect(understand('bin/run', '#!/usr/bin/env python3\ndef a(): ...\n').verdict).toContain(
      'Python, 1 function',
    );
    expect(understand('bin/run', '#!/bin/sh\na() { :; }\n').verdict).toContain('shell, 1 function');
    expect(understand('bin/run', 'def a(): ...\n').kind).toBe('text');
  });

  test('a source that declares nothing is reported as text', () => {
    expect(understand('a.js', 'console.log(1);\n').kind).toBe('text');
  });

  test('a licence is recognised by its words', () => {
    expect(understand('LICENSE', 'Apache License\n      Version 2.0, January 2004\n').verdict).toContain(
      'Apache 2.0 licence',
    );
  });
});

describe('numbers before the lines', () => {
  const lines = [
    'import os',
    '',
    'def one():',
    '    return 1',
    '',
    '',
    'class Two:',
    '    def three(self): ...',
  ];
  const numbered: Record<string, (line: string, index: number) => string> = {
    'of cat -n': (line, index) => `${String(index).padStart(6)}\t${line}`,
    'with an arrow': (line, index) => `${String(index).padStart(5)}→${line}`,
    'with a bar': (line, index) => `${String(index).padStart(4)} │ ${line}`,
    'with a colon': (line, index) => `${index}: ${line}`,
    'of bat': (line, index) => `${String(index).padStart(4)} ${line}`,
  };

  test.each(Object.entries(numbered))('%s are taken off, and are those that are reported', (_, print) => {
    const text = lines.map((line, index) => print(line, index + 41)).join('\n');
    expect(understand('a.py', text).facts).toEqual(
      expect.arrayContaining(['class Two:47', 'three:48', 'one:43']),
    );
  });

  test('of nl, which numbers no blank lines', () => {
    const texts = lines.filter((line) => line !== '');
    const text = lines
      .map((line) => (line === '' ? '       ' : `${String(texts.indexOf(line) + 1).padStart(6)}\t${line}`))
      .join('\n');
    expect(understand('a.py', text).facts).toEqual(
      expect.arrayContaining(['class Two:4', 'three:5', 'one:2']),
    );
  });

  test('of a page are no figures of it', () => {
    const page = ['<h1>Results</h1>', '<p>tests</p>', '<p>Done</p>'];
    const text = page.map((line, index) => `${String(index + 41).padStart(6)}\t${line}`).join('\n');
    expect(understand('a.html', text).facts).toEqual(['Results:41']);
  });

  test('of a range are those of the file', () => {
    expect(understand('a.py', lines.join('\n'), { firstLine: 100 }).facts).toContain('class Two:106');
  });

  test('a table of numbers is no numbering', () => {
    expect(understand('a.py', '7 = a\n3 = b\n9 = c\ndef one(): ...\n').facts).toContain('one:4');
  });
});
