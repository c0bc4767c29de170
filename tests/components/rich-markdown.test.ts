import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { splitMarkdownBlocks } from '#components/chat/markdown-blocks.ts';
import { MarkdownText } from '#components/chat/markdown-text.tsx';
import { rehypePaths } from '#components/chat/rehype-paths.ts';

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

test('a place in a file becomes a link, also as code within a line; within a link, a block of code or an address it does not', () => {
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

test('a formula keeps its source until it is set', () => {
  expect(html('so $a_1*b_2*c$ holds')).toBe('<p>so <code class="formula-source">a_1*b_2*c</code> holds</p>');
});
