import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegateProfile } from '#lib/core/vocabulary/tools/delegate.ts';
import { runProgramProfile } from '#lib/core/vocabulary/tools/run-program.ts';
import { configFileJsonSchema } from '../lib/config/config-file.ts';
import { parseConfigFile } from '../lib/config/parse-config-file.ts';
import { resolveToolSplits, splitOf, splitWith } from '../lib/config/tool-splits.ts';
import { toolNames } from '../lib/core/vocabulary/tools/tool-profiles.ts';
import { tools } from '../lib/tools/tools.ts';

/** Not to be taken for a place in a template. */
const dollar = '$';
const problems = (content: unknown): string[] => {
  const parsed = parseConfigFile(typeof content === 'string' ? content : JSON.stringify(content));
  return 'problems' in parsed ? parsed.problems : [];
};

test('the tools that can be named are those there are, in their order', () => {
  // Offered where there are sub-agents.
  expect(toolNames).toEqual([...tools.map(({ name }) => name), delegateProfile.name, runProgramProfile.name]);
});

test('the JSON Schema in the repository is that of the settings: else run `npm run docs`', () => {
  const kept = readFileSync(join(import.meta.dirname, '..', 'vitrine.config.schema.json'), 'utf8');
  expect(kept).toBe(`${JSON.stringify(configFileJsonSchema(), null, 2)}\n`);
});

