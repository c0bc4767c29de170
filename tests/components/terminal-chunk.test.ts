import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { TerminalChunk } from '#components/artifacts/viewers/terminal/terminal-chunk.tsx';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

const esc = '\u001b';

function render(
  lines: string[],
  known: { stderrLines?: { from: number; to: number }[]; from?: number } = {},
) {
  const metadata = { firstLine: 1, stderrLines: known.stderrLines ?? [] } as unknown as ArtifactMetadata;
  return renderToStaticMarkup(
    createElement(TerminalChunk, {
      lines,
      firstNumber: known.from ?? 1,
      cut: new Map(),
      language: null,
      openState: '',
      metadata,
      previousLine: null,
      hasGutter: false,
    }),
  );
}
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');

describe('terminal output on the page', () => {
  test('is text, whatever it contains', () => {
    const markup = render(['<img src=x onerror=alert(1)>', `${esc}]0;<script>${esc}\\ok`]);
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(markup).not.toMatch(/<(img|script)/);
    expect(textOf(markup)).toMatch(/ok$/);
  });

  test('shows its colours, and continues them on the next line', () => {
    const markup = render([`${esc}[31mred`, `still${esc}[0m plain`]);
    expect(markup).toContain('<span style="color:var(--ansi-red)">red</span>');
    expect(markup).toContain('<span style="color:var(--ansi-red)">still</span>');
    expect(markup).toContain('<span> plain</span>');
  });

  test('shows invisible characters by their names', () => {
    expect(render(['a\u202eb'])).toMatch(/class="zw"[^>]*>RLO</);
  });

  test('has links to web addresses only, opened outside this page, that show their target', () => {
    const link = (address: string) => render([`${esc}]8;;${address}${esc}\\here${esc}]8;;${esc}\\`]);
    expect(link('https://example.org/a')).toMatch(
      /<a [^>]*href="https:\/\/example.org\/a"[^>]*rel="noopener noreferrer nofollow ugc"[^>]*>here<\/a>.*example\.org/,
    );
    expect(link('javascript:alert(1)')).not.toContain('<a ');
  });

  test('names the host of a link whose text names another host', () => {
    const same = 'https://example.org/a';
    expect(textOf(render([`${esc}]8;;${same}${esc}\\${same}`]))).toBe(same);
    const markup = render([`${esc}]8;;https://evil.example/${esc}\\https://good.example/${esc}]8;;${esc}\\`]);
    expect(textOf(markup)).toBe('https://good.example/evil.example');
  });

  test('links all of an address that changes its colour in the middle', () => {
    const markup = render([
      `see https://exa${esc}[31mmple.org/a${esc}[0m, and ${esc}[1mhttps${esc}[0m://b.example`,
    ]);
    const links = [...markup.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, text]) => [to, text]);
    expect(links).toEqual([
      ['https://example.org/a', 'https://exa'],
      ['https://example.org/a', 'mple.org/a'],
      ['https://b.example', 'https'],
      ['https://b.example', '://b.example'],
    ]);
    expect(markup).toContain('<span style="color:var(--ansi-red)"><a ');
    expect(textOf(markup)).toBe('see https://example.org/a, and https://b.example');
  });

  test('does not link the part of an address before lookalike letters, whatever their colour', () => {
    expect(render([`https://ex${esc}[31m\u0430mple.org${esc}[0m`])).not.toContain('<a ');
    expect(render([`https://ex${esc}[0m\u200bample.org`])).not.toContain('<a ');
  });
});

describe('standard error', () => {
  test('is marked on each of its lines, and labelled on the first of them', () => {
    const markup = render(['a', 'b', 'c', 'd'], { stderrLines: [{ from: 2, to: 3 }] });
    expect(markup.match(/class="ln err"/g)).toHaveLength(2);
    expect(textOf(markup)).toBe('abstderrcd');
  });

  test('is located by its offset in the whole output, not in the visible part', () => {
    const markup = render(['c', 'd'], { stderrLines: [{ from: 2, to: 3 }], from: 3 });
    expect(markup.match(/class="ln err"/g)).toHaveLength(1);
    expect(textOf(markup)).toBe('cd');
  });
});
