import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainStyle, type TerminalStyle } from '#lib/core/algorithms/terminal/terminal-style.ts';
import {
  plainTerminalText,
  readTerminalLine,
  stateAfterLines,
} from '#lib/core/algorithms/terminal/terminal-text.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';
import { scaled } from '#tests/support/scaled.ts';

const esc = '\u001b';
const bell = '\u0007';

const textOf = (line: string): string =>
  readTerminalLine(line, '')
    .spans.map(({ text }) => text)
    .join('');

/** The text of each span, and the attributes in which its style differs from plain. */
const shown = (line: string, state = '') =>
  readTerminalLine(line, state).spans.map(({ text, style }) => [
    text,
    Object.fromEntries(
      Object.entries(style).filter(([name, value]) => plainStyle[name as keyof TerminalStyle] !== value),
    ),
  ]);

describe('terminal styles', () => {
  test.each<[line: string, spans: unknown[]]>([
    [
      `${esc}[31mred${esc}[0m plain`,
      [
        ['red', { foreground: 1 }],
        [' plain', {}],
      ],
    ],
    [`${esc}[1;32mgood${esc}[m`, [['good', { foreground: 2, isBold: true }]]],
    [
      `${esc}[2mdim${esc}[22m ${esc}[3mitalic${esc}[23m`,
      [
        ['dim', { isDim: true }],
        [' ', {}],
        ['italic', { isItalic: true }],
      ],
    ],
    [
      `${esc}[4mu${esc}[24;7mi${esc}[27;9ms${esc}[29mp`,
      [
        ['u', { isUnderlined: true }],
        ['i', { isInverse: true }],
        ['s', { isStruck: true }],
        ['p', {}],
      ],
    ],
    [
      `${esc}[4:3mcurly${esc}[4:0mnone`,
      [
        ['curly', { isUnderlined: true }],
        ['none', {}],
      ],
    ],
    [`${esc}[41;97mFAIL${esc}[49m${esc}[39m`, [['FAIL', { background: 1, foreground: 15 }]]],
    [
      `${esc}[90mx${esc}[107my`,
      [
        ['x', { foreground: 8 }],
        ['y', { foreground: 8, background: 15 }],
      ],
    ],
    [
      `${esc}[38;5;208mx${esc}[48;5;17my`,
      [
        ['x', { foreground: 208 }],
        ['y', { foreground: 208, background: 17 }],
      ],
    ],
    [`${esc}[38;2;1;2;255mx`, [['x', { foreground: '#0102ff' }]]],
    [`${esc}[38:5:208mx`, [['x', { foreground: 208 }]]],
    [`${esc}[38:2:1:2:255mx`, [['x', { foreground: '#0102ff' }]]],
    [`${esc}[48:2::1:2:255mx`, [['x', { background: '#0102ff' }]]],
    [`${esc}[1;38;5;9;4mx`, [['x', { isBold: true, foreground: 9, isUnderlined: true }]]],
    [`${esc}[58;2;1;2;3;1mx`, [['x', { isBold: true }]]],
    [`${esc}[38;5;999mx${esc}[38;2;1;2;300my${esc}[38;5mz`, [['xyz', {}]]],
    [`${esc}[?25lx${esc}[>4;2my${esc}[1 mz`, [['xyz', {}]]],
    [`\u009b31mred`, [['red', { foreground: 1 }]]],
    [`${esc}[${'0;'.repeat(127)}31mred`, [['red', { foreground: 1 }]]],
    [`${esc}[${'0;'.repeat(128)}31mnot read`, [['not read', {}]]],
  ])('%j is shown as %j', (line, spans) => {
    expect(shown(line)).toEqual(spans);
  });

  test('continue on the next line until they are reset', () => {
    const first = readTerminalLine(`a ${esc}[1;33mb`, '');
    expect(shown('c', first.state)).toEqual([['c', { isBold: true, foreground: 3 }]]);
    expect(readTerminalLine(`c${esc}[0m`, first.state).state).toBe('');
  });

  test('after many lines are the same as after reading them one by one', () => {
    fc.assert(
      fc.property(fc.array(hostileLine, { maxLength: 8 }), (lines) => {
        let state = '';
        for (const line of lines) state = readTerminalLine(line, state).state;
        expect(stateAfterLines(lines, '')).toBe(state);
      }),
    );
  });
});

