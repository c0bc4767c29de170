import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createMessageLines } from '#lib/mcp/message-lines.ts';
import { type LargeResult, readLargeResult } from '#lib/mcp/read-large-result.ts';
import { openSpillFile, type SpillFile } from '#lib/stores/spill-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** As a program would print it, read with room for 100 bytes a value. */
async function read(result: object) {
  const files = new Map<string, SpillFile>();
  const closed = new Set<string>();
  const lines = createMessageLines({
    maxBytes: 1e6,
    spillFrom: 100,
    maxSpilledBytes: 1e6,
    openSpill() {
      const name = `spilled-${files.size}`;
      const file = openSpillFile(tempFolder(), name);
      const watched: SpillFile = {
        write: file.write,
        read: file.read,
        get byteLength() {
          return file.byteLength;
        },
        close() {
          closed.add(name);
          file.close();
        },
      };
      files.set(name, watched);
      return { name, file: watched };
    },
  });
  const [line] = lines.push(Buffer.from(`${JSON.stringify({ id: 1, result })}\n`)).lines;
  const message = JSON.parse(line?.json ?? '') as { result: CallToolResult };
  const found = await readLargeResult(
    { ...message.result, content: message.result.content ?? [] },
    (name) => files.get(name) ?? null,
  );
  return { ...found, spilled: files.size, closed };
}
async function textOf(large: LargeResult | null): Promise<string | null> {
  if (large === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of large.text) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
const text = (words: string, audience?: string[]) => ({
  type: 'text',
  text: words,
  ...(audience ? { annotations: { audience } } : {}),
});
const long = 'ein Wort für "alle"\n'.repeat(50);

test('a long text is all that people get of it, and the model the same', async () => {
  const { large, closed, spilled } = await read({ content: [text('first'), text(long), text('last')] });
  expect(large).toMatchObject({ isError: false, isJson: false, forModel: null, isMarked: false });
  expect(await textOf(large)).toBe(`first\n${long}\nlast`);
  expect(closed.size).toBe(spilled);
});

test('a repetition counts once: the text in a structure, or the structure as text, spaced otherwise', async () => {
  const wrapped = await read({ content: [text(long)], structuredContent: { content: long } });
  expect(await textOf(wrapped.large)).toBe(long);
  expect(wrapped).toMatchObject({ spilled: 2, large: { isJson: false, forModel: null } });
  expect(wrapped.closed.size).toBe(2);
  const structure = { rows: [{ note: 'a "b"  c' }, { note: long }], total: 2 };
  const written = JSON.stringify(structure, null, 2);
  const json = await read({ content: [text(written)], structuredContent: structure });
  expect(await textOf(json.large)).toBe(written);
  expect(json.large).toMatchObject({ isJson: true, forModel: null });
});

test('a repetition counts once where only one of both is too long, too', async () => {
  const structure = { rows: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], total: 4 };
  const written = JSON.stringify(structure, null, 4);
  expect(JSON.stringify(structure).length).toBeLessThan(100);
  const { large, spilled } = await read({ content: [text(written)], structuredContent: structure });
  expect(spilled).toBe(1);
  expect(await textOf(large)).toBe(written);
  expect(large).toMatchObject({ isJson: true, forModel: null });
});

test('what differs by a letter is shown twice, and the model reads the smaller', async () => {
  const { large } = await read({ content: [text(long)], structuredContent: { content: `${long}!` } });
  expect(await textOf(large)).toBe(`${long}\n\n{"content":${JSON.stringify(`${long}!`)}}`);
  expect(large?.forModel).toBe(long);
  const other = await read({ content: [text('3 rows')], structuredContent: { rows: long.split(' ') } });
  expect(other.large?.forModel).toBe('3 rows');
  expect(await textOf(other.large)).toBe(`3 rows\n\n{"rows":${JSON.stringify(long.split(' '))}}`);
  const small = await read({ content: [text(long)], structuredContent: { ok: true } });
  expect(small.large?.forModel).toBe('{\n  "ok": true\n}');
});

test('a structure alone is JSON', async () => {
  const { large } = await read({ content: [], structuredContent: { rows: [long] } });
  expect(large).toMatchObject({ isJson: true, forModel: null });
  expect(JSON.parse((await textOf(large)) ?? '')).toEqual({ rows: [long] });
});

test('who gets which block holds for long ones too', async () => {
  const { large } = await read({
    content: [text(long, ['user']), text('3 rows', ['assistant']), text('done')],
  });
  expect(large).toMatchObject({ isMarked: true, forModel: '3 rows\ndone' });
  expect(await textOf(large)).toBe(`${long}\ndone`);
  const kept = await read({ content: [text(long, ['user'])] });
  expect(kept.large).toMatchObject({ isMarked: true, forModel: '' });
});

test('a long error is one, with its words, and leaves nothing open', async () => {
  const { large, closed } = await read({ content: [text(long)], isError: true });
  expect(large).toMatchObject({ isError: true, forModel: long });
  large?.close();
  expect(closed.size).toBe(1);
});

test('an image is put back; one that nobody looks at is a line', async () => {
  const bytes = Buffer.alloc(300, 7);
  const image = { type: 'image', data: bytes.toString('base64'), mimeType: 'image/png' };
  expect(await read({ content: [image, text('shot')] })).toMatchObject({
    content: [image, text('shot')],
    large: null,
  });
});
