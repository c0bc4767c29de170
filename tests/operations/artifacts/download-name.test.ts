import { expect, test } from 'vitest';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { downloadName } from '#lib/operations/artifacts/download-name.ts';

test.each<[ArtifactType, string, string]>([
  ['file', 'src/cart.mjs', 'cart.mjs'],
  ['file', 'Makefile', 'Makefile'],
  ['image', 'docs/plan.png', 'plan.png'],
  ['terminal', 'npm test', 'npm-test.txt'],
  ['terminal', 'cat src/app.log | tail -5', 'cat-src-app.log-tail--5.txt'],
  ['tree', 'harbor-api/', 'harbor-api.txt'],
  ['matches', '/* TODO */', 'TODO.txt'],
  ['diff', 'src/cart.mjs', 'src-cart.mjs.diff'],
  ['diff', '3 files', '3-files.diff'],
  ['terminal', '…', 'artifact.txt'],
  ['file', '', 'artifact'],
])('%s “%s” is downloaded as %s', (type, title, name) => {
  expect(downloadName({ type, title })).toBe(name);
});
