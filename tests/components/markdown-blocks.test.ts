import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { splitMarkdownBlocks } from '#components/chat/markdown-blocks.ts';
import { scaled } from '../support/scaled.ts';

const render = (text: string): string =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text))
    .replace(/\s*\n\s*/g, '\n')
    .trim();

const renderInBlocks = (text: string): string =>
  splitMarkdownBlocks(text).map(render).filter(Boolean).join('\n');

/** Lines that models write, and lines that start or end something other than they seem to. */
const line = fc.constantFrom(
  ...[
    '',
    '',
    '',
    'Some words.',
    '# Title',
    '- one',
    '* star',
    '1. first',
    '10. tenth',
    '  - nested',
    '> quote',
  ],
  ...[
    '   indented three',
    '    indented code',
    '| a | b |',
    '|---|---|',
    '---',
    '***',
    '**bold** and `code`',
  ],
  ...[
    '- [ ] task',
    '<b>raw</b> words',
    'const a = `x`;',
    '- ',
    '+ plus',
    '1) other',
    '[text](https://example.com)',
  ],
);

/** Code blocks, alone and in lists, each with its closing fence. */
const fence = fc.constantFrom(
  ['```ts', 'a', '', '# b', '', '- c', '```'],
  ['````', '```', '', 'x', '', '```', '````'],
  ['~~~', '```', '', 'x', '~~~'],
  ['1. do', '', '   ```sh', '   one', '', '   two', '   ```', '', '   then'],
  ['- do', '  ```', '  one', '', '  two', '  ```'],
  ['10. do', '', '    ```sh', '    one', '', '    two', '    ```'],
);

const markdown = fc
  .array(fc.oneof({ weight: 5, arbitrary: line.map((text) => [text]) }, { weight: 1, arbitrary: fence }), {
    maxLength: 12,
  })
  .map((parts) => parts.flat().join('\n'));

describe('markdown split into blocks', () => {
  test('renders the same as unsplit, however much of it has arrived', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), (text, index) => {
        const come = text.slice(0, text.length - (index % 40));
        expect(renderInBlocks(come)).toBe(render(come));
      }),
      { numRuns: scaled(1_000, 100) },
    );
  });

  test('keeps every non-blank line, in order', () => {
    const lines = (text: string) => text.split('\n').filter((one) => one.trim() !== '');
    fc.assert(
      fc.property(markdown, (text) => {
        expect(splitMarkdownBlocks(text).flatMap(lines)).toEqual(lines(text));
      }),
    );
  });

  test('that grows changes only its last block', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), (text, index) => {
        const old = splitMarkdownBlocks(text.slice(0, index % (text.length + 1)));
        expect(splitMarkdownBlocks(text).slice(0, Math.max(0, old.length - 1))).toEqual(old.slice(0, -1));
      }),
    );
  });

  test('is split at blank lines between paragraphs, but not inside fences, lists and quotes', () => {
    expect(splitMarkdownBlocks('a\n\nb\nc\n\n\nd')).toEqual(['a\n', 'b\nc\n\n', 'd']);
    expect(splitMarkdownBlocks('```js\nx\n\ny\n```')).toHaveLength(1);
    expect(splitMarkdownBlocks('````\n```\n\nstill code\n````\n\nafter')).toHaveLength(2);
    expect(splitMarkdownBlocks('- a\n\n- b\n\n  more of b\n\nafter')).toHaveLength(2);
    expect(splitMarkdownBlocks('1. a\n\n2. b')).toHaveLength(1);
    expect(splitMarkdownBlocks('> a\n\n> b')).toHaveLength(1);
  });

  test('is not split if it defines a link, which any block may use', () => {
    expect(splitMarkdownBlocks('see [x]\n\nwords\n\n[x]: https://example.com')).toHaveLength(1);
  });

  test('with an unclosed fence is one block from the fence to the end', () => {
    expect(splitMarkdownBlocks('words\n\n```ts\na\n\nb\n\nc')).toEqual(['words\n', '```ts\na\n\nb\n\nc']);
  });

  test('has no blocks if it is empty', () => {
    expect([splitMarkdownBlocks(''), splitMarkdownBlocks('\n\n \n')]).toEqual([[], []]);
  });
});