describe('overwritten text', () => {
  test.each<[line: string, text: string]>([
    ['10%\r50%\r100%', '100%'],
    ['loading\rdone', 'doneing'],
    [`loading\r${esc}[Kdone`, 'done'],
    [`loading${esc}[2K\rdone`, 'done'],
    [`loading${esc}[2K${esc}[1Gdone`, 'done'],
    [`loading${esc}[Gdone`, 'doneing'],
    ['whole line\r', 'whole line'],
    ['whole line\r\r', 'whole line'],
    ['ab\b\bcd', 'cd'],
    ['ab\bc', 'ac'],
    ['\b\b\bx', 'x'],
    ['|\b/\b-\b\\\bok', 'ok'],
    ['ça va\rel', 'el va'],
    ['e\u0301a\rx', 'xa'],
    ['\u{1f600}b\rxy', 'xy'],
  ])('%j ends as %j', (line, text) => {
    expect(textOf(line)).toBe(text);
    expect(plainTerminalText(line)).toBe(text);
  });

  test('takes its style with it', () => {
    expect(shown(`${esc}[31mred red${esc}[0m\rnow`)).toEqual([
      ['now', {}],
      [' red', { foreground: 1 }],
    ]);
  });

  test('is dropped entirely in a line too long to be kept character by character', () => {
    const progress = Array.from({ length: 20_000 }, (_, step) => `step ${step}`).join('\r');
    expect(textOf(progress)).toBe('step 19999');
    expect(plainTerminalText(`${progress}\r\nnext`)).toBe('step 19999\nnext');
  });
});

describe('a terminal control sequence', () => {
  test.each<[what: string, line: string, text: string]>([
    ['a title', `a${esc}]0;evil title${bell}b`, 'ab'],
    ['a clipboard', `a${esc}]52;c;ZXZpbA==${esc}\\b`, 'ab'],
    ['a title of C1', `a\u009d2;evil\u009cb`, 'ab'],
    ['a DCS', `a${esc}Pq#0;2;0;0;0${esc}\\b`, 'ab'],
    ['a DCS with a bell in it', `a${esc}P${bell}x${esc}\\b`, 'ab'],
    ['an APC, a PM and a SOS', `a${esc}_x${esc}\\${esc}^y${esc}\\${esc}Xz${esc}\\b`, 'ab'],
    ['C1 strings', 'a\u0090x\u009cb\u009fy\u009cc', 'abc'],
    ['cursor moves and erased screens', `a${esc}[2J${esc}[H${esc}[5A${esc}[10;20Hb`, 'ab'],
    ['an alternate screen', `${esc}[?1049ha${esc}[?1049lb`, 'ab'],
    ['a character set', `${esc}(Ba${esc})0b`, 'ab'],
    ['saved cursors and a reset', `${esc}7a${esc}8${esc}cb`, 'ab'],
    ['an escape alone', `a${esc}`, 'a'],
    ['an escape before a control', `a${esc}${bell}b`, 'ab'],
    ['an unended CSI', `a${esc}[31`, 'a'],
    ['a CSI broken off by text', `a${esc}[31äb`, 'aäb'],
    ['an unended title', `a${esc}]0;b`, 'a'],
    ['a title broken off by an escape', `a${esc}]0;t${esc}[31mb`, 'ab'],
    ['a title broken off by CAN', `a${esc}]0;t\u0018b`, 'ab'],
    ['bells, shifts and tabs down', `a${bell}b\u000e\u0085c\u000b`, 'abc'],
  ])('is removed: %s', (_what, line, text) => {
    expect(textOf(line)).toBe(text);
  });

  test('leaves a visible sign if it is a lone control character, such as the NUL between paths', () => {
    expect(textOf('a.ts\u0000\u0000b.ts\u0000')).toBe('a.ts␀␀b.ts␀');
    expect(textOf('a\u007f\u001f\u0001b')).toBe('a␡␟␁b');
  });

  test('of a link leaves its text, and its target if that is a web address', () => {
    const link = (address: string) =>
      readTerminalLine(`${esc}]8;;${address}${esc}\\text${esc}]8;;${esc}\\ after`, '').spans.map(
        ({ text, link: leadsTo }) => [text, leadsTo],
      );
    expect(link('https://example.org/a?b=c')).toEqual([
      ['text', 'https://example.org/a?b=c'],
      [' after', null],
    ]);
    for (const address of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'https:/x',
      'https://a b',
      `https://${'a'.repeat(3_000)}`,
    ]) {
      expect(link(address)).toEqual([['text after', null]]);
    }
  });
});

