import { expect, test } from 'vitest';
import { mcpServerName, mcpToolName, serverOfTool, toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';

const hash = () => 'abc123';

test('a tool is named by the name we gave its server and its own', () => {
  expect(mcpToolName('files', 'search_files', hash)).toBe('mcp__files__search_files');
  expect(mcpToolName('files', 'constructor', hash)).toBe('mcp__files__constructor');
});

test('names that model servers do not take are changed, and told apart by a hash', () => {
  expect(mcpToolName('files', 'a.b', hash)).toBe('mcp__files__a_b_abc123');
  expect(mcpToolName('files', 'größe', hash)).toBe('mcp__files__gr__e_abc123');
  const long = mcpToolName('a'.repeat(31), 'x'.repeat(128), hash);
  expect(long).toHaveLength(64);
  expect(long).toMatch(/x_abc123$/);
  expect(mcpToolName('a'.repeat(31), 'x'.repeat(26), hash)).toBe(`mcp__${'a'.repeat(31)}__${'x'.repeat(26)}`);
});

test('a name says its server, whatever the tool is called', () => {
  expect(serverOfTool('mcp__my_files__a__b')).toBe('my_files');
  expect(serverOfTool('read_file')).toBeNull();
  expect(toolLabel('mcp__my_files__a__b')).toBe('my_files a__b');
  expect(toolLabel('read_file')).toBe('read_file');
});

test('our names of servers have no __, and end in none', () => {
  for (const name of ['files', 'my_files', 'a', 'A-1']) expect(mcpServerName.test(name), name).toBe(true);
  for (const name of ['', '_a', 'a_', 'a__b', 'a b', 'ä', 'a'.repeat(32)]) {
    expect(mcpServerName.test(name), name).toBe(false);
  }
});
