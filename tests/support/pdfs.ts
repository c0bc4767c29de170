import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** A line of a page: its text, or the text and its size in points. */
type Line = string | { text: string; size: number };

interface PdfOptions {
  /** Entries of the table of contents. */
  outline?: readonly { title: string; page: number }[];
  /** Locks it, as RC4 with 40 bits does (PDF 1.7, section 7.6). */
  password?: string;
  /** Instead of the content of the first page. */
  firstContent?: Buffer;
  /** More entries of its catalog, as they are written. */
  catalog?: string;
}

interface PdfObject {
  head: string;
  stream?: Buffer;
}

/** A PDF of text, one list of lines for each page. */
export function pdfOf(pages: readonly (readonly Line[])[], options: PdfOptions = {}): Buffer {
  const objects: PdfObject[] = [];
  const add = (head: string, stream?: Buffer): number => objects.push(stream ? { head, stream } : { head });
  const firstPage = 4;
  const pageNumber = (page: number) => firstPage + 2 * (page - 1);
  const outline = options.outline ?? [];
  const outlines = pageNumber(pages.length + 1);
  add(
    `<</Type/Catalog/Pages 2 0 R${outline.length > 0 ? `/Outlines ${outlines} 0 R` : ''}${options.catalog ?? ''}>>`,
  );
  const kids = pages.map((_, index) => `${pageNumber(index + 1)} 0 R`).join(' ');
  add(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (const [index, lines] of pages.entries()) {
    const own = pageNumber(index + 1);
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${own + 1} 0 R>>`,
    );
    const compressed = index === 0 && options.firstContent;
    if (compressed) add('<</Filter/FlateDecode/Length LENGTH>>', compressed);
    else add('<</Length LENGTH>>', Buffer.from(contentOf(lines), 'latin1'));
  }
  if (outline.length > 0) {
    add(
      `<</Type/Outlines/First ${outlines + 1} 0 R/Last ${outlines + outline.length} 0 R/Count ${outline.length}>>`,
    );
    for (const [index, { title, page }] of outline.entries()) {
      const next = index + 1 < outline.length ? `/Next ${outlines + index + 2} 0 R` : '';
      const previous = index > 0 ? `/Prev ${outlines + index} 0 R` : '';
      add(`<</Title(${title})/Parent ${outlines} 0 R${next}${previous}/Dest[${pageNumber(page)} 0 R/Fit]>>`);
    }
  }
  return print(objects, options.password);
}

function contentOf(lines: readonly Line[]): string {
  const drawn = lines.map((line) => {
    const { text, size } = typeof line === 'string' ? { text: line, size: 11 } : line;
    return `/F1 ${size} Tf (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`;
  });
  return `BT 72 720 Td 20 TL ${drawn.join('\n')} ET`;
}

function print(objects: readonly PdfObject[], password: string | undefined): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const push = (bytes: string | Buffer) => {
    const part = Buffer.from(bytes as string, 'latin1');
    parts.push(part);
    length += part.length;
  };
  const offsets: number[] = [];
  const lock = password === undefined ? null : lockOf(password);
  for (const [index, { head, stream }] of objects.entries()) {
    offsets.push(length);
    const content = stream && lock ? rc4(lock.keyOf(index + 1), stream) : stream;
    push(`${index + 1} 0 obj\n${head.replace('LENGTH', String(content?.length))}`);
    if (content) {
      push('stream\n');
      push(content);
      push('\nendstream');
    }
    push('\nendobj\n');
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const locked = lock ? `/ID[<${fileId}><${fileId}>]/Encrypt ${lock.entry}` : '';
  push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  push(`trailer<</Size ${objects.length + 1}/Root 1 0 R${locked}>>\nstartxref\n${start}\n%%EOF`);
  return Buffer.concat(parts);
}

const fileId = '00112233445566778899aabbccddeeff';
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Standard security handler, revision 2: the owner's password is the member's own. */
function lockOf(password: string) {
  const md5 = (...chunks: Buffer[]) => createHash('md5').update(Buffer.concat(chunks)).digest();
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.from('fcffffff', 'hex');
  const key = md5(padded, owner, permissions, Buffer.from(fileId, 'hex')).subarray(0, 5);
  const user = rc4(key, padding);
  return {
    entry: `<</Filter/Standard/V 1/R 2/O<${owner.toString('hex')}>/U<${user.toString('hex')}>/P -4>>`,
    keyOf: (object: number) =>
      md5(key, Buffer.from([object & 255, object >> 8, object >> 16, 0, 0])).subarray(0, 10),
  };
}

/** The cipher of old PDFs, which OpenSSL no longer has. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let index = 0, mixed = 0; index < 256; index += 1) {
    mixed = (mixed + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255;
    swap(index, mixed);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 255;
      other = (other + (state[one] ?? 0)) & 255;
      swap(one, other);
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
    }),
  );
}

/** The content of a page that unpacks to so many bytes. */
export const bombOf = (byteLength: number): Buffer => deflateSync(Buffer.alloc(byteLength, 0x20));

/** The content of a page that takes a reader a minute or more. */
export const endlessContent = (): Buffer =>
  deflateSync(Buffer.from(`BT /F1 1 Tf ${'1 0 0 1 9 9 Tm (x) Tj '.repeat(6_000_000)} ET`));

/** A manual of some pages with text that differs from page to page. */
export const manual = (pageCount: number): Buffer =>
  pdfOf(
    Array.from({ length: pageCount }, (_, index) => [
      { text: `Chapter ${index + 1}`, size: 20 },
      ...Array.from(
        { length: 30 },
        (__, line) =>
          `Page ${index + 1}, line ${line + 1}: the valve is opened by a quarter turn to the left.`,
      ),
    ]),
  );
