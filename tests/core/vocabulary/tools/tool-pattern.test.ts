import { expect, test } from 'vitest';
import { isToolPattern, matchesTool, settingsFor } from '#lib/core/vocabulary/tools/tool-pattern.ts';

test('a pattern is a tool of our own, one of an MCP server, or the start of names', () => {
  for (const pattern of ['read_file', 'read_*', '*', 'mcp__files__*', 'mcp__files__search_files'])
    expect(isToolPattern(pattern), pattern).toBe(true);
  for (const text of [
    'bash',
    '',
    '*_file',
    'mcp__',
    'mcp__a b',
    'mcp__files',
    'mcp__files__',
    'red_*',
    'a*b*',
    '__proto__',
    'constructor',
    'read_file ',
  ])
    expect(isToolPattern(text), text).toBe(false);
});

test('a star stands at the end, and for nothing too', () => {
  expect(matchesTool('mcp__files__*', 'mcp__files__search_files')).toBe(true);
  expect(matchesTool('mcp__files__*', 'mcp__files2__x')).toBe(false);
  expect(matchesTool('read_file*', 'read_file')).toBe(true);
  expect(matchesTool('read_file', 'read_files')).toBe(false);
});

test('settings come from the most general to the most specific, in whatever order they are written', () => {
  const settings = {
    read_file: 4,
    'read_*': 3,
    '*': 1,
    'read_file*': 3.5,
    grep_file: 9,
    'r*': 2,
    'read_f*': undefined,
  };
  expect(settingsFor(settings, 'read_file')).toEqual([1, 2, 3, 3.5, 4]);
  expect(settingsFor(settings, 'toString')).toEqual([1]);
});
