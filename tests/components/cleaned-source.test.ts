import { expect, test, vi } from 'vitest';
import { createLineSource } from '#components/artifacts/lines/line-source.ts';
import { cleanedSource } from '#components/artifacts/viewers/by-file/cleaned-source.ts';

test('a coloured terminal diff is read without its colours, and each chunk stays the same object', async () => {
  const lines = ['\u001b[1mdiff --git a/x b/x\u001b[m\r', '\u001b[32m+\u001b[m\u001b[32mnew\u001b[m\r'];
  const source = createLineSource(2, async () => ({
    ok: true,
    value: { from: 1, to: 2, total: 2, lines, cut: [], state: 'complete' },
  }));
  source.wantEach([0]);
  await vi.waitFor(() => expect(source.chunk(0)).not.toBeNull());
  const cleaned = cleanedSource(source);
  expect(cleaned.chunk(0)?.lines).toEqual(['diff --git a/x b/x', '+new']);
  expect(cleaned.chunk(0)).toBe(cleaned.chunk(0));
  expect(cleaned.chunk(1)).toBeNull();
  source.close();
});
