import { expect, test } from 'vitest';
import { fileLocation } from '#components/artifacts/cards/file-location.ts';

test('only a file location with a line number links to a line of a file', () => {
  expect(fileLocation('src/cart.mjs:12')).toEqual({ path: 'src/cart.mjs', line: 12 });
  expect(fileLocation('odd:name.py:3')).toEqual({ path: 'odd:name.py', line: 3 });
  for (const location of ['src/cart.mjs', ':12', 'a:b']) expect(fileLocation(location)).toBeNull();
});
