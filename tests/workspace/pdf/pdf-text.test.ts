import { describe, expect, test } from 'vitest';
import { readPdfText } from '#lib/workspace/pdf/pdf-text.ts';
import { manual, pdfOf } from '#tests/support/pdfs.ts';

async function* inPieces(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 1_000) yield bytes.subarray(start, start + 1_000);
}
const read = async (bytes: Uint8Array) => {
  const { text, ...rest } = await readPdfText(inPieces(bytes));
  return { text: Buffer.from(text).toString(), ...rest };
};

describe('the text of a PDF', () => {
  test('is that of its pages, with the headings of its table of contents', async () => {
    const outline = [
      { title: 'Pumps', page: 1 },
      { title: 'Valves', page: 2 },
    ];
    const pages = [
      ['Pumps', 'They run (day and night).'],
      ['Valves', 'They do not.'],
    ];
    expect(await read(pdfOf(pages, { outline }))).toEqual({
      text: '[page 1]\n# Pumps\nThey run (day and night).\n\n[page 2]\n# Valves\nThey do not.\n\n',
      pageCount: 2,
      readPages: 2,
      failure: null,
    });
  });

  test('is not read where a password locks it', async () => {
    const locked = pdfOf([['nobody may read this']], { password: 'sesame' });
    expect(await read(locked)).toEqual({ text: '', pageCount: null, readPages: 0, failure: 'encrypted' });
  });

  test('is read where the password is empty: it only forbids printing', async () => {
    expect(await read(pdfOf([['anybody may read this']], { password: '' }))).toMatchObject({
      text: expect.stringContaining('anybody may read this'),
      failure: null,
    });
  });

  test.each<[what: string, bytes: Buffer]>([
    ['garbage', Buffer.from('%PDF-1.4\ngarbage')],
    ['nothing but its first bytes', Buffer.from('%PDF-')],
    ['a page of the web', Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>')],
  ])('of %s is none', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ text: '', pageCount: null, readPages: 0, failure: 'damaged' });
  });

  test('of a file that was cut short is what is left of it', async () => {
    const whole = manual(3);
    const cut = await read(whole.subarray(0, whole.length - 12));
    expect(cut.failure).toBeNull();
    expect(cut.text).toContain('Page 1, line 1:');
  });

  test('of pages that are images is none, and says so', async () => {
    expect(await read(pdfOf([[], []]))).toEqual({ text: '', pageCount: 2, readPages: 2, failure: 'no_text' });
  });
});