/** Text full of control sequences. */
const piece = fc.oneof(
  fc.constantFrom(
    esc,
    `${esc}[`,
    `${esc}]8;;`,
    `${esc}]`,
    `${esc}P`,
    `${esc}\\`,
    '\u009b',
    '\u009d',
    '\u0090',
    '\u009c',
    'm',
    'K',
    'G',
    ';',
    ':',
    '38',
    '5',
    '2',
    '\r',
    '\b',
    '\t',
    bell,
    '\u0301',
    '\u200d',
    'http://x',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.string({ maxLength: 5 }),
);
const hostileLine = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('').replaceAll('\n', ''));

describe('any cleaned line', () => {
  const controls = /(?!\t)\p{Cc}/u;

  test('has no control character but tabs, is no longer than its source, and has no empty span', () => {
    fc.assert(
      fc.property(hostileLine, hostileLine, (line, before) => {
        const { spans } = readTerminalLine(line, stateAfterLines([before], ''));
        const text = spans.map((span) => span.text).join('');
        expect(controls.test(text)).toBe(false);
        expect(text.length).toBeLessThanOrEqual(line.length);
        expect(spans.every((span) => span.text !== '')).toBe(true);
        expect(spans.every(({ link }) => link === null || /^https?:\/\//i.test(link))).toBe(true);
      }),
      { numRuns: scaled(2_000, 500) },
    );
  });

  test('has the same text with and without styles, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(hostileLine, (line) => {
        const text = plainTerminalText(line);
        expect(text).toBe(textOf(line));
        expect(plainTerminalText(text)).toBe(text);
      }),
      { numRuns: scaled(2_000, 500) },
    );
  });

  test('without control characters is one unchanged span', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(text !== '' && !controls.test(text) && !text.includes('\n'));
        expect(readTerminalLine(text, '').spans).toEqual([{ text, style: plainStyle, link: null }]);
      }),
    );
  });

  test('is cleaned in linear time', async () => {
    for (const part of [
      `${esc}]`,
      `${esc}[`,
      `${esc}P`,
      esc,
      '\r',
      '\b',
      'a\r',
      'a\b',
      `a${esc}[K\r`,
      `${esc}[2K`,
      `${esc}[1;`,
      ';',
      '\u009d8;;',
      'a\u0301',
    ]) {
      await expectLinear(scaled(1_000_000, 200_000), (length) => {
        const line = part.repeat(Math.ceil(length / part.length));
        plainTerminalText(line);
        readTerminalLine(line.slice(0, length / 16), '');
      });
    }
  });
});

describe('many lines', () => {
  test('keep their number and lose their carriage returns', () => {
    const text = `one\r\n${esc}[32mtwo${esc}[0m\r\n\r\n50%\r100%\nlast`;
    expect(plainTerminalText(text)).toBe('one\ntwo\n\n100%\nlast');
    fc.assert(
      fc.property(fc.array(hostileLine), (lines) => {
        expect(plainTerminalText(lines.join('\n')).split('\n')).toHaveLength(Math.max(1, lines.length));
      }),
    );
  });

  test('are cleaned as each would be alone, even if their sequences are common', () => {
    const common = fc.string({ unit: fc.constantFrom(`${esc}[1m`, `${esc}[38;5;9m`, '\r', esc, 'a', '\t') });
    fc.assert(
      fc.property(fc.array(fc.oneof(common, hostileLine), { minLength: 1 }), (lines) => {
        const whole = plainTerminalText(lines.join('\n'));
        expect(whole).toBe(
          lines
            .flatMap((line) => line.split('\n'))
            .map(textOf)
            .join('\n'),
        );
      }),
    );
  });

  test('keep an unterminated sequence from affecting the next line', () => {
    expect(plainTerminalText(`a${esc}]0;title\nb${bell}c`)).toBe('a\nbc');
  });
});
