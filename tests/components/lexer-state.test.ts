import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createChunkStates } from '#components/artifacts/text/chunk-states.ts';
import type { Segment } from '#components/artifacts/text/code-segments.ts';
import { ColouredRows } from '#components/artifacts/text/coloured-rows.tsx';
import {
  closingText,
  codeStates,
  type LexerState,
  openingText,
  scanLines,
} from '#components/artifacts/text/lexer-state.ts';
import { expectLinear } from '../support/expect-linear.ts';

/** Each line's tokens, as the viewer renders them when the first line starts in this state. */
function coloured(lines: string[], language: string, openState: LexerState): Segment[][] {
  const rows: Segment[][] = [];
  const renderLine = (segments: Segment[], index: number) => {
    rows[index] = segments;
    return null;
  };
  renderToStaticMarkup(createElement(ColouredRows, { lines, language, openState, renderLine }));
  return rows;
}

/** What matters across lines: whether each character belongs to a comment, a string or code. */
const kinds = (rows: Segment[][]): string[] =>
  rows.map((segments) =>
    segments
      .map(({ text, className }) => {
        const kind = /\bcomment\b/.test(className) ? 'c' : /\bstring\b/.test(className) ? 's' : '.';
        return kind.repeat(text.length);
      })
      .join(''),
  );

/** Text that resembles the start or the end of another kind of token. */
const bait = fc.constantFrom(
  'word',
  "it's",
  '//',
  '/*',
  '"',
  'x = 1;',
  '# y',
  '`',
  '{',
  '}',
  'a / b',
  '"""',
  "'''",
);
const baitWithout = (...marks: string[]) =>
  fc
    .array(
      bait.filter((text) => !marks.some((mark) => text.includes(mark))),
      { maxLength: 4 },
    )
    .map((all) => all.join(' '));

const plainLine = fc.constantFrom(
  'const a = 1;',
  'let b = "text with ` and /* in it";',
  "let c = 'it is // not a comment';",
  'x = a / b; // `comment` /* with a "mark',
  'return /[/`"]+/g.test(y);',
  'if (a) { b(); }',
  '',
);
const comment = fc
  .array(baitWithout('*/', '/*'), { minLength: 1, maxLength: 5 })
  .map((lines) => `/* ${lines.join('\n')} */`);
/** Templates with interpolations that contain templates, no deeper than the highlighter supports. */
const templateText = baitWithout('`', '{', '}');
const templateOf = (part: fc.Arbitrary<string>) =>
  fc
    .array(fc.oneof(templateText, part, fc.constant('\n')), { maxLength: 6 })
    .map((parts) => `\`${parts.join(' ')}\``);
const innerTemplate = templateOf(fc.constant(`\${value}`)).map((text) => `\${ f(${text}) }`);
const template = templateOf(fc.oneof(innerTemplate, fc.constant(`\${ { a: 1 }.a }`)));

const program = fc
  .array(
    fc.oneof(
      plainLine,
      comment,
      template.map((text) => `const t = ${text};`),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((statements) => statements.join('\n').split('\n'));

describe('a TypeScript file', () => {
  test('is highlighted the same in two parts as in one, wherever it is split', () => {
    fc.assert(
      fc.property(program, fc.nat(), (lines, index) => {
        const cut = index % (lines.length + 1);
        const [head, tail] = [lines.slice(0, cut), lines.slice(cut)];
        const state = scanLines(head, 'typescript', '');
        const parts = [...coloured(head, 'typescript', ''), ...coloured(tail, 'typescript', state)];
        expect(kinds(parts)).toEqual(kinds(coloured(lines, 'typescript', '')));
      }),
      { numRuns: 300 },
    );
  });

  test('has no open state at its end if everything is closed', () => {
    fc.assert(
      fc.property(program, (lines) => {
        expect(scanLines(lines, 'typescript', '')).toBe('');
      }),
    );
  });
});

test('the opening text leads into a lexer state, and the closing text out of it', () => {
  fc.assert(
    fc.property(program, fc.nat(), (lines, index) => {
      const state = scanLines(lines.slice(0, index % lines.length), 'typescript', '');
      expect(scanLines([openingText(state)], 'typescript', '')).toBe(state);
      expect(scanLines([closingText(state)], 'typescript', state)).toBe('');
    }),
  );
});

describe('the lexer state after a line', () => {
  test.each<[language: string, lines: string[], state: LexerState]>([
    ['typescript', ['/* a'], '*'],
    ['typescript', ['/* a', 'b */ x'], ''],
    ['typescript', ['const a = `x ${ {a: `y'], '`${`'],
    ['typescript', ['const a = `x ${ {a: `y', '`} } z'], '`'],
    ['typescript', ['`\\`', '\\${'], '`'],
    ['typescript', ['// `'], ''],
    ['typescript', ['"a `" + \'b /*\''], ''],
    ['typescript', ['a = b / c; d = /`/'], ''],
    ['tsx', ['return /[/`]/.test(`'], '`'],
    ['go', ['x := `raw ${ \\'], '`'],
    ['go', ['x := `raw', 'y`'], ''],
    ['python', ['x = """doc'], '"'],
    ['python', ["x = '''a", "b'''"], ''],
    ['python', ['# """'], ''],
    ['rust', ["fn a<'a>(x: &'a str) { /* "], '*'],
    ['css', ['a { /* x'], '*'],
    ['sql', ["select '--' -- /*"], ''],
    ['php', ['# /*'], ''],
    ['yaml', ['a: /* `'], ''],
    ['no-such-language', ['/*'], ''],
  ])('of %s %j is %j', (language, lines, state) => {
    expect(scanLines(lines, language, '')).toBe(state);
  });

  test('is computed in linear time', async () => {
    const pieces = ['/', '"', '`', '${', "'", '/*', '\\', '{', 'a'];
    const openOnes = (count: number) =>
      pieces.filter((piece) => scanLines([piece.repeat(count)], 'typescript', '') !== '');
    expect(openOnes(4_000)).toEqual(['/*']);
    await expectLinear(4_000, openOnes);
  });
});

describe('the lexer state before a chunk', () => {
  const chunks = [['/* a'], ['b'], ['c */ `'], ['d'], ['`']];

  test('follows from all chunks before it, in any order of requests', () => {
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 1, 3, 0],
    ]) {
      const stateBefore = createChunkStates(codeStates('typescript'), (chunk) => chunks[chunk] ?? null);
      const found = new Map(order.map((chunk) => [chunk, stateBefore(chunk)]));
      expect([0, 1, 2, 3, 4].map((chunk) => found.get(chunk))).toEqual(['', '*', '*', '`', '`']);
    }
  });

  test('is based on the loaded chunks while others are missing, and is correct once they arrive', () => {
    const here = new Map([
      [3, chunks[3]],
      [4, chunks[4]],
    ]);
    const stateBefore = createChunkStates(codeStates('typescript'), (chunk) => here.get(chunk) ?? null);
    expect(stateBefore(4)).toBe('');
    for (const chunk of [0, 1, 2]) here.set(chunk, chunks[chunk]);
    expect(stateBefore(4)).toBe('`');
    // Computed states remain valid after the chunks are released.
    here.clear();
    expect(stateBefore(4)).toBe('`');
  });

  test('is always plain without a language', () => {
    expect(createChunkStates(codeStates(null), (chunk) => chunks[chunk] ?? null)(1)).toBe('');
  });
});
