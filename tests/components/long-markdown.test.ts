import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { divideBlock } from '#components/chat/divide-block.ts';
import { Markdown, preloadMarkdown } from '#components/chat/markdown.tsx';
import { limits } from '#lib/core/limits.ts';
import { isFullSize, scaled } from '../support/scaled.ts';

const render = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));

beforeAll(async () => {
  preloadMarkdown();
  await vi.dynamicImportSettled();
});

/** Texts of one kind, of any requested length. */
const kinds: [string, (length: number) => string][] = [
  ['paragraphs', (length) => 'Some **words** of an answer.\n\n'.repeat(length / 30)],
  ['one line', (length) => 'word '.repeat(length / 5)],
  ['one word', (length) => 'w'.repeat(length)],
  ['one list', (length) => '- an item\n'.repeat(length / 10)],
  ['code', (length) => `\`\`\`ts\n${'const a = 1;\n'.repeat(length / 13)}\`\`\`\n`],
  ['code that is not closed', (length) => `\`\`\`ts\n${'const a = 1;\n'.repeat(length / 13)}`],
  [
    'text with a link definition',
    (length) => `${'See [this][a].\n\n'.repeat(length / 16)}[a]: https://a.example\n`,
  ],
  ['open brackets', (length) => '['.repeat(length)],
  ['nested quotes', (length) => `${'>'.repeat(200)}\n`.repeat(length / 201)],
];

describe('a very long answer', () => {
  // Each kind is divided in its own way; in `unit`, three of them represent the others.
  const drawn = kinds.filter(([kind]) => isFullSize || /^(paragraphs|code that|open)/.test(kind));
  test.each(drawn)(
    'of %s is rendered from its end, and no more of it than of a shorter answer',
    (_, make) => {
      const shorter = render(`${make(64 * 1024)}\n\nThe end.`);
      const longest = render(`${make(scaled(limits.answerBytes, 112 * 1024))}\n\nThe end.`);
      expect(longest.length).toBeLessThan(1.5 * shorter.length);
      expect(longest.replace(/<[^>]*>/g, '')).toContain('The end.');
      expect(longest).toContain('Show earlier text');
    },
  );

  test('of ordinary length is rendered in full, without a button', () => {
    const html = render(`Some words${' and more'.repeat(20)}.\n\n`.repeat(150));
    expect(html).not.toContain('<button');
    expect(html.match(/Some words/g)).toHaveLength(150);
  });
});

describe('a divided block', () => {
  test('keeps all of its lines in order, and code remains code', () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index}`);
    const parts = divideBlock(['```ts', ...lines, '```'].join('\n'));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.startsWith('```ts\n')).toBe(true);
      expect(part.endsWith('\n```')).toBe(true);
    }
    expect(
      parts
        .join('\n')
        .split('\n')
        .filter((line) => line.startsWith('line')),
    ).toEqual(lines);
  });

  test('that is a table has its head in each part, and what comes after it has none', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) =>
      index === 600 ? '| --- | --- |' : `| ${index} | two |`,
    );
    const parts = divideBlock(['| a | b |', '|---|:-:|', ...rows, 'after'].join('\n'));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.startsWith('| a | b |\n|---|:-:|\n| ')).toBe(true);
    expect(parts.flatMap((part) => part.split('\n').slice(2))).toEqual([...rows, 'after']);
    const words = divideBlock(
      ['| a | b |', '|---|---|', '| 1 | 2 |', '', ...'word\n'.repeat(4_000).split('\n')].join('\n'),
    );
    expect(words[1]?.startsWith('word')).toBe(true);
  });

  test.each(['mermaid', 'math'])(
    'that is %s is not drawn in parts, but shown as what it is a part of',
    (kind) => {
      const parts = divideBlock(
        [`~~~~ ${kind} x`, ...'A --> B\n'.repeat(3_000).split('\n'), '~~~~'].join('\n'),
      );
      expect(parts.length).toBeGreaterThan(2);
      for (const part of parts) expect(part).toMatch(new RegExp(`^~~~~ ${kind}-part\nA[^]*\n~~~~$`));
    },
  );

  test('that grows keeps its completed parts unchanged', () => {
    const text = 'some words\n'.repeat(6_000);
    const before = divideBlock(text.slice(0, text.length / 2));
    expect(divideBlock(text).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  test('keeps every character of an endless line', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('x', '日', '👩', 'a👩'),
        fc.integer({ min: 1, max: 30_000 }),
        (character, count) => {
          const line = character.repeat(count);
          const parts = divideBlock(line);
          expect(parts.join('')).toBe(line);
          for (const part of parts) expect(part.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});
