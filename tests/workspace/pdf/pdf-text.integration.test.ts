import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { once } from '#lib/tools/once.ts';
import { readPdfText } from '#lib/workspace/pdf/pdf-text.ts';
import { bombOf, pdfOf } from '#tests/support/pdfs.ts';

test('of 30,000 pages, the first ones are read', async () => {
  const pages = Array.from({ length: 30_000 }, (_, index) => [`This is page ${index + 1}.`]);
  const { text, ...rest } = await readPdfText(once(pdfOf(pages)));
  expect(rest).toEqual({ pageCount: 30_000, readPages: expect.any(Number), failure: null });
  // As many as the limit, or as it could read in its time on a machine that is busy.
  expect(rest.readPages).toBeGreaterThan(12);
  expect(rest.readPages).toBeLessThanOrEqual(limits.pdfPages);
  const read = Buffer.from(text).toString();
  expect(read).toContain(`[page ${rest.readPages}]\nThis is page ${rest.readPages}.\n`);
  expect(read).not.toContain(`[page ${rest.readPages + 1}]`);
});

test('a page that unpacks to gigabytes ends its reader, not the server', async () => {
  const bomb = pdfOf([[], ['a page after it']], { firstContent: bombOf(1_900_000_000) });
  expect(bomb.length).toBeLessThan(limits.artifactBytes);
  const before = process.memoryUsage().rss;
  expect(await readPdfText(once(bomb))).toMatchObject({ failure: 'stopped', pageCount: null });
  expect(process.memoryUsage().rss - before).toBeLessThan(limits.pdfResidentBytes / 4);
});