describe('a config file', () => {
  test('may say nothing, and all there is', () => {
    const full = {
      $schema: './vitrine.config.schema.json',
      tools: {
        '*': { level: 'minimal' },
        grep_file: { split: false },
        read_file: { split: true, budgetTokens: 800 },
      },
      excludedTools: ['embed_media'],
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'server', '/srv'], env: { KEY: '$KEY' }, sandbox: false },
        tickets: { type: 'http', url: 'https://tickets.example/mcp', headers: { Authorization: 'Bearer x' } },
      },
      secretNames: ['*.pem', 'vault.*'],
      approvals: { '*': 'ask', read_file: 'auto', run_pty_cmd: 'ask_admins', execute_code: 'deny' },
      models: { 'qwen3:8b': { vision: false } },
      budgets: [
        { scope: 'team', period: 'month', dollars: 200 },
        { scope: 'conversation', period: 'day', tokens: 1_000_000 },
      ],
    };
    for (const content of [{}, full, `\ufeff${JSON.stringify(full)}`]) expect(problems(content)).toEqual([]);
    expect(parseConfigFile(JSON.stringify(full))).toEqual({ file: full });
  });

  test('has every mistake reported, each with its location', () => {
    const mistakes: [unknown, RegExp][] = [
      [{ tools: { grep_file: { level: 'off' } } }, /^tools\.grep_file\.level: /],
      [{ tools: { '*': { budgetTokens: 39 } } }, /^tools\.\*\.budgetTokens: .*>=40/],
      [{ tools: { '*': { budgetTokens: 25_001 } } }, /^tools\.\*\.budgetTokens: .*<=25000/],
      [{ tools: { '*': { budgetTokens: 99.5 } } }, /^tools\.\*\.budgetTokens: /],
      [{ tools: { read_file: { split: 'no' } } }, /^tools\.read_file\.split: .*boolean/],
      [{ tools: { read_file: null } }, /^tools\.read_file: /],
      [{ secretNames: ['a/b'] }, /^secretNames\.0: /],
      [{ secretNames: ['**'] }, /^secretNames\.0: this would hide everything$/],
      [{ tools: { read_file: { split: false, level: 'minimal' } } }, /^tools\.read_file: split is false/],
      [
        { tools: { read_file: { max: 1 } } },
        /^tools\.read_file\.max: there is no such setting\. There are: split, level, budgetTokens$/,
      ],
      [
        { tools: { bash: {} } },
        /^tools\.bash: there is no such tool\. There are: render_file_contents, .* with \*$/,
      ],
      [{ tools: [] }, /^tools: /],
      [{ approvals: { mcp__files: 'deny' } }, /^approvals\.mcp__files: there is no such tool/],
      [{ approvals: { 'red_file*': 'deny' } }, /^approvals\.red_file\*: there is no such tool/],
      [{ excludedTools: ['mcp__files__x'] }, /^excludedTools\.0: there is no MCP server files$/],
      [
        { mcpServers: { files: { command: 'x', args: [`${dollar}{TOKEN}`], sandbox: false } } },
        /^mcpServers\.files\.args\.0: variables are filled in in env and headers only$/,
      ],
      [
        { mcpServers: { a: { url: 'https://u:p@a.example' } } },
        /^mcpServers\.a\.url: it has a name or a password/,
      ],
      [
        { mcpServers: { a: { url: 'https://a.example', headers: { A: `${dollar}{A:-b}` } } } },
        /^mcpServers\.a\.headers\.A: only a plain name can stand in the braces$/,
      ],
      [{ mcpServers: { files: {} } }, /^mcpServers\.files: give either a command or a url$/],
      [
        { mcpServers: { files: { command: 'npx', cwd: '/srv' } } },
        /^mcpServers\.files\.cwd: this is for a program outside the sandbox/,
      ],
      [
        { mcpServers: { files: { command: 'npx', sandbox: false, network: true } } },
        /^mcpServers\.files\.network: this is for a program in the sandbox/,
      ],
      [
        { mcpServers: { files: { command: 'x', args: [`${dollar}{workspaceFolder}`], sandbox: false } } },
        /^mcpServers\.files\.args: .*workspaceFolder.* is for programs in the sandbox/,
      ],
      [
        { mcpServers: { files: { url: 'https://a.example', args: [] } } },
        /^mcpServers\.files\.args: this is for a command/,
      ],
      [
        { mcpServers: { files: { type: 'stdio', url: 'https://a.example' } } },
        /^mcpServers\.files\.type: it has a url/,
      ],
      [{ mcpServers: { files: { url: 'file:///etc/passwd' } } }, /^mcpServers\.files\.url: /],
      [{ mcpServers: { a__b: { url: 'https://a.example' } } }, /^mcpServers\.a__b: /],
      [
        { mcpServers: { files: { url: 'https://a.example', retry: 1 } } },
        /^mcpServers\.files\.retry: there is no such setting/,
      ],
      [
        { excludedTools: ['bash'] },
        /^excludedTools\.0: there is no such tool\. There are: render_file_contents, /,
      ],
      [{ excludedTools: 'bash' }, /^excludedTools: /],
      [
        { approvals: { bash: 'ask' } },
        /^approvals\.bash: there is no such tool\. There are: render_file_contents, .* with \*$/,
      ],
      [{ approvals: { '*': 'never' } }, /^approvals\.\*: .*"auto"\|"ask"\|"ask_admins"\|"deny"/],
      [{ approvals: { read_file: { policy: 'ask' } } }, /^approvals\.read_file: /],
      [{ approvals: { read_file: null } }, /^approvals\.read_file: /],
      [{ approvals: 'ask' }, /^approvals: /],
      [
        { models: { x: { contextWindow: 1 } } },
        /^models\.x\.contextWindow: there is no such setting\. There is: vision$/,
      ],
      [{ budgets: [{ scope: 'team', period: 'day' }] }, /^budgets\.0: give dollars or tokens/],
      [{ budgets: [{ scope: 'team', period: 'day', dollars: 1, tokens: 1 }] }, /^budgets\.0: give dollars/],
      [{ budgets: [{ scope: 'team', period: 'day', dollars: 0 }] }, /^budgets\.0\.dollars: /],
      [{ budgets: [{ scope: 'team', period: 'day', tokens: -1 }] }, /^budgets\.0\.tokens: /],
      [{ budgets: [{ scope: 'you', period: 'day', tokens: 1 }] }, /^budgets\.0\.scope: /],
      [
        { budgets: [{ scope: 'team', period: 'day', tokens: 1, amount: 1 }] },
        /^budgets\.0\.amount: there is no such setting\. There are: scope, period, dollars, tokens$/,
      ],
      [
        { split: 'off' },
        /^split: there is no such setting\. There are: \$schema, tools, excludedTools, approvals, models\b/,
      ],
      ['{"tools": {"__proto__": {}}}', /^__proto__ is the name of no setting$/],
      ['[]', /expected object/],
      ['null', /expected object/],
      ['{"tools": {}', /^not valid JSON: /],
    ];
    for (const [content, problem] of mistakes) {
      const parts = problems(content);
      expect(parts, JSON.stringify(content)).toHaveLength(1);
      expect(parts[0]).toMatch(problem);
    }
    expect(problems({ a: 1, tools: { b: {}, c: {} }, excludedTools: ['d', 'e'] })).toHaveLength(5);
    expect(problems({ tools: { red_file: {}, grep_file: { level: 'x' } } })).toHaveLength(2);
  });

  test('of any length is reported shortly', () => {
    const parts = problems({ ['x'.repeat(100_000)]: 1 });
    expect(parts[0]?.length).toBeLessThan(400);
  });
});

