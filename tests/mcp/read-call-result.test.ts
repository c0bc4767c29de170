import { describe, expect, test } from 'vitest';
import { readCallResult } from '#lib/mcp/read-call-result.ts';

const text = (words: string, audience?: ('user' | 'assistant')[]) =>
  ({ type: 'text', text: words, ...(audience ? { annotations: { audience } } : {}) }) as const;

describe('who gets which block', () => {
  test('both, where the server says nothing', () => {
    expect(readCallResult({ content: [text('one'), text('two')] })).toMatchObject({
      text: 'one\ntwo',
      forModel: 'one\ntwo',
      isMarked: false,
      isError: false,
    });
  });

  test('each its own, where it does', () => {
    const content = [text('long table', ['user']), text('3 rows', ['assistant']), text('done')];
    expect(readCallResult({ content })).toMatchObject({ text: 'long table\ndone', forModel: '3 rows\ndone' });
  });

  test('a result for people alone leaves the model nothing of it but what is said to both', () => {
    expect(readCallResult({ content: [text('for you', ['user'])] })).toMatchObject({
      text: 'for you',
      forModel: '',
      isMarked: true,
    });
  });
});

describe('of text and structure', () => {
  test('a repetition counts once: the text in a structure, or the structure as text', () => {
    expect(readCallResult({ content: [text('a\nb')], structuredContent: { content: 'a\nb' } })).toMatchObject(
      {
        text: 'a\nb',
        isJson: false,
        forModel: 'a\nb',
      },
    );
    const rows = { rows: [1, 2], total: 2 };
    expect(
      readCallResult({ content: [text('{"total": 2, "rows": [1, 2]}')], structuredContent: rows }),
    ).toMatchObject({
      text: '{"total": 2, "rows": [1, 2]}',
      isJson: true,
      forModel: '{"total": 2, "rows": [1, 2]}',
    });
  });

  test('people see both where they differ, and the model reads the smaller', () => {
    const read = readCallResult({ content: [text('3 rows')], structuredContent: { rows: [1, 2, 3] } });
    expect(read.text).toContain('3 rows\n\n{');
    expect(read.text).toContain('"rows"');
    expect(read.forModel).toBe('3 rows');
    const long = readCallResult({ content: [text('word '.repeat(100))], structuredContent: { ok: true } });
    expect(long.forModel).toBe('{\n  "ok": true\n}');
  });

  test('a structure alone is JSON', () => {
    expect(readCallResult({ content: [], structuredContent: { ok: true } })).toMatchObject({
      text: '{\n  "ok": true\n}',
      isJson: true,
      forModel: '{\n  "ok": true\n}',
    });
  });
});

test('one image is an image; of several, and of sounds, links and bytes, a line says what they are', () => {
  const image = {
    type: 'image',
    data: Buffer.from('png').toString('base64'),
    mimeType: 'image/png',
  } as const;
  expect(readCallResult({ content: [text('shot'), image] }).image).toEqual({
    bytes: Buffer.from('png'),
    words: 'shot',
    isForModel: true,
  });
  const forPeople = { ...image, annotations: { audience: ['user' as const] } };
  expect(readCallResult({ content: [forPeople] }).image?.isForModel).toBe(false);
  const many = readCallResult({
    content: [
      image,
      image,
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt' },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
      { type: 'resource', resource: { uri: 'file:///c', text: 'inside' } },
    ],
  });
  expect(many.image).toBeNull();
  expect(many.text).toBe(
    '[image: image/png, 3 bytes]\n[image: image/png, 3 bytes]\n[sound: audio/wav, 3 bytes]\n[a.txt](file:///a.txt)\n[file:///b: bytes, 3 bytes]\ninside',
  );
});

test('one file is bytes: a sound, or those of a resource', () => {
  const blob = { type: 'resource', resource: { uri: 'file:///reports/q3.pdf', blob: 'JVBERg==' } } as const;
  expect(readCallResult({ content: [text('the report'), blob] })).toMatchObject({
    image: null,
    file: { bytes: Buffer.from('%PDF'), name: 'file:///reports/q3.pdf', words: 'the report' },
  });
  const sound = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } as const;
  expect(readCallResult({ content: [sound] }).file).toMatchObject({ name: '', words: '' });
  const inside = { type: 'resource', resource: { uri: 'file:///c', text: 'inside' } } as const;
  expect(readCallResult({ content: [inside] }).file).toBeNull();
  expect(readCallResult({ content: [sound, blob] }).file).toBeNull();
});

test('an error is one, with its structure', () => {
  const read = readCallResult({ content: [text('no')], structuredContent: { code: 7 }, isError: true });
  expect(read).toMatchObject({ isError: true });
  expect(read.text).toContain('"code": 7');
});
