import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataSecret } from '#lib/stores/data-secret.ts';
import { createSealer } from '#lib/stores/sealer.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('what is sealed is opened with the same secret, for the same subject, unchanged, and by nothing else', () => {
  const sealer = createSealer('a secret');
  const sealed = sealer.seal('token: ü', 'mem_a tickets');
  expect(sealed).not.toContain('token');
  expect(sealer.seal('token: ü', 'mem_a tickets')).not.toBe(sealed);
  expect(createSealer('a secret').open(sealed, 'mem_a tickets')).toBe('token: ü');
  expect(createSealer('another').open(sealed, 'mem_a tickets')).toBeNull();
  expect(sealer.open(sealed, 'mem_b tickets')).toBeNull();
  for (const changed of [`${sealed.slice(0, -2)}AA`, sealed.slice(0, 20), '', 'no base64 !']) {
    expect(sealer.open(changed, 'mem_a tickets')).toBeNull();
  }
});

test('a data folder has one secret, which only its owner reads', () => {
  const folder = join(tempFolder(), 'new');
  const secret = readDataSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readDataSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(readDataSecret(tempFolder())).not.toBe(secret);
  expect(readdirSync(folder)).toEqual(['secret']);
  writeFileSync(join(folder, 'secret'), '');
  expect(() => readDataSecret(folder)).toThrow(/no secret any more/);
});
