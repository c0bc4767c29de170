import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMessageLines, type MessageLimits } from '#lib/mcp/message-lines.ts';
import { openSpillFile, type SpillFile } from '#lib/stores/spill-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

const folder = tempFolder();
let count = 0;
const limits: MessageLimits = {
  maxBytes: 2_000,
  spillFrom: 100,
  maxSpilledBytes: 10_000,
  openSpill() {
    count += 1;
    const name = `spilled-${count}`;
    return { name, file: openSpillFile(folder, name) };
  },
};
const read = async (file: SpillFile | undefined): Promise<string | undefined> => {
  if (!file) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

/** The messages in bytes that come in pieces of this size, with their spilled values in place. */
async function messages(bytes: Buffer, size: number) {
  const lines = createMessageLines(limits);
  const found: unknown[] = [];
  let spilledValues = 0;
  for (let at = 0; at < bytes.length; at += size) {
    const { lines: complete, isTooLong } = lines.push(bytes.subarray(at, at + size));
    expect(isTooLong).toBe(false);
    for (const { json, spilled } of complete) {
      const texts = new Map<string, string | undefined>();
      for (const [name, file] of spilled) texts.set(name, await read(file));
      spilledValues += texts.size;
      const put = (_name: string, value: unknown): unknown => {
        if (typeof value === 'string') return texts.get(value) ?? value;
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
        const [name = ''] = Object.keys(value);
        return texts.has(name) ? JSON.parse(texts.get(name) ?? '') : value;
      };
      found.push(JSON.parse(json, put));
      if (texts.size > 0) expect(json.length).toBeLessThan(500);
    }
  }
  lines.close();
  return { found, spilledValues };
}

const hard = '"\\\n\t\b\f\r/ ü € 😀 \u0001 \ud83d and \udc00 "quoted" '.repeat(8);
/** As Python writes it. */
const ascii = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a message', () => {
  const block = (text: string) => ({ type: 'text', text });
  const messagesOf: [string, unknown, number][] = [
    ['short', { jsonrpc: '2.0', id: 1, result: { content: [block('hello')] } }, 0],
    [
      'with a long text',
      { id: 1, result: { content: [block(hard), block('short'), block('x'.repeat(500))] } },
      2,
    ],
    ['with a long text inside', { id: 1, result: { content: [{ resource: { uri: 'a', text: hard } }] } }, 1],
    [
      'with a long structure, its names, strings and all',
      { result: { structuredContent: { content: [hard, { content: hard, '"name"': [] }] }, content: [] } },
      1,
    ],
    ['with both', { result: { content: [block(hard)], structuredContent: { content: hard } }, id: 7 }, 2],
    ['long elsewhere', { result: { tools: [{ content: hard }] }, content: [hard] }, 0],
    ['a request', { method: 'x', params: { content: [hard], result: { content: hard } } }, 0],
    ['a list', [{ result: { content: [block(hard)] } }], 0],
    [
      'with odd values',
      { result: { content: [true, null, -1.5e3, [], {}, [[hard]]], x: hard.slice(0, 20) } },
      1,
    ],
  ];

  test.each(messagesOf)(
    '%s is read like any other, wherever its pieces end',
    async (_name, message, spills) => {
      for (const json of [
        JSON.stringify(message),
        ascii(JSON.stringify(message)),
        JSON.stringify(message, null, 1),
      ]) {
        const line = Buffer.from(`${json.replaceAll('\n', ' ')}\n`);
        const expected = JSON.parse(Buffer.from(line.toString()).toString(), wellFormed);
        for (const size of [1, 2, 3, 7, 64, line.length]) {
          const { found, spilledValues } = await messages(Buffer.concat([line, line]), size);
          expect(found.map((one) => JSON.parse(JSON.stringify(one), wellFormed))).toEqual([
            expected,
            expected,
          ]);
          expect(spilledValues).toBe(2 * spills);
        }
      }
    },
  );

  test('that is too long is not read further, and leaves no file; nor does one that never ends', () => {
    for (const text of [
      `{"result": {"tools": "${'x'.repeat(3_000)}`,
      `{"result": {"content": ["${'x'.repeat(20_000)}`,
      `{"result": {"structuredContent": {"a": ["${'x'.repeat(20_000)}`,
      'y'.repeat(3_000),
    ]) {
      const lines = createMessageLines(limits);
      expect(lines.push(Buffer.from(text)).isTooLong, text.slice(0, 30)).toBe(true);
      lines.close();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is no JSON does not take the next one with it', () => {
    const lines = createMessageLines(limits);
    const garbage = `}}]"${'{"result":{"content":["'.repeat(20)}`;
    const { lines: found } = lines.push(Buffer.from(`${garbage}\n{"id":2}\n`));
    expect(found.map(({ json }) => json)).toEqual([garbage, '{"id":2}']);
  });
});

/** Halves of characters do not exist in what is stored. */
function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
