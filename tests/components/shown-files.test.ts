import { expect, test } from 'vitest';
import { artifactWithLine, shownFiles } from '#components/artifacts/cards/shown-files.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';

const call = (
  toolName: string,
  input: object,
  artifactId: string | null,
  lineCount: number | null,
  type = 'file',
) =>
  ({
    toolName,
    arguments: input,
    replacement: null,
    earlier: [],
    result: { toolTelemetry: { artifactId, lineCount, type } },
  }) as unknown as ToolCallState;

test('a line of a file is found in the latest artifact that contains it', () => {
  const files = shownFiles({
    a: call('read_file', { path: 'src/a.ts' }, 'art_old', 90),
    b: call('render_file_contents', { path: './src/a.ts' }, 'art_whole', 100),
    c: call('read_file', { path: 'src/a.ts', startLine: 40, endLine: 60 }, 'art_part', 21),
    d: call('edit_file', { path: 'src/a.ts' }, 'art_diff', 100, 'diff'),
    e: call('render_file_contents', { path: 'src/p.png' }, 'art_picture', null, 'image'),
    f: call('read_file', { path: 'src/short.ts' }, null, 3),
  });
  expect(artifactWithLine(files, 'src/a.ts', 50)).toBe('art_part');
  expect(artifactWithLine(files, './src/a.ts', 61)).toBe('art_whole');
  expect(artifactWithLine(files, 'src/a.ts', 101)).toBeNull();
  expect(artifactWithLine(files, 'src/p.png', 1)).toBeNull();
  expect(artifactWithLine(files, 'src/short.ts', 1)).toBeNull();
});
