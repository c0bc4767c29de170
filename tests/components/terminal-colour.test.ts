import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableColour, runStyleOf } from '#components/artifacts/text/terminal-colour.ts';
import {
  plainStyle,
  type TerminalColour,
  type TerminalStyle,
} from '#lib/core/algorithms/terminal/terminal-style.ts';

const tokens = readFileSync(new URL('../../app/styles/tokens.css', import.meta.url), 'utf8');

/** A token's colours on the light and on the dark page. */
function tokenColours(name: string): [string, string] {
  const match = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
  if (!match?.[1] || !match[2]) throw new Error(`no token ${name}`);
  return [match[1], match[2]];
}

function coloursOf(css: string): [string, string] {
  const token = /^var\(--([\w-]+)\)$/.exec(css)?.[1];
  if (token) return tokenColours(token);
  const match = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(css);
  if (!match?.[1] || !match[2]) throw new Error(`no colour: ${css}`);
  return [match[1], match[2]];
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const paper = tokenColours('case');
const minContrast = (colour: TerminalColour): number => {
  const [light, dark] = coloursOf(readableColour(colour));
  return Math.min(contrast(light, paper[0]), contrast(dark, paper[1]));
};

describe('a terminal colour', () => {
  test('of the palette has a contrast of 4.5:1 on the terminal’s background in both themes', () => {
    const low = Array.from({ length: 256 }, (_, index) => index).filter((index) => minContrast(index) < 4.5);
    expect(low).toEqual([]);
  });

  test('of 16 million has that contrast too', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(channel, channel, channel, (...channels) => {
        const hex = `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}` as const;
        expect(minContrast(hex)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('that is already readable is unchanged', () => {
    expect(coloursOf(readableColour('#767676'))[0]).toBe('#767676');
    expect(coloursOf(readableColour('#ff8700'))[1]).toBe('#ff8700');
    expect(coloursOf(readableColour(208))[1]).toBe('#ff8700');
    expect(coloursOf(readableColour('#880000'))[0]).toBe('#880000');
  });
});

describe('a terminal text span', () => {
  const look = (style: Partial<TerminalStyle>) => runStyleOf({ ...plainStyle, ...style });

  test('without style has no style attributes', () => {
    expect(look({})).toBeNull();
  });

  test('with a background is written in the terminal’s background colour, whatever it asked for', () => {
    const expected = { className: '', style: { color: 'var(--case)', backgroundColor: 'var(--ansi-red)' } };
    expect(look({ background: 1 })).toEqual(expected);
    expect(look({ background: 1, foreground: 7 })).toEqual(expected);
    expect(look({ isInverse: true, foreground: 1 })).toEqual(expected);
    expect(look({ isInverse: true, foreground: 1, background: 4 })).toEqual(expected);
    expect(look({ isInverse: true })?.style.backgroundColor).toBe('var(--ink)');
  });

  test('can be bold, italic, underlined and struck through at once', () => {
    expect(look({ isBold: true, isItalic: true, isUnderlined: true, isStruck: true })).toEqual({
      className: 'ansi-bold ansi-italic ansi-underlined ansi-struck',
      style: {},
    });
  });
});
