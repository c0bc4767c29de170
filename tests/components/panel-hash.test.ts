import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatPanelHash,
  type PanelTarget,
  parsePanelHash,
} from '#components/artifacts/context/panel-hash.ts';

const target: fc.Arbitrary<PanelTarget> = fc.record({
  artifactId: fc.stringMatching(/^art_[a-z2-7]{26}$/),
  lines: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 1, max: 999_999_999 }))
      .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
    { nil: null },
  ),
});

test('a written hash parses back to itself, with or without the `#`', () => {
  fc.assert(
    fc.property(target, (written) => {
      expect(parsePanelHash(formatPanelHash(written))).toEqual(written);
      expect(parsePanelHash(`#${formatPanelHash(written)}`)).toEqual(written);
    }),
  );
});

test('any text is a valid target or null, never an error, and a target survives a round trip', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `#art_${text}`),
      ),
      (text) => {
        const read = parsePanelHash(text);
        if (read) expect(parsePanelHash(formatPanelHash(read))).toEqual(read);
      },
    ),
  );
});

describe('a panel target', () => {
  test.each<[string, PanelTarget | null]>([
    ['#art_x:L40-L62', { artifactId: 'art_x', lines: { from: 40, to: 62 } }],
    ['#art_x:L40-62', { artifactId: 'art_x', lines: { from: 40, to: 62 } }],
    ['#art_x:L40', { artifactId: 'art_x', lines: { from: 40, to: 40 } }],
    ['#art_x', { artifactId: 'art_x', lines: null }],
    ['#art_x:both', { artifactId: 'art_x', lines: null, isBoth: true }],
    ['#art_x:seen', null],
    // Invalid lines: the artifact is shown all the same.
    ['#art_x:L62-L40', { artifactId: 'art_x', lines: null }],
    ['#art_x:L0', { artifactId: 'art_x', lines: null }],
    ['#art_x#L3', null],
    ['#art_x:40', null],
    ['#art_', null],
    ['#conv_x', null],
    ['#art_x/../..', null],
    ['#art_<img>', null],
    ['', null],
  ])('parsed from %j is %j', (hash, expected) => {
    expect(parsePanelHash(hash)).toEqual(expected);
  });
});
