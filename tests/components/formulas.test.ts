import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { MarkdownText } from '#components/chat/markdown-text.tsx';
import { Formula } from '#components/chat/prose/formula.tsx';
import { formulaHtml } from '#components/chat/prose/formula-html.ts';
import { remarkPlugins } from '#components/chat/safe-markdown.tsx';

const html = (text: string): string => renderToStaticMarkup(createElement(MarkdownText, { text }));
/** The same without formulas. */
const plainHtml = (text: string): string =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text));

function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
/** The sources of the formulas in a text. */
const formulasIn = (text: string): string[] =>
  [...html(text).matchAll(/<code class="formula-source">([^<]*)<\/code>/g)].map(([, source = '']) =>
    unescaped(source),
  );

describe('a formula', () => {
  test.for([
    ['so $x^2$ grows', ['x^2']],
    ['so \\(x^2\\) grows', ['x^2']],
    ['so $$x^2$$ grows', ['x^2']],
    ['so \\[x^2\\] grows', ['x^2']],
    ['\\[\nx = 1\n\\]', ['x = 1']],
    ['$$\nx = 1\n$$', ['x = 1']],
    ['($a$, $b$)', ['a', 'b']],
    ['$a_1*b_2*c$', ['a_1*b_2*c']],
    ['\\(\\frac{1}{2}\\\\ \\alpha\\)', ['\\frac{1}{2}\\\\ \\alpha']],
    ['- one\n\n  \\[\n  x = 1\n  \\]\n\n- two\n\nAfter', ['x = 1']],
    ['1. Solve:\n   \\[ x = 1 \\]\n2. Then', ['x = 1']],
    ['> \\[ x \\]\n> words', ['x']],
    ['\\[ a \\\\[4pt] b \\]', ['a \\\\[4pt] b']],
    ['\\( a, \\(b\\)', ['b']],
    ['- \\[ x \\]', ['x']],
    ['$a/b:3$', ['a/b:3']],
    ['the $n$-th', ['n']],
    ['it is $3$, or $3 + 4$', ['3', '3 + 4']],
    ['| a |\n|---|\n| $x$ |', ['x']],
  ] as const)('is found in %j', ([text, sources]) => {
    expect(formulasIn(text)).toEqual(sources);
  });

  test.for([
    'from $5 to $6',
    '$5-$6',
    '$5 and 6$',
    '$100 (AU$)',
    'US$10/US$20',
    '$HOME and $PATH',
    '$\u007bHOME}/$\u007bUSER}',
    '$\u007ba}$\u007bb}',
    '$(CC)-$(ARCH)',
    '$A$B',
    '\\$x\\$',
    '`$x$` and ``a ` $x$``',
    '```\n$x$ \\(y\\)\n```',
    '~~~sh\necho $x$',
    "    sed 's/\\(a\\)/b/' $x$",
    '[Foo](https://en.wikipedia.org/wiki/Foo_\\(bar\\))',
    'a \\( b\n\nc \\)',
    '$$ – moderate\n\nNext',
    '$$\n\nx',
    '\\(\\)',
    '$$$x$$$',
  ])('is none in %j', (text) => {
    expect(formulasIn(text)).toEqual([]);
  });

  test('takes nothing of what follows it', () => {
    const shown = html('- one\n\n  \\[\n  x = 1\n  \\]\n\n- two\n\nAfter\n\n# H');
    expect(shown.match(/<li>/g)).toHaveLength(2);
    expect(shown).toContain('<p>After</p>');
    expect(shown).toContain('<h1>H</h1>');
  });

  test('in brackets that are words is set, and the rest of the text stays what it was', () => {
    const shown = html('\\[1\\] Smith et al.\n\nNext\n\n# H');
    expect(shown).toContain('Smith et al.</p>');
    expect(shown).toContain('<h1>H</h1>');
  });

  /** The parser by itself takes more than in proportion for some of these, so it is what they are compared with. */
  test.for(['$', '\\(', '\\[', '`', '$a', '$$a', '\\(a\\', '\\(a'])(
    'many of %s take about as long as without formulas',
    (part) => {
      const text = part.repeat(32_000 / part.length);
      const cpuMs = { with: Number.POSITIVE_INFINITY, without: Number.POSITIVE_INFINITY };
      for (let round = 0; round < 5; round += 1) {
        cpuMs.without = Math.min(
          cpuMs.without,
          cpuMsOf(() => plainHtml(text)),
        );
        cpuMs.with = Math.min(
          cpuMs.with,
          cpuMsOf(() => html(text)),
        );
      }
      expect(cpuMs.with / Math.max(cpuMs.without, 5), 'times the CPU time').toBeLessThan(8);
    },
  );
});

describe('a formula that would hold the page', () => {
  const growing = `\\def\\a{${'x'.repeat(2_400)}}${'\\a '.repeat(480)}`;
  test.each([
    ['defines a macro', growing],
    ['defines it otherwise', '\\gdef\\a{x}\\a'],
    ['names a command', '\\newcommand{\\a}{x}\\a'],
    ['gives one another name', '\\let\\a\\frac \\a12'],
    ['has thousands of roots', `${'\\sqrt{'.repeat(480)}x${'}'.repeat(480)}`],
    ['has thousands of fractions', `${'\\frac'.repeat(600)}${'1'.repeat(601)}`],
    ['has millions of cells', `\\begin{matrix}${'&'.repeat(3_500)}${'\\\\'.repeat(2_200)}\\end{matrix}`],
    ['has thousands of brackets', `${'\\left('.repeat(450)}x${'\\right)'.repeat(450)}`],
  ])('because it %s is its source', (_, source) => {
    const cpuMs = cpuMsOf(() => {
      expect(formulaHtml(source, true)).toEqual({ fault: expect.any(String) });
    });
    expect(cpuMs).toBeLessThan(3_000);
  });

  test('is none of those that people write', () => {
    const continued = `${'1+\\cfrac{1}{'.repeat(12)}x${'}'.repeat(12)}`;
    const matrix = `\\begin{pmatrix}${'a & b & c \\\\ '.repeat(30)}\\end{pmatrix}`;
    for (const source of [continued, matrix, '\\leftarrow \\definecolor' /* unknown */]) {
      expect(formulaHtml(source, true), source).not.toEqual({
        fault: expect.stringMatching(/definitions|large/),
      });
    }
    expect(formulaHtml(continued, true)).toEqual({ html: expect.stringContaining('katex') });
  });

  test('because there are thousands of others is its source', () => {
    const text = renderToStaticMarkup(
      createElement(ReactMarkdown, { remarkPlugins }, '$x_1$ '.repeat(1_300)),
    );
    expect(text.match(/language-math/g)).toHaveLength(200);
    expect(text.match(/formula-source/g)).toHaveLength(1_100);
  });
});

test('a formula of 1 MB, or one that is too long to be set, is its source', () => {
  const source = 'x+'.repeat(524_288);
  expect(renderToStaticMarkup(createElement(Formula, { source, isDisplay: true }))).toMatch(
    /^<code class="formula-source"/,
  );
  expect(formulasIn(`\\(${source}\\)`)).toEqual([]);
});
