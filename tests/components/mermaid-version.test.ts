import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mermaidVersion } from '#components/chat/prose/draw-diagram.ts';

test('diagrams are loaded from the folder that the build names by the installed version', () => {
  const file = join(import.meta.dirname, '..', '..', 'package.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).dependencies.mermaid).toBe(mermaidVersion);
});
