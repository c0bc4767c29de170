import { expect, test } from 'vitest';
import { diffHeadPath, emptyDiffHead, readDiffHeadLine } from '#lib/core/algorithms/diff/diff-head.ts';

const head = (...lines: string[]) =>
  lines.reduce((before, line) => readDiffHeadLine(line, before), emptyDiffHead);

test.each([
  [['--- a/sub/x.ts', '+++ b/sub/x.ts'], 'changed', 'sub/x.ts'],
  [['--- /dev/null', '+++ b/new.ts\t2026-01-01'], 'added', 'new.ts'],
  [['--- a/old.ts', '+++ /dev/null'], 'deleted', 'old.ts'],
  [['diff --git a/a b.txt b/a b.txt'], 'changed', 'a b.txt'],
  [['rename from old name', 'rename to new name'], 'renamed', 'new name'],
  [['--- "a/caf\\303\\251\\t.txt"', '+++ "b/caf\\303\\251\\t.txt"'], 'changed', 'café\t.txt'],
  [['rename from "a\\"b"', 'rename to "c\\"d"'], 'renamed', 'c"d'],
] as const)('describes %j as %s: %j', (lines, status, path) => {
  const found = head(...lines);
  expect([found.status, diffHeadPath(found)]).toEqual([status, path]);
});