describe('how a tool is split', () => {
  const of = (
    level: Parameters<typeof resolveToolSplits>[0],
    file: Parameters<typeof resolveToolSplits>[1],
    tool = 'grep_file',
  ) => splitOf(resolveToolSplits(level, file), tool);

  test('is decided by an admin for all tools of an MCP server; how, is the config’s', () => {
    const search = 'mcp__files__search_files';
    const chosen = (files: boolean, config: Parameters<typeof resolveToolSplits>[1] = {}, tool = search) =>
      splitWith(resolveToolSplits('minimal', config), { files }, tool).level;
    expect(chosen(true)).toBe('minimal');
    expect(chosen(true, { [search]: { level: 'conservative' } })).toBe('conservative');
    expect(chosen(false, { [search]: { level: 'conservative' } })).toBe('off');
    expect(chosen(true, {}, 'mcp__tickets__list')).toBe('off');
    expect(chosen(false, {}, 'read_file')).toBe('minimal');
    expect(splitWith(resolveToolSplits('off', {}), { files: true }, search).level).toBe('balanced');
  });

  test('is said by its own entry, else by that of all, else by the environment', () => {
    expect(of('minimal', {})).toEqual({ level: 'minimal', budgetTokens: null });
    expect(of('minimal', { '*': { level: 'conservative' } })).toEqual({
      level: 'conservative',
      budgetTokens: null,
    });
    const both = {
      '*': { level: 'conservative', budgetTokens: 900 },
      grep_file: { budgetTokens: 60 },
    } as const;
    expect(of('minimal', both)).toEqual({ level: 'conservative', budgetTokens: 60 });
    expect(of('minimal', both, 'read_file')).toEqual({ level: 'conservative', budgetTokens: 900 });
    expect(of('minimal', both, 'toString')).toEqual({ level: 'conservative', budgetTokens: 900 });
  });

  test('by its own level goes before the budget of all', () => {
    const file = { '*': { budgetTokens: 900 }, grep_file: { level: 'minimal' } } as const;
    expect(of('balanced', file)).toEqual({ level: 'minimal', budgetTokens: null });
  });

  test('can be not at all, and again for one of them', () => {
    const off = { level: 'off', budgetTokens: null };
    expect(of('balanced', { grep_file: { split: false } })).toEqual(off);
    expect(of('balanced', { '*': { split: false } })).toEqual(off);
    expect(of('off', { grep_file: {} })).toEqual(off);
    expect(of('off', { grep_file: { split: true } })).toEqual({ level: 'balanced', budgetTokens: null });
    expect(of('off', { '*': { split: false }, grep_file: { level: 'minimal' } })).toEqual({
      level: 'minimal',
      budgetTokens: null,
    });
    expect(of('conservative', { '*': { split: false }, grep_file: { budgetTokens: 50 } })).toEqual({
      level: 'conservative',
      budgetTokens: 50,
    });
  });

  test('of others: not, until an entry turns it on, and then at the level of our own', () => {
    const ofServer = (level: 'minimal' | 'off', file: Parameters<typeof of>[1]) =>
      of(level, file, 'mcp__files__search_files').level;
    expect(ofServer('minimal', {})).toBe('off');
    expect(ofServer('minimal', { 'mcp__files__*': { split: true } })).toBe('minimal');
    expect(ofServer('off', { 'mcp__files__*': { split: true } })).toBe('balanced');
    expect(ofServer('minimal', { '*': { split: true } })).toBe('minimal');
    expect(
      ofServer('minimal', { 'mcp__*': { level: 'conservative' }, 'mcp__files__*': { split: false } }),
    ).toBe('off');
    expect(ofServer('minimal', { 'mcp__other__*': { split: true } })).toBe('off');
  });
});
