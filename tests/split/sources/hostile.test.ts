import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '#tests/support/scaled.ts';
import { outlineOf } from './outline-of.ts';
import { understand } from './understand.ts';

const names = [
  'a.ts',
  'a.tsx',
  'a.py',
  'a.go',
  'a.rs',
  'a.java',
  'a.cs',
  'a.c',
  'a.rb',
  'a.lua',
  'a.php',
  'a.sh',
  'a.css',
  'a.sql',
  'a.kt',
  'a.swift',
  'a.tf',
  'Makefile',
  'a.md',
  'a.rst',
  'a.html',
  'a.toml',
  'go.sum',
  'a.txt',
  'package.json',
  'Dockerfile',
];
const pieces = [
  'function ',
  'class ',
  'def ',
  'end',
  'if ',
  'a',
  ' = ',
  '=> ',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '</',
  '"',
  "'",
  '`',
  '${',
  '/*',
  '*/',
  '//',
  '#',
  '"""',
  '<<EOF',
  'EOF',
  '\n',
  '\n  ',
  ';',
  ',',
  ':',
  '\\',
  '@',
  '$$',
  '<?php',
  '?>',
  '---',
  '## ',
  '😀',
  '\u0000',
  '\ud800',
];

describe('whatever a file holds', () => {
  test.each(names)('%s is reported without a fault, the same each time, and quotes what is there', (name) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 120 }), (parts) => {
        const text = parts.join('');
        expect(understand(name, text)).toEqual(understand(name, text));
      }),
      { numRuns: scaled(60, 6) },
    );
  });

  test.each(['a.ts', 'a.py', 'a.go', 'a.c', 'a.rb', 'a.sql', 'a.css', 'a.md'])(
    '%s of a hundred thousand lines is held in bounded memory, and counted whole',
    (name) => {
      const line: Record<string, (index: number) => string> = {
        'a.ts': (index) => `export function f${index}(a: string): void { return "{"; }`,
        'a.py': (index) => `def f${index}(a): return "("`,
        'a.go': (index) => `func F${index}() { return }`,
        'a.c': (index) => `int f${index}(void) { return '{'; }`,
        'a.rb': (index) => `def f${index}; 1 if true; end`,
        'a.sql': (index) => `CREATE TABLE t${index} (a int);`,
        'a.css': (index) => `.c${index} { color: red }`,
        'a.md': (index) => `## Section ${index}`,
      };
      const length = scaled(100_000, 6_000);
      const text = Array.from({ length }, (_, index) => line[name]?.(index + 1)).join('\n');
      const { verdict, facts } = understand(name, text);
      expect(verdict).toContain(`${length.toLocaleString('en-US')} `);
      expect(facts.length).toBeLessThan(10_000);
      expect(
        facts.some((fact) => fact.includes(`:${length}`)) || name === 'a.md' || facts.length >= 2_000,
      ).toBe(true);
    },
  );

  test('what never closes is read to its end', () => {
    const deep = '{(['.repeat(50_000);
    expect(outlineOf('a.ts', `function a() ${deep}\n`).symbols).toEqual(['-function a:1']);
    expect(outlineOf('a.py', `a = ${'('.repeat(50_000)}\ndef b(): ...\n`).openLine).toBe(1);
    expect(outlineOf('a.ts', '`'.concat('${`'.repeat(20_000))).symbols).toEqual([]);
    expect(outlineOf('a.tsx', `const a = ${'<a>'.repeat(20_000)}`).symbols).toEqual(['-constant a:1']);
    expect(outlineOf('a.js', '/['.repeat(4_000)).symbols).toEqual([]);
  });

  test('a line that is cut anywhere does no harm to those after it', () => {
    const text = `const a = "${'x'.repeat(20_000)}";\nexport function after() {\n}\n`;
    expect(understand('a.ts', text.repeat(1) + '\n'.repeat(60)).facts).toContain('after:2');
  });

  test('a file that a program wrote for programs is reported as such', () => {
    const { verdict, facts } = understand(
      'a.min.js',
      `/*! a 1.0 */\n${'function a(){}var b=1;'.repeat(2_000)}`,
    );
    expect(verdict).toBe('JavaScript, minified, about 22,007 bytes a line');
    expect(facts[0]).toContain('/*! a 1.0 */');
  });

  test('names that look like our own words stay where names stand', () => {
    const { sections } = understand(
      'a.md',
      '# recall_output("art_x", lines) reads more.\n\n## not shown: 3 errors\n',
    );
    expect(sections.every(({ heading }) => heading === null || /^(?:title|sections):$/.test(heading))).toBe(
      true,
    );
  });
});
