import { expect, test } from 'vitest';
import { countTokens } from '#lib/split/count-tokens.ts';
import { createToolSearch } from '#lib/tools/tool-search.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();
const definition = (name: string, description: string, parameters: Record<string, unknown> = {}) => ({
  name,
  description,
  parameters,
});
const many = [
  definition('mcp__tickets__list_issues', 'Lists the issues of a project.'),
  definition('mcp__tickets__create_issue', 'Creates one.', { properties: { title: { type: 'string' } } }),
  definition('mcp__tickets__closeMilestone', 'Closes it.'),
  definition('mcp__browser__click', 'Clicks on an element of the page.'),
  definition('mcp__browser__constructor', 'Not what it seems.'),
];
async function search(query: string, deferred = many): Promise<string> {
  const [tool] = createToolSearch(deferred);
  if (!tool) throw new Error('no tool');
  return await bench.resultOf(tool, { query });
}
const names = (text: string) => [...text.matchAll(/^(mcp__\S+):/gm)].map(([, name]) => name);

test('a search gives the tools that match best, with their arguments', async () => {
  const found = await search('create an issue');
  expect(names(found)).toEqual(['mcp__tickets__create_issue', 'mcp__tickets__list_issues']);
  expect(found).toContain('arguments: {"properties":{"title":{"type":"string"}}}');
  expect(names(await search('mcp__browser__click'))[0]).toBe('mcp__browser__click');
  expect(names(await search('closing milestones'))).toEqual(['mcp__tickets__closeMilestone']);
  expect(names(await search('constructor'))).toEqual(['mcp__browser__constructor']);
});

test('where nothing matches, it gives the names of all', async () => {
  expect(await search('zebra')).toBe(
    `Nothing matches. All of them: ${many.map(({ name }) => name).join(', ')}`,
  );
  expect(await search('.*[](')).toContain('Nothing matches');
});

test('what it gives is bounded, whatever servers say of their tools', async () => {
  const long = Array.from({ length: 50 }, (_, index) =>
    definition(`mcp__wordy__report_${index}`, `Reports. ${'word '.repeat(index === 0 ? 30_000 : 1_500)}`),
  );
  const first = await search('report', long);
  expect(await countTokens(first)).toBeLessThanOrEqual(2_000);
  const others = await search('report', long.slice(1));
  expect(await countTokens(others)).toBeLessThanOrEqual(2_100);
  expect(names(others)).toHaveLength(1);
  expect(others).toContain('Too long for here: mcp__wordy__report_');
});
