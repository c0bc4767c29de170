import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createChunkStates } from '#components/artifacts/text/chunk-states.ts';
import { DiffChunk } from '#components/artifacts/viewers/diff/diff-chunk.tsx';
import { DiffMeta } from '#components/artifacts/viewers/diff/diff-meta.tsx';
import { diffCardLines, diffPreviewRows } from '#components/artifacts/viewers/diff/diff-preview-rows.ts';
import { diffRenderer } from '#components/artifacts/viewers/diff/diff-renderer.ts';
import { diffRuns } from '#components/artifacts/viewers/diff/diff-runs.ts';
import { parseDiffState } from '#components/artifacts/viewers/diff/diff-state.ts';
import { diffViewer } from '#components/artifacts/viewers/diff/diff-viewer.tsx';
import { parseDiff } from '#components/artifacts/viewers/diff/parse-diff.ts';
import { sampleMetadata as metadata } from '../support/sample-metadata.ts';

const none = new Map<number, number>();
const rowsOf = (lines: string[]) => parseDiff(lines, parseDiffState(''), none);
const oneFile = ['--- a/x.ts', '+++ b/x.ts', '@@ -1,2 +1,2 @@', ' a', '-b', '+c'];
const drawn = (lines: string[], change: Partial<Parameters<typeof DiffChunk>[0]> = {}) =>
  renderToStaticMarkup(
    createElement(DiffChunk, {
      lines,
      firstNumber: 1,
      cut: none,
      language: null,
      openState: '',
      metadata,
      previousLine: null,
      hasGutter: true,
      ...change,
    }),
  );

describe('the first rows of a diff on its card', () => {
  const known = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `${index}.ts`, sha256: null }));

  test('start with the first hunk if the title names the only file', () => {
    const lines = diffCardLines({ lineCount: 6, knownFiles: known(1) });
    expect(lines).toBe(4);
    expect(diffPreviewRows(rowsOf(oneFile), 6, lines, 12).map(({ kind }) => kind)).toEqual([
      'hunk',
      'context',
      'del',
      'add',
    ]);
  });

  test('start with the file name if there are several files, or the file has no hunks', () => {
    expect(diffCardLines({ lineCount: 6, knownFiles: known(2) })).toBe(6);
    expect(diffCardLines({ lineCount: 6 })).toBe(6);
    expect(diffCardLines({ lineCount: 2, knownFiles: known(1) })).toBe(2);
    expect(diffPreviewRows(rowsOf(oneFile), 6, 6, 12)[0]?.kind).toBe('head');
  });

  test('fill the card’s height and never exceed it, also when a file starts near the end', () => {
    const many = Array.from({ length: 5 }, () => oneFile).flat();
    for (const maxLines of [1, 6, 7, 8, 12]) {
      const shown = diffPreviewRows(rowsOf(many), many.length, many.length, maxLines);
      const height = shown.reduce((sum, row) => sum + (row.kind === 'head' ? row.lineCount : 1), 0);
      expect(height).toBe(maxLines);
    }
  });

  test('have a height known before loading: 20 px per line, at most 12 lines, plus the border', () => {
    expect(diffViewer.card.heightPx({ lineCount: 6, knownFiles: known(1) })).toBe(81);
    expect(diffViewer.card.heightPx({ lineCount: 600, knownFiles: known(1) })).toBe(241);
  });

  test('are the only lines that a note on the card counts, even if more were loaded', () => {
    const lines = [...oneFile.slice(0, 3), ...Array.from({ length: 397 }, (_, index) => `+${index}`)];
    const onCard = (files: number) =>
      diffViewer.card.shownLines({ lineCount: 900, knownFiles: known(files) }, lines, metadata);
    expect(onCard(1)).toEqual(lines.slice(2, 14));
    expect(onCard(2)).toEqual(lines.slice(0, 12));
  });
});

describe('the summary in a diff card’s header', () => {
  const meta = (lines: string[], total: number) =>
    renderToStaticMarkup(
      createElement(DiffMeta, {
        data: { lines, from: 1, to: lines.length, total, cut: [], state: 'complete' },
        lineCount: total,
      }),
    ).replace(/<[^>]+>/g, '');

  test('has the added and deleted lines, and the kind of change if there is only one file', () => {
    expect(meta(oneFile, oneFile.length)).toBe('+1 −1');
    expect(meta(['--- /dev/null', '+++ b/x', '@@ -0,0 +1,2 @@', '+a', '+b'], 5)).toBe('new · +2 −0');
  });

  test('has the length instead of a partial count if only part of the diff is loaded', () => {
    expect(meta(oneFile, 5_000)).toBe('5,000 lines');
  });
});

describe('a rendered diff', () => {
  test('shows text, never markup, and names invisible characters', () => {
    const html = drawn(['@@ -1 +1 @@<script>', '-<img src=x>', '+<b>\u202e</b>']);
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('&lt;img src=x&gt;');
    expect(html).toContain('RLO');
    const renamed = ['rename from a\u202e.ts', 'rename to x.ts', '--- a/a\u202e.ts', ...oneFile.slice(1)];
    expect(drawn(renamed)).toContain('renamed from a<');
  });

  test('is as high as its lines: 20 px for every kind of row', () => {
    const html = drawn(['rename from a.ts', 'rename to x.ts', '--- a/a.ts', ...oneFile.slice(1)]);
    expect(html).toContain('height:80px');
    expect(html).toContain('renamed from a.ts');
    expect(html.match(/data-line="\d+"/g)).toEqual([1, 5, 6, 7, 8].map((line) => `data-line="${line}"`));
  });

  test('shows changes by signs, not only by colours, and marks the changed words', () => {
    const html = drawn(['@@ -1 +1 @@', '-let a = 1', '+let a = 2']);
    expect(html).toMatch(/class="ln del".*?>−<.*?<em>1<\/em>.*?class="ln add".*?>\+<.*?<em>2<\/em>/);
  });

  test('gives the full length of a cut line, not counting its sign', () => {
    const html = drawn(['@@ -1 +1 @@', '-a'], { cut: new Map([[1, 513]]) });
    expect(html).toContain('cut, 512 bytes in all');
  });

  test('of selected lines starts with unknown line numbers', () => {
    const first = (firstLine: number) =>
      createChunkStates(diffRenderer.states({ ...metadata, firstLine }), () => null)(0);
    expect(drawn(['+a'], { openState: first(40) })).toContain('class="ln add"');
    expect(drawn(['+a'], { openState: first(1) })).not.toContain('class="ln add"');
  });
});

describe('syntax highlighting in a diff', () => {
  test('follows what earlier lines of the same version have opened, and restarts at each hunk', () => {
    const runs = diffRuns(
      rowsOf([
        ...['--- a/x.ts', '+++ b/x.ts', '@@ -1,2 +1,3 @@', '-b', '+/* c', ' d', ' e'],
        ...['@@ -9 +10 @@', ' f'],
      ]),
      () => 'typescript',
    );
    const parts = runs.flatMap((run) => ('rows' in run ? [run] : []));
    expect(parts.map(({ lines, openState }) => [lines, openState])).toEqual([
      [['b'], ''],
      [['/* c'], ''],
      [['d', 'e'], '*'],
      [['f'], ''],
    ]);
  });
});
