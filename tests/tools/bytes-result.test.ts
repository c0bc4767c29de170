import { expect, test } from 'vitest';
import { bytesResult } from '#lib/tools/bytes-result.ts';

const result = async (bytes: Uint8Array, name: string, words = '') =>
  await bytesResult({ bytes, name, words }, 'docs read');

test('a file has the type of its bytes, whatever it is called', async () => {
  const csv = Buffer.from('name,size\na,1\nb,2\n');
  expect(await result(csv, 'file:///reports/table.csv')).toMatchObject({
    description: { type: 'file', title: 'docs read table.csv', files: [] },
  });
  expect(await result(csv, 'file:///reports/table.csv')).not.toHaveProperty('assistantView');
  const sound = Buffer.from('524946460000000057415645666d7420', 'hex');
  expect(await result(sound, '')).toMatchObject({
    description: { type: 'binary' },
    assistantView: expect.stringMatching(
      /^\[a file, Unnamed file, audio\/.*wav, 16 bytes, shown to people\]$/,
    ),
  });
});

test('with words beside it the model reads those, and asks for the text', async () => {
  const csv = Buffer.from('name,size\na,1\n');
  expect(await result(csv, 'https://x.example/a/table.csv', 'two rows')).toMatchObject({
    assistantView: 'two rows\n[a file, table.csv, text/plain, 14 bytes, shown to people]',
    hasMore: true,
  });
});
