import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { once } from '#lib/tools/once.ts';
import { readPdfText } from '#lib/workspace/pdf/pdf-text.ts';
import { bombOf, endlessContent, pdfOf } from '#tests/support/pdfs.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const modulePath = join(import.meta.dirname, '../../../lib/workspace/pdf/pdf-text.ts');

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

/** Packing the bomb takes most of it. */
const bombMs = 300_000;

test('a page that unpacks to gigabytes ends its reader, not the server', { timeout: bombMs }, async () => {
  const bomb = pdfOf([[], ['a page after it']], { firstContent: bombOf(1_900_000_000) });
  expect(bomb.length).toBeLessThan(limits.artifactBytes);
  const before = process.memoryUsage().rss;
  expect(await readPdfText(once(bomb))).toMatchObject({ failure: 'stopped', pageCount: null });
  expect(process.memoryUsage().rss - before).toBeLessThan(limits.pdfResidentBytes / 4);
});

const readerName = 'read-pdf-process';
const readProc = (pid: number | string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // It has ended.
  }
};
/** The reader that a process started. Not from its `children`, which may leave some out while others end. */
const readerOf = (parent: number): number | undefined =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readProc(pid, 'status')))
    .filter((pid) => readProc(pid, 'cmdline').includes(readerName))
    .map(Number)[0];
// One that nobody has waited for yet is dead all the same.
const isAlive = (pid: number): boolean => /^State:\s+[^Z]/m.test(readProc(pid, 'status'));
const endless = () => pdfOf([[]], { firstContent: endlessContent() });

test('who no longer wants the text ends its reader', async () => {
  const controller = new AbortController();
  const reading = readPdfText(once(endless()), controller.signal);
  const endsEarly = reading.then((result) => expect.fail(`ended by itself: ${result.failure}`));
  const reader = await Promise.race([endsEarly, vi.waitUntil(() => readerOf(process.pid), 30_000)]);
  controller.abort(new Error('not wanted any more'));
  await expect(reading).rejects.toThrow('not wanted any more');
  expect(isAlive(reader)).toBe(false);
});

test('a server that is killed leaves no reader behind', async () => {
  const folder = tempFolder();
  const pdf = join(folder, 'endless.pdf');
  writeFileSync(pdf, endless());
  const program = `
    import { readFileSync } from 'node:fs';
    const { readPdfText } = await import(${JSON.stringify(modulePath)});
    await readPdfText((async function* () { yield readFileSync(${JSON.stringify(pdf)}); })());`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  const reader = await vi.waitUntil(() => readerOf(server.pid ?? 0), 30_000);
  const other = readPdfText(once(endless()));
  let hasOtherEnded = false;
  other.finally(() => {
    hasOtherEnded = true;
  });
  server.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(reader), 30_000);
  // It did not end by itself: another one is still at work.
  expect(hasOtherEnded).toBe(false);
  await other;
});
