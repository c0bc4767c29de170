import { describe, expect, test } from 'vitest';
import { madeUp } from '../split/secrets/masking.ts';
import { manual, pdfOf } from '../support/pdfs.ts';
import { toolBench } from '../support/tool-bench.ts';

const bytes = manual(40);
const token = `ghp_${madeUp(36)}`;
const bench = toolBench({
  'manual.pdf': bytes,
  'short.pdf': pdfOf([['The code is 4711.']]),
  'secret.pdf': pdfOf([
    [`the token is ${token}`, ...Array.from({ length: 300 }, (_, at) => `Line ${at} of the text.`)],
  ]),
  'locked.pdf': pdfOf([['nobody may read this']], { password: 'sesame' }),
  'scan.pdf': pdfOf([[], []]),
  'broken.pdf': '%PDF-1.4\ngarbage',
});

describe('read_file of a PDF', () => {
  test('tells a model its chapters and where they are, and stores the PDF', async () => {
    const outcome = await bench.call('read_file', { path: 'manual.pdf' });
    const content = outcome.result?.content ?? '';
    expect(content).toMatch(/^manual\.pdf: PDF of 40 pages, 40 sections, 1,3\d\d lines\n/);
    expect(content).toMatch(/Chapter 1:2\b.*Chapter 2:35\b/s);
    expect(content).toContain(`recall_output("${outcome.toolTelemetry.artifactId}"`);
    expect(outcome.toolTelemetry).toMatchObject({
      type: 'pdf',
      lineCount: null,
      byteLength: bytes.length,
      relation: 'summary',
      summarizer: 'document',
    });
    expect(outcome.toolTelemetry.fullTokens).toBeGreaterThan(20_000);
    expect(outcome.toolTelemetry.sentTokens).toBeLessThanOrEqual(400);
    expect(await bench.bytesOf(outcome)).toEqual(bytes);
  });

  test('gives it the text of a short one whole', async () => {
    const outcome = await bench.call('read_file', { path: 'short.pdf' });
    expect(outcome.result?.content).toBe('PDF of 1 page\n[page 1]\nThe code is 4711.\n\n');
    expect(outcome.toolTelemetry.relation).toBe('transformed');
  });

  test('gives it the text with the split off, whoever is to see it', async () => {
    for (const tool of ['read_file', 'render_file_contents']) {
      const outcome = await bench.call(tool, { path: 'short.pdf' }, { level: 'off' });
      expect(outcome.result?.content, tool).toContain('The code is 4711.');
    }
  });

  test('has no lines to ask for: the model is told where they are', async () => {
    const outcome = await bench.call('read_file', { path: 'manual.pdf', startLine: 34, endLine: 36 });
    expect(outcome).toMatchObject({ success: false });
    expect(outcome.result?.content).toContain('manual.pdf is a PDF, which has no lines');
  });

  test.each([
    ['locked.pdf', 'PDF, locked with a password, its text cannot be read'],
    ['scan.pdf', 'PDF of 2 pages, no text in it, its pages are images'],
    ['broken.pdf', 'PDF, damaged, its text cannot be read'],
  ])('says why there is no text in %s', async (path, reason) => {
    const outcome = await bench.call('read_file', { path });
    expect(outcome.result?.content).toMatch(
      new RegExp(`^${path}: binary, PDF document, [\\d,]+ bytes, ${reason}, art_`),
    );
    expect(outcome.toolTelemetry).toMatchObject({ type: 'pdf', fullTokens: null });
    const recalled = await bench.call('recall_output', {
      artifactId: outcome.toolTelemetry.artifactId,
      query: 'read',
    });
    expect(recalled).toMatchObject({ success: false });
    expect(recalled.result?.content).toContain('is not text and has no lines');
  });

  test('is recalled by lines and by words of its text', async () => {
    const { toolTelemetry } = await bench.call('read_file', { path: 'manual.pdf' });
    const recall = (ask: object) =>
      bench.resultOf('recall_output', { artifactId: toolTelemetry.artifactId, ...ask });
    expect(await recall({ lines: '34-36' })).toContain('34\t[page 2]\n35\t# Chapter 2\n36\tPage 2, line 1:');
    expect(await recall({ query: 'Page 31, line 17:' })).toContain('Page 31, line 17: the valve is opened');
  });

  test('has no secret of its text in anything that the model reads', async () => {
    const outcome = await bench.call('read_file', { path: 'secret.pdf' });
    const recalled = await bench.resultOf('recall_output', {
      artifactId: outcome.toolTelemetry.artifactId,
      lines: '1-3',
    });
    for (const text of [outcome.result?.content, recalled]) {
      expect(text).toContain('the token is');
      expect(text).not.toContain(token);
    }
  });

  test('shows people the PDF, and tells the model no more than that', async () => {
    const outcome = await bench.call('render_file_contents', { path: 'manual.pdf' });
    expect(outcome.toolTelemetry).toMatchObject({ type: 'pdf', byteLength: bytes.length });
    expect(outcome.result?.content).toMatch(
      /^Shown to people: manual\.pdf, [\d,]+ bytes, art_\w+\. You have not read it\.$/,
    );
  });
});
