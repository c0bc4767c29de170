import { expect, test } from 'vitest';
import { attachmentSource, sourceLabel } from '#lib/core/vocabulary/ledger/attachments.ts';

test('a group of results is named by the tool, for one of an MCP server with the name we gave the server', () => {
  expect(sourceLabel('read_file')).toBe('read_file');
  expect(sourceLabel('mcp__files__search_files')).toBe('files search_files');
  expect(sourceLabel(attachmentSource)).toBe('Given by people');
});
