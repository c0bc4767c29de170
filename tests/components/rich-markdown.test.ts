import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { boundNesting } from '#components/chat/bound-nesting.ts';
import { divideBlock } from '#components/chat/divide-block.ts';
import { splitMarkdownBlocks } from '#components/chat/markdown-blocks.ts';
import { MarkdownText } from '#components/chat/markdown-text.tsx';
import { rehypePaths } from '#components/chat/rehype-paths.ts';
import { expectLinear } from '../support/expect-linear.ts';

const html = (text: string): string => renderToStaticMarkup(createElement(MarkdownText, { text }));

test('details open and close around their content, which is markdown', () => {
  const text =
    '<details>\n<summary>More <b>here</b></summary>\n\nSome *words*.\n\n- a\n\n</details>\n\nAfter.';
  expect(splitMarkdownBlocks(text)).toEqual([`${text.slice(0, text.indexOf('\n\nAfter'))}\n`, 'After.']);
  const shown = html(text);
  expect(shown).toMatch(
    /^<details><summary>More here<\/summary>.*<em>words<\/em>.*<\/details>\s*<p>After\.<\/p>$/s,
  );
});

test('details within details, on one line, and not closed yet', () => {
  expect(html('<details open><summary>A</summary>text</details>')).toBe(
    '<details open=""><summary>A</summary><p>text</p></details>',
  );
  const nested =
    '<details>\n<summary>A</summary>\n\n<details>\n<summary>B</summary>\n\nin\n\n</details>\n\nout\n\n</details>';
  expect(html(nested).replace(/\n/g, '')).toBe(
    '<details><summary>A</summary><details><summary>B</summary><p>in</p></details><p>out</p></details>',
  );
  expect(html('<details>\n<summary>A</summary>\n\nstill').replace(/\n/g, '')).toBe(
    '<details><summary>A</summary><p>still</p></details>',
  );
});

test('no attribute and no other element of HTML gets through', () => {
  const shown = html(
    '<details onclick="x()">\n<summary><img src=x onerror=y></summary>\n\n<script>z</script>\n\n</details>',
  );
  expect(shown).not.toMatch(/<[^>]*on(?:click|error)|<img|<script/);
});

test('a path with a line becomes a link, also as code within a line; within a link, a block of code or an address it does not', () => {
  const text = (value: string) => ({ type: 'text', value });
  const element = (tagName: string, ...children: object[]) => ({ type: 'element', tagName, children });
  const tree = element(
    'p',
    text('See src/a.ts:12, '),
    element('code', text('src/b.ts:3:1')),
    element('a', text('c.ts:4')),
    element('pre', element('code', text('d.ts:5'))),
    text('http://localhost:3000/e.ts'),
  );
  rehypePaths()(tree as Parameters<ReturnType<typeof rehypePaths>>[0]);
  expect(JSON.stringify(tree).match(/#file:[^"]+/g)).toEqual(['#file:src%2Fa.ts:12', '#file:src%2Fb.ts:3']);
});

test('footnotes of two texts have IDs of their own', () => {
  const [one, two] = ['One[^1].\n\n[^1]: First.', 'Two[^1].\n\n[^1]: Second.'];
  const shown = renderToStaticMarkup(
    createElement(
      'div',
      null,
      createElement(MarkdownText, { text: `${one}` }),
      createElement(MarkdownText, { text: `${two}` }),
    ),
  );
  const ids = [...shown.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBe(4);
  expect(new Set(ids).size).toBe(4);
  for (const [, hash] of shown.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(hash);
});

test.for([
  ['Wrap it in <details> so that the log is folded. Then **stop**.', /<strong>stop<\/strong>/, /<details/],
  [
    '<details><summary>A</summary>x</details>\nAfter\n\nNext',
    /<\/details>\s*<p>After<\/p>\s*<p>Next<\/p>/,
    /<p>x<\/p>\s*<p>After/,
  ],
  [
    '<details>\n<summary>A</summary>\n\nin</details>\n\nout',
    /<p>in<\/p><\/details>\s*<p>out<\/p>/,
    /&lt;\/details/,
  ],
] as const)('%j holds what is within, and nothing else', ([text, has, hasNot]) => {
  const shown = html(text);
  expect(shown).toMatch(has);
  expect(shown).not.toMatch(hasNot);
});

test('many blanks in a tag take time in proportion', async () => {
  await expectLinear(64_000, (size) => html(`<details>a${' '.repeat(size)}b`));
});

test('a long fold is folded in each of its parts, and a tag that is only named changes nothing', () => {
  const long = `<details>\n<summary>Log</summary>\n\n${'a line of the log\n'.repeat(800)}\n</details>`;
  const parts = splitMarkdownBlocks(`${long}\n\nAfter`).flatMap(divideBlock);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.at(-1)).toBe('After');
  for (const part of parts.slice(0, -1)) {
    const shown = html(part);
    expect(shown.match(/^<details>/)).not.toBeNull();
    expect(shown).not.toContain('&lt;');
  }
  expect(splitMarkdownBlocks('Use `<details>`.\n\nNext.\n\nLast.')).toHaveLength(3);
});

test.each([
  ['quotations', '>'],
  ['lists', '- '],
  ['numbered lists', '1. '],
  ['both', '> - '],
  ['folds', '<details>\n\n'],
  ['brackets', '['],
  ['images', '!['],
  ['emphasis', '*a '],
  ['deep lists', '- - a\n    - '],
])('%s nested by the thousand in one part are drawn, and end', (_name, opening) => {
  const text = `${opening.repeat(8_000 / opening.length)}the end`;
  for (const part of divideBlock(text)) expect(html(part).length).toBeGreaterThan(7);
  expect(html(text)).toContain('the end');
});

test('usual nesting stays as it is', () => {
  const quotes = `${'> '.repeat(20)}deep`;
  expect(html(quotes).match(/<blockquote>/g)).toHaveLength(20);
  const deeper = html(`${'> '.repeat(30)}deeper`);
  expect(deeper.match(/<blockquote>/g)).toHaveLength(24);
  expect(deeper).toMatch(/(?:&gt; ){6}deeper/);
});

test('code, rules and usual lines stay as they are, however many marks they begin with', () => {
  const marks = '>'.repeat(40);
  expect(html(`\`\`\`\n${marks} START\n\`\`\``)).toContain('&gt;'.repeat(40));
  for (const rule of ['* '.repeat(40), '- '.repeat(40)]) expect(html(rule)).toBe('<hr/>');
});

test('a deep line in the middle of a list, or of a footnote, is bounded too', () => {
  for (const text of [`- - a\n    ${'- '.repeat(1_200)}x`, `a[^1]\n\n[^1]: ${'>'.repeat(4_000)}x`])
    expect(html(text)).toContain('x');
});

test('whatever a line is made of, bounding it takes time in proportion', async () => {
  const lines = ['>  ', '>   ', '> - ', '1. > '].map((mark) => `${mark.repeat(23)}y`);
  await expectLinear(8_000, (size) =>
    boundNesting(Array.from({ length: size }, (_, index) => lines[index % lines.length]).join('\n')),
  );
});
