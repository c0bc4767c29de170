import { describe, expect, test } from 'vitest';
import type { Run } from '#tests/support/understand-text.ts';
import { understand } from './understand.ts';

const result = (value: unknown, run: Run = {}) =>
  understand(JSON.stringify(value), { tool: 'mcp_result', type: 'json', ...run });
const text = (content: string) => ({ type: 'text', text: content });
const carts = Array.from({ length: 40 }, (_, id) => ({ id, name: `cart ${id}` }));

describe('MCP results', () => {
  test('text is read as what it is', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `src/a${at % 3}.ts:${at + 1}:  call(${at});`).join(
      '\n',
    );
    const { kind, verdict } = result({ content: [text(lines)] });
    expect(kind).toBe('matches');
    expect(verdict).toBe('30 matches in 3 files');
  });

  test('the same JSON as text and as structured content is reported once', () => {
    const twice = result({ content: [text(JSON.stringify(carts, null, 2))], structuredContent: carts });
    expect(twice.facts).toContain('structuredContent: the same');
    expect(twice.facts.filter((fact) => fact === 'each of {id, name}')).toHaveLength(1);
    const other = result({ content: [text(JSON.stringify(carts))], structuredContent: { total: 40 } });
    expect(other.facts).toContain('structuredContent:');
    expect(other.facts).toContain('total 40');
  });

  test('the same text inside structured content is reported once', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at} of a report`).join('\n');
    const { facts, verdict } = result({ content: [text(lines)], structuredContent: { content: lines } });
    expect(verdict).toBe('40 lines');
    expect(facts).toContain('structuredContent: the same');
  });

  test('an error is said first', () => {
    const { verdict, explainsFailure } = result({ isError: true, content: [text('no such file: a.ts')] });
    expect(verdict).toBe('error, 1 line');
    expect(explainsFailure).toBe(true);
  });

  test('blocks of other kinds are named with their size', () => {
    const { verdict, facts } = result({
      content: [
        { type: 'image', data: 'A'.repeat(5_000), mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///shop/a.txt', name: 'a.txt' },
        { type: 'resource', resource: { uri: 'file:///shop/b.txt', text: 'hidden' } },
      ],
    });
    expect(verdict).toBe('3 other blocks');
    expect(facts).toContain('image image/png 5,000 characters');
    expect(facts).toContain('resource_link a.txt file:///shop/a.txt');
  });

  test('an answer of JSON-RPC is the result it holds', () => {
    const answer = { jsonrpc: '2.0', id: 3, result: { content: [text(JSON.stringify(carts))] } };
    expect(result(answer).verdict).toMatch(/^40 items/);
  });

  test('several blocks of text are one text, however they are cut', () => {
    const value = { content: [text('one\ntwo'), text('three'), text('four\n')] };
    expect(result(value).verdict).toBe('4 lines');
    expect(result(value, { pieceCharacters: 1 })).toEqual(result(value));
  });

  test('a file that was read is a file: nothing in it is a problem', () => {
    const source = 'if (failed) throw new Error("fatal error");\n'.repeat(50);
    const { facts } = result({ content: [text(source)] }, { title: 'read_file', args: { path: 'a.zz' } });
    expect(facts.join('\n')).not.toContain('look like problems');
  });

  test('other JSON of a tool is JSON', () => {
    expect(result({ content: 'a text', items: carts }).kind).toBe('json');
    expect(result({ items: carts }).facts).toContain('items: 40 of {id, name}');
  });

  test('a result that is cut in its text is read as far as it goes', () => {
    const whole = JSON.stringify({ content: [text('a line\n'.repeat(3_000))] });
    const { verdict } = understand(whole.slice(0, 8_000), { tool: 'mcp_result', type: 'json' });
    expect(verdict).toMatch(/lines, cut off$/);
  });
});
