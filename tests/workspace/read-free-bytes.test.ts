import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFreeBytes } from '#lib/workspace/read-free-bytes.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('the free bytes of a disk are a whole number, and not known of a folder that is not there', async () => {
  const folder = tempFolder();
  const bytes = await readFreeBytes(folder);
  expect(Number.isSafeInteger(bytes)).toBe(true);
  expect(bytes).toBeGreaterThan(0);
  expect(await readFreeBytes(join(folder, 'gone'))).toBeUndefined();
});
